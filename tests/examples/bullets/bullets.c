/* SPDX-License-Identifier: MIT */
#include "bullets.h"

#include "../say.h"
#include "tarn_object.h"

#define INITIAL 20 /* created at the start */
#define MOST    40 /* created as they are wanted, and then no more */

struct bullet {
	int32_t x, y, angle;
	const void *target;
	uint32_t hits;
};

static uint32_t created, initialised, recycled;

static void create(struct bullet *bullet)
{
	(void)bullet;
	created++;
}

static void init(struct bullet *bullet)
{
	bullet->hits = 0;
	bullet->target = NULL;
	initialised++;
}

/* A bullet's references are cleared when it is put, not when it is got again: an object that is not
 * in use must hold no other. */
static void recycle(struct bullet *bullet)
{
	bullet->target = NULL;
	recycled++;
}

#define HOOKS .own = {.once = create, .init = init, .reset = recycle}
TARN_OBJECT_POOL_WITH(ignoring, struct bullet, MOST, TARN_OBJECT_REFUSE, HOOKS);
TARN_OBJECT_POOL_WITH(robbing, struct bullet, MOST, TARN_OBJECT_ROB_OLDEST, HOOKS);

struct start {
	int32_t x, y, angle;
};

static void start(struct bullet *bullet, void *context)
{
	const struct start *at = context;

	bullet_set(bullet, at->x, at->y, at->angle);
}

struct bullet *bullet_shoot_at(enum magazine magazine, int32_t x, int32_t y, int32_t angle)
{
	struct start at = {x, y, angle};

	return magazine == IGNORE ? ignoring_get_with(&ignoring, start, &at)
				  : robbing_get_with(&robbing, start, &at);
}

struct bullet *bullet_shoot(enum magazine magazine, int32_t x, int32_t y)
{
	return bullet_shoot_at(magazine, x, y, 0);
}

struct bullet *bullet_get(enum magazine magazine)
{
	return magazine == IGNORE ? ignoring_get(&ignoring) : robbing_get(&robbing);
}

void bullet_set(struct bullet *bullet, int32_t x, int32_t y, int32_t angle)
{
	bullet->x = x;
	bullet->y = y;
	bullet->angle = angle;
}

void bullet_aim(struct bullet *bullet, const void *target)
{
	bullet->target = target;
}

void bullet_recycle(enum magazine magazine, struct bullet *bullet)
{
	if (magazine == IGNORE)
		ignoring_put(&ignoring, bullet);
	else
		robbing_put(&robbing, bullet);
}

int32_t bullet_x(const struct bullet *bullet)
{
	return bullet->x;
}

static struct tarn_object_pool *pool_of(enum magazine magazine)
{
	return magazine == IGNORE ? &ignoring.core : &robbing.core;
}

void bullets_load(enum magazine magazine)
{
	created = initialised = recycled = 0;
	say_number("bullets made before the fight",
		   tarn_object_prewarm(pool_of(magazine), INITIAL));
}

void bullets_unload(enum magazine magazine)
{
	tarn_object_reset(pool_of(magazine));
	say_number("bullets kept after it", tarn_object_trim(pool_of(magazine), INITIAL));
}

void bullets_report(enum magazine magazine)
{
	struct tarn_object_stats stats;

	tarn_object_stats(pool_of(magazine), &stats);
	say(magazine == IGNORE ? "when all are in the air: ignore"
			       : "when all are in the air: rob");
	say_number("  objects in existence", stats.created);
	say_number("  in the air", stats.live);
	say_number("  shots ignored", stats.refused);
	say_number("  bullets robbed", stats.robbed);
	say_number("  created", created);
	say_number("  initialised", initialised);
	say_number("  recycled", recycled);
	promise(tarn_object_check(pool_of(magazine), NULL) == 0, "the pool is sound");
}

uint32_t bullets_aimed(void)
{
	struct bullet *bullet;
	uint32_t aimed = 0;

	for (uint32_t at = 0; (bullet = ignoring_each(&ignoring, &at));)
		aimed += bullet->target != NULL;
	for (uint32_t at = 0; (bullet = robbing_each(&robbing, &at));)
		aimed += bullet->target != NULL;
	return aimed;
}
