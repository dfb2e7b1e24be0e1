/* SPDX-License-Identifier: MIT */
#include "worlds.h"

uint32_t made, unmade, initialised, reset;

static void make(struct creature *creature)
{
	creature->made = ++made;
}

/* One that knows its state is dead at first, and again as it is put. */
static void make_dead(struct creature *creature)
{
	make(creature);
	creature->name = 0;
}

static void die(struct creature *creature)
{
	creature->name = 0;
}

static bool lives_on(const struct creature *creature)
{
	return creature->name;
}

static void unmake(struct creature *creature)
{
	(void)creature;
	unmade++;
}

static void on_init(struct creature *creature)
{
	(void)creature;
	initialised++;
}

static void on_reset(struct creature *creature)
{
	(void)creature;
	reset++;
}

static uint32_t score(const struct creature *creature)
{
	return creature->score;
}

#define KEEP      TARN_OBJECT_KEEP(struct creature, made, made)
#define KEEP_NAME TARN_OBJECT_KEEP(struct creature, name, made)

#define WORLD(name_, maximum, options, ...)                                    \
	POOL(name_, maximum, (options) | KEEP, __VA_ARGS__)                    \
	static struct creature *name_##_resolves(uint64_t handle)              \
	{                                                                      \
		return name_##_resolve(&name_##_pool, name_##_typed_(handle)); \
	}
/* The typed call does not compile. */
#define WORLD_WITHOUT_HANDLES(name_, maximum, options, ...)             \
	POOL(name_, maximum, options, __VA_ARGS__)                      \
	static struct creature *name_##_resolves(uint64_t handle)       \
	{                                                               \
		return tarn_object_resolve(&name_##_pool.core, handle); \
	}
#define POOL(name_, maximum, options, ...)                                                 \
	TARN_OBJECT_TYPE_WITH(name_, struct creature, maximum, options, __VA_ARGS__);      \
	static struct name_ name_##_pool;                                                  \
	static struct creature *name_##_gets(void)                                         \
	{                                                                                  \
		return name_##_get(&name_##_pool);                                         \
	}                                                                                  \
	static struct creature *name_##_gets_with(void (*init)(struct creature *, void *), \
						  void *context)                           \
	{                                                                                  \
		return name_##_get_with(&name_##_pool, init, context);                     \
	}                                                                                  \
	static void name_##_puts(struct creature *creature)                                \
	{                                                                                  \
		name_##_put(&name_##_pool, creature);                                      \
	}

#define CREATED .once = make, .destroy = unmake
#define KNOWING .once = make_dead, .destroy = unmake, .reset = die, .in_use = lives_on
WORLD(never, 64, TARN_OBJECT_NEVER, .step = 0)
WORLD(refusing, 64, TARN_OBJECT_REFUSE, .step = 0)
WORLD(refusing_hooked, 64, TARN_OBJECT_REFUSE, CREATED, .init = on_init, .reset = on_reset)
WORLD(lazily_hooked, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY, CREATED, .init = on_init,
      .reset = on_reset)
WORLD_WITHOUT_HANDLES(with_bits, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS | KEEP, CREATED)
WORLD(unlocked, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED, .step = 0)
WORLD(oldest, 64, TARN_OBJECT_ROB_OLDEST, .step = 0)
WORLD(oldest_hooked, 64, TARN_OBJECT_ROB_OLDEST, CREATED)
WORLD_WITHOUT_HANDLES(oldest_bits, 64, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_BITS | KEEP, .step = 0)
WORLD(least, 64, TARN_OBJECT_ROB_LEAST, .score = score)
WORLD(least_hooked, 64, TARN_OBJECT_ROB_LEAST, CREATED, .score = score, .reset = on_reset)
WORLD(growing, 64, TARN_OBJECT_GROW, .step = 3)
WORLD(growing_hooked, 64, TARN_OBJECT_GROW, CREATED, .step = 2)
WORLD_WITHOUT_HANDLES(growing_bits, 64, TARN_OBJECT_GROW | TARN_OBJECT_BITS | KEEP, .step = 5)
WORLD_WITHOUT_HANDLES(knowing, 64, TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | KEEP_NAME, KNOWING)
WORLD_WITHOUT_HANDLES(growing_knowing, 64, TARN_OBJECT_GROW | TARN_OBJECT_KNOWS | KEEP_NAME,
		      KNOWING, .step = 3)

#define ROW(name_, grows)                                                                          \
	{                                                                                          \
#name_, &name_##_pool.core, &name_##_type, grows, name_##_gets, name_##_gets_with, \
			name_##_puts, name_##_resolves                                             \
	}
const struct world worlds[] = {
	ROW(refusing, false),       ROW(refusing_hooked, false), ROW(lazily_hooked, false),
	ROW(with_bits, false),      ROW(unlocked, false),        ROW(oldest, false),
	ROW(oldest_hooked, false),  ROW(oldest_bits, false),     ROW(least, false),
	ROW(least_hooked, false),   ROW(growing, true),          ROW(growing_hooked, true),
	ROW(growing_bits, true),    ROW(never, false),           ROW(knowing, false),
	ROW(growing_knowing, true),
};
const uint32_t worlds_count = sizeof(worlds) / sizeof(worlds[0]);
