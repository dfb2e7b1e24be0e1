/* SPDX-License-Identifier: MIT
 * The sparks of the wand. A pool's policy is a part of its type. So there are four types for one
 * spark, and one pool is open at a time. A slot takes 32 bytes with each type: in the pool that
 * robs the oldest, eight of them are links. */
#include "demo.h"

#define MOST     160 /* with growth */
#define TAIL     2
#define FIXED    64 /* positions are in 1/64 of a dot */
#define GRAVITY  3
#define LIFE_MIN 26
#define LIFE_MAX 84

struct spark {
	int16_t x, y, dx, dy;
	uint8_t life, hue;
	uint8_t seen; /* positions drawn */
	uint8_t unused;
	uint8_t tail_x[TAIL + 1], tail_y[TAIL + 1]; /* the newest first */
	uint8_t more[2];
};

struct wide_spark {
	struct spark spark;
	uint32_t unused[2];
};

uint32_t sparks_robbed, sparks_refused;

static bool putting;

/* ---- Drawing --------------------------------------------------------------------------- */

static colour glow(const struct spark *spark, uint32_t age)
{
	static const colour hues[3][6] = {{RGB(7, 3, 5), RGB(17, 6, 3), RGB(27, 11, 2),
					   RGB(31, 19, 4), RGB(31, 27, 12), WHITE},
					  {RGB(5, 3, 9), RGB(10, 5, 20), RGB(17, 9, 29),
					   RGB(22, 17, 31), RGB(27, 25, 31), WHITE},
					  {RGB(2, 6, 7), RGB(2, 13, 14), RGB(5, 22, 19),
					   RGB(12, 29, 22), RGB(23, 31, 27), WHITE}};
	uint32_t heat = 1 + spark->life / 9u;

	heat = heat > 5 ? 5 : heat;
	return hues[spark->hue][heat > age ? heat - age : 0];
}

FAST static void draw(const struct spark *spark, uint32_t age)
{
	volatile colour *at = video_at(spark->tail_x[age], spark->tail_y[age]);
	colour ink = glow(spark, age);

	at[0] = at[1] = at[SCREEN_WIDTH] = at[SCREEN_WIDTH + 1] = ink;
}

static void wipe(const struct spark *spark, uint32_t age)
{
	backdrop_restore(spark->tail_x[age], spark->tail_y[age], 2, 2);
}

/* The hook of a spark that is put or robbed: removes it from the picture. */
static void vanish(struct spark *spark)
{
	for (uint32_t age = 0; age < spark->seen; age++)
		wipe(spark, age);
	spark->seen = 0;
	if (!putting) {
		sparks_robbed++;
		panel_robbed(spark);
	}
}

static void vanish_wide(struct wide_spark *wide)
{
	vanish(&wide->spark);
}

static uint32_t brightness(const struct wide_spark *wide)
{
	return wide->spark.life;
}

/* ---- The four pools -------------------------------------------------------------------- */

TARN_OBJECT_TYPE_WITH(oldest, struct spark, MOST, TARN_OBJECT_ROB_OLDEST, .reset = vanish);
TARN_OBJECT_TYPE_WITH(least, struct wide_spark, MOST, TARN_OBJECT_ROB_LEAST, .score = brightness,
		      .reset = vanish_wide);
TARN_OBJECT_TYPE_WITH(refuse, struct wide_spark, MOST, TARN_OBJECT_REFUSE, .reset = vanish_wide);
TARN_OBJECT_TYPE_WITH(grow, struct wide_spark, MOST, TARN_OBJECT_GROW, .reset = vanish_wide,
		      .step = 8);

struct calls {
	const char *name;
	struct tarn_object_pool *core;
	bool (*open)(uint32_t capacity);
	struct spark *(*get)(void);
	void (*put)(struct spark *spark);
	struct spark *(*each)(uint32_t *at);
};

#define CALLS(type, object, many)                                                                  \
	static struct type type##_pool;                                                            \
	static bool type##_begin(uint32_t capacity)                                                \
	{                                                                                          \
		return type##_open(&type##_pool, &level_heap, capacity, (many) ? MOST : capacity); \
	}                                                                                          \
	static struct spark *type##_take(void)                                                     \
	{                                                                                          \
		return (struct spark *)type##_get(&type##_pool);                                   \
	}                                                                                          \
	static void type##_give(struct spark *spark)                                               \
	{                                                                                          \
		type##_put(&type##_pool, (object *)spark);                                         \
	}                                                                                          \
	static struct spark *type##_walk(uint32_t *at)                                             \
	{                                                                                          \
		return (struct spark *)type##_each(&type##_pool, at);                              \
	}
