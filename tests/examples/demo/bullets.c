/* SPDX-License-Identifier: MIT
 * Bullets: the pool robs the oldest. So each bullet in the air is younger than all robbed ones.
 * Each has a number, and the pool must hold the last ones that were shot and have not hit. */
#include "game.h"

#define BULLETS 8

struct bullet {
	uint32_t number;
	const void *target;
};

static uint32_t robbed_or_put;

static void forget_target(struct bullet *bullet)
{
	bullet->target = NULL;
	robbed_or_put++;
}

TARN_OBJECT_POOL_WITH(bullets, struct bullet, BULLETS, TARN_OBJECT_ROB_OLDEST,
		      .reset = forget_target);

static bullets_handle air[BULLETS]; /* by our own account, the oldest first */
static uint32_t in_air;

static const char *begin(struct tarn_heap *heap, uint32_t level)
{
	(void)heap, (void)level;
	in_air = robbed_or_put = 0;
	return NULL;
}

static void remove_at(uint32_t i)
{
	for (in_air--; i < in_air; i++)
		air[i] = air[i + 1];
}

static const char *shoot(void)
{
	bool full = in_air == BULLETS;
	bullets_handle oldest = air[0];
	uint32_t before = robbed_or_put;
	struct bullet *bullet = bullets_get(&bullets);

	if (!bullet || robbed_or_put != before + full)
		return "a bullet was not robbed, or one too many";
	if (full) {
		remove_at(0);
		counts.bullets_robbed++;
		if (bullets_resolve(&bullets, oldest))
			return "a robbed bullet's handle is not stale";
	}
	bullet->number = ++counts.bullets;
	bullet->target = &bullets;
	air[in_air++] = bullets_handle_of(&bullets, bullet);
	return NULL;
}

static const char *frame(void)
{
	const char *wrong = NULL;
	uint32_t last = 0;

	if (game_below(3) == 0)
		wrong = shoot();
	if (!wrong && in_air && game_below(8) == 0) {
		uint32_t i = game_below(in_air);

		if (!bullets_release(&bullets, air[i]))
			return "a bullet is not there to hit";
		remove_at(i);
	}
	for (uint32_t i = 0; i < in_air && !wrong; i++) {
		const struct bullet *bullet = bullets_resolve(&bullets, air[i]);

		if (!bullet || bullet->number <= last)
			return "a bullet in the air is not there";
		last = bullet->number;
	}
	game_note(last);
	return wrong;
}

static const char *end(void)
{
	tarn_object_reset(&bullets.core);
	return tarn_object_count(&bullets.core) ? "bullets after the level" : NULL;
}

const struct part bullets_part = {begin, frame, end};
