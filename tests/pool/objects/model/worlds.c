/* SPDX-License-Identifier: MIT */
#include "worlds.h"

#include "tarn_port.h"

uint32_t made, unmade, initialised, reset, told;

void tarn_port_object_put(struct tarn_object_pool *pool)
{
	told++;
	look_at_lock();
	(void)tarn_object_count(pool); /* takes the lock */
}

static void make(struct creature *creature)
{
	creature->made = ++made;
	look_at_lock();
}

/* An object that knows its state is dead at first, and again after its put. */
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
	look_at_lock();
	return creature->name;
}

static void unmake(struct creature *creature)
{
	(void)creature;
	unmade++;
	look_at_lock();
}

static void on_init(struct creature *creature)
{
	(void)creature;
	initialised++;
	look_at_lock();
}

static void on_reset(struct creature *creature)
{
	(void)creature;
	reset++;
	look_at_lock();
}

static uint32_t score(const struct creature *creature)
{
	look_at_lock();
	return creature->score;
}

#define KEEP      TARN_OBJECT_KEEP(struct creature, made, made)
#define KEEP_NAME TARN_OBJECT_KEEP(struct creature, name, made)

/* The calls of a type. */
#define CALLS(name_)                                                                       \
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
	}                                                                                  \
	static struct creature *name_##_walks(uint32_t *at)                                \
	{                                                                                  \
		return name_##_each(&name_##_pool, at);                                    \
	}                                                                                  \
	static uint32_t name_##_counts(void)                                               \
	{                                                                                  \
		return name_##_count(&name_##_pool);                                       \
	}

/* For a type that has handles. */
#define HANDLES(name_)                                                                        \
	static uint64_t name_##_holds(void (*init)(struct creature *, void *), void *context) \
	{                                                                                     \
		return name_##_number(name_##_get_held(&name_##_pool, init, context));        \
	}                                                                                     \
	static uint64_t name_##_holds_bare(void)                                              \
	{                                                                                     \
		return name_##_number(name_##_get_held(&name_##_pool, NULL, NULL));           \
	}                                                                                     \
	static uint64_t name_##_names(const struct creature *creature)                        \
	{                                                                                     \
		return name_##_number(name_##_handle_of(&name_##_pool, creature));            \
	}                                                                                     \
	static struct creature *name_##_resolves(uint64_t handle)                             \
	{                                                                                     \
		return name_##_resolve(&name_##_pool, name_##_of_number(handle));             \
	}                                                                                     \
	static bool name_##_releases(uint64_t handle)                                         \
	{                                                                                     \
		return name_##_release(&name_##_pool, name_##_of_number(handle));             \
	}

/* For a type that robs the oldest; for one that robs the least. */
#define TOUCHES(name_)                                         \
	static void name_##_touches(struct creature *creature) \
	{                                                      \
		name_##_touch(&name_##_pool, creature);        \
	}
#define WEIGHS(name_)                                                                   \
	static struct creature *name_##_weighs(                                         \
		uint32_t worth, void (*init)(struct creature *, void *), void *context) \
	{                                                                               \
		return name_##_get_if_worth(&name_##_pool, worth, init, context);       \
	}
#define WEIGHS_HELD(name_)                                                               \
	static uint64_t name_##_weighs_held(                                             \
		uint32_t worth, void (*init)(struct creature *, void *), void *context)  \
	{                                                                                \
		return name_##_number(                                                   \
			name_##_get_held_if_worth(&name_##_pool, worth, init, context)); \
	}

#define PLAIN(name_, options)                                  \
	TARN_OBJECT_TYPE(name_, struct creature, 64, options); \
	CALLS(name_)
#define HOOKED(name_, options, ...)                                              \
	TARN_OBJECT_TYPE_WITH(name_, struct creature, 64, options, __VA_ARGS__); \
	CALLS(name_)

