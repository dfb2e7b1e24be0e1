/* SPDX-License-Identifier: MIT
 * A pool by hand: a free list under a lock. It checks nothing. */
#include <stddef.h>

#include "calls.h"
#include "tarn_port.h"

#define OBJECTS 16
#define TIMES   64

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

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

void measure_hand(void)
{
	static const struct call rows[] = {
		{"by hand: refuse: get", NULL, CALL(take), back},
		{"by hand: refuse: put", one, CALL(give), NULL},
	};

	for (uint32_t i = 0; i < OBJECTS; i++)
		give(&cells[i].particle);
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}
