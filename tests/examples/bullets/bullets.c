/* SPDX-License-Identifier: MIT */
#include "bullets.h"

#include "../say.h"
#include "tarn_object.h"

#define INITIAL 20 /* created at the start */
#define MOST    40 /* created as they are wanted, and then no more */

struct bullet {
	int32_t x, angle;
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

TARN_OBJECT_POOL_WITH(bullets, struct bullet, MOST, TARN_OBJECT_ROB_OLDEST,
		      .own = {.once = create, .init = init, .reset = recycle});

static void start(struct bullet *bullet, void *at)
{
	const struct bullet *wanted = at;

	bullet_set(bullet, wanted->x, wanted->angle);
}

struct bullet *bullet_shoot(int32_t x, int32_t angle)
{
	struct bullet at = {x, angle, NULL, 0};

	return bullets_get_with(&bullets, start, &at);
}

struct bullet *bullet_get(void)
{
	return bullets_get(&bullets);
}

void bullet_set(struct bullet *bullet, int32_t x, int32_t angle)
{
	bullet->x = x;
	bullet->angle = angle;
}

void bullet_aim(struct bullet *bullet, const void *target)
{
	bullet->target = target;
}

void bullet_recycle(struct bullet *bullet)
{
	bullets_put(&bullets, bullet);
}

int32_t bullet_x(const struct bullet *bullet)
{
	return bullet->x;
}

void bullets_load(void)
{
	say_number("bullets made before the fight", tarn_object_prewarm(&bullets.core, INITIAL));
}

void bullets_unload(void)
{
	tarn_object_reset(&bullets.core);
	say_number("bullets kept after it", tarn_object_trim(&bullets.core, INITIAL));
}

void bullets_report(void)
{
	struct tarn_object_stats stats;

	tarn_object_stats(&bullets.core, &stats);
	say_number("objects in existence", stats.created);
	say_number("in the air", stats.live);
	say_number("bullets robbed", stats.robbed);
	say_number("created", created);
	say_number("initialised", initialised);
	say_number("recycled", recycled);
	promise(tarn_object_check(&bullets.core, NULL) == 0, "the pool is sound");
}

uint32_t bullets_aimed(void)
{
	struct bullet *bullet;
	uint32_t aimed = 0;

	for (uint32_t at = 0; (bullet = bullets_each(&bullets, &at));)
		aimed += bullet->target != NULL;
	return aimed;
}
