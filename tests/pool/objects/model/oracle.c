/* SPDX-License-Identifier: MIT */
#include "oracle.h"

#include "args.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
#include "tarn_refused.h"

const struct world *world;
struct tarn_object_pool *pool;
bool tagged;
uint64_t seed;
uint32_t dice, op, ops;
struct entry live[CAPACITY_MAX];
uint32_t lives, peak, refused, robbed;
uint32_t came, went;
uint64_t stale[STALE];
uint32_t stales;
uint64_t stales_tried;
uint32_t refusals;
uint32_t faults;
enum tarn_fault_kind fault_kind;

/* ---- Failing ------------------------------------------------------------------------------ */

_Noreturn void fail(const char *what)
{
	test_failed();
	print_text("objects model: does not hold: ");
	print_text(what);
	print_text("\nobjects model: FAIL in call ");
	print_u64(op);
	print_text(" of seed ");
	print_u64(seed);
	print_text(", world ");
	print_text(world->name);
	print_text("\nreplay: make -f boards/build/program.mk "
		   "PROGRAM=tests/pool/objects/model " MODEL_BUILD " run ARGS=\"seed=");
	print_u64(seed);
	print_text(" rounds=1 ops=");
	print_u64(ops);
	print_text(" only=");
	print_text(world->name);
	print_text("\"\n");
	tarn_port_exit(1);
}

void expect(bool holds, const char *what)
{
	if (!holds)
		fail(what);
}

void note_fault(const struct tarn_fault *fault)
{
	look_at_lock();
	faults++;
	fault_kind = fault->kind;
}

void expect_fault(enum tarn_fault_kind kind, const char *what)
{
	expect(faults == 1 && fault_kind == kind, what);
	faults = 0;
}

void note_refusal(const struct tarn_refusal *refusal)
{
	refusals++;
	expect(refusal->name && text_equal(refusal->name, world->name), "the refusal's name");
	expect(refusal->size == sizeof(struct creature), "the refusal's size");
	expect(refusal->heap == (world->grows ? &heap : NULL), "the refusal's heap");
}

/* ---- The lock. On a host it is a mutex, whose state cannot be read. ------------------------- */

static uint32_t lock_between;

static uint32_t lock_state(void)
{
	tarn_port_key key = tarn_port_lock();

	tarn_port_unlock(key);
	return (uint32_t)key;
}

void lock_begin(void)
{
	lock_between = lock_state();
}

void look_at_lock(void)
{
	expect(lock_state() == lock_between, "the lock is as it was");
}

void look_at_told(bool available)
{
	bool waited = world->type->facts.options & TARN_OBJECT_WAITED;

	expect(told == (waited && available), "a waiting task is told");
	told = 0;
}

uint32_t below(uint32_t bound)
{
	return random_below(&dice, bound);
}

/* ---- Checking ----------------------------------------------------------------------------- */

uint32_t retired(void)
{
	struct tarn_object_stats stats;

	tarn_object_stats(pool, &stats);
	return stats.retired;
}

uint32_t created(void)
{
	struct tarn_object_stats stats;

	tarn_object_stats(pool, &stats);
	return stats.created;
}

void look_at(const struct entry *entry)
{
	const struct creature *creature = entry->creature;

	expect(creature->name == entry->name && creature->check == ~entry->name &&
		       creature->score == entry->score,
	       "what an object in use holds");
	if (tagged)
		expect(world->resolve(entry->handle) == creature, "the handle of an object in use");
	else
		expect(tarn_object_in_use(pool, creature), "an object in use is in use");
}

static void look_at_stale(void)
{
	if (!stales)
		return;
	stales_tried++;
	expect(!world->resolve(stale[below(stales < STALE ? stales : STALE)]),
	       "a stale handle is stale");
}

const struct entry *find(const struct creature *creature)
{
	for (uint32_t i = 0; i < lives; i++)
		if (live[i].creature == creature)
			return &live[i];
	return NULL;
}

/* Nothing is lost, and nothing is there twice. */
void look_at_all(void)
{
	struct creature *creature, *before = NULL;
	struct tarn_object_stats stats;
	uint32_t count = 0;

	expect(tarn_object_check(pool, NULL) == 0, "tarn_object_check");
	for (uint32_t at = 0; (creature = world->each(&at)); count++) {
		expect(find(creature), "a walk sees each object in use");
		expect(world->grows || creature > before, "a walk goes up");
		before = creature;
	}
	expect(count == lives, "a walk sees all that is in use");
	expect(tarn_object_count(pool) == lives, "the count in full");
	for (uint32_t i = 0; i < lives; i++)
		look_at(&live[i]);
	for (uint32_t i = 0; tagged && i < stales && i < STALE; i++)
		expect(!world->resolve(stale[i]), "a stale handle is stale");
	tarn_object_stats(pool, &stats);
	expect(stats.live == lives, "the number in use");
	expect(stats.peak == peak, "the peak");
	expect(stats.refused == refused, "the refusals");
	expect(stats.robbed == robbed, "the robberies");
}

/* Each hook ran as often as its slot or object did what it is for. */
static void look_at_hooks(void)
{
	if (pool->part.hooks & 1u << TARN_OBJECT_ONCE)
		expect(made - unmade == created(), "what was created and not destroyed is there");
	if (pool->part.hooks & 1u << TARN_OBJECT_INIT)
		expect(initialised == came, ".init runs for each object that is got");
	if (pool->part.hooks & 1u << TARN_OBJECT_INIT &&
	    !(world->type->facts.options & TARN_OBJECT_LAZY))
		expect(reset == went, ".reset runs for each object that goes");
}

void look(void)
{
	expect(faults == 0, "no fault");
	look_at_lock();
	if (tagged)
		look_at_stale();
	look_at_hooks();
	if (lives)
		look_at(&live[below(lives)]);
	expect(world->count() == lives, "the count");
	if (!below(512))
		look_at_all();
}
