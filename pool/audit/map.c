/* SPDX-License-Identifier: MIT
 * The map: what lies where in an arena, as text that a program can draw. README.md has the format.
 *
 * It reads a few blocks or runs in a lock window, and prints them outside of it. Its offset only
 * rises, so it ends whatever the planes hold. */
#include "../heap/cursor.h"
#include "live.h"
#include "text.h"

#define LINE 72 /* columns; a longer line is not continued */

#define LIVE_PIECE    'L'
#define FREE_PIECE    'F'
#define NEVER_PIECE   'N' /* a pool's blocks that were never handed out */
#define WAITING_PIECE 'W' /* levels 2 and 3: freed, not reusable yet */
#define DAMAGED_PIECE 'X' /* live; its record was written to */

struct piece {
	char state;
	uint32_t amount; /* blocks of a pool; bytes of the commons */
	uint32_t tag;
	uint32_t sequence;
};

struct map {
	struct tarn_heap *heap;
	struct cursor cursor;
	tarn_sink *sink;
	void *context;
	uint32_t columns; /* of the current line */
	uint32_t blocks;
};

/* A sink that counts the columns that it passes on. */
static void map_sink(void *context, const char *text, size_t length)
{
	struct map *map = context;

	map->columns += (uint32_t)length;
	map->sink(map->context, text, length);
}

static void line_end(struct map *map)
{
	const struct text text = {map_sink, map};

	text_put(&text, "\n");
	map->columns = 0;
}

static void piece_print(struct map *map, const struct piece *piece, bool of_pool)
{
	const struct text text = {map_sink, map};
	char state[] = {' ', piece->state, 0};

	if (map->columns > LINE) {
		line_end(map);
		text_put(&text, "map +");
	}
	text_put(&text, state);
	if (!of_pool || piece->amount > 1)
		text_number(&text, "", piece->amount);
	if (piece->tag)
		text_number(&text, "/", piece->tag);
	if (piece->sequence)
		text_number(&text, piece->tag ? "/" : "//", piece->sequence);
}

/* Describes a block whose L bit is set: its state, its tag and its age. */
static void piece_describe(const struct tarn_heap *heap, uint32_t offset, uint32_t bytes,
			   struct piece *piece)
{
	struct tarn_block block;
	enum live_state state = live_read(heap, offset, bytes, &block);

	if (state == LIVE_WAITING) {
		piece->state = WAITING_PIECE;
		return;
	}
	if (state == LIVE_DAMAGED || block.tag > TARN_TAGS) {
		piece->state = DAMAGED_PIECE;
		return;
	}
	piece->state = LIVE_PIECE;
	piece->tag = block.tag;
	piece->sequence = block.sequence;
}

static void piece_at(const struct tarn_heap *heap, bool live, uint32_t offset, uint32_t bytes,
		     struct piece *piece)
{
	if (live)
		piece_describe(heap, offset, bytes, piece);
	else
		piece->state = FREE_PIECE;
}

/* The next block of a class, or all of a pool that were never used as one piece. False at the end
 * of its pools. */
static bool pool_piece(const struct tarn_heap *heap, struct cursor *cursor, struct piece *piece)
{
	const struct pool *pool = pool_of(heap, cursor->number);
	uint32_t size = pool->size;
	uint32_t end = pool_end(pool) < commons_of(heap) ? pool_end(pool) : commons_of(heap);
	uint32_t offset = cursor->offset;
	uint32_t number = pool_number(pool, offset);

	if (offset >= end || end - offset < size) {
		if (pool[1].class_index != pool->class_index ||
		    cursor->number + 1 >= pools_of(heap))
			return false;
		cursor->number++;
		cursor->offset = pool[1].start;
		return pool_piece(heap, cursor, piece);
	}
	piece->amount = 1;
	if (number < pool->carved && number < POOL_BLOCKS) {
		piece_at(heap, !pool_has(pool, number), offset, size, piece);
		cursor->offset = offset + size;
		return true;
	}
	piece->state = NEVER_PIECE;
	piece->amount = pool->blocks - number;
	cursor->offset = end;
	return true;
}

/* The next run of the commons. False at the end. If no run starts at the cursor, the run there was
 * merged between two windows, or the planes are damaged. Then the piece up to the next start is
 * shown as free. */
