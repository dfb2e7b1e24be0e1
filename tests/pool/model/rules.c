/* SPDX-License-Identifier: MIT
 * The rules of tarn.h, implemented a second time: who serves a request, and what a pointer is. */
#include "oracle.h"

uint32_t oracle_block_bytes(uint32_t size)
{
	uint32_t bytes = (size ? size : 1) + TARN_RECORD;

	return (bytes + TARN_ALIGN - 1) / TARN_ALIGN * TARN_ALIGN;
}

/* The first class that holds the request. */
uint32_t oracle_class(const struct oracle *oracle, uint32_t size)
{
	for (uint32_t i = 0; i < oracle->classes; i++) {
		if (oracle->class[i].size >= oracle_block_bytes(size))
			return i;
	}
	return oracle->classes;
}

/* Above TARN_ALIGN all its blocks are aligned, and the table says that they serve such requests. In
 * a heap without commons it need not say so. */
uint32_t oracle_next_class(const struct oracle *oracle, uint32_t align, uint32_t index)
{
	for (; align > TARN_ALIGN && index < oracle->classes; index++) {
		uintptr_t start =
			(uintptr_t)oracle->zero + (uintptr_t)oracle->start[index] * TARN_ALIGN;

		if (oracle->counts[index].capacity &&
		    ((start | oracle->class[index].size) & (align - 1)) == 0 &&
		    (oracle->class[index].overflow > 0xff ||
		     !oracle->counts[oracle->classes].capacity))
			break;
	}
	return index;
}

uint32_t oracle_spare(const struct oracle *oracle, uint32_t index)
{
	const struct oracle_counts *counts = &oracle->counts[index];

	return counts->capacity - counts->live - counts->held;
}

/* The number of free granules of the commons from `at` on. */
static uint32_t gap(const struct oracle *oracle, uint32_t at)
{
	uint32_t length = 0;

	while (at + length < oracle->limit && !(oracle->map[at + length] & MAP_TAKEN))
		length++;
	return length;
}

uint32_t oracle_longest(const struct oracle *oracle)
{
	uint32_t longest = 0;

	for (uint32_t at = oracle->start[oracle->classes + 1]; at < oracle->limit; at++) {
		uint32_t length = gap(oracle, at);

		longest = length > longest ? length : longest;
		at += length;
	}
	return longest * TARN_ALIGN;
}

bool oracle_fits_aligned(const struct oracle *oracle, uint32_t bytes, uint32_t align)
{
	for (uint32_t at = oracle->start[oracle->classes + 1]; at < oracle->limit; at++) {
		uintptr_t address = (uintptr_t)oracle->zero + at * (uintptr_t)TARN_ALIGN;

		if (address % align == 0 && gap(oracle, at) * TARN_ALIGN >= bytes)
			return true;
	}
	return false;
}

uint32_t oracle_server(const struct oracle *oracle, uint32_t size)
{
	uint32_t own = oracle_class(oracle, size);
	uint32_t rule = own < oracle->classes ? oracle->class[own].overflow : TARN_TO_COMMONS;

	if (own < oracle->classes && oracle_spare(oracle, own))
		return own;
	if (rule & TARN_TO_COMMONS && oracle_longest(oracle) >= oracle_block_bytes(size))
		return oracle->classes;
	if (!(rule & (TARN_TO_LARGER | TARN_TO_LAST)))
		return NOWHERE;
	for (uint32_t i = own + 1; i < oracle->classes; i++) {
		if (oracle_spare(oracle, i) >= (rule & TARN_TO_LAST ? 1u : 2u))
			return i;
	}
	return NOWHERE;
}

/* `bytes` is the size of a block of the commons or of a class. Returns the largest request that
 * such a block holds if it is served within the payer's limit, else 0. */
static uint32_t largest_of(const struct oracle *oracle, uint32_t bytes)
{
	uint32_t size = bytes > TARN_RECORD ? bytes - TARN_RECORD : 0;
	uint32_t place = size ? oracle_server(oracle, size) : NOWHERE;

	if (place == NOWHERE)
		return 0;
	if (place < oracle->classes)
		bytes = oracle->class[place].size;
	return bytes <= oracle_left(oracle) ? size : 0;
}

/* The largest request that would be served: a class's largest, the longest run's, or the largest
 * within the limit. */
