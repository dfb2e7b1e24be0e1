/* SPDX-License-Identifier: MIT
 * Each call that raises a fault, or is refused, names the place in the program that made it. Prints
 * a line for each that names another place. With -DMALLOC malloc is Tarn's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tarn.h"
#include "tarn_object.h"
#include "tarn_packed.h"
#include "tarn_refused.h"
#include "tarn_scene.h"
#include "tarn_table.h"
#include "tarn_tag.h"

struct spark {
	void *link;
	int x;
};
#define ROWS(COLUMN, KEEP, SPARSE) COLUMN(int, a) SPARSE(int, c, 2) SPARSE(int, d, 2)
#define CLASSES(CLASS)             CLASS(BLOCK, 8, 0, TARN_REFUSE)
#define BLOCK                      64
#define FITS                       (BLOCK - TARN_RECORD)
TARN_TABLE(table, CLASSES);
TARN_OBJECT_POOL(sparks, struct spark, 2, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(musts, struct spark, 1, TARN_OBJECT_NEVER);
TARN_OBJECT_TYPE(things, struct spark, 8, TARN_OBJECT_GROW);
TARN_PACKED_DECLARE(rows, ROWS);
TARN_PACKED_DEFINE(rows, ROWS, 2);

static struct tarn_heap heap, never;
static struct tarn_scene scene;
static struct things thing;
static uint64_t arena[512], other[256];
static void *volatile null;
static void *seen, *pooled, *run;
static char *row[5];
static unsigned told;

static void fault(const struct tarn_fault *what)
{
	if (!told++)
		seen = what->caller;
}

static void refused(const struct tarn_refusal *what)
{
	if (!told++)
		seen = what->caller;
}

/* A call is in a function of its own, and does not end it: then it would be a jump. */
#define CALLS                                                                         \
	CALL(free_pool, (tarn_free(&heap, pooled), 0))                                \
	CALL(free_run, (tarn_free(&heap, run), 0))                                    \
	CALL(free_outside, (tarn_free(&heap, &run), 0))                               \
	CALL(realloc_freed, tarn_realloc(&heap, run, 8))                              \
	CALL(realloc_moves, tarn_realloc(&heap, row[2], 900))                         \
	CALL(usable, tarn_usable_size(&heap, run))                                    \
	CALL(alloc_pool, tarn_alloc(&never, 8))                                       \
	CALL(alloc_none, tarn_alloc(&heap, 1 << 20))                                  \
	CALL(alloc_full, tarn_alloc(&heap, FITS))                                     \
	CALL(zeroed, tarn_alloc_zeroed(&heap, 3, 1 << 20))                            \
	CALL(aligned, tarn_alloc_aligned(&heap, 64, 1 << 20))                         \
	CALL(aligned_little, tarn_alloc_aligned(&heap, 2, 1 << 20))                   \
	CALL(aligned_wrong, tarn_alloc_aligned(&heap, 3, 8))                          \
	CALL(realloc_grows, tarn_realloc(&heap, row[4], 1 << 20))                     \
	CALL(realloc_null, tarn_realloc(&heap, null, 1 << 20))                        \
	CALL(cost, tarn_cost(&never, 8))                                              \
	CALL(owns, tarn_owns(&never, run))                                            \
	CALL(live, tarn_is_live(&never, run))                                         \
	CALL(check, tarn_check(&never, NULL))                                         \
	CALL(leaks, tarn_report_leaks(null, NULL, NULL))                              \
	CALL(report, (tarn_report(&never, NULL, NULL), 0))                            \
	CALL(tag_enter, tarn_tag_enter(0))                                            \
	CALL(tag_leave, (tarn_tag_leave(255), 0))                                     \
	CALL(tag_of, tarn_tag_of(&heap, run))                                         \
	CALL(tagged, tarn_alloc_tagged(&heap, 8, 256))                                \
	CALL(tagged_none, tarn_alloc_tagged(&heap, 1 << 20, 0))                       \
	CALL(limit, (tarn_tag_limit(&heap, 256, 8), 0))                               \
	CALL(budgets, tarn_tag_budgets(&heap, null, 256))                             \
	CALL(free_tag, tarn_free_tag(&heap, 256).blocks)                              \
	CALL(put, (sparks_put(&sparks, null ? null : (void *)&run), 0))               \
	CALL(put_again, (sparks_put(&sparks, run), 0))                                \
	CALL(get_full, sparks_get(&sparks))                                           \
	CALL(get_held, sparks_get_held(&sparks, NULL, NULL).slot)                     \
	CALL(get_with, sparks_get_with(&sparks, NULL, NULL))                          \
	CALL(get_never, musts_get(&musts))                                            \
	CALL(get_closed, things_get(&thing))                                          \
	CALL(handle_of, sparks_handle_of(&sparks, null).slot)                         \
	CALL(resolve, things_resolve(&thing, (things_handle){9, 9}))                  \
	CALL(release, things_release(&thing, (things_handle){9, 9}))                  \
	OPENS                                                                         \
	CALL(prewarm, tarn_object_prewarm(&thing.core, 2))                            \
	CALL(grow_from, tarn_object_grow_from(&sparks.core, &heap, 9))                \
	CALL(save, tarn_object_save(&sparks.core, other, 9, 1))                       \
	CALL(load, tarn_object_load(&sparks.core, other, 9, 1))                       \
	CALL(pool_reset, (tarn_object_reset(null), 0))                                \
	CALL(attach, tarn_attach(&rows, c, 7))                                        \
	CALL(detach, tarn_detach(&rows, c, 7))                                        \
	CALL(group, tarn_group(&rows, c))                                             \
	CALL(registry_first, tarn_heap_first())                                       \
	CALL(registry_forget, (tarn_forget(&never), 0))                               \
	CALL(registry_init, tarn_init(&never, other, 512, &tarn_table_commons, NULL)) \
	CALL(registry_scene, tarn_scene_begin(&scene, &table, NULL, NULL, NULL))      \
	LIBC
