/* SPDX-License-Identifier: MIT */
#include "heap/class.h"
#include "questions.h"
#include "unit.h"

static uint8_t map[TARN_MAP_ENTRIES];

static enum tarn_status try(const struct tarn_class *class, uint32_t classes, size_t bytes,
			    struct tarn_misfit *why)
{
	const struct tarn_table table = {class, map, classes};
	enum tarn_status status;

	if (classes <= TARN_CLASSES_MAX)
		tarn_table_map(map, class, classes);
	why->class_index = 12345;
	why->needs = 54321;
	status = tarn_init(&unit_heap, unit_arena(), bytes, &table, why);
	if (status != TARN_OK)
		CHECK(tarn_heap_first() == NULL);
	tarn_forget(&unit_heap);
	return status;
}

#define NOT_ASKED 1

/* tarn_init refuses these classes, and names the first that is wrong. */
static void classes_that_are_wrong(void)
{
	static const struct {
		struct tarn_class class[3];
		uint32_t status, index, needs;
	} wrong[] = {
		{{{0, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{1, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{TARN_ALIGN / 2, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{TARN_ALIGN + 1, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{3 * TARN_ALIGN - 4, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{UINT32_MAX, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{UINT32_MAX - TARN_ALIGN + 1, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{TARN_ARENA_MAX + TARN_ALIGN, 1, 0, 0}}, TARN_CLASS_SIZE, 0, 0},
		{{{BLOCK(8), 1, 0, 0}, {BLOCK(8) + 4, 1, 0, 0}}, TARN_CLASS_SIZE, 1, 0},
		{{{BLOCK(24), 1, 0, 0}, {BLOCK(8), 1, 0, 0}}, TARN_CLASS_ORDER, 1, 0},
		{{{BLOCK(8), 1, 0, 0}, {BLOCK(24), 1, 0, 0}, {BLOCK(24), 1, 0, 0}},
		 TARN_CLASS_ORDER,
		 2,
		 0},
		/* Products and sums beyond 32 bits are too large, not small. */
		{{{1 << 16, 1 << 16, 0, 0}}, TARN_ARENA_SMALL, 0, NOT_ASKED},
		{{{1 << 16, (1 << 16) + 1, 0, 0}}, TARN_ARENA_SMALL, 0, NOT_ASKED},
		{{{BLOCK(8), UINT32_MAX, 65535, 0}}, TARN_ARENA_SMALL, 0, NOT_ASKED},
		{{{BLOCK(8), UINT32_MAX / BLOCK(8), 0, 0},
		  {BLOCK(24), UINT32_MAX / BLOCK(24), 0, 0},
		  {BLOCK(40), 3, 0, 0}},
		 TARN_ARENA_SMALL,
		 0,
		 NOT_ASKED},
		/* No arena would do. tarn_init does not search forever. */
		{{{TARN_ARENA_MAX, 1, 0, 0}}, TARN_ARENA_SMALL, 0, UINT32_MAX},
		{{{TARN_ARENA_MAX - TARN_ALIGN, 1, 0, 0}}, TARN_ARENA_SMALL, 0, UINT32_MAX},
	};
	struct tarn_misfit why;

	NEED_POOLS;
	for (uint32_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		uint32_t classes =
			1 + (wrong[i].class[1].blocks != 0) + (wrong[i].class[2].blocks != 0);

		CHECK_EQ(try(wrong[i].class, classes, 2048, &why), wrong[i].status);
		CHECK_EQ(why.class_index, wrong[i].index);
		if (wrong[i].needs != NOT_ASKED)
			CHECK_EQ(why.needs, wrong[i].needs);
	}
}

static void a_rule_that_does_not_exist(void)
{
	struct tarn_misfit why;

	NEED_POOLS;
	/* its second byte is TARN_ALIGNED, of which any is harmless */
	for (uint32_t rule = 0; rule <= UINT16_MAX; rule = rule < 64 ? rule + 1 : rule * 2 + 1) {
		const struct tarn_class class[] = {{BLOCK(8), 1, 0, 0},
						   {BLOCK(24), 1, 0, (uint16_t)rule}};

		bool right = (rule & 0xff) < 8;

		CHECK_EQ(try(class, 2, 4096, &why), right ? TARN_OK : TARN_CLASS_OVERFLOW);
		CHECK_EQ(why.class_index, right ? 2 : 1);
	}
}

static void too_many_classes(void)
{
	struct tarn_misfit why;
	const struct tarn_class *class = tarn_table_default.size_class;

	CHECK_EQ(try(class, TARN_CLASSES_MAX + 1, 1024, &why), TARN_CLASS_COUNT);
	CHECK_EQ(why.class_index, TARN_CLASSES_MAX + 1);
	CHECK_EQ(try(class, UINT32_MAX, 1024, &why), TARN_CLASS_COUNT);
	CHECK_EQ(why.class_index, UINT32_MAX);
}

/* The number of a pool is a byte, and 255 pools are the most. */
static void a_table_of_too_many_pools(void)
{
	struct tarn_class class[] = {{BLOCK(1), 1, 0, 0},
				     {TARN_ALIGN + BLOCK(1), 254 * POOL_BLOCKS, 0, 0}};
	struct tarn_misfit why;
	struct tarn_table table = {class, NULL, 2};

	NEED_POOLS;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_ARENA_SMALL);
	class[1].blocks++;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_CLASS_COUNT);
	CHECK_EQ(why.class_index, 1);
	class[0].blocks = 0;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_CLASS_COUNT);
	class[1].blocks--;
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), TARN_ALIGN, &table, &why), TARN_ARENA_SMALL);
}

/* The map is empty, or was made for other classes. */
static void a_map_of_other_classes(void)
{
	const struct tarn_class class[] = {
		{BLOCK(8), 1, 0, 0}, {BLOCK(64), 1, 0, 0}, {BLOCK(1024), 1, 0, 0}};
	const struct tarn_table unmade = {class, NULL, 1};
	struct tarn_misfit why;

	NEED_POOLS;
	CHECK_EQ(try(class, 3, 4096, &why), TARN_OK);
	for (uint32_t made_for = 0; made_for <= 3; made_for++) {
		tarn_table_map(map, class, made_for);
		for (uint32_t classes = 0; classes <= 3; classes++) {
			const struct tarn_table table = {class, map, classes};
			bool small = (made_for < 2 ? made_for : 2) == (classes < 2 ? classes : 2);

			CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 4096, &table, &why),
				 small ? TARN_OK : TARN_CLASS_MAP);
			CHECK_EQ(tarn_alloc(&unit_heap, 8) != NULL,
				 small && (classes || TARN_COMMONS));
			unit_faults = 0;
			tarn_forget(&unit_heap);
		}
	}
	/* Each entry counts. */
	for (uint32_t entry = 0; entry < TARN_MAP_ENTRIES; entry++) {
		const struct tarn_table table = {class, map, 3};

		tarn_table_map(map, class, 3);
		map[entry]++;
		CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 4096, &table, &why), TARN_CLASS_MAP);
	}
	CHECK_EQ(tarn_init(&unit_heap, unit_arena(), 4096, &unmade, &why), TARN_CLASS_MAP);
	CHECK_EQ(why.class_index, 1);
	CHECK_EQ(why.needs, 0);
}

