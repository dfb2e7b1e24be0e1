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
#include "calls.h"
#include "print.h"
#include "random.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "tarn_refused.h"

#ifdef PORT_BARE_METAL
#define LOCK_NESTS true
#else
#define LOCK_NESTS false
#endif

bool robs, knows, waited, aged;
uint32_t policy, capacity, maximum, names;
struct tarn_heap heap;
uint64_t memory[HEAP_BYTES / 8];

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
	open_pool();
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
