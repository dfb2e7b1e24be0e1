/* SPDX-License-Identifier: MIT
 * Reads the map's text line by line as it is printed, and compares it with tarn_walk and the
 * counters. */
#include "heap/heap.h"
#include "questions.h"
#include "random.h"
#include "tags.h"

enum { COLUMNS = 100, MOST = 24 };

/* The map as read so far. */
static struct {
	char line[COLUMNS + 2];
	uint32_t length;
	uint32_t lines;
	uint32_t state[26];    /* pieces of each state */
	uint32_t commons_free; /* in bytes, with blocks that wait, as the counters have it */
	uint32_t never;        /* bytes of pools never used */
	uint32_t metadata;
	uint32_t at;   /* the offset of the next piece */
	uint32_t size; /* of a block; 0 in the commons */
	uint32_t index;
	bool ended;
	bool compare; /* compare with the walk */
	struct tarn_block block;
} map;

static const char *past(const char *text, const char *word)
{
	for (; *text; text++)
		if (unit_begins(text, word)) {
			while (*word++)
				text++;
			return text;
		}
	return text;
}

static uint32_t number(const char **text)
{
	uint32_t value = 0;

	for (; **text >= '0' && **text <= '9'; ++*text)
		value = value * 10 + (uint32_t)(**text - '0');
	return value;
}

static uint32_t field(const char *name)
{
	const char *text = past(map.line, name);

	return number(&text);
}

/* Compares the block with the next live block of the walk. */
static void is_walked(uint32_t bytes, uint32_t tag, uint32_t sequence)
{
	NEED(CHECK(tarn_walk(&unit_heap, &map.block)));
	CHECK_EQ((unsigned char *)map.block.pointer - unit_arena(), map.at);
	CHECK_EQ(map.block.bytes, bytes);
	CHECK_EQ(map.block.class_index, map.index);
	CHECK_EQ(map.block.tag, tag);
	CHECK_EQ(map.block.sequence, sequence);
}

static const char *read_piece(const char *text)
{
	char state = *text++;
	uint32_t amount = *text >= '0' && *text <= '9' ? number(&text) : 1;
	uint32_t bytes = map.size ? map.size : amount;
	uint32_t tag = 0;
	uint32_t sequence = 0;

	if (*text == '/')
		text++, tag = number(&text);
	if (*text == '/')
		text++, sequence = number(&text);
	CHECK(state == 'L' || (!tag && !sequence));
	if (state >= 'A' && state <= 'Z')
		map.state[state - 'A'] += map.size ? amount : 1;
	map.commons_free += (state == 'F' || state == 'W') && !map.size ? bytes : 0;
	map.never += state == 'N' ? map.size * amount : 0;
	for (uint32_t left = map.size ? amount : 1; left; left--) {
		if (map.compare && state == 'L')
			is_walked(bytes, tag, sequence);
		map.at += bytes;
	}
	return text;
}

static void read_pieces(const char *text)
{
	while (*text == ' ')
		text = read_piece(text + 1);
	CHECK_EQ(*text, 0);
}

/* Reads what comes before the pieces in a zone's first line. */
static void read_zone(uint32_t index, uint32_t size)
{
	uint32_t at = field(" at=");
	const char *text = past(map.line, size ? " capacity=" : " at=");

	if (map.at) /* a pool follows another at once, the commons a sentinel */
		CHECK(at - map.at <= (size ? 0 : TARN_ALIGN));
	else
		map.metadata = at;
	map.index = index;
	map.size = size;
	map.at = at;
	number(&text);
	read_pieces(text);
}

static void read_line(void)
{
	map.lines++;
	CHECK(!map.ended);
	if (unit_begins(map.line, "map heap ")) {
		CHECK_EQ(map.lines, 1);
		CHECK_EQ(field(" harden="), TARN_HARDEN);
		CHECK_EQ(field(" tags="), TARN_TAGS);
	} else if (unit_begins(map.line, "map pool ")) {
		read_zone(field("map pool "), field(" size="));
	} else if (unit_begins(map.line, "map commons ")) {
		read_zone(unit_table(&unit_heap)->classes, 0);
	} else if (unit_begins(map.line, "map + ")) {
		read_pieces(map.line + 5);
	} else {
		CHECK(unit_begins(map.line, "map end "));
		CHECK_EQ(field(" blocks="), map.state['L' - 'A'] + map.state['X' - 'A']);
		map.ended = true;
	}
}

static void sink(void *context, const char *text, size_t length)
{
	CHECK(context == &map);
	for (; length; length--, text++) {
		if (*text == '\n') {
			map.line[map.length] = 0;
			read_line();
			map.length = 0;
		} else if (CHECK(map.length < COLUMNS)) {
			map.line[map.length++] = *text;
		}
	}
}

static void read_map(bool compare)
{
	unsigned char *byte = (unsigned char *)&map;

	for (uint32_t i = 0; i < sizeof(map); i++)
		byte[i] = 0;
	map.compare = compare;
	map.block.pointer = NULL;
	tarn_report_map(&unit_heap, sink, &map);
	CHECK(map.ended);
}

static uint32_t pieces(char state)
{
	return map.state[state - 'A'];
}

/* The map agrees with the walk and the counters. */
static void check_map(void)
{
	struct tarn_heap_stats stats;

	read_map(true);
	CHECK(!tarn_walk(&unit_heap, &map.block));
	tarn_heap_stats(&unit_heap, &stats);
	CHECK_EQ(map.at, stats.arena);
	CHECK_EQ(map.commons_free, stats.commons_free);
	CHECK_EQ(pieces('W'), TARN_HARDEN >= 3 ? stats.quarantined : 0);
	CHECK_EQ(pieces('X'), 0);
}

