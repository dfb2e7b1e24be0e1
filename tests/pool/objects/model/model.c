/* SPDX-License-Identifier: MIT
 * Random calls on object pools, compared with a model. From its seed, a round draws a world, a
 * capacity and a sequence of calls. After every call it checks one handle that must be stale, one
 * that must resolve, and one object; now and then everything.
 *
 *   seed=n    of the first round; round i has seed n + i
 *   rounds=n  how many
 *   ops=n     calls in a round
 *   only=name this world alone */
#include "args.h"
#include "oracle.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_refused.h"

#define HEAP_BYTES  3200
#define AGED        400 /* the most generations that are left */
#define MOVED       96  /* words from one place of a pool to the next */
#define IMAGE_BYTES 512
#ifdef PORT_BARE_METAL
#define LOCK_NESTS true
#else
#define LOCK_NESTS false
#endif

static bool robs, knows;
static bool waited; /* the typed calls tell who waits */
static bool aged;   /* as after months: slots retire, eras end */
static uint32_t policy, capacity, maximum, names;
struct tarn_heap heap;
static uint64_t memory[HEAP_BYTES / 8];

/* ---- Calls -------------------------------------------------------------------------------- */

static void forget(uint32_t i)
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
static uint64_t handle_of(const struct creature *creature)
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

#define ANY UINT32_MAX /* a worth that robs any object */

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

static void call_get(uint32_t worth)
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
static uint32_t some_worth(void)
{
	return lives && below(4) == 0 ? live[victim()].score : random32(&dice);
}

static void call_touch(void)
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

static void call_put(void)
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

static void call_wrong(void)
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
	if (!lives)
		return;
	world->put((struct creature *)(void *)((char *)live[below(lives)].creature + 4));
	expect_fault(TARN_FAULT_INTERIOR, "the fault of an interior pointer");
	if (!world->touch)
		return;
	world->touch((struct creature *)(void *)((char *)live[below(lives)].creature + 4));
	expect_fault(TARN_FAULT_INTERIOR, "the fault of an interior pointer that is touched");
}

static void call_walk(void)
{
	struct creature *creature;

	/* Puts half of the objects while the walk is at them. */
	bool inlined = below(2);

	for (uint32_t at = 0;
	     (creature = inlined ? world->each(&at) : tarn_object_each(pool, &at));) {
		const struct entry *entry = find(creature);

		expect(entry, "a walk sees each object in use");
		if (below(2)) {
			world->put(creature);
			forget((uint32_t)(entry - live));
		}
	}
}

static void call_reset(void)
{
	told = 0;
	tarn_object_reset(pool);
	look_at_told(true);
	while (lives)
		forget(lives - 1);
	expect(world->count() == 0, "a reset leaves nothing in use");
}

static void call_size(void)
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

/* The first tag of the next part. */
static uint32_t *next_birth(void)
{
	return world->grows ? &((struct tarn_object_full_pool *)(void *)pool)->birth
			    : &pool->part.birth;
}

static void open_at(uint32_t place)
{
	uint32_t bytes = capacity * world->type->facts.stride;

	if (world->type->facts.options & TARN_OBJECT_BITS)
		bytes += (capacity + 31) / 32 * 8;
	expect(tarn_object_open_at(pool, world->type, memory + place, bytes), "open_at");
}

static void open(void)
{
	if (world->grows) {
		expect(tarn_object_open(pool, world->type, &heap, capacity, maximum), "open");
	} else {
		open_at(0);
	}
	peak = refused = robbed = 0;
	if (aged && tagged)
		pool->part.birth =
			((UINT32_C(1) << 31) - (1 + below(AGED)) * TARN_OBJECT_GENERATION_) |
			TARN_OBJECT_HELD_;
	if (below(2))
		tarn_object_prewarm(pool, below(capacity + 2));
}

