/* SPDX-License-Identifier: MIT
 * Each call, and the result that it must have. */
#include "oracle.h"
#include "watch_step.h"

static void *address(const struct oracle *oracle, uint32_t at)
{
	return oracle->zero + (size_t)at * TARN_ALIGN;
}

/* Places the pools, from the end of the last one down. */
static void lay_out(struct oracle *oracle, uint32_t at, uint32_t kib)
{
	for (uint32_t i = oracle->classes; i--;) {
		oracle->counts[i].capacity =
			oracle->class[i].blocks + oracle->class[i].per_64k * kib / 64;
		at -= oracle->counts[i].capacity * (oracle->class[i].size / TARN_ALIGN);
		oracle->start[i] = at;
	}
}

void oracle_start(struct oracle *oracle, struct tarn_heap *heap, unsigned char *arena,
		  uint32_t bytes, const struct tarn_table *table, const unsigned char *pools)
{
	struct tarn_heap_stats stats;
	uint32_t kib = bytes >> 10;
	uint32_t trim = 0; /* the largest alignment of a class, less a granule */
	uint32_t at;

	for (size_t i = 0; i < sizeof(*oracle); i++)
		((unsigned char *)oracle)[i] = 0;
	tarn_heap_stats(heap, &stats);
	oracle->heap = heap;
	oracle->class = table->size_class;
	oracle->classes = table->classes;
	for (uint32_t i = 0; i < oracle->classes; i++)
		trim |= oracle->class[i].overflow >> 8 << 3 & -TARN_ALIGN;
	bytes -= trim;
	arena += (stats.commons + (stats.commons ? TARN_ALIGN : 0) - bytes - (uintptr_t)arena) &
		 trim; /* the pools end aligned, where the sentinel is */
	oracle->arena = oracle->zero = arena;
	oracle->end = arena + bytes;
	oracle->limit = bytes / TARN_ALIGN;
	at = oracle->limit - stats.commons / TARN_ALIGN;
	if (!stats.commons) { /* in a table of no blocks, no first one tells where the pools end */
		at = stats.pools ? (uint32_t)(pools - arena + stats.pools) / TARN_ALIGN : 0;
		oracle->limit = at;
	}
	oracle->start[oracle->classes + 1] = at;
	at -= stats.commons ? 1 : 0;
	oracle->start[oracle->classes] = at;
	oracle->counts[oracle->classes].capacity = stats.commons;
	lay_out(oracle, at, kib);
	oracle->watch.least = watch_step(stats.commons);
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		oracle->tag[tag].limit = TARN_NO_LIMIT;
		oracle->name[tag] = "-";
	}
	model_equal(stats.arena, bytes, "arena");
	model_equal(stats.classes, oracle->classes, "classes");
	model_equal(stats.metadata + stats.pools + stats.commons, bytes,
		    "metadata + pools + commons");
	model_equal(stats.pools, (at - oracle->start[0]) * TARN_ALIGN, "bytes of the pools");
	model_expect(oracle->start[0] * TARN_ALIGN < bytes, "the pools lie in the arena");
}

/* No class has such a block, and the whole commons are too small. Tarn does not give back the
 * quarantine for such a request. */
static bool beyond(const struct oracle *oracle, uint32_t size)
{
	return oracle_class(oracle, size) == oracle->classes &&
	       (size > (uint32_t)(oracle->end - oracle->arena) ||
		oracle_block_bytes(size) > oracle->counts[oracle->classes].capacity);
}

/* ---- Counting */

static void count_refused(struct oracle *oracle, uint32_t index, uint32_t size)
{
	struct oracle_counts *counts = &oracle->counts[index];

	counts->refused++;
	if (size > counts->largest_refused)
		counts->largest_refused = size;
}

/* Counts a request that ended with NULL. */
static void count_null(struct oracle *oracle, uint32_t place, uint32_t own, uint32_t size)
{
	if (place == OVER)
		oracle->tag[oracle->payer].refused++;
	else
		count_refused(oracle, own, size);
	oracle_refused(oracle, place, size);
}

static void count_served(struct oracle *oracle, uint32_t own, const struct oracle_block *block)
{
	struct oracle_counts *counts = &oracle->counts[block->place];

	counts->allocations++;
	counts->requested += block->size;
	counts->live_requested += block->size;
	if (++counts->live > counts->peak)
		counts->peak = counts->live;
	if (own != block->place) {
		oracle->counts[own].out++;
		counts->in++;
	}
	if (block->place == oracle->classes)
		oracle->used += block->bytes;
	if (oracle->used > oracle->used_peak)
		oracle->used_peak = oracle->used;
}

