/* SPDX-License-Identifier: MIT
 * Out of memory: which handler is called, how often, and what follows. */
#include <cstdlib>
#include <new>

#include "cxx.hpp"
#include "tarn.hpp"
#include "tarn_new.h"
#include "tarn_refused.h"

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
static void a_handler_makes_room(bool may_throw)
{
	std::size_t half = tarn_largest(&tarn_default) / 2;
	void *block;

	take_all(half - 1000);
	calls = 0;
	std::set_new_handler(give_back);
	block = may_throw ? operator new(half) : operator new(half, nothrow);
	CHECK(block && calls == 1);
	operator delete(block);
	take_all(half - 1000);
	block = operator new[](half, std::align_val_t(64));
	CHECK(block && calls == 2);
	operator delete[](block, std::align_val_t(64));
	std::set_new_handler(nullptr);
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
	std::size_t half = tarn_largest(&tarn_default) / 2;

	room = true;
	take_all(half - 1000);
	own_calls = 0;
	void *block = operator new(half);
	CHECK(block && own_calls == 1);
	operator delete(block);
	a_handler_makes_room(true);
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

	CHECK(thrown([] { return operator new(too_large); }) == 1);
	CHECK(refusals() == before + 1);
	CHECK(thrown([] { return operator new[](too_large); }) == 1);
	CHECK(thrown([] { return operator new(too_large, std::align_val_t(64)); }) == 1);
	CHECK(thrown([] { return operator new[](8, std::align_val_t(1u << 31)); }) == 1);
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

static void failure_is_null_for_nothrow()
{
#if defined(OWN_HANDLER) && !defined(__cpp_exceptions)
	return; /* its handler ends the program */
#endif
	unsigned before = refusals();

	CHECK(operator new(too_large, nothrow) == nullptr);
	CHECK(refusals() == before + 1); /* operator new asks the heap once */
	CHECK(operator new[](too_large, nothrow) == nullptr);
	CHECK(operator new(too_large, std::align_val_t(64), nothrow) == nullptr);
	CHECK(operator new[](too_large, std::align_val_t(64), nothrow) == nullptr);
	std::set_new_handler(give_up);
	calls = 0;
	CHECK(operator new(too_large, nothrow) == nullptr &&calls == 1);
}

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

static const void *culprit;

static void blame(const tarn_fault *fault)
{
	culprit = fault->caller;
	blamed++;
}

/* Each form of delete names the code that deleted a block twice. */
#define DELETER(name, ...)                                      \
	__attribute__((noinline)) static void name(void *block) \
	{                                                       \
		operator delete __VA_ARGS__;                    \
		__asm__ volatile("" ::: "memory");              \
	}
DELETER(plain, (block))
DELETER(array, [](block))
DELETER(sized, (block, 8))
DELETER(array_sized, [](block, 8))
DELETER(no_throw, (block, nothrow))
DELETER(array_no_throw, [](block, nothrow))
DELETER(aligned, (block, std::align_val_t(64)))
DELETER(array_aligned, [](block, 8, std::align_val_t(64)))

static void a_fault_names_who_deleted()
{
	static void (*const forms[])(void *) = {plain,    array,          sized,   array_sized,
						no_throw, array_no_throw, aligned, array_aligned};
	tarn_fault_handler *before = tarn_on_fault(blame);
	void *block = operator new(8);
	void *volatile dead = block; /* volatile: the compiler would warn */

	operator delete(block);
	for (void (*form)(void *) : forms) {
		std::uintptr_t start = reinterpret_cast<std::uintptr_t>(form) & ~std::uintptr_t(1);

		form(dead);
		CHECK(reinterpret_cast<std::uintptr_t>(culprit) - start < 64);
	}
	tarn_on_fault(before);
}

/* tarn_on_refused hears of each try: the one before the handler, and the one after it. */
static void refusals_are_told()
{
	std::uintptr_t start = reinterpret_cast<std::uintptr_t>(from_new) & ~std::uintptr_t(1);

#if defined(OWN_HANDLER) && !defined(__cpp_exceptions)
	return; /* its handler ends the program */
#endif
	tarn_on_refused(note);
	CHECK(from_new(too_large) == nullptr && told == 1);
	CHECK((reinterpret_cast<std::uintptr_t>(last.caller) & ~std::uintptr_t(1)) - start < 128);
	CHECK(last.size == too_large && last.reason == TARN_REFUSED_TOO_LARGE);
	std::set_new_handler(give_up);
	CHECK(from_new(too_large) == nullptr && told == 3);
	operator delete[](from_new(8));
	CHECK(told == 3);
	tarn_on_refused(nullptr);
}

void handlers()
{
	unsigned before = live_blocks();

	a_handler_makes_room(true);
	a_handler_makes_room(false);
	our_handler_is_the_last();
	failure_throws();
	failure_is_null_for_nothrow();
	refusals_are_told();
	a_fault_names_who_deleted();
	CHECK(live_blocks() == before);
}