static void an_arena_too_large(void)
{
	struct tarn_misfit why;

	CHECK_EQ(try(NULL, 0, (size_t)TARN_ARENA_MAX + TARN_ALIGN, &why), TARN_ARENA_LARGE);
	CHECK_EQ(try(NULL, 0, SIZE_MAX, &why), TARN_ARENA_LARGE);
	CHECK_EQ(try(NULL, 0, SIZE_MAX - 15, &why), TARN_ARENA_LARGE);
}

/* From several starts, and for every length, `needs` is the fewest bytes above it that tarn_init
 * accepts at that start. The test tries them all. (If a pool grows with its arena, a longer arena
 * may fit less.) The named class is the first that does not fit. */
static void needs_is_exact_for(const struct tarn_class *class, uint32_t classes)
{
	const struct tarn_table table = {class, map, classes};
	uint32_t most = unit_arena_bytes() < 2600 ? unit_arena_bytes() : 2600;
	struct tarn_misfit why;

	tarn_table_map(map, class, classes);
	for (uint32_t start = 0; start < TARN_ALIGN; start += 3) {
		uint32_t would_do = UINT32_MAX;
		uint32_t named = classes; /* falls with the bytes, if no pool grows with them */
		bool grows = classes && class[0].per_64k;

		for (uint32_t bytes = most - start; bytes != UINT32_MAX; bytes--) {
			enum tarn_status status =
				tarn_init(&unit_heap, unit_arena() + start, bytes, &table, &why);

			if (status == TARN_OK)
				would_do = bytes;
			else if (would_do != UINT32_MAX && !CHECK_EQ(why.needs, would_do))
				return;
			if (!grows && status != TARN_OK && bytes < would_do)
				CHECK(why.class_index <= named);
			named = status == TARN_OK ? named : why.class_index;
			CHECK_EQ(status, status == TARN_OK ? TARN_OK : TARN_ARENA_SMALL);
		}
		CHECK(would_do != UINT32_MAX);
	}
	tarn_forget(&unit_heap);
}

