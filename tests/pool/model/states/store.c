/* SPDX-License-Identifier: MIT
 * The states seen. Each has a key. Only a state that waits also has its image, and of the image
 * only the bytes that vary: those in which any image so far differs from the first one. When
 * another byte turns out to vary, all images grow by it. */
#include <stdlib.h>
#include <string.h>

#include "states.h"

struct way {
	uint32_t parent;
	struct step step;
};

/* Packed images that wait, and the indices of their states. */
struct level {
	unsigned char *bytes;
	uint32_t count, room;
	uint32_t first; /* the index of the first; the others follow */
};

static uint64_t *keys; /* open addressing; 0: empty */
static uint32_t slots, states;
static struct way *ways;
static uint32_t ways_room;
static struct image first;
static uint16_t *varies; /* offsets of the bytes that vary, ascending */
static uint32_t varying;
static struct level level, later;
static uint32_t taken; /* from `level` */

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
	ways_room = 1u << 16;
	varying = 0;
	taken = 0;
	first = now;
	keys = must(calloc(slots, sizeof(*keys)));
	ways = must(malloc(ways_room * sizeof(*ways)));
	varies = must(calloc(sizeof(struct image), sizeof(*varies)));
	level = later = (struct level){NULL, 0, 0, 0};
}

void store_close(void)
{
	free(keys);
	free(ways);
	free(varies);
	free(level.bytes);
	free(later.bytes);
}

static void keys_grow(void)
{
	uint64_t *old = keys;
	uint32_t count = slots;

	slots *= 2;
	keys = must(calloc(slots, sizeof(*keys)));
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = (uint32_t)old[i] & (slots - 1);

		if (!old[i])
			continue;
		while (keys[slot])
			slot = (slot + 1) & (slots - 1);
		keys[slot] = old[i];
	}
	free(old);
}

/* ---- Images */

/* Adds one byte to each packed image, at place `at`. It was equal in all of them so far. */
static void widen(struct level *images, uint32_t from, uint32_t at, unsigned char byte)
{
	unsigned char *wide = must(malloc((size_t)images->room * (varying + 1) + 1));

	for (uint32_t i = from; i < images->count; i++) {
		unsigned char *to = wide + (size_t)i * (varying + 1);
		unsigned char *old = images->bytes + (size_t)i * varying;

		memcpy(to, old, at);
		to[at] = byte;
		memcpy(to + at + 1, old + at, varying - at);
	}
	free(images->bytes);
	images->bytes = wide;
}

static void vary(uint16_t place)
{
	uint32_t at = 0;

	while (at < varying && varies[at] < place)
		at++;
	widen(&level, taken, at, ((unsigned char *)&first)[place]);
	widen(&later, 0, at, ((unsigned char *)&first)[place]);
	memmove(varies + at + 1, varies + at, (varying - at) * sizeof(*varies));
	varies[at] = place;
	varying++;
}

/* Makes all bytes vary in which `now` differs from the first image. */
static void find_varying(void)
{
	static unsigned char known[sizeof(struct image)];
	const unsigned char *bytes = (const unsigned char *)&now;
	const unsigned char *same = (const unsigned char *)&first;
	size_t length = offsetof(struct image, arena) + arena_bytes;

	if (!varying)
		memset(known, 0, sizeof(known));
	for (size_t i = 0; i < length; i += 8) {
		uint64_t a, b, mask;

		memcpy(&a, bytes + i, 8);
		memcpy(&b, same + i, 8);
		memcpy(&mask, known + i, 8);
		if (!((a ^ b) & ~mask))
			continue;
		for (size_t k = i; k < i + 8; k++) {
			if (bytes[k] != same[k] && !known[k]) {
				known[k] = 0xff;
				vary((uint16_t)k);
			}
		}
	}
}

static void push_image(void)
{
	const unsigned char *bytes = (const unsigned char *)&now;
	unsigned char *to;

	find_varying();
	if (later.count == later.room) {
		later.room = later.room ? later.room * 2 : 1024;
		later.bytes = must(realloc(later.bytes, (size_t)later.room * varying + 1));
	}
	to = later.bytes + (size_t)later.count++ * varying;
	for (uint32_t i = 0; i < varying; i++)
		to[i] = bytes[varies[i]];
}

static void pull_image(uint32_t at)
{
	const unsigned char *from = level.bytes + (size_t)at * varying;

	memcpy(&now, &first, offsetof(struct image, arena) + arena_bytes);
	for (uint32_t i = 0; i < varying; i++)
		((unsigned char *)&now)[varies[i]] = from[i];
}

/* ---- States */

bool store_add(uint64_t key, uint32_t parent, struct step step)
{
	uint32_t slot = (uint32_t)key & (slots - 1);

	while (keys[slot]) {
		if (keys[slot] == key)
			return false;
		slot = (slot + 1) & (slots - 1);
	}
	keys[slot] = key;
	if (states == ways_room) {
		ways_room *= 2;
		ways = must(realloc(ways, ways_room * sizeof(*ways)));
	}
	ways[states++] = (struct way){parent, step};
	push_image();
	if (states > slots / 2)
		keys_grow();
	return true;
}

bool store_next(uint32_t *index)
{
	if (taken == level.count) {
		struct level empty = level;

		empty.first = 0;
		level = later;
		level.first = states - level.count;
		later = empty;
		later.count = 0;
		taken = 0;
		/* Its room is for images with fewer bytes: begin anew. */
		free(later.bytes);
		later.bytes = NULL;
		later.room = 0;
	}
	if (taken == level.count)
		return false;
	*index = level.first + taken;
	pull_image(taken++);
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
