/* SPDX-License-Identifier: MIT
 * The harness's heaps, and checks of memory. */
#include "contents.h"
#include "unit.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

/* Tables made at run time, one for each heap: map and table must outlive the heap. */
#define CLASSES_MAX 16
struct made_table {
	struct tarn_table table;
	struct tarn_class class[CLASSES_MAX];
	uint8_t map[TARN_MAP_ENTRIES];
};
static struct made_table tables[2];

unsigned char *unit_arena(void)
{
	return (unsigned char *)(((uintptr_t)__tarn_arena_start + 15) & ~(uintptr_t)15);
}

uint32_t unit_arena_bytes(void)
{
	return (uint32_t)(((uintptr_t)__tarn_arena_end & ~(uintptr_t)15) - (uintptr_t)unit_arena());
}

void unit_spoil(unsigned char byte)
{
	for (unsigned char *p = __tarn_arena_start; p < __tarn_arena_end; p++)
		*p = byte;
}

static const struct tarn_table *table_of(struct made_table *made, const struct tarn_class *class,
					 uint32_t classes)
{
	for (uint32_t i = 0; i < classes; i++)
		made->class[i] = class[i];
	tarn_table_map(made->map, made->class, classes);
	made->table.size_class = made->class;
	made->table.map = made->map;
	made->table.classes = classes;
	return &made->table;
}

bool unit_make(struct tarn_heap *heap, void *arena, uint32_t bytes, const struct tarn_class *class,
	       uint32_t classes)
{
	struct tarn_misfit why;
	const struct tarn_table *table = table_of(&tables[heap == &unit_other], class, classes);
	enum tarn_status status = tarn_init(heap, arena, bytes, table, &why);
	char text[120];

	if (status == TARN_OK)
		return CHECK_SOUND(heap);
	tarn_misfit_text(text, sizeof(text), status, table, &why);
	return CHECK_TEXT(text, "");
}

const struct tarn_table *unit_table(const struct tarn_heap *heap)
{
	return &tables[heap == &unit_other].table;
}

uint32_t unit_needs(const struct tarn_class *class, uint32_t classes)
{
	struct tarn_misfit why;
	const struct tarn_table *table = table_of(&tables[1], class, classes);
	enum tarn_status status = tarn_init(&unit_other, unit_arena(), TARN_ALIGN, table, &why);

	return CHECK_EQ(status, TARN_ARENA_SMALL) ? why.needs : UINT32_MAX;
}

typedef uint32_t raw_word __attribute__((may_alias));

static uint32_t mixed(uint32_t hash, uint32_t word)
{
	hash = (hash ^ word) * UINT32_C(16777619);
	return hash << 15 | hash >> 17;
}

/* Hashes four words at a time. A changed word always shows. A hash of single bytes took minutes for
 * 16 MB. */
static uint32_t mix(uint32_t hash, const void *bytes, size_t count)
{
	const raw_word *word = bytes;
	uint32_t lanes[4] = {hash, hash, hash, hash};

	for (; count >= sizeof(lanes); count -= sizeof(lanes), word += 4) {
		lanes[0] = mixed(lanes[0], word[0]);
		lanes[1] = mixed(lanes[1], word[1]);
		lanes[2] = mixed(lanes[2], word[2]);
		lanes[3] = mixed(lanes[3], word[3]);
	}
	for (; count >= sizeof(*word); count -= sizeof(*word))
		lanes[0] = mixed(lanes[0], *word++);
	return mixed(mixed(mixed(lanes[0], lanes[1]), lanes[2]), lanes[3]);
}

/* Without `touched`, which queries that work in slices reset. */
uint32_t unit_state(const struct tarn_heap *heap)
{
	struct tarn_heap record = *heap;
	uint32_t hash;

	record.touched = 0;
	for (uint32_t i = 0; i < TARN_FAULT_KINDS; i++)
		record.faults[i] = 0;
	hash = mix(UINT32_C(2166136261), &record, sizeof(record));
	return mix(hash, __tarn_arena_start, (size_t)(__tarn_arena_end - __tarn_arena_start));
}

bool unit_drain(struct tarn_heap *heap)
{
	struct tarn_heap_stats stats;

	if (TARN_HARDEN < 3)
		return true;
	tarn_largest(heap);
	tarn_heap_stats(heap, &stats);
	return CHECK_EQ(stats.quarantined, 0);
}

uint32_t unit_live(struct tarn_heap *heap, uint32_t index)
{
	struct tarn_class_stats stats;

	tarn_class_stats(heap, index, &stats);
	return stats.live;
}

uint64_t unit_refused(struct tarn_heap *heap, uint32_t index)
{
	struct tarn_class_stats stats;

	tarn_class_stats(heap, index, &stats);
	return stats.refused;
}

uint32_t unit_longest(struct tarn_heap *heap)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(heap, &stats);
	return stats.longest_free;
}

uint32_t unit_commons_free(struct tarn_heap *heap)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(heap, &stats);
	return stats.commons_free;
}

void unit_fill(void *block, size_t bytes, uint32_t seed)
{
	pattern_fill(block, (uint32_t)bytes, seed);
}

bool unit_holds(const void *block, size_t bytes, uint32_t seed)
{
	return pattern_holds(block, (uint32_t)bytes, seed);
}

bool unit_begins(const char *text, const char *word)
{
	while (*word && *text == *word) {
		text++;
		word++;
	}
	return !*word;
}