static void needs_is_exact(void)
{
	const struct tarn_class one[] = {{BLOCK(24), 5, 0, 0}};
	const struct tarn_class two[] = {{BLOCK(8), 1, 0, 0}, {BLOCK(200), 3, 0, 0}};
	const struct tarn_class growing[] = {{BLOCK(16), 1, 100, 0}, {BLOCK(300), 0, 64, 0}};
	const struct tarn_class empty[] = {{BLOCK(8), 0, 0, 0}};

	if (TARN_COMMONS)
		needs_is_exact_for(NULL, 0);
	NEED_POOLS;
	needs_is_exact_for(one, 1);
	needs_is_exact_for(two, 2);
	needs_is_exact_for(growing, 2);
	needs_is_exact_for(empty, 1);
	needs_is_exact_for(tarn_table_default.size_class, tarn_table_default.classes);
}

static void another_configuration(void)
{
	for (uint32_t bit = 0; bit < 15; bit++) {
		CHECK_EQ(tarn_init_as(&unit_heap, unit_arena(), 1024, &tarn_table_default,
				      TARN_BUILD_ID ^ 1u << bit),
			 TARN_BUILD);
		CHECK(tarn_heap_first() == NULL);
	}
}

/* An arena that starts and ends at any address: nothing outside it is touched, and every block lies
 * inside, aligned. */
static void an_arena_of_any_alignment(void)
{
	const struct tarn_class class = {BLOCK(8), 3, 0, TARN_TO_COMMONS};

	for (uint32_t shift = 0; shift < 17; shift++) {
		unsigned char *start = unit_arena() + 32 + shift;
		uint32_t bytes = 1100 + 3 * shift;

		unit_spoil(0xa5);
		NEED(unit_make(&unit_heap, start, bytes, &class, TARN_POOLS));
		unsigned char *block;
		while ((block = tarn_alloc(&unit_heap, 8))) {
			CHECK(block >= start && block + BLOCK(8) <= start + bytes);
			CHECK_EQ((uintptr_t)block % TARN_ALIGN, 0);
			unit_fill(block, 8, 1);
		}
		CHECK_SOUND(&unit_heap);
		for (unsigned char *p = unit_arena(); p < start; p++)
			CHECK_EQ(*p, 0xa5);
		for (unsigned char *p = start + bytes; p < start + bytes + 64; p++)
			CHECK_EQ(*p, 0xa5);
	}
}

/* ---- The text */

static void the_text_names_class_and_bytes(void)
{
	const struct tarn_class class[] = {
		{16, 1, 0, 0}, {32, 1, 0, 0}, {40, 1, 0, 0}, {48, 200, 0, 0}};
	const struct tarn_table table = {class, map, 4};
	const struct tarn_misfit why = {3, 70112};
	char text[128];
	size_t length = tarn_misfit_text(text, sizeof(text), TARN_ARENA_SMALL, &table, &why);
	const char *expected =
		"class 3 (48 B x 200) does not fit: the table needs 70112 bytes of arena";

	CHECK_TEXT(text, expected);
	CHECK_EQ(text[length], 0);
	CHECK(length > 40);
	tarn_misfit_text(text, sizeof(text), TARN_ARENA_SMALL, &table,
			 &(struct tarn_misfit){4, UINT32_MAX});
	CHECK_TEXT(text,
		   "the heap's records do not fit: the table needs more than 128 MiB of arena");
	static const enum tarn_status named[] = {TARN_CLASS_SIZE, TARN_CLASS_ORDER,
						 TARN_CLASS_OVERFLOW};
	for (uint32_t i = 0; i < 3; i++) {
		tarn_misfit_text(text, sizeof(text), named[i], &table, &why);
		CHECK(unit_begins(text, "class 3"));
	}
}

static void the_text_keeps_to_its_room(void)
{
	const struct tarn_class class = {48, 200, 0, 0};
	const struct tarn_table table = {&class, map, 1};
	const struct tarn_misfit why = {0, 70112};
	char whole[128], text[128];

	for (uint32_t status = TARN_ARENA_SMALL; status <= TARN_NO_HEAP; status++) {
		size_t full = tarn_misfit_text(whole, sizeof(whole), (enum tarn_status)status,
					       &table, &why);

		CHECK(full > 8 && full < sizeof(whole));
		for (size_t room = 1; room <= full + 1; room++) {
			for (uint32_t i = 0; i < sizeof(text); i++)
				text[i] = '~';
			tarn_misfit_text(text, room, (enum tarn_status)status, &table, &why);
			for (size_t i = 0; i + 1 < room; i++)
				CHECK_EQ(text[i], whole[i]);
			CHECK_EQ(text[room - 1], 0);
			CHECK_EQ(text[room], '~');
		}
	}
}

void are_configuration_mistakes_named(void)
{
	CASE(classes_that_are_wrong);
	CASE(a_rule_that_does_not_exist);
	CASE(too_many_classes);
	CASE(a_table_of_too_many_pools);
	CASE(a_map_of_other_classes);
	CASE(an_arena_too_large);
	CASE(needs_is_exact);
	CASE(another_configuration);
	CASE(an_arena_of_any_alignment);
	CASE(the_text_names_class_and_bytes);
	CASE(the_text_keeps_to_its_room);
}
