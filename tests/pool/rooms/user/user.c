/* SPDX-License-Identifier: MIT
 * tests/pool/rooms/program: a program's file that expands every macro. */
#include "tables.h"
#include "user.h"

#include "tarn_refused.h"
#include "tarn_scene.h"

uint32_t user(void);

TARN_OBJECT_DEFINE(shared);
TARN_OBJECT_DEFINE_TYPE(types);
TARN_OBJECT_STORAGE(stored, types, 3);
TARN_OBJECT_DEFINE(kinds);
TARN_VARIANTS_WASTE(kinds, KINDS, 95);
TARN_PACKED_DEFINE(rows, COLUMNS, 9);
TARN_OBJECT_TYPE(siblings, int, 70000, TARN_OBJECT_GROW | TARN_OBJECT_SIBLINGS(9));
TARN_OBJECT_STORAGE_GROWING(grows, siblings, 4, &tarn_default, 90);

static void begin(struct thing *thing)
{
	thing->a = 1;
}
static bool in_use(const struct thing *thing)
{
	return thing->a != 0;
}
static uint32_t score(const struct thing *thing)
{
	return thing->b;
}
static void start(struct thing *thing, void *context)
{
	thing->a = *(uint32_t *)context;
}

#define KEPT                TARN_OBJECT_KEEP(struct thing, a, b)
#define BARE(name, options) TARN_OBJECT_POOL(name, struct thing, 9, options)
BARE(never, TARN_OBJECT_NEVER | TARN_OBJECT_UNLOCKED);
BARE(refuses, TARN_OBJECT_REFUSE | KEPT);
BARE(oldest, TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_LINE);
BARE(bits, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS | TARN_OBJECT_PERSISTENT);
BARE(small_, TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL);
BARE(waited, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED);
TARN_OBJECT_POOL_WITH(least, struct thing, 9, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_POOL_WITH(knows, struct thing, 9, TARN_OBJECT_REFUSE | TARN_OBJECT_KNOWS | KEPT,
		      .in_use = in_use);
TARN_OBJECT_POOL_WITH(lazy, struct thing, 9, TARN_OBJECT_REFUSE | TARN_OBJECT_LAZY | KEPT,
		      .own = {.once = begin, .destroy = begin}, .reset = begin, .init = begin);

/* The calls of a pool with handles. */
#define PLAY(name, type)                                                   \
	static uint32_t play_##name(void)                                  \
	{                                                                  \
		type *object = name##_get(&name);                          \
		name##_handle handle = name##_handle_of(&name, object);    \
		uint32_t met = name##_count(&name);                        \
                                                                           \
		for (uint32_t at = 0; (object = name##_each(&name, &at));) \
			met += name##_in_use(&name, object);               \
		name##_put(&name, name##_resolve(&name, handle));          \
		return met + name##_release(&name, handle);                \
	}
PLAY(never, struct thing)
PLAY(refuses, struct thing)
PLAY(oldest, struct thing)
PLAY(small_, struct thing)
PLAY(waited, struct thing)
PLAY(least, struct thing)
PLAY(lazy, struct thing)
PLAY(shared, struct thing)

static uint32_t age(TARN_COLUMNS(rows, age, buffer))
{
	return count ? age[0] + (uint32_t)(buffer[0] != NULL) : 0;
}
static bool glows(TARN_COMPONENTS(rows, glow))
{
	return count && glow[0] > 0;
}

uint32_t user(void)
{
	uint32_t met = play_never() + play_refuses() + play_oldest() + play_small_() +
		       play_waited() + play_least() + play_lazy() + play_shared();
	uint32_t row = rows_activate(&rows);
	unsigned char image[TARN_OBJECT_IMAGE_BYTES(shared, 4)];

	bits_put(&bits, bits_get(&bits));
	knows_put(&knows, knows_get_with(&knows, start, &met));
	least_put(&least, least_get_if_worth(&least, 3, NULL, NULL));
	oldest_touch(&oldest, oldest_get(&oldest));
	kinds_put_half(&kinds, kinds_get_half(&kinds));
	met += kinds_waste(&kinds).wasted;
	met += tarn_tag_budgets(&tarn_default, budgets, 2);
	met += (uint32_t)tarn_object_save(&shared.core, image, sizeof(image), 1);
	met += tarn_attach(&rows, glow, row) + tarn_find(&rows, glow, row);
	met += age(tarn_columns(&rows, age, buffer)) + glows(tarn_components(&rows, glow));
	met += rows_index(&rows, rows_handle_of(&rows, row)) + rows_deactivate(&rows, row);
	types_put(&stored, types_get(&stored));
	return met + rows_check(&rows) + (uint32_t)*siblings_get(&grows);
}
