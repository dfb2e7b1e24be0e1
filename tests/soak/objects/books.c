/* SPDX-License-Identifier: MIT */
#include "books.h"

#include "inject.h"
#include "pattern.h"
#include "progress.h"

/* ---- What must hold ---------------------------------------------------------------------- */

void expect_lives(struct stand *stand)
{
	uint32_t count = tarn_object_count(&stand->pool);

	expect(count <= stand->lives, "object-leak", stand, count);
	expect(count >= stand->lives, "object-lost", stand, count);
}

void verify(struct stand *stand, const struct entry *entry)
{
	const struct thing *thing = entry->thing;
	const struct tarn_object_type *world = stand->world;
	bool there = world_tagged(world) ? tarn_object_resolve(&stand->pool, entry->handle) == thing
					 : tarn_object_in_use(&stand->pool, thing);
	uint32_t at;

	expect(there, "object-lost", stand, entry->name);
	at = pattern_verify(thing->body, entry->name, sizeof(thing->body));
	expect(thing->state == entry->name && at == PATTERN_WHOLE, "contents-changed", stand,
	       entry->name);
}

void expect_stale(struct stand *stand, uint64_t handle)
{
	expect(!tarn_object_resolve(&stand->pool, handle), "stale-handle", stand, (uint32_t)handle);
}

/* Looks at one object in use, or at one stale handle. */
static void look(struct stand *stand)
{
	uint32_t known = stand->stales < STAND_STALE ? stand->stales : STAND_STALE;

	if (known && (stand->names + stand->stales) & 1)
		expect_stale(stand, stand->stale[below(known)]);
	else if (stand->lives)
		verify(stand, &stand->live[below(stand->lives)]);
}

void done(struct stand *stand, uint32_t outcome)
{
	digest(outcome);
	look(stand);
	count_operation();
}

/* ---- Overflow chunks --------------------------------------------------------------------- */

static const struct tarn_object_part *chunks_of(const struct stand *stand)
{
	return world_grows(stand->world) ? stand->full.rest.next : NULL;
}

static const struct tarn_object_part *chunk_next(const struct tarn_object_part *part)
{
	return ((const struct tarn_object_chunk *)(const void *)part)->rest.next;
}

static bool has_part(const struct stand *stand, loan chunk)
{
	const struct tarn_object_part *part = chunks_of(stand);

	while (part && loan_block(chunk) != part)
		part = chunk_next(part);
	return part;
}

static void chunks_gone(struct stand *stand)
{
	for (uint32_t i = 0; i < stand->chunks;) {
		if (has_part(stand, stand->chunk[i])) {
			i++;
			continue;
		}
		loan_give(stand->chunk[i]);
		stand->chunk[i] = stand->chunk[--stand->chunks];
	}
}

static bool has_chunk(const struct stand *stand, const struct tarn_object_part *part)
{
	uint32_t i = 0;

	while (i < stand->chunks && loan_block(stand->chunk[i]) != part)
		i++;
	return i < stand->chunks;
}

static void chunks_come(struct stand *stand)
{
	const struct tarn_object_part *part = chunks_of(stand);

	for (; part; part = chunk_next(part)) {
		if (has_chunk(stand, part))
			continue;
		expect(stand->chunks < SOAK_CHUNKS, "grown-too-far", stand, stand->chunks);
		stand->chunk[stand->chunks++] =
			loan_take(part, world_chunk(stand->world), CHUNK_ALIGN);
	}
}

uint32_t chunks_moved(const struct stand *stand)
{
	return world_grows(stand->world) ? stand->full.grown + stand->full.shrunk : 0;
}

void follow_chunks(struct stand *stand)
{
	uint32_t seen = chunks_moved(stand);

	if (seen == stand->seen)
		return;
	stand->seen = seen;
	chunks_gone(stand);
	chunks_come(stand);
}

uint32_t capacity(const struct stand *stand)
{
	return stand->initial + stand->chunks * CHUNK_SLOTS;
}

void judge_not_grown(const struct stand *stand)
{
	if (world_grows(stand->world) && capacity(stand) < stand->maximum)
		(void)loan_take(NULL, world_chunk(stand->world), CHUNK_ALIGN);
}

/* ---- Entries ------------------------------------------------------------------------------ */

uint32_t find(const struct stand *stand, const struct thing *thing)
{
	for (uint32_t i = 0; i < stand->lives; i++) {
		if (stand->live[i].thing == thing)
			return i;
	}
	return NOBODY;
}

void forget(struct stand *stand, uint32_t i)
{
	const struct entry *entry = &stand->live[i];

	if (world_tagged(stand->world)) {
		expect_stale(stand, entry->handle);
		stand->stale[stand->stales++ % STAND_STALE] = entry->handle;
	}
	stand->live[i] = stand->live[--stand->lives];
}

static uint32_t robbed_before(const struct stand *stand, uint32_t name)
{
	return world_policy(stand->world) == TARN_OBJECT_ROB_LEAST ? world_score(name) : name;
}

uint32_t victim(const struct stand *stand)
{
	uint32_t first = 0;

	for (uint32_t i = 1; i < stand->lives; i++) {
		if (robbed_before(stand, stand->live[i].name) <
		    robbed_before(stand, stand->live[first].name))
			first = i;
	}
	return first;
}

static void expect_inside(const struct stand *stand, const struct thing *thing)
{
	uint32_t size = stand->world->size;
	bool inside = loan_holds(stand->home, thing, size);

	for (uint32_t i = 0; i < stand->chunks; i++)
		inside |= loan_holds(stand->chunk[i], thing, size);
	expect(inside, "object-outside", stand,
	       (uint32_t)((uintptr_t)thing - (uintptr_t)soak_arena));
}

void furnish(struct stand *stand, struct entry *entry)
{
	entry->name = entry->thing->state = ++stand->names;
	pattern_fill(entry->thing->body, entry->name, 0, sizeof(entry->thing->body));
}

/* Returns 1 if it has none. */
static uint64_t handle_of(struct stand *stand, const struct thing *thing)
{
	if (!world_tagged(stand->world))
		return 1;
	if (rarely(inject_ready) && inject_due(INJECT_NO_HANDLE))
		return 0;
	return tarn_object_handle(&stand->pool, thing);
}

uint32_t keep(struct stand *stand, struct thing *thing)
{
	struct entry *entry = &stand->live[stand->lives];

	expect_inside(stand, thing);
	if (TARN_HARDEN >= 2)
		expect(thing->body[3] == 0xdeadbeef, "not-filled", stand, thing->body[3]);
	if (world_counts(stand->world))
		expect(thing->made - 1 < hooked.made, "not-made", stand, thing->made);
	entry->thing = thing;
	furnish(stand, entry);
	entry->handle = handle_of(stand, thing);
	expect(entry->handle, "no-handle", stand, entry->name);
	if (++stand->lives > stand->peak)
		stand->peak = stand->lives;
	return handle_digest(entry->handle);
}
