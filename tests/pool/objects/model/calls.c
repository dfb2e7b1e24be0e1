/* SPDX-License-Identifier: MIT
 * Calls on objects. */
#include "calls.h"

#include "random.h"

void forget(uint32_t i)
{
	uint32_t at = stales < STALE ? stales : below(STALE);

	if (tagged)
		stale[at] = live[i].handle;
	stales++;
	went++;
	lives--;
	for (; i < lives; i++)
		live[i] = live[i + 1];
}

static void furnish(struct creature *creature, void *name)
{
	creature->name = *(const uint32_t *)name;
	creature->check = ~creature->name;
	creature->score = creature->name * 2654435761u;
}

static uint32_t victim(void)
{
	uint32_t least = 0;

	if (policy == TARN_OBJECT_ROB_OLDEST)
		return 0;
	/* Any of equal ones may be robbed; but all differ. */
	for (uint32_t i = 1; i < lives; i++)
		if (live[i].score < live[least].score)
			least = i;
	return least;
}

/* The out-of-line call and the inline one return the same handle. */
uint64_t handle_of(const struct creature *creature)
{
	uint64_t handle =
		below(2) ? world->handle_of(creature) : tarn_object_handle(pool, creature);

	expect(handle == world->handle_of(creature) && handle == tarn_object_handle(pool, creature),
	       "an object in use has one handle");
	return handle;
}

static void remember(struct creature *creature)
{
	struct entry *entry = &live[lives++];

	expect(!find(creature) || find(creature) == entry, "an object is held once");
	entry->creature = creature;
	entry->name = creature->name;
	entry->score = creature->score;
	entry->handle = tagged ? handle_of(creature) : 0;
	if (lives > peak)
		peak = lives;
	expect(!tagged || entry->handle, "an object in use has a handle");
	came++;
}

/* A robbery may use up a slot's last generation, and then the next object goes, too. */
static void expect_robbed(const struct creature *creature)
{
	for (;;) {
		uint32_t i = victim();
		bool same = live[i].creature == creature;

		expect(lives > 0, "who is robbed was in use");
		forget(i);
		robbed++;
		if (same)
			return;
	}
}

static struct creature *held(uint64_t handle)
{
	struct creature *creature = handle ? world->resolve(handle) : NULL;

	expect(!handle || creature, "what was got by its handle is there");
	return creature;
}

static struct creature *get_held(uint32_t *name)
{
	struct creature *creature = held(world->get_held_bare());

	if (creature)
		furnish(creature, name);
	return creature;
}

/* Gets by any of the calls. */
static struct creature *get(uint32_t worth, uint32_t *name)
{
	struct creature *creature;

	if (worth != ANY && world->get_held_if_worth && below(2))
		return held(world->get_held_if_worth(worth, furnish, name));
	if (worth != ANY)
		return world->get_if_worth(worth, furnish, name);
	if (world->get_held && !below(4))
		return below(2) ? held(world->get_held(furnish, name)) : get_held(name);
	if (below(3) == 0)
		return world->get_with(furnish, name);
	creature = world->get();
	if (creature)
		furnish(creature, name);
	return creature;
}

/* Is there no object that may be robbed for that? */
static bool worthless(uint32_t worth)
{
	return worth != ANY && lives && live[victim()].score > worth;
}

static void got_none(uint32_t worth)
{
	/* A get that robbed in vain has retired the other slots. */
	while (robs && lives && !worthless(worth)) {
		forget(victim());
		robbed++;
	}
	expect(lives >= maximum - retired(), "NULL only of a pool that is full");
	expect(!robs || retired() == capacity || worthless(worth),
	       "get returns NULL only if no object may be robbed");
	if (policy == TARN_OBJECT_NEVER)
		expect_fault(TARN_FAULT_FULL, "the fault of a pool that is never full");
	expect(refusals == (policy != TARN_OBJECT_NEVER), "a refusal is told once");
	refusals = 0;
	refused++;
}

void call_get(uint32_t worth)
{
	uint32_t worn = retired();
	bool full = lives >= maximum - worn;
	bool refused_rightly = full && worthless(worth);
	uint32_t name = ++names;
	struct creature *creature;

	told = 0;
	creature = get(worth, &name);
	look_at_told(false);
	if (!creature) {
		got_none(worth);
		return;
	}
	expect(refusals == 0, "no refusal of a get that is served");
	expect(!full || robs || world->grows, "an object only of a pool that is not full");
	expect(!refused_rightly, "no object is robbed for one that is worth less");
	/* A pool also counts as full if its last free slot retires as it is taken. */
	if (robs && (full || (retired() > worn && find(creature))))
		expect_robbed(creature);
	remember(creature);
}

