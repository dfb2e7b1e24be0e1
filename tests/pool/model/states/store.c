/* SPDX-License-Identifier: MIT
 * The states seen: a set of their keys, and the way to each. A way is repeated to reach its state
 * again, so no image is kept. */
#include <stdlib.h>

#include "states.h"

struct way {
	uint32_t parent;
	struct step step;
};

static uint64_t *keys; /* open addressing; 0: empty */
static uint32_t slots, states;
static struct way *ways; /* half as many as slots */

static void *must(void *memory)
{
	if (!memory)
		broken("the host is out of memory");
	return memory;
}

void store_open(void)
{
	slots = 1u << 16;
	states = 0;
	keys = must(calloc(slots, sizeof(*keys)));
	ways = must(malloc(slots / 2 * sizeof(*ways)));
}

void store_close(void)
{
	free(keys);
	free(ways);
}

/* The slot of this key, or the empty one for it. */
static uint64_t *slot_of(uint64_t key)
{
	uint32_t slot = (uint32_t)key & (slots - 1);

	while (keys[slot] && keys[slot] != key)
		slot = (slot + 1) & (slots - 1);
	return &keys[slot];
}

static void grow(void)
{
	uint64_t *old = keys;
	uint32_t count = slots;

	slots *= 2;
	keys = must(calloc(slots, sizeof(*keys)));
	ways = must(realloc(ways, slots / 2 * sizeof(*ways)));
	for (uint32_t i = 0; i < count; i++)
		if (old[i])
			*slot_of(old[i]) = old[i];
	free(old);
}

bool store_add(uint64_t key, uint32_t parent, struct step step)
{
	uint64_t *slot = slot_of(key);

	if (*slot)
		return false;
	*slot = key;
	ways[states++] = (struct way){parent, step};
	if (states == slots / 2)
		grow();
	return true;
}

uint32_t store_count(void)
{
	return states;
}

struct step store_step(uint32_t index, uint32_t *parent)
{
	*parent = ways[index].parent;
	return ways[index].step;
}