static bool commons_piece(const struct tarn_heap *heap, struct cursor *cursor, struct piece *piece)
{
	uint32_t offset = cursor->offset;
	uint32_t left = heap_end(heap) - offset;
	uint32_t starts;

	if (offset >= heap_end(heap))
		return false;
	starts = pair_at(heap, offset)->start << index_of(offset);
	if (starts & TOP_BIT) {
		piece->amount = live_bytes(heap, NULL, offset);
		piece_at(heap, pair_at(heap, offset)->live & bit_of(offset), offset, piece->amount,
			 piece);
	} else {
		piece->state = FREE_PIECE;
		piece->amount = starts ? leading_zeros(starts) << GRANULE_SHIFT
				       : WORD_BYTES - (offset & (WORD_BYTES - 1));
		if (piece->amount > left)
			piece->amount = left;
	}
	cursor->offset = offset + piece->amount;
	return true;
}

static bool piece_next(const struct tarn_heap *heap, struct cursor *cursor, struct piece *piece)
{
	piece->tag = 0;
	piece->sequence = 0;
	return cursor->number < pools_of(heap) ? pool_piece(heap, cursor, piece)
					       : commons_piece(heap, cursor, piece);
}

/* Reads up to a window's pieces. False: the zone ends after them. */
static bool window_read(struct map *map, struct piece *pieces, uint32_t *count)
{
	tarn_port_key key = tarn_port_lock();
	bool more = true;

	for (*count = 0; more && *count < CURSOR_SLICE; *count += more)
		more = piece_next(map->heap, &map->cursor, &pieces[*count]);
	tarn_port_unlock(key);
	return more;
}

static bool alike(const struct piece *one, const struct piece *other)
{
	return one->state == other->state && one->tag == other->tag &&
	       one->sequence == other->sequence;
}

/* Field by field: for the whole struct GCC may call memcpy. */
static void piece_copy(struct piece *to, const struct piece *from)
{
	to->state = from->state;
	to->amount = from->amount;
	to->tag = from->tag;
	to->sequence = from->sequence;
}

/* Prints all pieces of the zone at the cursor. Equal pieces of a pool that follow one another are
 * printed as one. */
static void zone_print(struct map *map)
{
	bool of_pool = map->cursor.number < pools_of(map->heap);
	struct piece pieces[CURSOR_SLICE];
	struct piece last = {FREE_PIECE, 0, 0, 0};
	uint32_t count;
	bool more;

	do {
		more = window_read(map, pieces, &count);
		for (uint32_t i = 0; i < count; i++) {
			if (pieces[i].state == LIVE_PIECE || pieces[i].state == DAMAGED_PIECE)
				map->blocks++;
			if (of_pool && alike(&pieces[i], &last)) {
				last.amount += pieces[i].amount;
				continue;
			}
			if (last.amount)
				piece_print(map, &last, of_pool);
			piece_copy(&last, &pieces[i]);
		}
	} while (more);
	if (last.amount)
		piece_print(map, &last, of_pool);
	line_end(map);
}

/* Offsets in the text count from the arena's start. */
static void pool_print(struct map *map, uint32_t index)
{
	const struct text text = {map_sink, map};
	struct tarn_heap *heap = map->heap;
	const struct pool *first = class_first(heap, index);
	struct tarn_class_stats stats;

	tarn_class_stats(heap, index, &stats);
	map->cursor.number = (uint32_t)(first - pool_of(heap, 0));
	map->cursor.offset = first->start;
	text_number(&text, "map pool ", index);
	text_number(&text, " at=", map->cursor.offset + heap_arena(heap) - heap_end(heap));
	text_number(&text, " size=", stats.size);
	text_number(&text, " capacity=", stats.capacity);
	zone_print(map);
}

static void commons_print(struct map *map)
{
	const struct text text = {map_sink, map};
	struct tarn_heap *heap = map->heap;

	map->cursor.number = pools_of(heap);
	map->cursor.offset = commons_first(heap);
	text_number(&text,
		    "map commons at=", map->cursor.offset + heap_arena(heap) - heap_end(heap));
	zone_print(map);
}

void tarn_report_map(struct tarn_heap *heap, tarn_sink *sink, void *context)
{
	struct map map = {heap, {0, 0}, sink, context, 0, 0};
	const struct text text = {map_sink, &map};

	if (!heap_ready(heap) || !sink)
		return;
	text_number(&text, "map heap arena=", heap_arena(heap));
	text_number(&text, " classes=", classes_of(heap));
	text_number(&text, " harden=", TARN_HARDEN);
	text_number(&text, " tags=", TARN_TAGS);
#if TARN_HARDEN >= 3
	text_number(&text, " sequence=", heap->sequence);
#endif
	line_end(&map);
	for (uint32_t index = 0; index < classes_of(heap); index++)
		pool_print(&map, index);
	if (TARN_COMMONS && commons_granules(heap))
		commons_print(&map);
	text_number(&text, "map end blocks=", map.blocks);
	line_end(&map);
}