uint32_t oracle_largest(const struct oracle *oracle)
{
	uint32_t left = oracle_left(oracle) / TARN_ALIGN * TARN_ALIGN;
	uint32_t largest = largest_of(oracle, oracle_longest(oracle));

	for (uint32_t i = 0; i <= oracle->classes; i++) {
		uint32_t bytes = i < oracle->classes ? oracle->class[i].size : left;
		uint32_t size = bytes <= TARN_ARENA_MAX ? largest_of(oracle, bytes) : 0;

		if (size > largest)
			largest = size;
	}
	return largest;
}

/* ---- The quarantine */

void oracle_map_set(struct oracle *oracle, const struct oracle_block *block, bool taken)
{
	for (uint32_t i = 0; i < block->bytes / TARN_ALIGN; i++)
		oracle->map[block->at + i] = taken ? MAP_TAKEN | MAP_USED : MAP_USED;
}

static void release(struct oracle *oracle, const struct oracle_block *block)
{
	oracle_map_set(oracle, block, false);
	if (block->place == oracle->classes)
		oracle_watch(oracle);
}

#if TARN_HARDEN >= 3
/* Does a block that waits start at this granule? */
static bool held_at(const struct oracle *oracle, uint32_t at)
{
	for (uint32_t i = 0; i < oracle->held; i++) {
		if (oracle->holding[(oracle->held_first + i) % TARN_QUARANTINE].at == at)
			return true;
	}
	return false;
}

static void release_oldest(struct oracle *oracle)
{
	struct oracle_block *block = &oracle->holding[oracle->held_first];

	release(oracle, block);
	oracle->counts[block->place].held--;
	oracle->held_first = (oracle->held_first + 1) % TARN_QUARANTINE;
	oracle->held--;
}

void oracle_drain(struct oracle *oracle)
{
	while (oracle->held)
		release_oldest(oracle);
}

void oracle_hold(struct oracle *oracle, const struct oracle_block *block)
{
	if (oracle->held == TARN_QUARANTINE)
		release_oldest(oracle);
	oracle->holding[(oracle->held_first + oracle->held++) % TARN_QUARANTINE] = *block;
	oracle->counts[block->place].held++;
}
#else
static bool held_at(const struct oracle *oracle, uint32_t at)
{
	(void)oracle, (void)at;
	return false;
}

void oracle_drain(struct oracle *oracle)
{
	(void)oracle;
}

void oracle_hold(struct oracle *oracle, const struct oracle_block *block)
{
	release(oracle, block);
}
#endif

/* ---- Pointers */

/* Does it lie in a live block, its start included? By the list of blocks alone. */
static bool in_live_block(const struct oracle *oracle, uint32_t at)
{
	for (uint32_t i = 0; i < oracle->blocks; i++) {
		const struct oracle_block *block = &oracle->block[i];

		if (at >= block->at && at < block->at + block->bytes / TARN_ALIGN)
			return true;
	}
	return false;
}

/* Does a block of its pool begin at this granule? */
static bool block_start(const struct oracle *oracle, uint32_t at)
{
	uint32_t index = 0;

	while (index < oracle->classes && at >= oracle->start[index + 1])
		index++;
	if (index == oracle->classes)
		return true;
	return (at - oracle->start[index]) * TARN_ALIGN % oracle->class[index].size == 0;
}

enum tarn_fault_kind oracle_fault(const struct oracle *oracle, const unsigned char *pointer)
{
	uint32_t at;

	if (pointer < oracle->arena || pointer >= oracle->end)
		return TARN_FAULT_FOREIGN;
	if ((uintptr_t)pointer % TARN_ALIGN)
		return TARN_FAULT_MISALIGNED;
	at = (uint32_t)(pointer - oracle->zero) / TARN_ALIGN;
	if (at < oracle->start[0] || at >= oracle->limit || at == oracle->start[oracle->classes])
		return TARN_FAULT_WILD;
	if (in_live_block(oracle, at))
		return TARN_FAULT_INTERIOR;
	if (!(oracle->map[at] & MAP_USED))
		return at < oracle->start[oracle->classes] ? TARN_FAULT_WILD : TARN_FAULT_KINDS;
	if (held_at(oracle, at))
		return TARN_FAULT_DOUBLE_FREE;
	if (oracle->map[at] & MAP_TAKEN || !block_start(oracle, at))
		return TARN_FAULT_KINDS; /* inside a block that waits, or a free block of a pool */
	return TARN_FAULT_DOUBLE_FREE;
}
