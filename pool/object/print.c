/* SPDX-License-Identifier: MIT
 * Reports: a line for each object pool, and leak lines for each that has objects in use. */
#include "object.h"
#include "../audit/text.h"

static void report_pool(struct tarn_object_pool *pool, const struct text *text)
{
	struct tarn_object_stats stats;

	tarn_object_stats(pool, &stats);
	text_put(text, "objects ");
	text_name(text, stats.name);
	text_number(text, " size=", stats.size);
	text_number(text, " slot=", stats.slot);
	text_number(text, " capacity=", stats.capacity);
	text_number(text, " maximum=", stats.maximum);
	text_number(text, " created=", stats.created);
	text_number(text, " live=", stats.live);
	text_number(text, " peak=", stats.peak);
	text_number(text, " refused=", stats.refused);
	text_number(text, " robbed=", stats.robbed);
	text_number(text, " grown=", stats.grown);
	text_number(text, " shrunk=", stats.shrunk);
	text_number(text, " retired=", stats.retired);
	text_number(text, " worn=", stats.worn);
	text_hex(text, " record=", (uintptr_t)pool);
	text_put(text, "\n");
}

void tarn_object_report(tarn_sink *sink, void *context)
{
	const struct text text = {sink, context};
	struct tarn_object_pool *pool = tarn_object_pool_first();

	for (; pool; pool = tarn_object_pool_next(pool))
		report_pool(pool, &text);
}

/* Level 2: a line for each object in use. */
static void owners_tell(struct tarn_object_pool *pool, const struct text *text)
{
	const void *object;

	for (uint32_t at = 0; (object = tarn_object_each(pool, &at));) {
		text_put(text, "live object ");
		text_name(text, pool->type->name);
		text_hex(text, " ", (uintptr_t)object);
		text_hex(text, " owner=", tarn_object_owner(pool, object));
		text_put(text, "\n");
	}
}

/* Does another open pool have the same name? Two pools of one type have. */
static bool has_namesake(const struct tarn_object_pool *pool)
{
	struct tarn_object_pool *other = tarn_object_pool_first();

	for (; other; other = tarn_object_pool_next(other)) {
		const char *one = pool->type->name;
		const char *two = other->type->name;

		while (other != pool && *one && *one == *two)
			one++, two++;
		if (other != pool && *one == *two)
			return true;
	}
	return false;
}

void leak_tell(struct tarn_object_pool *pool, uint32_t live, const struct text *text)
{
	text_put(text, "live objects ");
	text_name(text, pool->type->name);
	text_number(text, " live=", live);
	text_number(text, " bytes=", live * pool->type->size);
	if (has_namesake(pool))
		text_hex(text, " record=", (uintptr_t)pool);
	text_put(text, "\n");
	if (TARN_HARDEN >= 2)
		owners_tell(pool, text);
}

uint32_t tarn_object_report_leaks(tarn_sink *sink, void *context)
{
	const struct text text = {sink, context};
	struct tarn_object_pool *pool = tarn_object_pool_first();
	uint32_t objects = 0;
	uint32_t bytes = 0;

	for (; pool; pool = tarn_object_pool_next(pool)) {
		uint32_t live = persistent(pool) ? 0 : tarn_object_count(pool);

		if (!live)
			continue;
		objects += live;
		bytes += live * pool->type->size;
		leak_tell(pool, live, &text);
	}
	text_number(&text, "live objects=", objects);
	text_number(&text, " bytes=", bytes);
	text_put(&text, "\n");
	return objects;
}
