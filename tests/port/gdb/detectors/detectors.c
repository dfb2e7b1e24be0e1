/* SPDX-License-Identifier: MIT
 * Prints what the library says of a heap with tags and of object pools, whose names are any text.
 * Writes a copy of this memory. detectors.py compares port/tool/gdb/tarn.py with both. Host only.
 *
 * Arguments: memory=FILE seed=N. */
#include "../../../../port/private/fault_text.h"
#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn_object.h"
#include "tarn_table.h"
#include "tarn_tag.h"

#include <stdio.h>

#define ARENA  8192u
#define BLOCKS 96u
/* These fill the quarantine of level 3: then a free releases its oldest block. */
#define FREED_LAST 32u

extern char __data_start[], _end[]; /* the span of the dump */

#define CLASSES(CLASS)                   \
	CLASS(32, 20, 0, TARN_TO_LARGER) \
	CLASS(64, 12, 0, TARN_TO_COMMONS | TARN_ALIGNED(64))
TARN_TABLE(table, CLASSES);

struct spark {
	uint32_t frames;
};
TARN_OBJECT_POOL(sparks, struct spark, 6, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(sounds, struct spark, 4, TARN_OBJECT_ROB_OLDEST);
TARN_OBJECT_POOL(bits, struct spark, 40, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE_WITH(goblins, struct spark, 32, TARN_OBJECT_GROW, .step = 8);
static struct tarn_heap heap;
TARN_OBJECT_STORAGE_GROWING(the_goblins, goblins, 4, &heap, 32);
/* Names that text must quote, two of them the same (pool/using.md, Names). */
#define LONG "letters_of_which_there_are_fifty_and_are_no_fewer_"
static const char *const names[] = {"long unsigned int",
				    "box<int, 4>::in {a}",
				    "box<int, 4>::in {a}",
				    "",
				    "-",
				    "\"a\\b\" size=4 slot=9",
				    "</b>'$(id)`%s|",
				    "a\tb\n\033[1m\177",
				    "gr\303\266\303\237e",
				    LONG LONG LONG LONG "bytes"};
#define NAMES (sizeof(names) / sizeof(names[0]))
TARN_OBJECT_TYPE(named, struct spark, 2, TARN_OBJECT_REFUSE);
static struct tarn_object_type named_as[NAMES];
static struct named all_named[NAMES];
static uint64_t room[NAMES][8];
static uint64_t arena[ARENA / 8];
static void *blocks[BLOCKS];
uintptr_t last_made; /* a live block, for languages.py; inverted, so that it is no pointer */
static uint32_t chance;

/* ---- The blocks and objects ---------------------------------------------------------------- */

static void blocks_make(void)
{
	for (uint32_t step = 0; step < 400; step++) {
		void **block = &blocks[random_below(&chance, BLOCKS)];

		tarn_free(&heap, *block);
		*block = NULL;
		if (random_below(&chance, 3))
			*block = tarn_alloc(&heap, 1 + random_below(&chance, step % 7 ? 90 : 500));
	}
	for (uint32_t i = 0, freed = 0; i < BLOCKS && freed < FREED_LAST; i++) {
		freed += blocks[i] != NULL;
		tarn_free(&heap, blocks[i]);
		blocks[i] = NULL;
	}
	for (uint32_t i = 0; i < BLOCKS; i++)
		last_made = blocks[i] ? ~(uintptr_t)blocks[i] : last_made;
}

/* Some objects are got and put, so that generations differ. */
static void objects_make(void)
{
	for (uint32_t i = 0; i < 5; i++) {
		struct spark *spark = sparks_get(&sparks);

		sounds_get(&sounds);
		bits_get(&bits);
		if (spark && i % 2)
			sparks_put(&sparks, spark);
	}
	for (uint32_t i = 0; i < 14; i++)
		goblins_get(&the_goblins);
	for (uint32_t i = 0; i < NAMES; i++) {
		named_as[i] = named_type;
		named_as[i].name = names[i];
		if (tarn_object_open_at(&all_named[i].core, &named_as[i], room[i], sizeof(room[i])))
			named_get(&all_named[i]);
	}
}

static void tags_name(void)
{
#if TARN_TAGS > 0
	static struct tarn_budget budget[TARN_TAGS];

	for (uint32_t i = 0; i < TARN_TAGS; i++)
		budget[i] = (struct tarn_budget){names[NAMES - 1 - 2 * i % NAMES], 9};
	(void)!tarn_tag_budgets(&heap, budget, TARN_TAGS);
#endif
}

/* ---- What the library says ----------------------------------------------------------------- */

static bool memory_write(const char *name)
{
	FILE *file = fopen(name, "wb");
	size_t bytes = (size_t)(_end - __data_start);
	bool written = file && fwrite(__data_start, 1, bytes, file) == bytes;

	if (file)
		written = fclose(file) == 0 && written;
	return written;
}

/* The line of a fault in a pool of each name. */
static void faults_tell(void)
{
	for (uint32_t i = 0; i < NAMES; i++) {
		struct tarn_fault fault = {.kind = TARN_FAULT_LINK, .name = names[i]};
		char line[FAULT_TEXT_MAX];

		print_sink(NULL, line, fault_text(line, &fault));
	}
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "memory seed");
	chance = random32_seed(arg_u64(argc, argv, "seed", 1));
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK)
		return 1;
	objects_make();
	tags_name();
	blocks_make();
	if (!memory_write(arg_text(argc, argv, "memory", "detectors.ram")))
		args_refuse("memory", "cannot be written");
	print_text("memory 0x");
	print_hex((uintptr_t)__data_start, 1);
	print_newline();
	tarn_report(&heap, print_sink, NULL);
	tarn_object_report(print_sink, NULL);
	tarn_object_report_leaks(print_sink, NULL);
	faults_tell();
	return 0;
}
