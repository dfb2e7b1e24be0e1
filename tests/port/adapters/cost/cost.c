/* SPDX-License-Identifier: MIT
 * How many instructions do the libc's entry points add to the heap's own calls? Two heaps of equal
 * size serve the same requests, one through malloc and one through tarn_alloc. So each pair of
 * calls finds equal heaps, and the difference of their counts is the adapter's. Prints `name min
 * max` for each entry point. The status is 0 iff none adds more than BOUND. */
#include <stdlib.h>

#include "load.h"
#include "print.h"
#include "../../../../port/tool/ruler/ruler.h"
#include "tarn.h"
#include "tarn_libc.h"
#include "tarn_port.h"

#ifndef BOUND
#define BOUND 8
#endif
#define OPERATIONS 20000
#define ARENA      65536

#ifdef ADAPTERS_NEWLIB
#include <malloc.h>
#include <reent.h>
#endif

extern uint8_t __tarn_arena_start[], __tarn_arena_end[];
static uint8_t twin_arena[ARENA] __attribute__((aligned(256)));
static struct tarn_heap twin;

/* A call and its twin: what the first adds to the count of the second. */
static int32_t added;

static void *call(void *function, void *first, uintptr_t argument, int32_t sign)
{
	struct ruler_call call = {.function = (uintptr_t)function,
				  .argument = {(uintptr_t)first, argument}};

	if (!first)
		call.argument[0] = argument;
	added += sign * (int32_t)ruler(&call);
	return (void *)call.result;
}

struct extra {
	int32_t least, most;
};

static void note(struct extra *extra)
{
	if (added < extra->least)
		extra->least = added;
	if (added > extra->most)
		extra->most = added;
}

/* `reent` is the first argument of newlib's twins in _r; otherwise NULL. */
static void run(enum load_kind kind, void *reent, void *allocate, void *release,
		struct extra *on_malloc, struct extra *on_free)
{
	static struct {
		void *block, *twin;
	} slot[LOAD_SLOTS_MAX];
	struct load load;

	tarn_malloc_init();
	if (tarn_init(&twin, twin_arena, ARENA, &tarn_table_default, NULL) != TARN_OK)
		tarn_port_exit(1);
	load_start(&load, kind, ARENA);
	for (uint32_t i = 0; i < load.slots; i++)
		slot[i].block = NULL;
	for (uint32_t i = 0; i < OPERATIONS; i++) {
		struct load_draw draw = load_next(&load);
		void **block = &slot[draw.slot].block;
		void **other = &slot[draw.slot].twin;

		added = 0;
		if (*block) {
			call((void *)tarn_free, &twin, (uintptr_t)*other, -1);
			call(release, reent, (uintptr_t)*block, 1);
			note(on_free);
			*block = NULL;
		} else {
			*other = call((void *)tarn_alloc, &twin, draw.size, -1);
			*block = call(allocate, reent, draw.size, 1);
			if (*block)
				note(on_malloc);
		}
	}
}

static bool judge(const char *name, const struct extra *extra)
{
	print_text(name);
	print_char(' ');
	print_u64((uint64_t)extra->least);
	print_char(' ');
	print_u64((uint64_t)extra->most);
	print_newline();
	return extra->least >= 0 && extra->most <= BOUND;
}

static bool measure(void *reent, void *allocate, void *release)
{
	struct extra on_malloc = {INT32_MAX, INT32_MIN};
	struct extra on_free = on_malloc;
	bool good;

	run(LOAD_W2, reent, allocate, release, &on_malloc, &on_free);
	run(LOAD_W3, reent, allocate, release, &on_malloc, &on_free);
	good = judge(reent ? "_malloc_r" : "malloc", &on_malloc);
	return judge(reent ? "_free_r" : "free", &on_free) && good;
}

int main(int argc, char **argv)
{
	bool good;

	(void)argc, (void)argv;
	if (__tarn_arena_end - __tarn_arena_start != ARENA || !ruler_start()) {
		print_text(
			"error: needs ARENA=64K and ICOUNT=7, on a board that the ruler knows\n");
		return 2;
	}
	good = measure(NULL, (void *)malloc, (void *)free);
#ifdef ADAPTERS_NEWLIB
	good &= measure(_REENT, (void *)_malloc_r, (void *)_free_r);
#endif
	return !good;
}
