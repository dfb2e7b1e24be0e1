/* SPDX-License-Identifier: MIT
 * operator new, and tarn::tag_scope. */
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "cxx.hpp"
#include "tarn_tag.hpp"

static_assert(std::is_nothrow_constructible<tarn::tag_scope, uint32_t>::value, "may not throw");
static_assert(std::is_nothrow_destructible<tarn::tag_scope>::value, "may not throw");
static_assert(!std::is_copy_constructible<tarn::tag_scope>::value, "one enter, one leave");
static_assert(!std::is_copy_assignable<tarn::tag_scope>::value, "one enter, one leave");
static_assert(!std::is_convertible<uint32_t, tarn::tag_scope>::value, "a number is no scope");

enum { MAIN = 1, HANDLER = 2 };

static unsigned faults;

static void on_fault(const struct tarn_fault *fault)
{
	CHECK(fault->kind == TARN_FAULT_TAG);
	faults++;
}

static uint32_t tag_of(const void *block)
{
	return tarn_tag_of(&tarn_default, block);
}

namespace
{
uint32_t tag_of_new()
{
	std::unique_ptr<int> one(new int(1));
	std::unique_ptr<int[]> many(new int[100]);
	std::unique_ptr<int> maybe(new (std::nothrow) int(1));
	uint32_t tag = tag_of(one.get());

	CHECK(tag_of(many.get()) == tag && tag_of(maybe.get()) == tag);
	return tag;
}

/* A scope has its tag, whatever the library does. After the scope, the old tag is back. */
void scopes_nest()
{
	CHECK(tag_of_new() == TARN_UNTAGGED);
	{
		tarn::tag_scope outer(MAIN);
		std::vector<std::string> words(3, "too long to lie within the string itself");

		CHECK(tag_of_new() == MAIN && tag_of(words.data()) == MAIN);
		CHECK(tag_of(words[2].data()) == MAIN);
		{
			tarn::tag_scope inner(HANDLER);

			words[0] += words[1]; /* grows */
			CHECK(tag_of_new() == HANDLER && tag_of(words[0].data()) == HANDLER);
		}
		CHECK(tag_of_new() == MAIN);
	}
	CHECK(tag_of_new() == TARN_UNTAGGED);
}

/* If the constructor could not enter the tag, the destructor leaves none. */
void refused_scopes_leave_nothing()
{
	tarn::tag_scope good(MAIN);
	{
		tarn::tag_scope unknown(TARN_TAGS + 1);

		CHECK(faults == 1 && tarn_tag_now() == MAIN);
	}
	CHECK(faults == 1 && tarn_tag_now() == MAIN);
}

/* Nine scopes of one tag, one in the other. The port has room for eight. */
void deep(unsigned levels)
{
	tarn::tag_scope scope(MAIN);

	if (levels > 1)
		deep(levels - 1);
	CHECK(tarn_tag_now() == MAIN);
}

#ifdef __cpp_exceptions
void thrown_through()
{
	try {
		tarn::tag_scope scope(MAIN);

		throw 26;
	} catch (int) {
		CHECK(tarn_tag_now() == TARN_UNTAGGED);
	}
}
#else
void thrown_through()
{
}
#endif
} // namespace

unsigned tags()
{
	tarn_fault_handler *before = tarn_on_fault(on_fault);

	scopes_nest();
	refused_scopes_leave_nothing();
	deep(TARN_TAGS > 15 ? 5 : 9);
	CHECK(faults == 2 && tarn_tag_now() == TARN_UNTAGGED);
	thrown_through();
	tarn_on_fault(before);
	return faults;
}
