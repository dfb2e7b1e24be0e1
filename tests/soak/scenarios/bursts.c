/* SPDX-License-Identifier: MIT
 * A pool that grows, in bursts, with a handle of each object: up to its maximum, down to nothing,
 * for months. It begins as if months had passed: after some bursts an era begins, again and again.
 * Still, no burst may be smaller, no slot may retire, and no handle of an earlier burst may name an
 * object. */
#include "books.h"
#include "inject.h"
#include "progress.h"
#include "scenario.h"

static struct stand *stand;  /* one of pools.c, which does not run meanwhile */
static uint32_t birth, name; /* of the pool, when the last burst began */
static bool filling;

static const struct tarn_object_type *growing(void)
{
	const struct tarn_object_type *world;

	do
		world = worlds[below(worlds_count)];
	while (!world_grows(world) || !world_tagged(world));
	return world;
}

/* An era begins after a few chunks more. */
static void age(void)
{
	stand->full.birth = TARN_OBJECT_ERA_ - between(2, 16) * TARN_OBJECT_GENERATION_;
}

static void burst(void)
{
	filling = true;
	birth = stand->full.birth;
	name = stand->full.name;
}

static bool begin(struct share share)
{
	(void)share;
	stand = pools_stand();
	if (!stand || !stand_open(stand, growing()))
		return false;
	age();
	burst();
	return true;
}

/* All objects are put, and all chunks are given back. */
static void over(void)
{
	bool begun = stand->full.name != name; /* an era began */

	expect(!stand->full.rest.next, "not-shrunk", stand, stand->chunks);
	if (begun)
		age();
	else if (rarely(inject_ready) && stand->full.birth != birth &&
		 inject_due(INJECT_GENERATION_AGAIN))
		stand->full.birth = birth;
	burst();
}

/* Wears out the slot of the object that was got first. A chunk's slot would vanish with the chunk,
 * but this one is in none. */
static void wear_out(void)
{
	struct entry *first = &stand->live[0];
	uint32_t last = UINT32_C(1) << 31; /* in use, and held */

	*tarn_object_tag_(first->thing) = last;
	first->handle = (uint64_t)last << 32 | (uint32_t)first->handle;
	stand_put(stand, 0);
}

static void fill(void)
{
	uint32_t before = stand->lives;

	stand_get(stand);
	filling = stand->lives != before && !stand_full(stand);
	if (!filling)
		stand_stales(stand);
}

static bool step(void)
{
	/* Nothing was trimmed or prewarmed, so a slot that is not made has retired. */
	const struct tarn_object_part *own = &stand->pool.part;

	expect(own->made == own->limit, "capacity-lost", stand, own->limit - own->made);
	if (rarely(inject_ready) && filling && stand->lives && inject_due(INJECT_CAPACITY_LOST))
		wear_out();
	else if (filling)
		fill();
	else
		stand_put(stand, below(stand->lives));
	if (!stand->lives)
		over();
	return true;
}

static void end(void)
{
	if (stand)
		stand_close(stand);
	stand = NULL;
}

const struct scenario bursts = {"bursts", begin, step, end, NULL};
