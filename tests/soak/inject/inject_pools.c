/* SPDX-License-Identifier: MIT */
#include "inject.h"

#include "books.h"
#include "tarn_port.h"

#if SOAK_POOLS

/* So a hook that calls its own pool is found on a Cortex-M and on a Game Boy, too. */
bool tarn_port_one_thread(void)
{
	return true;
}

/* Can an error in this pool have one reason only? It does not rob, and a get of the full pool is no
 * fault. */
static bool plain(const struct stand *stand)
{
	uint32_t policy = world_policy(stand->world);

	return (policy == TARN_OBJECT_REFUSE || policy == TARN_OBJECT_GROW) &&
	       !world_knows(stand->world);
}

/* Is the slot that was put last got first, and does it have a tag? */
static bool lone(const struct tarn_object_type *world)
{
	return world_tagged(world) && !world_grows(world);
}

/* ---- Misuse that the books do not know of ------------------------------------------------ */

static void fill_up(struct stand *stand)
{
	for (uint32_t i = stand->lives; i <= stand->maximum; i++)
		(void)tarn_object_get(&stand->pool);
}

static void put_twice(struct stand *stand)
{
	struct thing *thing = stand->live[0].thing;

	tarn_object_put(thing, &stand->pool);
	tarn_object_put(thing, &stand->pool);
}

/* Adds one chunk more than the maximum. */
static void grow_too_far(struct stand *stand)
{
	uint32_t most = stand->initial + CHUNK_SLOTS * (SOAK_CHUNKS + 1);

	stand->full.maximum = most;
	(void)tarn_object_prewarm(&stand->pool, most);
	follow_chunks(stand);
}

/* The hook of the first put gets an object. */
static void put_reentrant(struct stand *stand)
{
	hooked.pool = &stand->pool;
	tarn_object_put(stand->live[0].thing, &stand->pool);
}

/* Tells the books, but not the pool, that the next victim was touched. */
static void forget_touch(struct stand *stand)
{
	furnish(stand, &stand->live[victim(stand)]);
	stand_get(stand);
}

/* Writes to an object after its put. The next get finds that, or the one after it finds its
 * link. */
static void ruin(struct stand *stand, bool link)
{
	struct thing *thing = stand->live[0].thing;

	stand_put(stand, 0);
	if (link)
		*(uintptr_t *)(void *)tarn_object_link_(&stand->world->facts, thing) ^= 0xa5a5a5a0u;
	else
		thing->body[3]++;
	stand_get(stand);
	stand_get(stand);
}

static void misuse_live(struct stand *stand)
{
	const struct tarn_object_type *world = stand->world;
	struct thing *thing = stand->live[0].thing;

	if (plain(stand) && inject_due(INJECT_OBJECT_LOST))
		tarn_object_put(thing, &stand->pool);
	if (plain(stand) && inject_due(INJECT_OBJECT_DOUBLE_PUT))
		put_twice(stand);
	if (plain(stand) && lone(world) && inject_due(INJECT_OBJECT_LINK))
		ruin(stand, true);
	if (plain(stand) && lone(world) && inject_due(INJECT_OBJECT_USED))
		ruin(stand, false);
	if (!world_tagged(world) && inject_due(INJECT_HANDLE))
		(void)tarn_object_handle(&stand->pool, thing);
	if (world_has(world, TARN_OBJECT_RESET) && !world_knows(world) &&
	    !(world->facts.options & TARN_OBJECT_LAZY) && inject_due(INJECT_REENTERED))
		put_reentrant(stand);
	if (world_robs_oldest(world) && stand->lives > 1 && stand_full(stand) &&
	    inject_due(INJECT_UNTOUCHED))
		forget_touch(stand);
	if (inject_due(INJECT_OBJECT_CONTENTS)) {
		thing->body[2] ^= 1;
		verify(stand, &stand->live[0]);
	}
}

void inject_misuse(struct stand *stand)
{
	if (stand->lives)
		misuse_live(stand);
	if (plain(stand) && stand->lives < capacity(stand) && inject_due(INJECT_OBJECT_LEAK))
		(void)tarn_object_get(&stand->pool);
	if (world_policy(stand->world) == TARN_OBJECT_NEVER && inject_due(INJECT_FULL))
		fill_up(stand);
	if (plain(stand) && !world_grows(stand->world) && inject_due(INJECT_IMAGE))
		(void)!tarn_object_load(&stand->pool, NULL, 0, 0);
	if (inject_due(INJECT_CONTEXT))
		tarn_object_cannot_wait_(&stand->pool, NULL);
	if (plain(stand) && inject_due(INJECT_OBJECT_FOREIGN))
		tarn_object_put((struct thing *)(void *)soak_arena, &stand->pool);
	if (inject_due(INJECT_OBJECT_DRIFT))
		stand->pool.refused++;
	if (world_grows(stand->world) && inject_due(INJECT_GROWN_TOO_FAR))
		grow_too_far(stand);
	if (inject_due(INJECT_OBJECT_INVARIANT)) {
		stand->pool.part.idle++;
		stand->pool.part.made++;
		stand_audit(stand);
	}
}

/* ---- Gets --------------------------------------------------------------------------------- */

/* The answer to a get from a full pool. */
static struct thing *get_full(struct stand *stand, struct thing *thing)
{
	const struct tarn_object_type *world = stand->world;

	if (!thing && !world_robs(world) && inject_due(INJECT_TOO_MANY))
		return (struct thing *)(void *)(soak_arena + GRANULE_BYTES);
	if (!thing && world_robs_least(world) && inject_due(INJECT_NOT_WORTH))
		return tarn_object_get(&stand->pool);
	if (!thing || !world_robs(world))
		return thing;
	if (world_has(world, TARN_OBJECT_RESET) && inject_due(INJECT_VICTIM_UNHOOKED))
		hooked.recycled ^= 1;
	if (stand->lives > 1 && inject_due(INJECT_WRONG_VICTIM))
		return stand->live[victim(stand) == 0].thing;
	return thing;
}

/* The answer to a get from a pool that is not full. */
static struct thing *get_new(struct stand *stand, struct thing *thing)
{
	if (stand->lives && inject_due(INJECT_OBJECT_TWICE))
		return stand->live[0].thing;
	if (inject_due(INJECT_OBJECT_OUTSIDE))
		return (struct thing *)(void *)soak_arena;
	if (inject_due(INJECT_NOT_FILLED))
		thing->body[3] = 0;
	if (world_counts(stand->world) && inject_due(INJECT_NOT_MADE))
		thing->made = 0;
	return thing;
}

struct thing *inject_get(struct stand *stand, uint32_t worth)
{
	bool full = stand_full(stand);
	struct thing *thing;

	if (plain(stand) && stand->lives < capacity(stand) && inject_due(INJECT_OBJECT_REFUSED))
		return NULL;
	thing = call_get(stand, worth);
	if (full)
		return get_full(stand, thing);
	return thing ? get_new(stand, thing) : NULL;
}

/* ---- Puts --------------------------------------------------------------------------------- */

void inject_put(struct stand *stand, struct thing *thing)
{
	const struct tarn_object_type *world = stand->world;

	/* The slot has its last generation again, and is in use. */
	if (lone(world) && inject_due(INJECT_STALE_HANDLE))
		*tarn_object_tag_(thing) = ~(*tarn_object_tag_(thing) - TARN_OBJECT_GENERATION_);
	if (stand->seen != chunks_moved(stand) && inject_due(INJECT_NOT_SHRUNK))
		stand->seen = chunks_moved(stand);
}

#endif