static bool make_mixed(uint32_t bytes)
{
	return unit_make(&unit_heap, unit_arena(), bytes,
			 (const struct tarn_class[]){{BLOCK(8), 5, 0, ANY_COMMONS},
						     {BLOCK(24), 5, 0, ANY_COMMONS}},
			 TARN_POOLS ? 2 : 0);
}

/* A class of three pools is one zone: their blocks follow one another. */
static void a_class_of_more_pools(void)
{
	const struct tarn_class class[] = {{BLOCK(1), 2 * POOL_BLOCKS + 40, 0, 0}};
	unsigned char *first = NULL;
	struct tarn_class_stats stats;

	NEED_POOLS;
	uint32_t bytes = unit_needs(class, 1);

	SKIP_UNLESS(bytes <= unit_arena_bytes(), "the arena is too small");
	NEED(unit_make(&unit_heap, unit_arena(), bytes, class, 1));
	for (uint32_t i = 0; i < 2 * POOL_BLOCKS + 30; i++) {
		void *block = tarn_alloc(&unit_heap, 1);

		first = i ? first : block;
	}
	check_map();
	CHECK_EQ(map.never, 10 * BLOCK(1));
	for (uint32_t i = 1; i < 2 * POOL_BLOCKS + 30; i *= 2)
		tarn_free(&unit_heap, first + i * BLOCK(1));
	unit_drain(&unit_heap);
	check_map();
	tarn_class_stats(&unit_heap, 0, &stats);
	CHECK_EQ(pieces('L'), stats.live);
	CHECK_EQ(map.never, 10 * BLOCK(1));
}

/* Many states of a heap, made by random calls. Each block has its tag and its number. */
static void random_heaps(void)
{
	static void *blocks[MOST];
	uint32_t random = random32_seed(28);

	for (uint32_t i = 0; i < MOST; i++)
		blocks[i] = NULL;
	NEED(make_mixed(4096 <= unit_arena_bytes() ? 4096 : 2048));
	for (uint32_t step = 0; step < 150; step++) {
		void **block = &blocks[random_below(&random, MOST)];
		uint32_t size = random_below(&random, step % 5 ? 40 : 400);
		uint32_t tag = random_below(&random, TARN_TAGS + 1);

		tarn_free(&unit_heap, *block);
		*block = NULL;
		if (random_below(&random, 3))
			*block = TARN_TAGS ? tarn_alloc_tagged(&unit_heap, size, tag)
					   : tarn_alloc(&unit_heap, size);
		check_map();
	}
	CHECK(map.lines > 3);
}

/* A waiting block stays one if its tag is damaged: X is a live block. */
static void a_waiting_block_with_a_damaged_tag(void)
{
	NEED_LEVEL(3);
	NEED_COMMONS;
	SKIP_UNLESS(TARN_TAGS > 0, "no block has a tag");
	NEED(make_mixed(2048));
	unsigned char *block = tarn_alloc(&unit_heap, 24);

	tarn_free(&unit_heap, block);
	for (uint32_t byte = BLOCK(24) - 4; byte < BLOCK(24); byte++)
		block[byte] ^= 0x55;
	read_map(false);
	CHECK_EQ(pieces('W'), 1);
	CHECK_EQ(pieces('X'), 0);
}

/* The map marks a block whose record was overrun, in either zone. */
static void an_overrun(void)
{
	static const uint8_t sizes[] = {8, 90};

	SKIP_UNLESS(TARN_RECORD > 0, "no block has a record");
	NEED_COMMONS;
	for (uint32_t i = 0; i < 2; i++) {
		NEED(make_mixed(2048));
		unsigned char *block = tarn_alloc(&unit_heap, sizes[i]);
		uint32_t bytes = BLOCK(sizes[i]);

		CHECK(tarn_alloc(&unit_heap, sizes[i]) != NULL);
		for (uint32_t byte = sizes[i]; byte < bytes; byte++)
			block[byte] ^= 0x55;
		read_map(false);
		CHECK_EQ(pieces('X'), 1);
		CHECK_EQ(pieces('L'), 1);
	}
}

/* Each block that the walk sees lies in the heap, whatever the planes say. */
static void walk_inside(void)
{
	struct tarn_block block = {.pointer = NULL};
	uint32_t count = 0;

	while (tarn_walk(&unit_heap, &block)) {
		uint32_t offset = offset_of(&unit_heap, block.pointer);

		CHECK(offset < heap_end(&unit_heap));
		CHECK(block.bytes - 1 < heap_end(&unit_heap) - offset);
		if (!CHECK(count++ < 2048 / GRANULE))
			break;
	}
}

/* With rubbish in the records and in the planes, the map and the walk still end, and stay in the
 * arena. */
static void damaged_metadata(void)
{
	uint32_t random = random32_seed(29);

	for (uint32_t round = 0; round < 60; round++) {
		NEED(make_mixed(2048));
		for (uint32_t i = 0; i < 8; i++)
			(void)!tarn_alloc(&unit_heap, 8 + 20 * i);
		read_map(false);
		for (uint32_t i = 0; i <= round; i++) {
			uint32_t from = (uint32_t)(unit_heap.names - (uintptr_t)unit_arena());
			uint32_t word = from / 4 + random_below(&random, (map.metadata - from) / 4);

			((uint32_t *)(void *)unit_arena())[word] = random32(&random);
		}
		if (TARN_POOLS && round % 3)
			pool_of(&unit_heap, round % 2)->carved = random32(&random);
		read_map(false);
		CHECK(map.at <= 2048);
		walk_inside();
	}
}

void does_the_map_show_the_arena(void)
{
	CASE(a_class_of_more_pools);
	CASE(random_heaps);
	CASE(a_waiting_block_with_a_damaged_tag);
	CASE(an_overrun);
	CASE(damaged_metadata);
}
