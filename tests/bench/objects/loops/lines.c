/* SPDX-License-Identifier: MIT
 * Two threads that share only a cache line, and two that share nothing.
 *   plain   each counts in a counter of its own: a core's store buffer hides most of the cost
 *   atomic  the same with an atomic addition, which must own the line each time
 *   pools   each gets and puts an object of a pool of its own (TARN_OBJECT_LINE parts them) */
#include "loops.h"

#include <pthread.h>

#include "print.h"
#include "tarn_object.h"
#include "tarn_port.h"

#define TURNS 9
#define LAPS  20000000u

struct thing {
	uint32_t value;
};
TARN_OBJECT_TYPE(near, struct thing, 8, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED);
TARN_OBJECT_TYPE(far, struct thing, 8,
		 TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED | TARN_OBJECT_LINE);

/* One after the other, as static objects of two threads may lie. */
static struct {
	_Alignas(TARN_CACHE_LINE) volatile uint64_t one, other;
} close_counters;
static struct {
	_Alignas(TARN_CACHE_LINE) volatile uint64_t one;
	_Alignas(TARN_CACHE_LINE) volatile uint64_t other;
} apart_counters;

static struct near near_pools[2];
static struct far far_pools[2];

static void *count(void *counter)
{
	volatile uint64_t *value = counter;

	for (uint32_t i = 0; i < LAPS; i++)
		++*value;
	return NULL;
}

static void *count_atomic(void *counter)
{
	volatile uint64_t *value = counter;

	for (uint32_t i = 0; i < LAPS; i++)
		__atomic_fetch_add(value, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void *use_near(void *pool)
{
	for (uint32_t i = 0; i < LAPS; i++)
		near_put(pool, near_get(pool));
	return NULL;
}

static void *use_far(void *pool)
{
	for (uint32_t i = 0; i < LAPS; i++)
		far_put(pool, far_get(pool));
	return NULL;
}

static uint64_t both(void *(*work)(void *), void *one, void *other)
{
	pthread_t thread;
	uint64_t start = nanoseconds();

	if (pthread_create(&thread, NULL, work, other)) {
		print_text("error: no second thread\n");
		tarn_port_exit(1);
	}
	work(one);
	pthread_join(thread, NULL);
	return nanoseconds() - start;
}

static uint64_t alone(void *(*work)(void *), void *one)
{
	uint64_t start = nanoseconds();

	work(one);
	return nanoseconds() - start;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

struct pair_of_runs {
	const char *what;
	void *(*on_one)(void *); /* thread function, and what each thread works on */
	void *one[2];
	void *(*on_two)(void *);
	void *two[2];
};

/* Runs each case in turn and keeps its quickest time, because any disturbance makes it slower. If
 * two threads on two lines are no quicker together than one after the other, they had one core. */
static void compare(const struct pair_of_runs *runs)
{
	uint64_t single = UINT64_MAX;
	uint64_t shared = UINT64_MAX;
	uint64_t apart = UINT64_MAX;

	for (uint32_t turn = 0; turn < TURNS; turn++) {
		single = least(single, alone(runs->on_two, runs->two[0]));
		shared = least(shared, both(runs->on_one, runs->one[0], runs->one[1]));
		apart = least(apart, both(runs->on_two, runs->two[0], runs->two[1]));
	}
	print_text("lines     ");
	print_column(runs->what, 9);
	print_text("  ns/lap alone ");
	print_milli(single * 1000 / LAPS, 2);
	print_text("  on one line ");
	print_milli(shared * 1000 / LAPS, 2);
	print_text("  on two ");
	print_milli(apart * 1000 / LAPS, 2);
	print_text("  times as fast on two ");
	print_milli(shared * 1000 / apart, 2);
	print_newline();
}

void report_lines(void)
{
	void *one[2] = {(void *)&close_counters.one, (void *)&close_counters.other};
	void *two[2] = {(void *)&apart_counters.one, (void *)&apart_counters.other};
	unsigned char *memory = memory_for(4096);

	for (uint32_t i = 0; i < 2; i++) {
		must(near_open_at(&near_pools[i], memory + i * 32, 32));
		must(far_open_at(&far_pools[i], memory + 1024 * (i + 1), 1024));
	}
	compare(&(struct pair_of_runs){"plain", count, {one[0], one[1]}, count, {two[0], two[1]}});
	compare(&(struct pair_of_runs){
		"atomic", count_atomic, {one[0], one[1]}, count_atomic, {two[0], two[1]}});
	compare(&(struct pair_of_runs){"pools",
				       use_near,
				       {&near_pools[0], &near_pools[1]},
				       use_far,
				       {&far_pools[0], &far_pools[1]}});
}
