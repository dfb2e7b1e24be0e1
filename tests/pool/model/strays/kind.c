/* SPDX-License-Identifier: MIT
 * Kinds of states, and what was read after each write to the first state of a kind. */
#include <stdlib.h>
#include <string.h>

#include "strays.h"

struct kind {
	uint64_t key;
	uint32_t first; /* of the kind */
	uint32_t index;
};

static struct kind *kinds;
static struct state here;

/* The key of the words that the next calls can read. */
static uint64_t key_of(uint32_t index)
{
	struct call calls[CALLS_MOST];
	uint64_t mask = 0;
	uint32_t number;

	trail_load(index, &here);
	number = calls_of(&here, calls);
	for (uint32_t i = 0; i < number; i++) {
		state_load(&here);
		call_bare(calls[i]);
		mask |= reads;
	}
	for (uint32_t i = word_of(payload_first); i < word_of(payload_end); i++, mask >>= 1)
		here.words[i] = mask & 1 ? here.words[i] : 0;
	return state_key(&here);
}

static int compare_keys(const void *a, const void *b)
{
	const struct kind *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static int compare_firsts(const void *a, const void *b)
{
	const struct kind *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

/* The trail lists states by depth. So a failure that is found first has a short way. */
void kinds_sort(void)
{
	uint32_t count = trail_count();

	free(kinds);
	kinds = malloc(count * sizeof(*kinds));
	if (!kinds)
		broken("the host is out of memory");
	for (uint32_t i = 0; i < count; i++)
		kinds[i] = (struct kind){key_of(i), i, i};
	qsort(kinds, count, sizeof(*kinds), compare_keys);
	for (uint32_t i = 1; i < count; i++)
		if (kinds[i].key == kinds[i - 1].key)
			kinds[i].first = kinds[i - 1].first;
	qsort(kinds, count, sizeof(*kinds), compare_firsts);
}

uint32_t kinds_at(uint32_t place, bool *first)
{
	*first = kinds[place].first == kinds[place].index;
	return kinds[place].index;
}

/* ---- Shots */

#define SHOT_BITS 14

struct shot {
	uint64_t name;
	uint32_t round;        /* of shots_clear */
	uint32_t first, count; /* in `old` */
};

static struct shot shots[1 << SHOT_BITS];
static uint32_t round = 1, shot_count;
static struct tuple *old;
static uint32_t old_count, old_room;

void shots_clear(void)
{
	round++;
	shot_count = old_count = 0;
}

static bool before(const struct tuple *a, const struct tuple *b)
{
	return a->value[0] != b->value[0] ? a->value[0] < b->value[0] : a->value[1] < b->value[1];
}

/* The shot of this name, or the free place for it. */
static struct shot *shot_of(uint64_t name)
{
	uint32_t at = (uint32_t)(name * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SHOT_BITS));

	while (shots[at].round == round && shots[at].name != name)
		at = (at + 1) & ((1 << SHOT_BITS) - 1);
	return &shots[at];
}

/* Both the tuples and the noted ones are in ascending order. */
uint32_t shots_known(uint64_t name, uint64_t differ, uint32_t *list, uint32_t count)
{
	const struct shot *shot = shot_of(name);
	const struct tuple *at, *end;
	uint32_t kept = 0;

	if (shot->round != round)
		return count;
	at = old + shot->first;
	end = at + shot->count;
	for (uint32_t i = 0; i < count; i++) {
		struct tuple *tuple = &tuples[list[i]];

		while (at < end && before(at, tuple))
			at++;
		if (at < end && !before(tuple, at) && !(at->reads & differ))
			tuple->reads = at->reads;
		else
			list[kept++] = list[i];
	}
	return kept;
}

void shots_note(uint64_t name, const uint32_t *list, uint32_t count)
{
	struct shot *shot = shot_of(name);

	if (shot_count > 1 << (SHOT_BITS - 1) || shot->round == round)
		return;
	while (old_count + count > old_room) {
		old_room = old_room ? old_room * 2 : 1 << 16;
		old = realloc(old, old_room * sizeof(*old));
		if (!old)
			broken("the host is out of memory");
	}
	*shot = (struct shot){name, round, old_count, count};
	shot_count++;
	for (uint32_t i = 0; i < count; i++)
		old[old_count++] = tuples[list[i]];
}
