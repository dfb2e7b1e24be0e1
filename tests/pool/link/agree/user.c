/* SPDX-License-Identifier: MIT
 * A user's file: it passes each public struct to the library, and gets one from it. The status is
 * 0, or the line of the first check that fails. */
#include "tarn_object.h"
#include "tarn_packed.h"
#include "tarn_table.h"

#define AGREE(condition)                 \
	do {                             \
		if (!(condition))        \
			return __LINE__; \
	} while (0)

#define CLASSES(CLASS)               \
	CLASS(32, 4, 0, TARN_REFUSE) \
	CLASS(64, 2, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);

static struct tarn_heap heap;
static _Alignas(256) unsigned char arena[4096];
static struct tarn_fault told;
static int faults;

/* Field by field: the compiler may turn a copy of the struct into a call. */
static void tell(const struct tarn_fault *fault)
{
	told.kind = fault->kind;
	told.pointer = fault->pointer;
	told.heap = fault->heap;
	told.caller = fault->caller;
	faults++;
}

static bool is_text(const char *text, const char *other)
{
	while (*text && *text == *other)
		text++, other++;
	return *text == *other;
}

static bool was_told(uint32_t kind, const void *pointer, const char *name)
{
	return faults == 1 && told.kind == kind && told.pointer == pointer &&
	       is_text(tarn_fault_name(told.kind), name);
}

static int free_wrongly(void *pointer)
{
	faults = 0;
	told.kind = UINT32_MAX; /* bytes that the library does not write keep this value */
	tarn_free(&heap, pointer);
	return faults;
}

static int do_faults_agree(void)
{
	unsigned char *block = tarn_alloc(&heap, 20);

	tarn_on_fault(tell);
	AGREE(block && tarn_is_live(&heap, block) && !tarn_is_live(&heap, block + 8));
	free_wrongly(block + 1);
	AGREE(was_told(TARN_FAULT_MISALIGNED, block + 1, "misaligned"));
	free_wrongly(block + 16);
	AGREE(was_told(TARN_FAULT_INTERIOR, block + 16, "interior"));
	free_wrongly(&heap);
	AGREE(was_told(TARN_FAULT_FOREIGN, &heap, "foreign") && told.heap == &heap);
	AGREE(free_wrongly(block) == 0);
	AGREE(free_wrongly(block) == 1);
	AGREE(was_told(TARN_FAULT_DOUBLE_FREE, block, "double-free"));
	return 0;
}

static int do_counters_agree(void)
{
	struct tarn_class_stats pool;
	struct tarn_heap_stats all;
	struct tarn_block at = {.pointer = NULL};
	struct tarn_broken broken;
	void *block = tarn_alloc(&heap, 30);

	tarn_class_stats(&heap, 0, &pool);
	AGREE(pool.size == 32 && pool.capacity == 4 && pool.live == 1 && pool.refused == 0);
	AGREE(pool.largest_refused == 0);
	tarn_heap_stats(&heap, &all);
	AGREE(all.arena == sizeof(arena) && all.classes == 2);
	AGREE(all.faults[TARN_FAULT_DOUBLE_FREE] == 1 && all.faults[TARN_FAULT_FOREIGN] == 1);
	AGREE(all.faults[TARN_FAULT_USE_AFTER_FREE] == 0);
	AGREE(tarn_walk(&heap, &at) && at.pointer == block && at.class_index == 0 &&
	      at.bytes == 32);
	AGREE(!tarn_walk(&heap, &at) && tarn_check(&heap, &broken) == 0);
	tarn_free(&heap, block);
	return 0;
}

static int do_statuses_agree(void)
{
	static struct tarn_heap small;
	static uint32_t little[64];
	struct tarn_misfit why;
	char text[128];

	AGREE(tarn_init(&small, little, sizeof(little), &table, &why) == TARN_ARENA_SMALL);
	AGREE(why.class_index <= 2 && why.needs > sizeof(little) && why.needs <= sizeof(arena));
	AGREE(tarn_misfit_text(text, sizeof(text), TARN_ARENA_SMALL, &table, &why) > 10);
	AGREE(tarn_init(&heap, arena, sizeof(arena), &table, &why) == TARN_OK);
	return 0;
}

struct point {
	uint16_t x, y;
};
TARN_OBJECT_POOL(points, struct point, 3, TARN_OBJECT_REFUSE);

static int do_objects_agree(void)
{
	struct point *first = points_get(&points);
	points_handle handle = points_handle_of(&points, first);

	AGREE(first && points_get(&points) && points_get(&points) && !points_get(&points));
	AGREE(points_resolve(&points, handle) == first);
	points_put(&points, first);
	AGREE(!points_resolve(&points, handle));
	faults = 0;
	points_put(&points, first);
	AGREE(was_told(TARN_FAULT_DOUBLE_FREE, first, "double-free"));
	tarn_object_reset(&points.core);
	AGREE(tarn_object_check(&points.core, NULL) == 0);
	return 0;
}

#define COLUMNS(COLUMN, KEEP, SPARSE) COLUMN(struct point, place) KEEP(uint8_t, colour)
TARN_PACKED_DECLARE(dots, COLUMNS);
TARN_PACKED_DEFINE(dots, COLUMNS, 3);

static int do_arrays_agree(void)
{
	dots_handle handle;

	for (uint32_t i = 0; i < 3; i++)
		AGREE(dots_activate(&dots) == i);
	AGREE(dots_activate(&dots) == TARN_NONE && dots.packed.refused == 1);
	handle = dots_handle_of(&dots, 2);
	AGREE(dots_deactivate(&dots, 0) && dots_index(&dots, handle) == 0);
	AGREE(dots_check(&dots) == 0);
	dots_destroy(&dots);
	AGREE(dots_index(&dots, handle) == TARN_NONE);
	return 0;
}

int main(int argc, char **argv)
{
	static int (*const questions[])(void) = {do_statuses_agree, do_faults_agree,
						 do_counters_agree, do_objects_agree,
						 do_arrays_agree};
	int line = 0;

	(void)argc, (void)argv;
	for (size_t i = 0; !line && i < sizeof(questions) / sizeof(questions[0]); i++)
		line = questions[i]();
	return line;
}