/* Old handles stay stale after it. */
static void call_reopen(void)
{
	call_reset();
	expect(tarn_object_close(pool), "close");
	expect(made == unmade || !(pool->part.hooks & 1u << TARN_OBJECT_ONCE),
	       "what was created was destroyed");
	open();
}

/* Leaves two objects in use, or one in use and one idle, two generations each. */
static void wear_some(void)
{
	for (uint32_t i = 0; i < 2 && i < lives; i++) {
		tarn_object_tag *tag = tarn_object_tag_(live[i].creature);

		*tag = ~(((UINT32_C(1) << 31) - 2 * TARN_OBJECT_GENERATION_) |
			 (~*tag & TARN_OBJECT_HELD_));
	}
	if (lives && below(2)) {
		world->put(live[0].creature);
		forget(0);
	}
}

/* The program gives up all its handles. Then each slot has all its generations again. Slots that
 * come back count for the peak, as if all of them had been in use at the same time. */
static void call_recycle(void)
{
	bool some_retired = retired();
	struct tarn_object_stats stats;

	if (tagged && !aged)
		wear_some();
	stales = 0;
	tarn_object_recycle(pool);
	tarn_object_stats(pool, &stats);
	expect(stats.peak >= peak && stats.peak <= maximum, "the peak after a recycle");
	if (some_retired && !world->grows)
		peak = stats.peak;
	expect(stats.retired == 0 && (aged || stats.worn == 0), "a recycled pool has new slots");
	for (uint32_t i = 0; tagged && i < lives; i++)
		live[i].handle = handle_of(live[i].creature);
}

/* A model that is saved with its pool. */
struct saved {
	struct entry live[CAPACITY_MAX];
	uint64_t stale[STALE];
	uint32_t lives, stales, peak, refused, robbed;
};

static struct saved take(void)
{
	struct saved saved = {.lives = lives,
			      .stales = stales,
			      .peak = peak,
			      .refused = refused,
			      .robbed = robbed};

	for (uint32_t i = 0; i < lives; i++)
		saved.live[i] = live[i];
	for (uint32_t i = 0; i < STALE; i++)
		saved.stale[i] = stale[i];
	return saved;
}

/* The pool stands `moved` bytes from where it was saved. */
static void give_back(const struct saved *saved, ptrdiff_t moved)
{
	lives = saved->lives;
	stales = saved->stales;
	peak = saved->peak;
	refused = saved->refused;
	robbed = saved->robbed;
	for (uint32_t i = 0; i < lives; i++) {
		live[i] = saved->live[i];
		live[i].creature = (void *)((char *)live[i].creature + moved);
	}
	for (uint32_t i = 0; i < STALE; i++)
		stale[i] = saved->stale[i];
}

/* Saves the pool, plays on, and loads it, there or at another place. No image has what .once makes,
 * so this is made before. */
static void call_image(void)
{
	static _Alignas(8) unsigned char image[IMAGE_BYTES];
	bool once = pool->part.hooks & 1u << TARN_OBJECT_ONCE;
	struct saved before;
	char *base = (char *)pool->part.base;
	size_t bytes;

	if (world->grows || retired())
		return;
	if (once)
		tarn_object_prewarm(pool, capacity);
	bytes = tarn_object_save(pool, image, sizeof(image), 1);
	expect(bytes && bytes <= tarn_object_image_bytes(pool), "an image is saved");
	before = take();
	for (uint32_t calls = below(20); calls--;)
		below(2) ? call_put() : call_get(ANY);
	if (retired())
		return;
	if (below(2)) {
		call_reset();
		expect(tarn_object_close(pool), "close");
		open_at(below(3) * MOVED);
		if (once)
			tarn_object_prewarm(pool, capacity);
	}
	expect(tarn_object_load(pool, image, bytes, 1), "an image is loaded");
	give_back(&before, (char *)pool->part.base - base);
	look_at_all();
}

