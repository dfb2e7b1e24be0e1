/* SPDX-License-Identifier: MIT
 * All states that a few calls reach, breadth first. For each state, every value that was in its
 * payload on any way to it with that number of calls: a stray write may bring it back. */
#include <stdlib.h>
#include <string.h>

#include "strays.h"

struct base {
	uint64_t key;
	uint32_t parent;
	uint32_t depth;
	struct call call;
	struct history values;
};

/* One state at one depth, and the values seen on all ways to it with just that many calls. */
struct visit {
	uint32_t index;
	struct history values;
};

static struct base *bases;
static unsigned char *images;
static uint32_t count, room;
static uint32_t *slots; /* hash table of keys: an index, plus 1 */
static uint32_t slot_count;
static struct visit *level, *later;
static uint32_t level_count, later_count, later_room;
static uint32_t *at_later; /* by index: the place in `later`, plus 1 */
static struct state here, before;

static void *must(void *memory)
{
	if (!memory)
		broken("the host is out of memory");
	return memory;
}

/* ---- Values that were seen */

static uint32_t seen[HISTORY];
bool trail_full;
static uint32_t seen_count;

uint32_t history_value(uint32_t bit)
{
	return seen[bit];
}

/* Notes at most HISTORY different values: see trail_full. */
static void mark(struct history *history, uint32_t value)
{
	uint32_t i = 0;

	while (i < seen_count && seen[i] != value)
		i++;
	if (i == HISTORY) {
		trail_full = true;
		return;
	}
	if (i == seen_count)
		seen[seen_count++] = value;
	history->bits[i / 64] |= UINT64_C(1) << i % 64;
}

static void note(struct visit *visit)
{
	for (uint32_t i = payload_first; i < payload_end; i++) {
		for (uint32_t k = 0; payload[i] && k < TARN_ALIGN / 4; k++)
			mark(&visit->values, here.words[word_of(i) + k]);
	}
}

static void unite(struct history *into, const struct history *from)
{
	for (uint32_t i = 0; i < HISTORY / 64; i++)
		into->bits[i] |= from->bits[i];
}

/* The range of values that look like offsets; that of the arena if none does. */
void history_range(uint32_t *low, uint32_t *high)
{
	*low = UINT32_MAX;
	*high = 0;
	for (uint32_t i = 0; i < seen_count; i++) {
		uint32_t value = seen[i];

		if (!value || value >= 8 * ARENA_MOST)
			continue;
		*low = value < *low ? value : *low;
		*high = value > *high ? value : *high;
	}
	if (*high)
		return;
	*low = 0;
	*high = arena_bytes;
}

/* ---- States */

static size_t image_bytes(void)
{
	return offsetof(struct state, words) + words * 4;
}

void trail_load(uint32_t index, struct state *state)
{
	memcpy(state, images + index * image_bytes(), image_bytes());
	state_load(state);
}

static void slots_grow(void)
{
	free(slots);
	slot_count = slot_count ? slot_count * 2 : 1 << 12;
	slots = must(calloc(slot_count, sizeof(*slots)));
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = (uint32_t)bases[i].key & (slot_count - 1);

		while (slots[slot])
			slot = (slot + 1) & (slot_count - 1);
		slots[slot] = i + 1;
	}
}

static void bases_grow(void)
{
	room = room ? room * 2 : 1 << 10;
	bases = must(realloc(bases, room * sizeof(*bases)));
	images = must(realloc(images, room * image_bytes()));
	at_later = must(realloc(at_later, room * sizeof(*at_later)));
}

/* Returns the index of `here`. A state that was never seen gets a new one. */
static uint32_t find(uint32_t parent, struct call call, uint32_t depth)
{
	uint64_t key = state_key(&here);
	uint32_t slot;

	if (count >= slot_count / 2)
		slots_grow();
	slot = (uint32_t)key & (slot_count - 1);
	for (; slots[slot]; slot = (slot + 1) & (slot_count - 1))
		if (bases[slots[slot] - 1].key == key)
			return slots[slot] - 1;
	if (count == room)
		bases_grow();
	slots[slot] = count + 1;
	memset(&bases[count], 0, sizeof(bases[count]));
	bases[count].key = key;
	bases[count].parent = parent;
	bases[count].depth = depth;
	bases[count].call = call;
	at_later[count] = 0;
	memcpy(images + count * image_bytes(), &here, image_bytes());
	return count++;
}

/* A way that had seen `old` reached `here`. */
static void arrive(const struct visit *old, struct call call, uint32_t depth)
{
	uint32_t index = find(old ? old->index : 0, call, depth);
	struct visit *visit;

	if (!at_later[index]) {
		if (later_count == later_room) {
			later_room = later_room ? later_room * 2 : 1 << 10;
			later = must(realloc(later, later_room * sizeof(*later)));
		}
		memset(&later[later_count], 0, sizeof(*later));
		later[later_count].index = index;
		at_later[index] = ++later_count;
	}
	visit = &later[at_later[index] - 1];
	note(visit);
	if (old)
		unite(&visit->values, &old->values);
}

static void level_end(void)
{
	for (uint32_t i = 0; i < later_count; i++) {
		struct base *base = &bases[later[i].index];

		unite(&base->values, &later[i].values);
		at_later[later[i].index] = 0;
	}
	free(level);
	level = later;
	level_count = later_count;
	later = NULL;
	later_count = later_room = 0;
}

static void expand(const struct visit *visit, uint32_t depth)
{
	struct call calls[CALLS_MOST];
	uint32_t number;

	trail_load(visit->index, &before);
	number = calls_of(&before, calls);
	for (uint32_t i = 0; i < number; i++) {
		state_load(&before);
		trial.index = visit->index;
		trial.call[0] = calls[i];
		trial.calls = 1;
		if (!call_make(&before, calls[i]))
			continue;
		state_save(&here);
		arrive(visit, calls[i], depth);
	}
}

void trail_run(uint32_t depth)
{
	free(slots);
	slots = NULL;
	slot_count = count = room = 0;
	seen_count = 0;
	trail_full = false;
	trial = (struct trial){.begun = true};
	state_save(&here);
	arrive(NULL, (struct call){0, 0, 0}, 0);
	level_end();
	for (uint32_t i = 1; i <= depth; i++) {
		for (uint32_t k = 0; k < level_count; k++)
			expand(&level[k], i);
		level_end();
	}
	trial.calls = 0;
}

uint32_t trail_count(void)
{
	return count;
}

uint32_t trail_depth(uint32_t index)
{
	return bases[index].depth;
}

const struct history *trail_history(uint32_t index)
{
	return &bases[index].values;
}

uint32_t trail_way(uint32_t index, struct call *calls)
{
	uint32_t depth = bases[index].depth;

	for (uint32_t i = depth; i--; index = bases[index].parent)
		calls[i] = bases[index].call;
	return depth;
}
