/* SPDX-License-Identifier: MIT
 * tarn::once, on_get, on_put, lazy and knows: what runs, how often, in which order? */
#include "world.hpp"

namespace
{
char told[16];
std::uint32_t tells;

void tell(char what)
{
	if (tells + 1 < sizeof(told))
		told[tells++] = what;
	told[tells] = 0;
}

void forget()
{
	tells = 0;
	told[0] = 0;
}

struct list {
	std::uint32_t room = 7;
	bool used = false;

	list() noexcept
	{
		tell('T');
	}
	~list()
	{
		tell('~');
	}
	void wake()
	{
		tell('g');
		used = true;
	}
	void rest()
	{
		tell('p');
		used = false;
	}
	bool is_used() const
	{
		return used;
	}
};
void noted(list &)
{
	tell('n');
}
tarn::object_pool<list, 2, tarn::refuse, tarn::once, tarn::on_get<&list::wake>,
		  tarn::on_put<&list::rest>>
	kept;
tarn::object_pool<list, 2, tarn::refuse, tarn::once, tarn::lazy, tarn::on_put<&list::rest>> lazies;
tarn::object_pool<list, 2, tarn::refuse, tarn::once, tarn::knows<&list::is_used>,
		  tarn::on_get<&list::wake>, tarn::on_put<&list::rest>>
	known;
tarn::object_pool<list, 2, tarn::refuse, tarn::on_put<&noted>> plain;
tarn::object_pool<list, 1, tarn::rob_oldest, tarn::on_get<&list::wake>, tarn::on_put<&noted>>
	robbed;

void an_object_is_kept()
{
	forget();
	list *one = kept.get();

	CHECK_TEXT(told, "Tg");
	one->room = 99;
	kept.put(one);
	CHECK_TEXT(told, "Tgp");
	CHECK_PTR(kept.get(), one);
	CHECK_EQ(one->room, 99);
	CHECK_TEXT(told, "Tgpg");
	kept.put(one);
	CHECK_EQ(kept.prewarm(2), 2);
	CHECK_TEXT(told, "TgpgpT");
	CHECK_EQ(kept.trim(), 0);
	CHECK_TEXT(told, "TgpgpT~~");
	LEAVE();
}

void lazy_waits_for_the_next_get()
{
	forget();
	list *one = lazies.get();

	lazies.put(one);
	CHECK_TEXT(told, "T");
	CHECK_PTR(lazies.get(), one);
	CHECK_TEXT(told, "Tp");
	LEAVE();
}

void an_object_knows()
{
	list *one = known.get();

	CHECK(known.in_use(one));
	CHECK_EQ(known.count(), 1);
	for (list &each : known)
		CHECK_PTR(&each, one);
	known.put(one);
	CHECK(!known.in_use(one));
	CHECK_EQ(known.count(), 0);
	LEAVE();
}

void on_put_runs_before_the_destructor()
{
	forget();
	plain.put(plain.get());
	CHECK_TEXT(told, "Tn~");
	plain.get();
	plain.reset();
	CHECK_TEXT(told, "Tn~Tn~");
	LEAVE();
	CHECK_TEXT(told, "Tn~Tn~");
}

void a_victim_ends_first()
{
	forget();
	robbed.get();
	robbed.get();
	CHECK_TEXT(told, "Tgn~Tg");
	robbed.get_with([](list &) { tell('w'); });
	CHECK_TEXT(told, "Tgn~Tgn~Tgw");
	LEAVE();
}
} // namespace

void do_hooks_run_in_order()
{
	CASE(an_object_is_kept);
	CASE(lazy_waits_for_the_next_get);
	CASE(an_object_knows);
	CASE(on_put_runs_before_the_destructor);
	CASE(a_victim_ends_first);
}