static void count_freed(struct oracle *oracle, const struct oracle_block *block)
{
	struct oracle_counts *counts = &oracle->counts[block->place];

	counts->frees++;
	counts->live--;
	counts->live_requested -= block->size;
	if (block->place == oracle->classes)
		oracle->used -= block->bytes;
	oracle_repay(oracle, block->tag, block->bytes, 1);
}

/* ---- Allocating */

/* Enters a block that Tarn returned. It must lie where its server's blocks lie, and be free. */
static struct oracle_block *enter(struct oracle *oracle, void *pointer, uint32_t size,
				  uint32_t place)
{
	struct oracle_block *block = &oracle->block[oracle->blocks];
	bool pool = place < oracle->classes;
	uint32_t first = oracle->start[pool ? place : place + 1];
	uint32_t end = pool ? oracle->start[place + 1] : oracle->limit;
	uint32_t bytes = pool ? oracle->class[place].size : oracle_block_bytes(size);

	model_equal((uintptr_t)pointer % TARN_ALIGN, 0, "misalignment of a block");
	block->at = (uint32_t)(((uintptr_t)pointer - (uintptr_t)oracle->zero) / TARN_ALIGN);
	model_expect(block->at >= first && block->at < end && block->at + bytes / TARN_ALIGN <= end,
		     "the block lies in the class that must serve it");
	if (pool)
		model_equal((block->at - first) * TARN_ALIGN % bytes, 0, "place in the pool");
	for (uint32_t i = 0; i < bytes / TARN_ALIGN; i++)
		model_expect(!(oracle->map[block->at + i] & MAP_TAKEN), "the block is free");
	block->size = size;
	block->bytes = bytes;
	block->place = (uint16_t)place;
	block->mark = (uint16_t)++oracle->marks;
	block->tag = oracle->payer;
	oracle_pay(oracle, bytes, 1);
	oracle->blocks++;
	oracle_map_set(oracle, block, true);
	if (!pool)
		oracle_watch(oracle);
	return block;
}

/* Are the model's own tables full? Then it makes no request. */
static bool full(const struct oracle *oracle)
{
	return oracle->blocks == ORACLE_BLOCKS;
}

/* Ends a request: `pointer` is its result, and `place` must have served it. */
static struct oracle_block *settle(struct oracle *oracle, void *pointer, uint32_t size,
				   uint32_t place)
{
	uint32_t own = oracle_class(oracle, size);
	struct oracle_block *block;

	model_equal(model_faults, 0, "faults of an allocation");
	model_equal(pointer != NULL, place < OVER, "an allocation succeeds");
	if (!pointer) {
		count_null(oracle, place, own, size);
		return NULL;
	}
	block = enter(oracle, pointer, size, place);
	count_served(oracle, own, block);
	model_expect(tarn_is_live(oracle->heap, pointer), "a new block is live");
	if (TARN_HARDEN >= 2)
		model_equal(tarn_usable_size(oracle->heap, pointer), size, "usable size");
	else
		model_equal(tarn_usable_size(oracle->heap, pointer), block->bytes - TARN_RECORD,
			    "usable size");
	return block;
}

/* Returns `place` if the block that it would take is within the payer's limit, else OVER. */
static uint32_t within_limit(const struct oracle *oracle, uint32_t place, uint32_t size)
{
	uint32_t cost;

	if (place == NOWHERE)
		return NOWHERE;
	cost = place < oracle->classes ? oracle->class[place].size : oracle_block_bytes(size);
	return cost <= oracle_left(oracle) ? place : OVER;
}

/* Who must serve the request. The quarantine is given back before a refusal. */
static uint32_t foretell(struct oracle *oracle, uint32_t size)
{
	uint32_t place;

	oracle->align = TARN_ALIGN;
	if (beyond(oracle, size))
		return NOWHERE;
	place = oracle_server(oracle, size);
	if (place == NOWHERE) {
		oracle_drain(oracle);
		place = oracle_server(oracle, size);
	}
	return within_limit(oracle, place, size);
}

void oracle_alloc(struct oracle *oracle, uint32_t size)
{
	struct oracle_block *block;

	if (full(oracle))
		return;
	uint32_t place = foretell(oracle, size);
	block = settle(oracle, tarn_alloc(oracle->heap, size), size, place);
	if (block)
		oracle_fill(oracle, block);
}