/* Often as much as the object has that would be robbed: that is enough. */
uint32_t some_worth(void)
{
	return lives && below(4) == 0 ? live[victim()].score : random32(&dice);
}

void call_touch(void)
{
	struct entry entry;
	uint32_t i;

	if (!lives)
		return;
	i = below(lives);
	entry = live[i];
	world->touch(entry.creature);
	for (; i + 1 < lives; i++)
		live[i] = live[i + 1];
	live[i] = entry;
}

void call_put(void)
{
	uint32_t i;
	struct creature *creature;

	if (!lives)
		return;
	i = below(lives);
	creature = live[i].creature;
	look_at(&live[i]);
	told = 0;
	if (tagged && !below(4))
		expect(waited || below(2) ? world->release(live[i].handle)
					  : tarn_object_release(pool, live[i].handle),
		       "a good handle is released");
	else
		world->put(creature);
	look_at_told(true);
	forget(i);
	expect(!tarn_object_in_use(pool, creature), "what was put is not in use");
	if (world->touch && !below(8)) {
		world->touch(creature);
		expect_fault(TARN_FAULT_DOUBLE_FREE, "the fault of a touch after a put");
	}
	if (!knows && !below(8)) {
		world->put(creature);
		told = 0; /* who waits may be woken for nothing */
		expect(faults == 1, "a second put is a fault");
		expect(fault_kind == TARN_FAULT_DOUBLE_FREE ||
			       (world->grows && fault_kind == TARN_FAULT_FOREIGN),
		       "the fault of a second put");
		faults = 0;
	}
}

void call_wrong(void)
{
	static struct creature nowhere;

	world->put(&nowhere);
	expect_fault(TARN_FAULT_FOREIGN, "the fault of a foreign object");
	if (world->touch) {
		world->touch(&nowhere);
		expect_fault(TARN_FAULT_FOREIGN, "the fault of a foreign object that is touched");
	}
	if (tagged) {
		expect(!world->handle_of(&nowhere), "a foreign object has no handle");
		expect_fault(TARN_FAULT_FOREIGN, "the fault of a foreign object's handle");
	}
	if (tagged && stales)
		expect(!world->release(stale[below(stales < STALE ? stales : STALE)]),
		       "a stale handle releases nothing");
	for (uint32_t step = below(256); step < (uint32_t)sizeof(memory); step += 256)
		expect(find((void *)((char *)memory + step)) ||
			       !tarn_object_in_use(pool, (char *)memory + step),
		       "any pointer may be asked about");
	if (!lives)
		return;
	world->put((struct creature *)(void *)((char *)live[below(lives)].creature + 4));
	expect_fault(TARN_FAULT_INTERIOR, "the fault of an interior pointer");
	if (!world->touch)
		return;
	world->touch((struct creature *)(void *)((char *)live[below(lives)].creature + 4));
	expect_fault(TARN_FAULT_INTERIOR, "the fault of an interior pointer that is touched");
}

/* Puts half of the objects while the walk is at them. Others come and go meanwhile. */
void call_walk(void)
{
	struct creature *creature, *before = NULL;
	bool inlined = below(2);

	for (uint32_t at = 0;
	     (creature = inlined ? world->each(&at) : tarn_object_each(pool, &at));) {
		const struct entry *entry = find(creature);

		expect(entry, "a walk sees what is in use");
		expect(world->grows || creature > before, "a walk sees an object once");
		before = creature;
		if (below(2)) {
			world->put(creature);
			forget((uint32_t)(entry - live));
		} else if (below(2)) {
			below(2) ? call_put() : call_get(ANY);
		}
	}
}

void call_reset(void)
{
	told = 0;
	tarn_object_reset(pool);
	look_at_told(true);
	while (lives)
		forget(lives - 1);
	expect(world->count() == 0, "a reset leaves nothing in use");
}

void call_size(void)
{
	uint32_t want = below(capacity + 2);
	uint32_t were, have;

	if (below(2)) {
		have = tarn_object_prewarm(pool, want);
		expect(have >= want || have == capacity - retired() || world->grows,
		       "prewarm creates as many as asked for");
	} else {
		were = created();
		told = 0;
		have = tarn_object_trim(pool, want);
		look_at_told(pool->part.hooks);
		expect(have >= lives, "trim leaves the objects in use");
		if (pool->part.hooks & (1u << TARN_OBJECT_ONCE | 1u << TARN_OBJECT_DESTROY))
			expect(have <= want || have == lives || world->grows,
			       "trim destroys as many as asked for");
		else
			expect(have == were, "trim has nothing to destroy");
	}
}
