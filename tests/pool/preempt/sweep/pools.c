/* SPDX-License-Identifier: MIT
 * The object pool of a scene. */
#include "pools.h"

#include <stddef.h>

/* ---- Objects */

void thing_mark(struct thing *thing, uint32_t mark)
{
	thing->mark = mark;
	thing->rest[0] = mark * UINT32_C(2654435761);
	thing->rest[1] = ~mark;
}

bool thing_whole(const struct thing *thing, uint32_t mark)
{
	return thing->mark == mark && thing->rest[0] == mark * UINT32_C(2654435761) &&
	       thing->rest[1] == ~mark;
}

static bool in_pool(const struct pool_kind *kind, const struct thing *thing)
{
	uintptr_t at = (uintptr_t)thing;
	uintptr_t base = (uintptr_t)(kind->grows ? scene.arena : scene.slots);

	return at % 4 == 0 && at >= base &&
	       at + sizeof(*thing) <= base + (kind->grows ? SCENE_ARENA : SCENE_SLOTS);
}

const char *pool_got(const struct pool_kind *kind, const struct held_thing *hold)
{
	if (!hold->at && !hold->handle) {
		scene.nothing++;
		return NULL;
	}
	if (scene.holds == SCENE_HOLDS)
		return "too-many";
	if (!kind->robs) {
		if (!in_pool(kind, hold->at))
			return "outside";
		for (uint32_t i = 0; i < scene.holds; i++) {
			if (scene.hold[i].at == hold->at)
				return "held-twice";
		}
		thing_mark(hold->at, hold->mark);
	}
	scene.hold[scene.holds++] = *hold;
	return NULL;
}

struct held_thing pool_busy(uint32_t at)
{
	struct held_thing hold = scene.hold[at];

	scene.hold[at] = scene.hold[--scene.holds];
	return hold;
}

/* ---- Life */

static const char *get(const struct pool_kind *kind)
{
	struct held_thing hold = {NULL, 0, ++scene.marks};

	(void)kind->get(&hold);
	return pool_got(kind, &hold);
}

static const char *put(const struct pool_kind *kind)
{
	struct held_thing hold = pool_busy(scene_below(scene.holds));

	if (!kind->robs && !thing_whole(hold.at, hold.mark))
		return "contents";
	scene.robbed += !kind->put(&hold);
	return NULL;
}

const char *pool_action(const struct pool_kind *kind)
{
	bool holds = scene.holds != 0;

	if (kind->grows && !scene_below(3))
		return scene_heap_action();
	if (holds && (scene_below(2) || scene.holds == SCENE_HOLDS))
		return put(kind);
	return get(kind);
}

bool pool_make(const struct pool_kind *kind)
{
	uint32_t steps = scene_below(16);

	for (uint32_t i = 0; i < POOL_WORDS; i++)
		scene.pool[i] = kind->kept[i];
	if (!kind->open())
		return false;
	while (steps--) {
		const char *wrong = pool_action(kind);

		if (wrong)
			scene.wrong = wrong;
	}
	return true;
}

void pool_close(const struct pool_kind *kind)
{
	tarn_object_reset(pool_core());
	(void)!tarn_object_close(pool_core());
	for (uint32_t i = 0; i < POOL_WORDS; i++)
		kind->kept[i] = scene.pool[i];
}

/* ---- What must hold */

uint32_t pool_blocks(const struct pool_kind *kind)
{
	struct tarn_object_stats stats;

	if (!kind || !kind->grows)
		return 0;
	tarn_object_stats(pool_core(), &stats);
	return 1 + stats.grown - stats.shrunk;
}

static const char *check_robbed(uint32_t *live)
{
	for (uint32_t i = 0; i < scene.holds; i++) {
		const struct held_thing *hold = &scene.hold[i];
		const struct thing *thing = tarn_object_resolve(pool_core(), hold->handle);

		if (thing && !thing_whole(thing, hold->mark))
			return "contents";
		*live += thing != NULL;
	}
	return NULL;
}

static const char *check_held(uint32_t *live)
{
	for (uint32_t i = 0; i < scene.holds; i++) {
		if (!thing_whole(scene.hold[i].at, scene.hold[i].mark))
			return "contents";
	}
	*live = scene.holds;
	return NULL;
}

/* Counts the robbed objects among all that were ever held. */
static uint32_t count_robbed(const struct pool_kind *kind)
{
	uint32_t robbed = scene.robbed;

	for (uint32_t i = 0; kind->robs && i < scene.holds; i++)
		robbed += !tarn_object_resolve(pool_core(), scene.hold[i].handle);
	return robbed;
}

const char *pool_check(const struct pool_kind *kind)
{
	struct tarn_object_stats stats;
	uint32_t live = 0;
	const char *wrong = kind->robs ? check_robbed(&live) : check_held(&live);

	if (scene.wrong || wrong)
		return scene.wrong ? scene.wrong : wrong;
	if (tarn_object_check(pool_core(), NULL))
		return "tarn_object_check";
	tarn_object_stats(pool_core(), &stats);
	if (stats.live != live)
		return "object-live";
	if (stats.peak < live || stats.peak > stats.maximum)
		return "object-peak";
	if (stats.refused != scene.nothing ||
	    scene.full[0] + scene.full[1] != (kind->never ? scene.nothing : 0))
		return "object-refused";
	if (stats.robbed != count_robbed(kind))
		return "object-robbed";
	return NULL;
}

static const char *put_all(const struct pool_kind *kind)
{
	while (scene.holds) {
		const char *wrong = put(kind);

		if (wrong)
			return wrong;
	}
	return NULL;
}

/* Puts all objects. Then each object of the pool can be got once. (If a get made the pool grow, but
 * then found an object that another context had put, the new chunk stays until it is used.) */
const char *pool_drain(const struct pool_kind *kind)
{
	struct tarn_object_stats stats;
	uint32_t nothing = scene.nothing;
	const char *wrong = put_all(kind);

	if (!wrong)
		wrong = pool_check(kind);
	tarn_object_stats(pool_core(), &stats);
	for (uint32_t n = stats.capacity; !wrong && n; n--)
		wrong = get(kind);
	if (!wrong && (scene.nothing != nothing || stats.robbed != count_robbed(kind)))
		wrong = "lost-object";
	if (!wrong)
		wrong = put_all(kind);
	tarn_object_stats(pool_core(), &stats);
	if (!wrong && stats.grown != stats.shrunk)
		wrong = "chunk-kept";
	return wrong ? wrong : pool_check(kind);
}