static void call(void)
{
	uint32_t which = below(1000);

	if (which < 80 && world->touch)
		call_touch();
	else if (which < 500)
		call_get(which < 160 && world->get_if_worth ? some_worth() : ANY);
	else if (which < 960)
		call_put();
	else if (which < 980)
		call_wrong();
	else if (which < 988)
		call_walk();
	else if (which < 989)
		call_recycle();
	else if (which < 991)
		call_image();
	else if (which < 996)
		call_size();
	else if (which < 999)
		call_reset();
	else
		call_reopen();
}

/* ---- Rounds ------------------------------------------------------------------------------- */

static const char *world_name(uint32_t i)
{
	return i < worlds_count ? worlds[i].name : NULL;
}

static const struct world *world_named(const char *name)
{
	for (uint32_t i = 0; i < worlds_count; i++)
		if (text_equal(worlds[i].name, name))
			return &worlds[i];
	args_refuse_name("only", name, world_name);
}

/* A pool with tags gets its name once, when it is first opened. That is not part of a round. */
static void name(void)
{
	if (!tagged || *next_birth())
		return;
	expect(tarn_object_open_at(pool, world->type, memory, sizeof(memory)), "the first open");
	expect(tarn_object_close(pool), "the first close");
}

/* As if it had been closed after months. */
static void begin(void)
{
	if (tagged)
		*next_birth() = TARN_OBJECT_BIRTH_;
	if (tagged && aged)
		*next_birth() = (TARN_OBJECT_ERA_ - below(AGED) * TARN_OBJECT_GENERATION_) |
				TARN_OBJECT_HELD_;
	open();
}

/* Half of the rounds are played with interrupts masked, where they can be. */
static void play(const char *only)
{
	bool masked = LOCK_NESTS && seed & 1;
	tarn_port_key key = masked ? TARN_PORT_MASK() : (tarn_port_key){0};

	lock_begin();
	dice = random32_seed(seed);
	world = &worlds[below(worlds_count)];
	if (*only)
		world = world_named(only);
	pool = world->core;
	policy = world->type->facts.options & TARN_OBJECT_POLICY;
	robs = policy == TARN_OBJECT_ROB_OLDEST || policy == TARN_OBJECT_ROB_LEAST;
	knows = world->type->facts.options & TARN_OBJECT_KNOWS;
	waited = world->type->facts.options & TARN_OBJECT_WAITED;
	tagged = !(world->type->facts.options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
	capacity = 1 + below(CAPACITY_MAX / 2);
	maximum = world->grows ? capacity + below(CAPACITY_MAX - capacity + 1) : capacity;
	lives = names = stales = made = unmade = came = went = initialised = reset = 0;
	aged = below(2);
	name();
	if (world->grows)
		(void)!tarn_init(&heap, memory, sizeof(memory), &tarn_table_commons, NULL);
	begin();
	for (op = 0; op < ops; op++) {
		call();
		look();
	}
	look_at_all();
	call_reset();
	expect(tarn_object_close(pool), "close");
	if (world->grows)
		tarn_forget(&heap);
	if (masked)
		TARN_PORT_UNMASK(key);
}

int main(int argc, char **argv)
{
	uint64_t first = arg_u64(argc, argv, "seed", 1);
	uint32_t rounds = (uint32_t)arg_u64(argc, argv, "rounds", 100);
	const char *only = arg_text(argc, argv, "only", "");

	ops = (uint32_t)arg_u64(argc, argv, "ops", 10000);
	args_only(argc, argv, "seed rounds ops only");
	tarn_on_fault(note_fault);
	tarn_on_refused(note_refusal);
	for (uint32_t round = 0; round < rounds; round++) {
		seed = first + round;
		play(only);
	}
	print_text("objects model: seed=");
	print_u64(first);
	print_text(" rounds=");
	print_u64(rounds);
	print_text(" ops=");
	print_u64((uint64_t)rounds * ops);
	print_text(" stale handles tried=");
	print_u64(stales_tried);
	print_text(": holds\n");
	return 0;
}
