/* SPDX-License-Identifier: MIT */
#include "books.h"
#include "inject.h"
#include "stand.h"

/* ---- Opening and closing ------------------------------------------------------------------ */

/* Tarn notes the heap before slots that lie on a heap: as many bytes on every machine. */
#define NOTE 8

static uint32_t slots_bytes(const struct stand *stand)
{
	const struct tarn_object_facts *facts = &stand->world->facts;

	return stand->initial * facts->stride + (facts->options & TARN_OBJECT_BITS ? 8 : 0);
}

/* Slots of a growing pool have different sizes on different machines, so that the chunks have one
 * size. So their home is a block of the soak's own, with room for the largest. */
static bool open_growing(struct stand *stand)
{
	const struct tarn_object_type *type = stand->world;
	uint32_t size = stand->initial * (uint32_t)(CHUNK_BYTES / CHUNK_SLOTS);
	void *block = tarn_alloc(&tarn_default, size);

	stand->home = loan_take(block, size, TARN_ALIGN);
	if (!stand->home)
		return false;
	if (inject_due(INJECT_NOT_OPENED) ||
	    !tarn_object_open_at(&stand->pool, type, block, slots_bytes(stand)) ||
	    !tarn_object_grow_from(&stand->pool, &tarn_default, stand->maximum))
		fail("pool-not-opened");
	return true;
}

static unsigned char *slots_of(const struct stand *stand)
{
	return stand->pool.part.base - stand->world->facts.head;
}

static bool open_fixed(struct stand *stand)
{
	const struct tarn_object_type *type = stand->world;
	bool open =
		tarn_object_open(&stand->pool, type, &tarn_default, stand->initial, stand->maximum);

	if (open && inject_due(INJECT_WRONG_CAPACITY))
		stand->pool.part.capacity--;
	stand->home = loan_take(open ? slots_of(stand) - NOTE : NULL, NOTE + slots_bytes(stand),
				TARN_ALIGN);
	return open;
}

static bool open(struct stand *stand)
{
	bool opened = world_grows(stand->world) ? open_growing(stand) : open_fixed(stand);

	if (!opened) {
		stand->world = NULL;
		return false;
	}
	stand->peak = stand->refused = stand->robbed = stand->seen = 0;
	expect(stand->pool.part.capacity == stand->initial, "wrong-capacity", stand, 0);
	return true;
}

/* Tarn numbers the pools of a type, so that their handles differ. There are few numbers, and none
 * is given twice. Here no handle is shown to another pool, so each may have the first number. */
bool stand_open(struct stand *stand, const struct tarn_object_type *world)
{
	stand->full = (struct tarn_object_full_pool){.name = UINT32_C(1) << world->era_bits};
	stand->full.birth = TARN_OBJECT_BIRTH_;
	stand->pool.part.name = stand->full.name;
	if (world_tagged(world))
		stand->pool.part.birth = stand->full.birth;
	stand->world = world;
	stand->names = stand_kind(stand) << 24; /* so that no long run wraps them */
	stand->stales = 0;
	stand->initial = stand->maximum = between(2, SOAK_CAPACITY);
	if (world_grows(world)) {
		stand->initial = between(1, SOAK_CAPACITY - CHUNK_SLOTS * SOAK_CHUNKS);
		stand->maximum = stand->initial + CHUNK_SLOTS * between(1, SOAK_CHUNKS);
	}
	return open(stand);
}

static void close(struct stand *stand)
{
	stand_take_back(stand);
	stand_audit(stand);
	expect(!inject_due(INJECT_NOT_CLOSED) && tarn_object_close(&stand->pool), "pool-not-closed",
	       stand, 0);
	if (world_grows(stand->world))
		tarn_free(&tarn_default, loan_block(stand->home));
	loan_give(stand->home);
}

bool stand_reopen(struct stand *stand)
{
	bool opened;

	close(stand);
	opened = open(stand);
	if (opened)
		done(stand, 1);
	return opened;
}

void stand_close(struct stand *stand)
{
	if (stand->world)
		close(stand);
	stand->world = NULL;
}

/* ---- Audits ------------------------------------------------------------------------------- */

static void same(const struct stand *stand, const char *what, uint32_t told, uint32_t known)
{
	if (rarely(told != known))
		fail_at("counter-drift", what, stand_kind(stand), told, known);
}

static void compare_counters(struct stand *stand)
{
	struct tarn_object_stats stats;

	tarn_object_stats(&stand->pool, &stats);
	same(stand, "pool, live, known", stats.live, stand->lives);
	same(stand, "pool, peak, known", stats.peak, stand->peak);
	same(stand, "pool, refused, known", stats.refused, stand->refused);
	same(stand, "pool, robbed, known", stats.robbed, stand->robbed);
	same(stand, "pool, grown and shrunk, chunks", stats.grown - stats.shrunk, stand->chunks);
	same(stand, "pool, capacity, known", stats.capacity, capacity(stand));
	same(stand, "pool, maximum, known", stats.maximum, stand->maximum);
	same(stand, "pool, retired, known", stats.retired, 0);
	stand->created = stats.created;
	digest(stats.created);
	digest(stats.peak);
}

void stand_stales(struct stand *stand)
{
	for (uint32_t i = 0; i < stand->stales && i < STAND_STALE; i++)
		expect_stale(stand, stand->stale[i]);
}

void stand_audit(struct stand *stand)
{
	struct tarn_object_broken broken = {NULL, 0, 0};

	if (!stand->world)
		return;
	expect_lives(stand);
	if (tarn_object_check(&stand->pool, &broken))
		fail_at("object-invariant", "pool, number, slot", stand_kind(stand),
			broken.invariant, broken.slot);
	for (uint32_t i = 0; i < stand->lives; i++)
		verify(stand, &stand->live[i]);
	stand_stales(stand);
	compare_counters(stand);
}