void oracle_alloc_tagged(struct oracle *oracle, uint32_t size, uint32_t tag)
{
	uint32_t payer = oracle->payer;
	struct oracle_block *block;
	uint32_t place;

	if (full(oracle))
		return;
	oracle->payer = tag;
	place = foretell(oracle, size);
	block = settle(oracle, tarn_alloc_tagged(oracle->heap, size, tag), size, place);
	if (block)
		oracle_fill(oracle, block);
	oracle->payer = payer;
}

void oracle_zeroed(struct oracle *oracle, uint32_t count, uint32_t size)
{
	struct oracle_block *block;
	const unsigned char *bytes;

	if (full(oracle))
		return;
	uint32_t place = foretell(oracle, count * size);
	block = settle(oracle, tarn_alloc_zeroed(oracle->heap, count, size), count * size, place);
	if (!block)
		return;
	bytes = address(oracle, block->at);
	for (uint32_t i = 0; i < block->size; i++)
		model_expect(bytes[i] == 0, "a zeroed block is zero");
	oracle_fill(oracle, block);
}

/* Above TARN_ALIGN a class with TARN_ALIGNED serves, then what its rule says. If there is none, the
 * commons do. */
static uint32_t foretell_aligned(const struct oracle *oracle, uint32_t align, uint32_t size)
{
	uint32_t i = oracle_next_class(oracle, align, oracle_class(oracle, size));
	uint32_t rule = i < oracle->classes ? oracle->class[i].overflow : TARN_TO_COMMONS;

	if (i < oracle->classes && oracle_spare(oracle, i))
		return i;
	if (rule & TARN_TO_COMMONS && oracle->counts[oracle->classes].capacity &&
	    oracle_fits_aligned(oracle, oracle_block_bytes(size), align))
		return oracle->classes;
	while (rule & (TARN_TO_LARGER | TARN_TO_LAST) &&
	       (i = oracle_next_class(oracle, align, i + 1)) < oracle->classes)
		if (oracle_spare(oracle, i) >= (rule & TARN_TO_LAST ? 1u : 2u))
			return i;
	return NOWHERE;
}

void oracle_aligned(struct oracle *oracle, uint32_t align, uint32_t size)
{
	struct oracle_block *block;
	uint32_t place;
	void *pointer;

	/* In a build with commons, theirs may have no granule. tarn.h does not say who serves
	 * then. */
	if (full(oracle) || (TARN_COMMONS && !oracle->counts[oracle->classes].capacity))
		return;
	if (align <= TARN_ALIGN) {
		place = foretell(oracle, size);
	} else {
		oracle->align = align;
		place = foretell_aligned(oracle, align, size);
		if (place == NOWHERE && !beyond(oracle, size)) {
			oracle_drain(oracle);
			place = foretell_aligned(oracle, align, size);
		}
		place = within_limit(oracle, place, size);
	}
	pointer = tarn_alloc_aligned(oracle->heap, align, size);
	model_equal((uintptr_t)pointer % align, 0, "misalignment of an aligned block");
	block = settle(oracle, pointer, size, place);
	if (block)
		oracle_fill(oracle, block);
}

/* ---- Freeing */

void oracle_gone(struct oracle *oracle, uint32_t index)
{
	struct oracle_block block = oracle->block[index];

	count_freed(oracle, &block);
	oracle->block[index] = oracle->block[--oracle->blocks];
	oracle_hold(oracle, &block);
}

void oracle_free(struct oracle *oracle, uint32_t index)
{
	struct oracle_block block = oracle->block[index];

	oracle_check_contents(oracle, &block, block.size);
	tarn_free(oracle->heap, address(oracle, block.at));
	model_equal(model_faults, 0, "faults of a good free");
	model_expect(!tarn_is_live(oracle->heap, address(oracle, block.at)),
		     "a freed block is not live");
	oracle_gone(oracle, index);
}

void oracle_bad_free(struct oracle *oracle, unsigned char *pointer)
{
	enum tarn_fault_kind kind = oracle_fault(oracle, pointer);

	for (uint32_t i = 0; i < oracle->blocks; i++) {
		if (address(oracle, oracle->block[i].at) == pointer)
			return;
	}
	tarn_free(oracle->heap, pointer);
	if (!pointer) {
		model_equal(model_faults, 0, "faults of freeing NULL");
		return;
	}
	model_equal(model_faults, 1, "faults of a bad free");
	if (kind != TARN_FAULT_KINDS)
		model_equal(model_fault.kind, kind, "kind of the fault");
	model_expect(model_fault.pointer == pointer && model_fault.heap == oracle->heap,
		     "the fault names pointer and heap");
	oracle->faults[model_fault.kind]++;
	model_faults = 0;
}

