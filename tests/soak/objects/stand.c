/* SPDX-License-Identifier: MIT */
#include "stand.h"

#include "books.h"
#include "inject.h"

/* ---- Get ---------------------------------------------------------------------------------- */

/* Does a get from a full pool rob, for a newcomer of that worth? */
static bool robs(const struct stand *stand, uint32_t worth)
{
	if (!world_robs_least(stand->world))
		return world_robs(stand->world);
	return world_score(stand->live[victim(stand)].name) <= worth;
}

static void judge_null(struct stand *stand, uint32_t worth)
{
	if (stand->lives < capacity(stand))
		expect_lives(stand);
	expect(stand->lives == capacity(stand) && !robs(stand, worth), "object-refused", stand,
	       capacity(stand));
	judge_not_grown(stand);
	stand->refused++;
}

static void judge_robbed(struct stand *stand, const struct thing *thing)
{
	uint32_t i = victim(stand);
	const struct entry *robbed = &stand->live[i];

	expect(robbed->thing == thing, "wrong-victim", stand, robbed->name);
	if (world_has(stand->world, TARN_OBJECT_RESET))
		expect(hooked.recycled == robbed->name, "wrong-victim", stand, hooked.recycled);
	forget(stand, i);
	stand->robbed++;
}

static void judge_full(struct stand *stand, const struct thing *thing, uint32_t worth)
{
	if (world_robs(stand->world)) {
		expect(robs(stand, worth), "not-worth-it", stand, worth);
		judge_robbed(stand, thing);
	}
	expect(!stand_full(stand), "too-many-objects", stand, stand->maximum);
}

static struct thing *held(struct stand *stand)
{
	uint64_t handle = tarn_object_get_held(&stand->pool, NULL);

	return handle ? tarn_object_resolve(&stand->pool, handle) : NULL;
}

struct thing *call_get(struct stand *stand, uint32_t worth)
{
	if (worth != ANYTHING)
		return tarn_object_get_if_worth(&stand->pool, worth, NULL);
	if (world_tagged(stand->world) && once_in(4))
		return held(stand);
	return tarn_object_get(&stand->pool);
}

static void get(struct stand *stand, uint32_t worth)
{
	bool full = stand_full(stand);
	struct thing *thing =
		rarely(inject_ready) ? inject_get(stand, worth) : call_get(stand, worth);
	uint32_t outcome = 0;

	follow_chunks(stand);
	if (!thing) {
		judge_null(stand, worth);
	} else {
		if (full)
			judge_full(stand, thing, worth);
		else
			expect(find(stand, thing) == NOBODY, "object-lost", stand, 0);
		outcome = keep(stand, thing);
	}
	done(stand, outcome);
}

void stand_get(struct stand *stand)
{
	get(stand, ANYTHING);
}

void stand_get_if_worth(struct stand *stand, uint32_t worth)
{
	get(stand, worth);
}

void stand_touch(struct stand *stand, uint32_t i)
{
	struct entry *entry = &stand->live[i];

	verify(stand, entry);
	tarn_object_touch(&stand->pool, entry->thing);
	furnish(stand, entry);
	done(stand, handle_digest(entry->handle));
}

/* ---- Put ---------------------------------------------------------------------------------- */

static void put(struct stand *stand, const struct entry *entry)
{
	bool there = true;

	if (world_tagged(stand->world) && once_in(4))
		there = tarn_object_release(&stand->pool, entry->handle);
	else
		tarn_object_put(entry->thing, &stand->pool);
	expect(there, "object-lost", stand, entry->name);
}

/* A chunk is given back with its last object. */
static void expect_shrunk(const struct stand *stand, const struct thing *thing)
{
	const uint32_t size = stand->world->size;
	uint32_t i = 0;
	uint32_t left = 0;

	while (i < stand->chunks && !loan_holds(stand->chunk[i], thing, size))
		i++;
	if (i == stand->chunks)
		return;
	for (uint32_t other = 0; other < stand->lives; other++)
		left += loan_holds(stand->chunk[i], stand->live[other].thing, size);
	expect(left, "not-shrunk", stand, stand->chunks);
}

void stand_put(struct stand *stand, uint32_t i)
{
	const struct entry *entry = &stand->live[i];
	struct thing *thing = entry->thing;
	uint64_t handle = entry->handle;

	verify(stand, entry);
	put(stand, entry);
	if (rarely(inject_ready))
		inject_put(stand, thing);
	follow_chunks(stand);
	if (!world_tagged(stand->world))
		expect(!tarn_object_in_use(&stand->pool, thing) &&
			       !inject_due(INJECT_OBJECT_NOT_PUT),
		       "object-not-put", stand, 0);
	forget(stand, i);
	expect_shrunk(stand, thing);
	done(stand, handle_digest(handle));
}

/* ---- Whole pools -------------------------------------------------------------------------- */

void stand_take_back(struct stand *stand)
{
	expect_lives(stand);
	tarn_object_reset(&stand->pool);
	follow_chunks(stand);
	while (stand->lives)
		forget(stand, stand->lives - 1);
	expect_lives(stand);
}

void stand_reset(struct stand *stand)
{
	stand_take_back(stand);
	done(stand, 0);
}

void stand_prewarm(struct stand *stand, uint32_t objects)
{
	uint32_t have;

	expect_lives(stand);
	have = tarn_object_prewarm(&stand->pool, objects);
	if (objects && !world_grows(stand->world) && inject_due(INJECT_NOT_PREWARMED))
		have = 0;
	follow_chunks(stand);
	if (have < objects)
		judge_not_grown(stand);
	expect(have >= objects || have == capacity(stand), "not-prewarmed", stand, have);
	done(stand, have);
}

/* A pool trims whole chunks, so a pool that grows may keep more slots than `objects`. */
void stand_trim(struct stand *stand, uint32_t objects)
{
	uint32_t have;

	expect_lives(stand);
	have = tarn_object_trim(&stand->pool, objects);
	if (world_trims(stand->world) && !world_grows(stand->world) &&
	    inject_due(INJECT_NOT_TRIMMED))
		have += objects + 1;
	follow_chunks(stand);
	expect(have >= stand->lives, "object-lost", stand, have);
	expect(have <= objects || have == stand->lives || world_grows(stand->world) ||
		       !world_trims(stand->world),
	       "not-trimmed", stand, have);
	done(stand, have);
}

void stand_walk(struct stand *stand)
{
	uint32_t lives = stand->lives;
	uint32_t seen = 0;
	const struct thing *thing;

	for (uint32_t at = 0; (thing = tarn_object_each(&stand->pool, &at)); seen++) {
		uint32_t i = find(stand, thing);

		expect(i != NOBODY, "object-leak", stand, seen);
		if (once_in(4))
			stand_put(stand, i);
		else
			verify(stand, &stand->live[i]);
	}
	expect(seen == lives, "object-lost", stand, seen);
	done(stand, seen);
}
