/* SPDX-License-Identifier: MIT
 * The rows of `table.c`, written by hand without a pool: a free list under a lock, ids with a
 * generation and no lock, scans. Only ids are checked. */
#include <stddef.h>

#include "calls.h"
#include "random.h"
#include "tarn_port.h"

#define OBJECTS 16
#define HUNDRED 100
#define TIMES   64

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

/* ---- A free list --------------------------------------------------------------------------- */

union cell {
	union cell *next;
	struct particle particle;
};
static union cell cells[OBJECTS];
static union cell *head;

MEASURED struct particle *take(void)
{
	tarn_port_key key = tarn_port_lock();
	union cell *cell = head;

	if (cell)
		head = cell->next;
	tarn_port_unlock(key);
	return cell ? &cell->particle : NULL;
}

MEASURED void give(struct particle *particle)
{
	tarn_port_key key = tarn_port_lock();
	union cell *cell = (union cell *)particle;

	cell->next = head;
	head = cell;
	tarn_port_unlock(key);
}

static uintptr_t one(void)
{
	return (uintptr_t)take();
}

static void back(uintptr_t particle)
{
	give((struct particle *)particle);
}

static void measure_list(void)
{
	static const struct call rows[] = {
		{"by hand: refuse: get", NULL, CALL(take), back},
		{"by hand: refuse: put", one, CALL(give), NULL},
	};

	for (uint32_t i = 0; i < OBJECTS; i++)
		give(&cells[i].particle);
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

/* ---- Ids with a generation ----------------------------------------------------------------- */

#define INDEX_BITS 16
#define INDEX      ((1u << INDEX_BITS) - 1)

static struct {
	uint32_t id; /* generation above index; 0: not in use */
	struct particle particle;
} slots[OBJECTS];
static uint16_t generations[OBJECTS];
static uint16_t unused[OBJECTS];
static uint32_t unuseds;

MEASURED uint32_t id_gets(void)
{
	uint32_t index;
	uint32_t id;

	if (!unuseds)
		return 0;
	index = unused[--unuseds];
	id = (uint32_t)++generations[index] << INDEX_BITS | index;
	slots[index].id = id;
	return id;
}

MEASURED struct particle *id_resolves(const uint32_t *given)
{
	uint32_t id = *given;
	uint32_t index = id & INDEX;

	return id && index < OBJECTS && slots[index].id == id ? &slots[index].particle : NULL;
}

MEASURED bool id_releases(const uint32_t *given)
{
	uint32_t id = *given;
	uint32_t index = id & INDEX;

	if (!id || index >= OBJECTS || slots[index].id != id)
		return false;
	slots[index].id = 0;
	unused[unuseds++] = (uint16_t)index;
	return true;
}

static uint32_t last_id;

static uintptr_t one_id(void)
{
	last_id = id_gets();
	return (uintptr_t)&last_id;
}

static void id_back(uintptr_t unneeded)
{
	(void)unneeded;
	id_releases(&last_id);
}

static void id_got(uintptr_t id)
{
	last_id = (uint32_t)id;
	id_releases(&last_id);
}

static uintptr_t stale_id(void)
{
	one_id();
	id_releases(&last_id);
	return (uintptr_t)&last_id;
}

static void measure_ids(void)
{
	static const struct call rows[] = {
		{"by hand: handles: get_held", NULL, CALL(id_gets), id_got},
		{"by hand: handles: release", one_id, CALL(id_releases), NULL},
		{"by hand: handles: resolve valid", one_id, CALL(id_resolves), id_back},
		{"by hand: handles: resolve stale", stale_id, CALL(id_resolves), NULL},
	};

	while (unuseds < OBJECTS) {
		unused[unuseds] = (uint16_t)unuseds;
		unuseds++;
	}
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

/* ---- Scans --------------------------------------------------------------------------------- */

static struct {
	uint32_t used;
	struct particle particle;
} hundred[HUNDRED];
static uint32_t bits[(HUNDRED + 31) / 32];
static uint32_t state = 1;

MEASURED struct particle *least(void)
{
	struct particle *lowest = &hundred[0].particle;

	for (uint32_t i = 1; i < HUNDRED; i++) {
		if (hundred[i].particle.x < lowest->x)
			lowest = &hundred[i].particle;
	}
	return lowest;
}

MEASURED void walks(void)
{
	for (uint32_t i = 0; i < HUNDRED; i++) {
		if (hundred[i].used)
			hundred[i].particle.x += hundred[i].particle.dx;
	}
}

MEASURED void walks_bits(void)
{
	for (uint32_t i = 0; i < HUNDRED; i++) {
		if (bits[i / 32] >> i % 32 & 1)
			hundred[i].particle.x += hundred[i].particle.dx;
	}
}

static void scored(uintptr_t particle)
{
	((struct particle *)particle)->x = (int32_t)random_below(&state, 1u << 16);
}

static void measure_scans(void)
{
	static const struct call rows[] = {
		{"by hand: rob the least of 100: get", NULL, CALL(least), scored},
		{"by hand: walk of 100 in use", NULL, CALL(walks), NULL},
		{"by hand: walk of 100 with bits", NULL, CALL(walks_bits), NULL},
	};

	for (uint32_t i = 0; i < HUNDRED; i++) {
		hundred[i].used = 1;
		hundred[i].particle.dx = 1;
		scored((uintptr_t)&hundred[i].particle);
		bits[i / 32] |= 1u << i % 32;
	}
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

void measure_hand(void)
{
	measure_list();
	measure_ids();
	measure_scans();
}
