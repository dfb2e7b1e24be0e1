/* SPDX-License-Identifier: MIT
 * Out of memory: which handler is called, how often, and what follows. */
#include <cstdlib>
#include <new>

#include "cxx.hpp"
#include "tarn.hpp"
#include "tarn_new.h"
#include "tarn_refused.h"

using std::align_val_t;
using std::nothrow;

static void *reserve;
static int calls, own_calls;

/* Allocates all but `room` bytes of the heap, as one block. */
static void take_all(std::size_t room)
{
	reserve = tarn_alloc(&tarn_default, tarn_largest(&tarn_default) - room);
	CHECK(reserve != nullptr);
}

static void give_back()
{
	calls++;
	tarn_free(&tarn_default, reserve);
	reserve = nullptr;
}

static void give_up()
{
	calls++;
	std::set_new_handler(nullptr);
}

/* A handler that frees memory is called once, and the request is served. */
static void a_handler_makes_room(void *(*allocate)(std::size_t))
{
	std::size_t half = tarn_largest(&tarn_default) / 2;

	take_all(half - 1000);
	calls = own_calls = 0;
	void *block = allocate(half);
	CHECK(block && calls == 1);
	operator delete(block);
}

#ifdef OWN_HANDLER
static bool room;

void tarn_new_handler()
{
	own_calls++;
	if (room)
		give_back();
	else
#ifdef __cpp_exceptions
		throw std::bad_alloc();
#else
		std::_Exit(3);
#endif
}

/* Tarn's handler is called if the program set none, and only then. */
static void our_handler_is_the_last()
{
	room = true;
	std::set_new_handler(nullptr);
	a_handler_makes_room([](std::size_t size) { return operator new(size); });
	CHECK(own_calls == 1);
	room = false;
}
#else
static void our_handler_is_the_last()
{
	CHECK(tarn_new_handler == nullptr && own_calls == 0);
}
#endif

/* The requests that the commons have refused. They serve the large ones. */
static unsigned refusals()
{
	struct tarn_heap_stats heap;
	struct tarn_class_stats commons;

	tarn_heap_stats(&tarn_default, &heap);
	tarn_class_stats(&tarn_default, heap.classes, &commons);
	return static_cast<unsigned>(commons.refused);
}

#ifdef __cpp_exceptions
static void refuse()
{
	calls++;
	throw std::bad_alloc();
}

/* 1: bad_alloc, 2: another of its kind, 0: served */
template <typename Request> static int thrown(Request request)
{
	try {
		request();
	} catch (const std::bad_array_new_length &) {
		return 2;
	} catch (const std::bad_alloc &) {
		return 1;
	}
	return 0;
}

static void failure_throws()
{
	unsigned before = refusals();

	std::set_new_handler(nullptr);
	CHECK(thrown([] { return operator new(too_large); }) == 1);
	CHECK(refusals() == before + 1);
	CHECK(thrown([] { return operator new[](too_large); }) == 1);
	CHECK(thrown([] { return operator new(too_large, align_val_t(64)); }) == 1);
	CHECK(thrown([] { return operator new[](8, align_val_t(1u << 31)); }) == 1);
	CHECK(thrown([] { return new int[too_large]; }) == 2);
	std::set_new_handler(refuse);
	calls = 0;
	CHECK(thrown([] { return operator new(too_large); }) == 1);
	CHECK(operator new(too_large, nothrow) == nullptr);
	CHECK(calls == 2);
	std::set_new_handler(give_up);
	CHECK(thrown([] { return operator new(too_large); }) == 1);
	CHECK(calls == 3 && std::get_new_handler() == nullptr);
}
#else
static void failure_throws()
{
}
#endif

static tarn_refusal last;
static unsigned told;

static void note(const tarn_refusal *refusal)
{
	last = *refusal;
	told++;
}

__attribute__((noinline)) static void *from_new(std::size_t size)
{
	void *block = operator new[](size, nothrow);

	__asm__ volatile("" : "+r"(block));
	return block;
}

/* tarn_on_refused hears of each try: the one before the handler, and the one after it. */
static void failure_is_null_for_nothrow()
{
#if defined(OWN_HANDLER) && !defined(__cpp_exceptions)
	return; /* its handler ends the program */
#endif
	std::uintptr_t start = reinterpret_cast<std::uintptr_t>(from_new) & ~std::uintptr_t(1);
	unsigned before = refusals();

	CHECK(operator new(too_large, nothrow) == nullptr);
	CHECK(refusals() == before + 1); /* operator new asks the heap once */
	CHECK(operator new[](too_large, nothrow) == nullptr);
	CHECK(operator new(too_large, align_val_t(64), nothrow) == nullptr);
	CHECK(operator new[](too_large, align_val_t(64), nothrow) == nullptr);
	tarn_on_refused(note);
	CHECK(from_new(too_large) == nullptr && told == 1);
	CHECK((reinterpret_cast<std::uintptr_t>(last.caller) & ~std::uintptr_t(1)) - start < 128);
	CHECK(last.size == too_large && last.reason == TARN_REFUSED_TOO_LARGE);
	std::set_new_handler(give_up);
	calls = 0;
	CHECK(from_new(too_large) == nullptr && calls == 1 && told == 3);
	operator delete[](from_new(8));
	CHECK(told == 3);
	tarn_on_refused(nullptr);
}

void handlers()
{
	unsigned before = live_blocks();

	std::set_new_handler(give_back);
	a_handler_makes_room([](std::size_t size) { return operator new(size); });
	a_handler_makes_room([](std::size_t size) { return operator new(size, nothrow); });
	a_handler_makes_room(
		[](std::size_t size) { return operator new[](size, align_val_t(64)); });
	CHECK(own_calls == 0);
	our_handler_is_the_last();
	failure_throws();
	failure_is_null_for_nothrow();
	CHECK(live_blocks() == before);
}
