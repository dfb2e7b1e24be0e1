/* SPDX-License-Identifier: MIT
 * user.c in C++: an instance of every template of pool/include, and the macros that are for
 * both. */
#include "tarn.hpp"
#include "tarn_refused.h"
#include "tarn_scene.h"

#include "tables.h"

unsigned user();

namespace
{
struct thing {
	int a = 0, b = 0;
	double c = 0;
	void begin()
	{
		a = 1;
	}
	bool flies() const
	{
		return b != 0;
	}
	std::uint32_t far_() const
	{
		return std::uint32_t(a);
	}
};

template <typename... Options> unsigned play()
{
	static tarn::object_pool<thing, 9, Options...> pool;
	unsigned met = pool.count();

	pool.put(pool.get());
	for (thing &one : pool)
		met += one.a != 0;
	return met;
}
template <typename... Options> unsigned hold()
{
	static tarn::object_pool<thing, 9, Options...> pool;
	auto handle = pool.handle_of(pool.get());

	return play<Options...>() + (pool.resolve(handle) != nullptr) + pool.release(handle);
}

struct age : tarn::column<std::uint8_t> {
};
struct buffer : tarn::keep<void *> {
};
struct glow : tarn::sparse<double, 3> {
};
using row_array = tarn::packed<age, buffer, glow>;
row_array::memory<9> room;
row_array rows("rows", room);
tarn::arena_heap<4096> heap;
} // namespace

unsigned user()
{
	unsigned met =
		hold<tarn::never, tarn::unlocked>() + hold<tarn::refuse, tarn::small, tarn::line>();
	const std::uint32_t row = rows.activate();
	void *block = heap.init() ? heap.alloc(10) : nullptr;
	thing *made = heap.make<thing>();

	heap.free(block);
	heap.destroy(made);
	met += hold<tarn::rob_oldest, tarn::persistent>() + hold<tarn::refuse, tarn::waited>();
	met += hold<tarn::grow<90>, tarn::siblings<9>, tarn::named<struct own>>();
	met += play<tarn::refuse, tarn::bits>() + hold<tarn::refuse, tarn::once>();
#if __cplusplus >= 201703L
	met += hold<tarn::rob_least<&thing::far_>, tarn::on_get<&thing::begin>>();
	met += hold<tarn::refuse, tarn::once, tarn::lazy, tarn::on_put<&thing::begin>>();
	met += play<tarn::refuse, tarn::once, tarn::knows<&thing::flies>>();
#endif
	rows.each<age, buffer>([&](std::uint8_t &of, void *&) { met += of; });
	rows.deactivate_if<age>([](std::uint8_t &of) { return --of == 0; });
	return met + tarn_tag_budgets(&heap, budgets, 2) + rows.index(rows.handle_of(row));
}
