/* SPDX-License-Identifier: MIT
 * Early warning: the marks of tarn_on_low, and what its handler may do. (tests/pool/model compares
 * the calls of the handler, and longest_least, with an oracle.) */
#include "questions.h"
#include "unit.h"
#include "watch_step.h"

#if TARN_WATCH && TARN_COMMONS

static uint32_t calls;

static void low(struct tarn_heap *heap, size_t mark)
{
	calls++;
	CHECK_SOUND(heap);
	CHECK(unit_longest(heap) < mark);
}

static void give_back(void *block)
{
	tarn_free(&unit_heap, block);
	unit_drain(&unit_heap);
}

static void the_mark_is_rounded_up(void)
{
	NEED(MAKE_COMMONS(2048));
	CHECK_EQ(tarn_on_low(&unit_heap, 0, low), 0);
	CHECK_EQ(tarn_on_low(&unit_heap, 512, NULL), 0);
	for (uint32_t bytes = 1; bytes < 2000; bytes++)
		CHECK_EQ(tarn_on_low(&unit_heap, bytes, low), watch_mark(bytes));
	CHECK_EQ(tarn_on_low(&unit_heap, 114688 * TARN_ALIGN, low), 114688 * TARN_ALIGN);
	CHECK_EQ(tarn_on_low(&unit_heap, SIZE_MAX, low), 114688 * TARN_ALIGN);
	calls = 0;
}

static void a_mark_goes(void)
{
	NEED(MAKE_COMMONS(4096));
	calls = 0;
	CHECK_EQ(tarn_on_low(&unit_heap, 1024, low), 1024);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 1024)) != NULL);
	CHECK_EQ(tarn_on_low(&unit_heap, 0, low), 0);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	CHECK_EQ(tarn_on_low(&unit_heap, 1024, NULL), 0);
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	CHECK_EQ(tarn_on_low(&unit_heap, 512, low), 512);
	if (!MAKE_COMMONS(4096)) /* making the heap clears the mark */
		return;
	while (tarn_alloc(&unit_heap, 1))
		;
	CHECK_EQ(calls, 0);
}

/* The handler frees what it kept, allocates, and sets its mark again. */
static void *kept;
static void busy(struct tarn_heap *heap, size_t mark)
{
	calls++;
	CHECK_SOUND(heap);
	give_back(kept);
	kept = NULL;
	CHECK(tarn_alloc(heap, ROOM(64)) != NULL);
	CHECK_EQ(tarn_on_low(heap, mark / 2, busy), mark / 2);
}

static void a_handler_may_use_the_heap(void)
{
	NEED(MAKE_COMMONS(4096));
	calls = 0;
	kept = tarn_alloc(&unit_heap, ROOM(1024));
	CHECK(tarn_alloc(&unit_heap, 1) != NULL);
	tarn_on_low(&unit_heap, 1024, busy);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 512)) != NULL);
	CHECK_EQ(calls, 1);
	CHECK(kept == NULL);
	CHECK(unit_longest(&unit_heap) >= 512);
	tarn_on_low(&unit_heap, 0, NULL);
	calls = 0;
	CHECK_SOUND(&unit_heap);
}

/* The handler makes the run rise and fall again. It is called within itself, once. */
static uint32_t within, deepest;
static void nested(struct tarn_heap *heap, size_t mark)
{
	(void)mark;
	if (++within > deepest)
		deepest = within;
	if (within == 1) {
		give_back(kept);
		kept = tarn_alloc(heap, ROOM(unit_longest(heap) - 512));
		CHECK_EQ(deepest, 2);
	}
	within--;
}

static void a_handler_may_be_called_within_itself(void)
{
	NEED(MAKE_COMMONS(4096));
	within = deepest = 0;
	kept = tarn_alloc(&unit_heap, ROOM(2048));
	tarn_on_low(&unit_heap, 1024, nested);
	CHECK(tarn_alloc(&unit_heap, ROOM(unit_longest(&unit_heap) - 512)) != NULL);
	CHECK_EQ(deepest, 2);
}

#endif

void does_the_watch_warn(void)
{
#if TARN_WATCH && TARN_COMMONS
	CASE(the_mark_is_rounded_up);
	CASE(a_mark_goes);
	CASE(a_handler_may_use_the_heap);
	CASE(a_handler_may_be_called_within_itself);
#endif
}
