/* SPDX-License-Identifier: MIT
 * Every public call leaves the lock as it found it: free, or held in an interrupt handler that
 * masked the others. On the host the lock is a mutex, whose state cannot be read. There a call that
 * kept it would make the next one hang. */
#include "questions.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "unit.h"

#ifdef PORT_BARE_METAL
#define LOCK_NESTS 1
#else
#define LOCK_NESTS 0
#endif

/* The state of the lock, as the port's lock() returns it. */
static uint32_t lock_state(void)
{
	tarn_port_key key = tarn_port_lock();

	tarn_port_unlock(key);
	return (uint32_t)key;
}

static uint32_t expected, in_handler;

static void check_lock(void)
{
	CHECK_EQ(lock_state(), expected);
}

static void handler(const struct tarn_fault *fault)
{
	(void)fault;
	check_lock();
	in_handler++;
}

static void nothing(void *context, const char *text, size_t length)
{
	(void)context, (void)text, (void)length;
	check_lock();
}

#define CALL(expression)            \
	do {                        \
		(void)(expression); \
		check_lock();       \
	} while (0)

static void call_blocks(void)
{
	void *a, *b;

	CALL(a = tarn_alloc(&unit_heap, 8));
	CALL(b = tarn_alloc(&unit_heap, 100));
	CALL(!tarn_alloc(&unit_heap, 5000));
	CALL(!tarn_alloc(&unit_heap, SIZE_MAX));
	CALL(a = tarn_realloc(&unit_heap, a, 60));
	CALL(b = tarn_realloc(&unit_heap, b, 20));
	CALL(!tarn_realloc(&unit_heap, b, 5000));
	CALL(tarn_usable_size(&unit_heap, a));
	CALL(tarn_is_live(&unit_heap, a));
	CALL(tarn_is_whole(&unit_heap, a));
	CALL(tarn_owns(&unit_heap, a));
	CALL((tarn_free(&unit_heap, a), 0));
	CALL((tarn_free(&unit_heap, b), 0));
	CALL((tarn_free(&unit_heap, NULL), 0));
	CALL(a = tarn_alloc_zeroed(&unit_heap, 3, 5));
	CALL(!tarn_alloc_zeroed(&unit_heap, SIZE_MAX, 5));
	CALL(b = tarn_alloc_aligned(&unit_heap, 64, 5));
	CALL(!tarn_alloc_aligned(&unit_heap, 3, 5));
	CALL((tarn_free(&unit_heap, a), 0));
	CALL((tarn_free(&unit_heap, b), 0));
	CALL((tarn_free(&unit_heap, &a), 0));
	CALL((tarn_free(&unit_heap, unit_arena()), 0));
	CALL(!tarn_realloc(&unit_heap, &a, 5));
	CALL(tarn_usable_size(&unit_heap, &a));
	CHECK_EQ(in_handler, 4);
}

static void call_audits(void)
{
	struct tarn_class_stats class;
	struct tarn_heap_stats heap;
	struct tarn_block block = {.pointer = NULL};

	CALL(!tarn_alloc(&unit_heap, 8));
	CALL(!tarn_alloc(&unit_heap, 80));
	CALL(tarn_cost(&unit_heap, 8));
	CALL(tarn_largest(&unit_heap));
	CALL((tarn_class_stats(&unit_heap, 0, &class), 0));
	CALL((tarn_heap_stats(&unit_heap, &heap), 0));
	CALL((tarn_peak_reset(&unit_heap), 0));
	CALL(tarn_check(&unit_heap, NULL));
	while (tarn_walk(&unit_heap, &block))
		check_lock();
	CALL(tarn_report_leaks(&unit_heap, nothing, NULL));
	CALL((tarn_report(&unit_heap, nothing, NULL), 0));
	CALL((tarn_report_map(&unit_heap, nothing, NULL), 0));
	CALL(tarn_heap_first());
	CALL(tarn_heap_next(&unit_heap));
	CALL((tarn_forget(&unit_heap), 0));
	CALL((tarn_forget(&unit_heap), 0));
}

static void call_everything(void)
{
	tarn_fault_handler *mine = tarn_on_fault(handler);

	in_handler = 0;
	expected = lock_state();
	NEED(unit_make(&unit_heap, unit_arena(), 1024,
		       &(struct tarn_class){BLOCK(24), 2, 0, TARN_TO_COMMONS}, TARN_POOLS));
	check_lock();
	call_blocks();
	call_audits();
	CALL(tarn_on_fault(mine));
}

static void found_free(void)
{
	call_everything();
}

static void found_held(void)
{
	SKIP_UNLESS(LOCK_NESTS, "this port's lock is not for interrupt handlers");
	tarn_port_key key = TARN_PORT_MASK();

	CHECK(lock_state() != (uint32_t)key);
	call_everything();
	TARN_PORT_UNMASK(key);
	CHECK_EQ(lock_state(), (uint32_t)key);
}

void does_the_lock_come_back(void)
{
	CASE(found_free);
	CASE(found_held);
}
