/* SPDX-License-Identifier: MIT
 * operator new, and tarn::tag_scope. */
#include <memory>
#include <new>
#include <string>
#include <type_traits>

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

static uint32_t tag_of_new()
{
	std::unique_ptr<int> one(new int(1));
	std::unique_ptr<int> maybe(new (std::nothrow) int(1));
	std::string text(100, 'x'); /* the library's own new */
	uint32_t tag = tag_of(one.get());

	CHECK(tag_of(text.data()) == tag && tag_of(maybe.get()) == tag);
	return tag;
}

/* After a scope, the old tag is back. */
static void scopes_nest()
{
	CHECK(tag_of_new() == TARN_UNTAGGED);
	{
		tarn::tag_scope outer(MAIN);

		CHECK(tag_of_new() == MAIN);
		{
			tarn::tag_scope inner(HANDLER);

			CHECK(tag_of_new() == HANDLER);
		}
		CHECK(tag_of_new() == MAIN);
		/* If the constructor could not enter the tag, the destructor leaves none. */
		{
			tarn::tag_scope unknown(TARN_TAGS + 1);

			CHECK(faults == 1 && tarn_tag_now() == MAIN);
		}
		CHECK(faults == 1 && tarn_tag_now() == MAIN);
	}
	CHECK(tag_of_new() == TARN_UNTAGGED);
}

static void thrown_through()
{
#ifdef __cpp_exceptions
	try {
		tarn::tag_scope scope(MAIN);

		throw 26;
	} catch (int) {
		CHECK(tarn_tag_now() == TARN_UNTAGGED);
	}
#endif
}

unsigned tags()
{
	tarn_fault_handler *before = tarn_on_fault(on_fault);

	scopes_nest();
	CHECK(faults == 1 && tarn_tag_now() == TARN_UNTAGGED);
	thrown_through();
	tarn_on_fault(before);
	return faults;
}