void oracle_judge(struct oracle *oracle)
{
	uint32_t granules = (uint32_t)(oracle->end - oracle->arena) / TARN_ALIGN;

	for (uint32_t i = 0; i < granules; i++) {
		oracle_bad_free(oracle, address(oracle, i));
		oracle_bad_free(oracle,
				(unsigned char *)address(oracle, i) + 1 + i % (TARN_ALIGN - 1));
	}
}

/* ---- Resizing */

/* The number of free granules after a run. */
static uint32_t room_after(const struct oracle *oracle, const struct oracle_block *block)
{
	uint32_t at = block->at + block->bytes / TARN_ALIGN;
	uint32_t room = 0;

	while (at + room < oracle->limit && !(oracle->map[at + room] & MAP_TAKEN))
		room++;
	return room * TARN_ALIGN;
}

static bool stays(const struct oracle *oracle, const struct oracle_block *block, uint32_t size)
{
	uint32_t bytes = oracle_block_bytes(size);

	if (beyond(oracle, size))
		return false;
	if (block->place < oracle->classes || bytes <= block->bytes)
		return bytes <= block->bytes;
	bytes -= block->bytes;
	return bytes <= room_after(oracle, block) && bytes <= oracle_left(oracle);
}

static void resize_in_place(struct oracle *oracle, struct oracle_block *block, uint32_t size)
{
	struct oracle_counts *counts = &oracle->counts[block->place];
	uint32_t known = TARN_HARDEN >= 2 ? block->size : block->bytes - TARN_RECORD;

	if (size > known)
		counts->requested += size - known;
	counts->live_requested -= block->size;
	counts->live_requested += size;
	block->size = size;
	if (block->place < oracle->classes)
		return;
	oracle_map_set(oracle, block, false);
	oracle->used -= block->bytes;
	oracle_repay(oracle, block->tag, block->bytes, 0);
	block->bytes = oracle_block_bytes(size);
	oracle->used += block->bytes;
	oracle_pay(oracle, block->bytes, 0);
	oracle_map_set(oracle, block, true);
	oracle_watch(oracle);
	if (oracle->used > oracle->used_peak)
		oracle->used_peak = oracle->used;
}

static void resize_by_moving(struct oracle *oracle, uint32_t index, void *moved, uint32_t size,
			     uint32_t place)
{
	struct oracle_block old = oracle->block[index];
	struct oracle_block *block;
	uint16_t mark = old.mark;

	model_equal(model_faults, 0, "faults of a realloc");
	block = enter(oracle, moved, size, place);
	count_served(oracle, oracle_class(oracle, size), block);
	block->mark = mark;
	oracle_check_contents(oracle, block, size < old.size ? size : old.size);
	oracle_fill(oracle, block);
	oracle_gone(oracle, index);
}

static void resize(struct oracle *oracle, uint32_t index, uint32_t size)
{
	struct oracle_block *block = &oracle->block[index];
	void *pointer = address(oracle, block->at);
	uint32_t kept = size < block->size ? size : block->size;
	bool in_place = stays(oracle, block, size);
	uint32_t place = NOWHERE;

	if (!in_place)
		place = foretell(oracle, size);
	if (!in_place && place >= OVER) /* the quarantine was given back: look again */
		in_place = stays(oracle, block, size);
	oracle_check_contents(oracle, block, block->size);
	void *moved = tarn_realloc(oracle->heap, pointer, size);
	model_equal(model_faults, 0, "faults of a realloc");
	model_equal(moved != NULL, in_place || place < OVER, "a realloc succeeds");
	if (!moved) {
		count_null(oracle, place, oracle_class(oracle, size), size);
		oracle_check_contents(oracle, block, block->size);
		return;
	}
	model_equal(moved == pointer, in_place, "a realloc stays in place");
	if (!in_place) {
		resize_by_moving(oracle, index, moved, size, place);
		return;
	}
	resize_in_place(oracle, block, size);
	oracle_check_contents(oracle, block, kept);
	oracle_fill(oracle, block);
}

void oracle_realloc(struct oracle *oracle, uint32_t index, uint32_t size)
{
	uint32_t payer = oracle->payer;

	if (full(oracle))
		return;
	oracle->payer = oracle->block[index].tag; /* the block's tag pays, whoever calls */
	resize(oracle, index, size);
	oracle->payer = payer;
}
