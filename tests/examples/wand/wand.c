/* SPDX-License-Identifier: MIT
 * A wand that throws sparks from one pool. If the pool is full, a spark is not drawn, and no player
 * misses it. A program short of flash adds TARN_OBJECT_SMALL: get and put are then calls. */
#include "../say.h"
#include "random.h"
#include "tarn_object.h"

#define FRAMES 120
#define WIDTH  240

struct spark {
	int16_t x, y, dx, dy, frames;
};
TARN_OBJECT_POOL(sparks, struct spark, 60, TARN_OBJECT_REFUSE);

static void spark_throw(int16_t dx, int16_t dy)
{
	struct spark *spark = sparks_get(&sparks);

	if (spark) /* NULL: the screen is full of sparks */
		*spark = (struct spark){WIDTH / 2, 0, dx, dy, 20};
}

static void spark_fly(struct spark *spark)
{
	spark->x += spark->dx;
	spark->y += spark->dy;
	spark->dy--;
	spark->frames--;
}

static bool spark_is_gone(const struct spark *spark)
{
	return spark->frames == 0 || spark->x < 0 || spark->x >= WIDTH;
}

static void sparks_fly(void)
{
	struct spark *spark;

	for (uint32_t at = 0; (spark = sparks_each(&sparks, &at));) {
		spark_fly(spark);
		if (spark_is_gone(spark))
			sparks_put(&sparks, spark);
	}
}

static void wave(uint32_t *state)
{
	for (uint32_t i = 0; i < 40; i++) {
		int16_t dx = (int16_t)((int32_t)random_below(state, 31) - 15);
		int16_t dy = (int16_t)random_below(state, 16);

		spark_throw(dx, dy);
	}
}

int main(void)
{
	struct tarn_object_stats stats;
	uint32_t state = 7;
	uint32_t most = 0;

	for (uint32_t frame = 0; frame < FRAMES; frame++) {
		if (frame % 10 == 0)
			wave(&state);
		sparks_fly();
		if (sparks_count(&sparks) > most)
			most = sparks_count(&sparks);
	}
	tarn_object_stats(&sparks.core, &stats);
	say_number("sparks drawn at once, at the end of a frame", most);
	say_number("in use at once, at most", stats.peak);
	say_number("sparks that found no room", stats.refused);
	promise(most <= stats.peak && stats.peak <= stats.capacity, "no more than there are");
	tarn_object_reset(&sparks.core); /* the wand breaks: all sparks go out */
	promise(sparks_count(&sparks) == 0, "a reset takes all back");
	return 0;
}