#ifdef __OPTIMIZE__ /* otherwise the call stands in things_open, which this file has from a macro */
#define OPENS                                              \
	CALL(open, things_open(&thing, &heap, 0, 0))       \
	CALL(open_none, things_open(&thing, &never, 2, 4)) \
	CALL(open_at, things_open_at(&thing, null, 9))     \
	CALL(open_over, things_open_at(&thing, arena, sizeof(arena)))
#else
#define OPENS
#endif
#ifdef MALLOC
void *reallocarray(void *old, size_t count, size_t size);
void *memalign(size_t align, size_t size);
#define HUGE_ ((size_t)1 << 29)
#define LIBC                                             \
	CALL(libc_free, (free(run), 0))                  \
	CALL(libc_realloc, realloc(run, 9))              \
	CALL(libc_realloc_0, realloc(run, 0))            \
	CALL(libc_malloc, malloc(HUGE_))                 \
	CALL(libc_calloc, calloc(1, HUGE_))              \
	CALL(libc_realloc_huge, realloc(pooled, HUGE_))  \
	CALL(libc_realloc_null, realloc(null, HUGE_))    \
	CALL(libc_array, reallocarray(pooled, 3, HUGE_)) \
	CALL(libc_memalign, memalign(64, HUGE_))         \
	CALL(libc_aligned, aligned_alloc(64, HUGE_))     \
	CALL(libc_posix, posix_memalign(&seen, 64, HUGE_))
#else
#define LIBC
#endif

/* The calls have a section of their own, so that its bounds are theirs. */
extern const char __start_calls_code[], __stop_calls_code[];
#define CALL(name, call)                                                                 \
	__attribute__((noinline, used, section("calls_code"))) static void name##_(void) \
	{                                                                                \
		(void)!(call);                                                           \
		__asm__ volatile("" : : : "memory");                                     \
	}
CALLS
#undef CALL

static const struct {
	const char *name;
	void (*call)(void);
} calls[] = {
#define CALL(name, call) {#name, name##_},
	CALLS
#undef CALL
};

/* What the calls find: a freed block of each zone, a run with a damaged free neighbour, full pools,
 * a registry that ends in a record that was overwritten. */
static void prepare(const char *name)
{
	static struct tarn_heap zero;

	if (strstr(name, "registry")) {
		tarn_forget(&never);
		heap.entry.proof = 1;
		return;
	}
	heap = never = zero;
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		exit(2);
	for (int i = 0; i < 5; i++)
		row[i] = tarn_alloc(&heap, 100);
	pooled = tarn_alloc(&heap, 8);
	for (int i = 0; i < 7; i++)
		run = tarn_alloc(&heap, 8);
	tarn_free(&heap, row[3]);
	tarn_free(&heap, row[1]);
	if (strcmp(name, "realloc_moves") == 0)
		memset(row[3], 0x77, 8);
	if (strcmp(name, "alloc_full") != 0)
		tarn_free(&heap, pooled);
	run = tarn_alloc(&heap, 200);
	tarn_free(&heap, run);
	if (strstr(name, "put_again")) {
		run = sparks_get(&sparks);
		sparks_put(&sparks, run);
	}
	while (sparks_get(&sparks))
		;
	(void)musts_get(&musts);
	while (rows_activate(&rows) != TARN_NONE)
		;
	tarn_scene_start(&scene, &never, other, sizeof(other));
#ifdef MALLOC
	if (!strncmp(name, "libc", 4)) {
		pooled = malloc(8);
		run = malloc(8);
		free(run);
	}
#endif
}

int main(void)
{
	unsigned wrong = 0;

	tarn_on_fault(fault);
	tarn_on_refused(refused);
	for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		/* At level 3 what was freed waits, and no neighbour is free. */
		if (TARN_HARDEN >= 3 && strcmp(calls[i].name, "realloc_moves") == 0)
			continue;
		prepare(calls[i].name);
		tarn_object_reset(&sparks.core);
		if (strstr(calls[i].name, "get_"))
			while (sparks_get(&sparks))
				;
		told = 0;
		seen = NULL;
		calls[i].call();
		if (told && (const char *)seen >= __start_calls_code &&
		    (const char *)seen <= __stop_calls_code)
			continue;
		printf("%s: %s\n", calls[i].name, told ? "elsewhere" : "nothing is told");
		wrong++;
	}
	printf("%u calls, %u elsewhere\n", (unsigned)(sizeof(calls) / sizeof(calls[0])), wrong);
	return wrong != 0;
}
