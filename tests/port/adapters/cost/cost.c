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

struct extra {
	const char *name;
	int32_t least;
	int32_t most;
};

struct slot {
	void *block; /* from malloc */
	void *twin;
};

static uint32_t heap_call(void *function, uintptr_t argument, void **result)
{
	struct ruler_call call = {
		.function = (uintptr_t)function,
		.argument = {(uintptr_t)&twin, argument},
	};
	uint32_t count = ruler(&call);

	*result = (void *)call.result;
	return count;
}

/* A call of the libc's function, or of its twin in _r, which takes the reent before its
 * argument. */
static uint32_t libc_call(void *function, void *reent, uintptr_t argument, void **result)
{
	struct ruler_call call = {.function = (uintptr_t)function, .argument = {argument}};
	uint32_t count;

	if (reent) {
		call.argument[0] = (uintptr_t)reent;
		call.argument[1] = argument;
	}
	count = ruler(&call);
	*result = (void *)call.result;
	return count;
}

static void note(struct extra *extra, uint32_t libc, uint32_t heap)
{
	int32_t more = (int32_t)(libc - heap);

	if (more < extra->least)
		extra->least = more;
	if (more > extra->most)
		extra->most = more;
}

static void run(enum load_kind kind, void *reent, void *allocate, struct extra *on_malloc,
		void *release, struct extra *on_free)
{
	static struct slot slot[LOAD_SLOTS_MAX];
	struct load load;
	void *unused;

	tarn_malloc_init();
	if (tarn_init(&twin, twin_arena, (size_t)(__tarn_arena_end - __tarn_arena_start),
		      &tarn_table_default, NULL) != TARN_OK)
		tarn_port_exit(1);
	load_start(&load, kind, ARENA);
	for (uint32_t i = 0; i < load.slots; i++)
		slot[i].block = NULL;
	for (uint32_t i = 0; i < OPERATIONS; i++) {
		struct load_draw draw = load_next(&load);
		struct slot *at = &slot[draw.slot];

		if (at->block) {
			uint32_t heap = heap_call((void *)tarn_free, (uintptr_t)at->twin, &unused);

			note(on_free, libc_call(release, reent, (uintptr_t)at->block, &unused),
			     heap);
			at->block = NULL;
		} else {
			uint32_t heap = heap_call((void *)tarn_alloc, draw.size, &at->twin);
			uint32_t libc = libc_call(allocate, reent, draw.size, &at->block);

			if (at->block)
				note(on_malloc, libc, heap);
		}
	}
}

static bool judge(const struct extra *extra)
{
	print_text(extra->name);
	print_char(' ');
	print_u64((uint64_t)extra->least);
	print_char(' ');
	print_u64((uint64_t)extra->most);
	print_newline();
	return extra->least >= 0 && extra->most <= BOUND;
}

static bool measure(void *reent, const char *malloc_name, void *allocate, const char *free_name,
		    void *release)
{
	struct extra on_malloc = {malloc_name, INT32_MAX, INT32_MIN};
	struct extra on_free = {free_name, INT32_MAX, INT32_MIN};
	bool good;

	run(LOAD_W2, reent, allocate, &on_malloc, release, &on_free);
	run(LOAD_W3, reent, allocate, &on_malloc, release, &on_free);
	good = judge(&on_malloc);
	return judge(&on_free) && good;
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
	good = measure(NULL, "malloc", (void *)malloc, "free", (void *)free);
#ifdef ADAPTERS_NEWLIB
	good &= measure(_REENT, "_malloc_r", (void *)_malloc_r, "_free_r", (void *)_free_r);
#endif
	return !good;
}