CALLS(oldest, struct spark, false)
CALLS(least, struct wide_spark, false)
CALLS(refuse, struct wide_spark, false)
CALLS(grow, struct wide_spark, true)

#define CALLED(name, type)                                                                   \
	{                                                                                    \
		name, &type##_pool.core, type##_begin, type##_take, type##_give, type##_walk \
	}
static const struct calls policies[SPARKS_POLICIES] = {
	CALLED("ROB OLDEST", oldest),
	CALLED("ROB LEAST", least),
	CALLED("REFUSE", refuse),
	CALLED("GROW", grow),
};

static const struct calls *pool; /* the open one */
static uint32_t level_capacity;

const char *sparks_policy_name(uint32_t policy)
{
	return policies[policy].name;
}

static void open(void)
{
	pool = &policies[choice.policy];
	if (!pool->open(level_capacity))
		pool = NULL; /* the fireflies have taken its memory */
}

void sparks_close_level(void)
{
	if (!pool)
		return;
	putting = true;
	tarn_object_reset(pool->core);
	(void)!tarn_object_close(pool->core);
	putting = false;
	pool = NULL;
}

void sparks_open_level(uint32_t capacity)
{
	level_capacity = capacity;
	open();
}

/* Another policy was chosen: replaces the pool. */
static void follow_choice(void)
{
	if (pool == &policies[choice.policy])
		return;
	sparks_close_level();
	open();
}

void sparks_stats(struct tarn_object_stats *stats)
{
	*stats = (struct tarn_object_stats){0};
	if (pool)
		tarn_object_stats(pool->core, stats);
}

/* Before its object, a slot has a tag and further words of the pool. */
void sparks_each_slot(void (*see)(const void *slot, uint32_t bytes))
{
	struct spark *spark;

	for (uint32_t at = 0; pool && (spark = pool->each(&at));)
		see(spark, 32);
}

/* ---- Flying ---------------------------------------------------------------------------- */

static void throw(struct spark * spark)
{
	spark->x = (int16_t)(wand_x * FIXED);
	spark->y = (int16_t)(wand_y * FIXED);
	spark->dx = (int16_t)((int32_t)demo_random(121) - 60);
	spark->dy = (int16_t)((int32_t)demo_random(90) - 74);
	spark->life = (uint8_t)(LIFE_MIN + demo_random(LIFE_MAX - LIFE_MIN));
	spark->hue = (uint8_t)(demo_random(8) ? (level_number - 1) % 3 : demo_random(3));
	spark->seen = 0;
}

void sparks_burst(uint32_t sparks)
{
	while (pool && sparks--) {
		struct spark *spark = pool->get();

		if (spark)
			throw(spark);
		else
			sparks_refused++;
	}
}

static bool inside(const struct spark *spark)
{
	return spark->x >= 0 && spark->x < (SCREEN_WIDTH - 2) * FIXED && spark->y >= 0 &&
	       spark->y < (SCENE_HEIGHT - 2) * FIXED;
}

static void move(struct spark *spark)
{
	spark->x = (int16_t)(spark->x + spark->dx);
	spark->y = (int16_t)(spark->y + spark->dy);
	spark->dy += GRAVITY;
	if (spark->y < 0)
		spark->y = 0;
}

FAST static void show(struct spark *spark)
{
	if (spark->seen == TAIL + 1)
		wipe(spark, TAIL);
	else
		spark->seen++;
	for (uint32_t age = TAIL; age > 0; age--) {
		spark->tail_x[age] = spark->tail_x[age - 1];
		spark->tail_y[age] = spark->tail_y[age - 1];
	}
	spark->tail_x[0] = (uint8_t)(spark->x / FIXED);
	spark->tail_y[0] = (uint8_t)(spark->y / FIXED);
	for (uint32_t age = spark->seen; age-- > 0;)
		draw(spark, age);
}

static void put(struct spark *spark)
{
	putting = true;
	pool->put(spark);
	putting = false;
}

void sparks_frame(void)
{
	struct spark *spark;

	follow_choice();
	for (uint32_t at = 0; pool && (spark = pool->each(&at));) {
		move(spark);
		if (--spark->life == 0 || !inside(spark))
			put(spark);
		else
			show(spark);
	}
	if (pool && choice.policy == 3)
		tarn_object_trim(pool->core, level_capacity);
}