#define CREATED .once = make, .destroy = unmake
#define FULLY   CREATED, .init = on_init, .reset = on_reset
#define KNOWING .once = make_dead, .destroy = unmake, .reset = die, .in_use = lives_on
PLAIN(never, TARN_OBJECT_NEVER)
HANDLES(never)
PLAIN(refusing, TARN_OBJECT_REFUSE)
HANDLES(refusing)
HOOKED(refusing_hooked, TARN_OBJECT_REFUSE | KEEP, FULLY)
HANDLES(refusing_hooked)
HOOKED(lazily_hooked, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY | KEEP, FULLY)
HANDLES(lazily_hooked)
HOOKED(with_bits, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS | KEEP, CREATED)
PLAIN(bits, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS)
PLAIN(unlocked, TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED)
HANDLES(unlocked)
PLAIN(waited, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED)
HANDLES(waited)
HOOKED(growing_waited, TARN_OBJECT_GROW | TARN_OBJECT_WAITED | KEEP, FULLY)
HANDLES(growing_waited)
PLAIN(small, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL)
HANDLES(small)
HOOKED(small_hooked, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL | KEEP, FULLY)
HANDLES(small_hooked)
PLAIN(oldest, TARN_OBJECT_ROB_OLDEST)
HANDLES(oldest)
TOUCHES(oldest)
HOOKED(oldest_hooked, TARN_OBJECT_ROB_OLDEST | KEEP, FULLY)
HANDLES(oldest_hooked)
TOUCHES(oldest_hooked)
PLAIN(oldest_bits, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_BITS)
TOUCHES(oldest_bits)
HOOKED(least, TARN_OBJECT_ROB_LEAST | KEEP, .score = score)
HANDLES(least)
WEIGHS(least)
WEIGHS_HELD(least)
HOOKED(least_hooked, TARN_OBJECT_ROB_LEAST | KEEP, CREATED, .score = score, .reset = on_reset)
HANDLES(least_hooked)
WEIGHS(least_hooked)
WEIGHS_HELD(least_hooked)
HOOKED(least_bits, TARN_OBJECT_ROB_LEAST | TARN_OBJECT_BITS, .score = score)
WEIGHS(least_bits)
PLAIN(growing, TARN_OBJECT_GROW)
HANDLES(growing)
HOOKED(growing_hooked, TARN_OBJECT_GROW | KEEP, FULLY, .step = 2)
HANDLES(growing_hooked)
HOOKED(growing_bits, TARN_OBJECT_GROW | TARN_OBJECT_BITS | KEEP, .step = 5)
HOOKED(knowing, TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | KEEP_NAME, KNOWING)
HOOKED(growing_knowing, TARN_OBJECT_GROW | TARN_OBJECT_KNOWS | KEEP_NAME, KNOWING, .step = 3)

#define ROW(name_)                                                                              \
	.name = #name_, .core = &name_##_pool.core, .type = &name_##_type, .get = name_##_gets, \
	.get_with = name_##_gets_with, .put = name_##_puts, .each = name_##_walks,              \
	.count = name_##_counts
#define HELD(name_)                                                                 \
	ROW(name_), .get_held = name_##_holds, .get_held_bare = name_##_holds_bare, \
		    .handle_of = name_##_names, .resolve = name_##_resolves,        \
		    .release = name_##_releases
#define TOUCHED(name_) .touch = name_##_touches
#define WEIGHED(name_) .get_if_worth = name_##_weighs
const struct world worlds[] = {
	{HELD(refusing)},
	{HELD(refusing_hooked)},
	{HELD(lazily_hooked)},
	{ROW(with_bits)},
	{ROW(bits)},
	{HELD(unlocked)},
	{HELD(waited)},
	{HELD(growing_waited), .grows = true},
	{HELD(small)},
	{HELD(small_hooked)},
	{HELD(oldest), TOUCHED(oldest)},
	{HELD(oldest_hooked), TOUCHED(oldest_hooked)},
	{ROW(oldest_bits), TOUCHED(oldest_bits)},
	{HELD(least), WEIGHED(least), .get_held_if_worth = least_weighs_held},
	{HELD(least_hooked), WEIGHED(least_hooked), .get_held_if_worth = least_hooked_weighs_held},
	{ROW(least_bits), WEIGHED(least_bits)},
	{HELD(growing), .grows = true},
	{HELD(growing_hooked), .grows = true},
	{ROW(growing_bits), .grows = true},
	{HELD(never)},
	{ROW(knowing)},
	{ROW(growing_knowing), .grows = true},
};
const uint32_t worlds_count = sizeof(worlds) / sizeof(worlds[0]);
