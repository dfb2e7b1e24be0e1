/* SPDX-License-Identifier: MIT
 * A hero waves a wand: bursts of sparks. Three particle systems draw the same picture, and count
 * the particles that they look at: an array and a search, an object pool, a packed array. */
#include "../say.h"
#include "random.h"
#include "tarn_object.h"
#include "tarn_packed.h"

#define FRAMES 200
#define MOST   100

struct spark {
	int16_t x, y, dx, dy; /* in 1/64 of a pixel */
	int16_t frames_left;
};

struct looked {
	uint32_t to_create, to_animate;
};

static bool in_use(const struct spark *spark)
{
	return spark->frames_left > 0;
}

/* True in the frame in which it dies. */
static bool spark_animate(struct spark *spark)
{
	spark->x += spark->dx;
	spark->y += spark->dy;
	return --spark->frames_left == 0;
}

/* A spark's part of a picture. */
static uint32_t pixel(int16_t x, int16_t y)
{
	return ((uint32_t)x * 31 + (uint32_t)y) % 65521;
}

/* ---- An array and a search ------------------------------------------------------------------- */

static struct spark naive[MOST];
static struct looked naive_looked;

static void naive_create(const struct spark *start)
{
	for (uint32_t i = 0; i < MOST; i++) {
		naive_looked.to_create++;
		if (in_use(&naive[i]))
			continue;
		naive[i] = *start;
		return;
	}
}

static uint32_t naive_frame(void)
{
	uint32_t picture = 0;

	for (uint32_t i = 0; i < MOST; i++) {
		naive_looked.to_animate++;
		if (in_use(&naive[i]) && !spark_animate(&naive[i]))
			picture += pixel(naive[i].x, naive[i].y);
	}
	return picture;
}

/* ---- An object pool: the free list runs through the unused sparks ---------------------------- */

/* The link lies where a live spark has its position. It does not overwrite frames_left, which says
 * whether the spark lives. So the pool needs no flag of its own. */
TARN_OBJECT_POOL_WITH(listed, struct spark, MOST,
		      TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS |
			      TARN_OBJECT_KEEP(struct spark, frames_left, frames_left),
		      .in_use = in_use);
static struct looked listed_looked;

static void listed_create(const struct spark *start)
{
	struct spark *spark = listed_get(&listed);

	listed_looked.to_create++;
	if (spark)
		*spark = *start;
}

static uint32_t listed_frame(void)
{
	struct spark *spark;
	uint32_t picture = 0;

	listed_looked.to_animate += MOST; /* each slot's state is read */
	for (uint32_t at = 0; (spark = listed_each(&listed, &at));) {
		if (spark_animate(spark))
			listed_put(&listed, spark);
		else
			picture += pixel(spark->x, spark->y);
	}
	return picture;
}

/* ---- A packed array: the live ones are in front, and none has a flag ------------------------- */

#define PACKED(COLUMN, KEEP, SPARSE) \
	COLUMN(int16_t, x)           \
	COLUMN(int16_t, y)           \
	COLUMN(int16_t, dx)          \
	COLUMN(int16_t, dy)          \
	COLUMN(int16_t, frames_left)
TARN_PACKED_DECLARE(packed, PACKED);
TARN_PACKED_DEFINE(packed, PACKED, MOST);
static struct looked packed_looked;

static void packed_create(const struct spark *start)
{
	uint32_t i = packed_activate(&packed);

	packed_looked.to_create++;
	if (i == TARN_NONE)
		return;
	packed.x[i] = start->x;
	packed.y[i] = start->y;
	packed.dx[i] = start->dx;
	packed.dy[i] = start->dy;
	packed.frames_left[i] = start->frames_left;
}

/* From the end: a spark that moves into a hole was animated already. */
static uint32_t packed_frame(void)
{
	uint32_t picture = 0;

	for (uint32_t i = packed.packed.count; i-- > 0;) {
		packed_looked.to_animate++;
		packed.x[i] += packed.dx[i];
		packed.y[i] += packed.dy[i];
		if (--packed.frames_left[i] == 0)
			packed_deactivate(&packed, i);
		else
			picture += pixel(packed.x[i], packed.y[i]);
	}
	return picture;
}

/* ---- The wand -------------------------------------------------------------------------------- */

static void burst(uint32_t sparks, uint32_t *state)
{
	while (sparks--) {
		struct spark start = {160 * 64, 100 * 64, 0, 0, 0};

		start.dx = (int16_t)((int32_t)random_below(state, 129) - 64);
		start.dy = (int16_t)((int32_t)random_below(state, 129) - 64);
		start.frames_left = (int16_t)(1 + random_below(state, 30));
		naive_create(&start);
		listed_create(&start);
		packed_create(&start);
	}
}

static void report(const char *name, const struct looked *looked)
{
	print_text(name);
	print_text(": particles looked at to create ");
	print_u64(looked->to_create);
	print_text(", to animate ");
	print_u64(looked->to_animate);
	print_newline();
}

int main(void)
{
	uint32_t state = 7;

	for (uint32_t i = 0; i < FRAMES; i++) {
		uint32_t picture;

		if (i % 20 == 0)
			burst(i % 60 ? 10 : 120, &state); /* more than fit, now and then */
		picture = naive_frame();
		promise(listed_frame() == picture, "the free list draws the same");
		promise(packed_frame() == picture, "the packed array draws the same");
	}
	say_number("frames drawn alike by all three", FRAMES);
	report("naive scan", &naive_looked);
	report("free list ", &listed_looked);
	report("packed    ", &packed_looked);
	promise(packed_looked.to_animate * 2 < naive_looked.to_animate,
		"a packed walk passes over nobody");
	return 0;
}
