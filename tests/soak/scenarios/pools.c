/* SPDX-License-Identifier: MIT
 * Typed object pools of every policy: bursts and lulls, levels that reset everything at their end,
 * pools that close and open again. They lie on the default heap, and grow from its commons. */
#include "inject.h"
#include "keep.h"
#include "progress.h"
#include "scenario.h"
#include "stand.h"

static struct stand stands[SOAK_STANDS];
static uint32_t next_world;
static bool filling;

void pools_keep(keep *keep)
{
	keep(&next_world, sizeof(next_world));
}

static void open_next(struct stand *stand)
{
	const struct tarn_object_type *world = worlds[next_world];

	next_world = next_world + 1 == worlds_count ? 0 : next_world + 1;
	(void)stand_open(stand, world);
}

struct stand *pools_stand(void)
{
	for (uint32_t i = 0; i < SOAK_STANDS; i++) {
		if (stands[i].world)
			return NULL;
	}
	return &stands[0];
}

static bool begin(struct share share)
{
	(void)share;
	if (!pools_stand()) /* bursts uses it */
		return false;
	filling = true;
	for (uint32_t i = 0; i < SOAK_STANDS; i++)
		open_next(&stands[i]);
	return true;
}

static void get(struct stand *stand)
{
	if (stand_full(stand) && world_policy(stand->world) == TARN_OBJECT_NEVER)
		stand_put(stand, below(stand->lives));
	else if (world_robs_oldest(stand->world) && stand->lives && once_in(4))
		stand_touch(stand, below(stand->lives));
	else if (world_robs_least(stand->world) && once_in(4))
		stand_get_if_worth(stand, random32(&soak.random));
	else
		stand_get(stand);
}

static void put(struct stand *stand)
{
	if (stand->lives)
		stand_put(stand, below(stand->lives));
	else
		stand_get(stand);
}

static void rare(struct stand *stand)
{
	switch (below(8)) {
	case 0:
		stand_reset(stand);
		break;
	case 1:
	case 2:
		stand_prewarm(stand, below(stand->maximum + 2));
		break;
	case 3:
	case 4:
		stand_trim(stand, below(stand->maximum + 1));
		break;
	case 5:
		(void)stand_reopen(stand);
		break;
	case 6:
		stand_close(stand);
		break;
	default:
		stand_walk(stand);
		break;
	}
}

static bool step(void)
{
	struct stand *stand = &stands[below(SOAK_STANDS)];
	uint32_t choice = below(128);

	if (!stand->world) {
		open_next(stand);
		count_operation();
		return true;
	}
	if (rarely(inject_ready))
		inject_misuse(stand);
	if (choice < 4)
		filling = !filling;
	if (choice < (filling ? 84u : 42u))
		get(stand);
	else if (choice < 127)
		put(stand);
	else
		rare(stand);
	return true;
}

static void end(void)
{
	for (uint32_t i = 0; i < SOAK_STANDS; i++)
		stand_close(&stands[i]);
}

/* Each slot's hooks ran once when it was made, and once when it was destroyed. */
static void audit(void)
{
	uint32_t created = 0;

	for (uint32_t i = 0; i < SOAK_STANDS; i++) {
		stand_audit(&stands[i]);
		if (stands[i].world && world_counts(stands[i].world))
			created += stands[i].created;
	}
	if (hooked.made - hooked.unmade != created)
		fail_at("hooks-missed", "slots made, unmade, there", hooked.made, hooked.unmade,
			created);
}

const struct scenario pools = {"pools", begin, step, end, audit};
