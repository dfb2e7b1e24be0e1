/* SPDX-License-Identifier: MIT
 * Random accesses against an oracle that knows all blocks and objects: no false alarm, no miss.
 *
 *   seed=n      of the random numbers
 *   accesses=n  how many
 *   tick=n      microseconds between interrupts that allocate and free. What lies outside the main
 *               program's blocks may then be the handler's, so only false alarms are looked for */
#include "args.h"
#include "failed.h"
#include "print.h"
#include "random.h"
#include "tarn_access.h"
#include "tarn_object.h"
#include "tarn_port_extra.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

#define BLOCKS  48
#define OBJECTS 20
#define EDGE    16 /* bytes of a slot before and after its object, at most */
#define BESIDE  64 /* bytes on either side of an area that are tried, too */

struct thing {
	char name[13];
};
TARN_OBJECT_POOL(things, struct thing, OBJECTS, TARN_OBJECT_REFUSE);

struct range {
	uintptr_t start;
	size_t bytes;
};

static struct tarn_heap heap;
static struct range blocks[BLOCKS]; /* start 0: none */
static struct range objects[OBJECTS];
static uint32_t state, seed, tick;
static uint32_t faults;
static void *handlers[4]; /* blocks of the interrupt handler */

static void count(const struct tarn_fault *fault)
{
	faults += tarn_access_of(fault) != NULL;
}

static void handler(void)
{
	static uint32_t own = 1;
	uint32_t which = random_below(&own, 4);

	tarn_free(&heap, handlers[which]);
	handlers[which] = tarn_alloc(&heap, random_below(&own, 600));
}

static uint32_t below(uint32_t bound)
{
	return random_below(&state, bound);
}

/* ---- What may be touched ------------------------------------------------------------------ */

static bool holds(const struct range *range, uintptr_t at, size_t bytes)
{
	return range->start && at >= range->start && at - range->start + bytes <= range->bytes;
}

static bool any_holds(const struct range *ranges, uint32_t count_of, uintptr_t at, size_t bytes)
{
	for (uint32_t i = 0; i < count_of; i++)
		if (holds(&ranges[i], at, bytes))
			return true;
	return false;
}

/* The slots of the pool, in which all of them were got once. */
static struct range slots;

static bool in(const struct range *area, uintptr_t at)
{
	return at - area->start < area->bytes;
}

static bool allowed(uintptr_t at, size_t bytes)
{
	const struct range arena = {(uintptr_t)__tarn_arena_start,
				    (size_t)(__tarn_arena_end - __tarn_arena_start)};

	if (in(&arena, at))
		return any_holds(blocks, BLOCKS, at, bytes);
	return !in(&slots, at) || any_holds(objects, OBJECTS, at, bytes);
}

/* Before the first object and after the last one only the pool knows where its memory ends. */
static bool at_edge(uintptr_t at)
{
	uintptr_t end = slots.start + slots.bytes;

	return in(&(struct range){slots.start - EDGE, EDGE}, at) ||
	       in(&(struct range){end, EDGE}, at);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void block_change(struct range *block)
{
	size_t bytes = below(8) ? below(200) : below(3000);
	void *pointer;

	if (!block->start)
		pointer = below(8) ? tarn_alloc(&heap, bytes)
				   : tarn_alloc_aligned(&heap, 16u << below(4), bytes);
	else if (below(2))
		pointer = tarn_realloc(&heap, (void *)block->start, bytes += !bytes);
	else
		pointer = (tarn_free(&heap, (void *)block->start), block->start = 0, NULL);
	if (!pointer)
		return;
	block->start = (uintptr_t)pointer;
	block->bytes = TARN_HARDEN >= 2 ? bytes : tarn_usable_size(&heap, pointer);
}

static void object_change(struct range *object)
{
	if (object->start) {
		things_put(&things, (struct thing *)object->start);
		object->start = 0;
	} else {
		object->start = (uintptr_t)things_get(&things);
		object->bytes = sizeof(struct thing);
	}
}

/* An address in, or next to, something. */
static uintptr_t address(void)
{
	const struct range *block = &blocks[below(BLOCKS)];
	size_t arena = (size_t)(__tarn_arena_end - __tarn_arena_start);

	if (block->start && below(2))
		return block->start + below((uint32_t)block->bytes + 24) - 8;
	if (below(3))
		return slots.start - BESIDE + below((uint32_t)slots.bytes + 2 * BESIDE);
	return (uintptr_t)__tarn_arena_start - BESIDE + below((uint32_t)arena + 2 * BESIDE);
}

static void try(uint32_t number)
{
	uintptr_t at = address();
	size_t bytes = below(8) ? 1u << below(5) : 1 + below(300);
	bool right = allowed(at, bytes);
	uint32_t before = faults;

	if ((tick && !right) || at_edge(at))
		return;
	/* each time another instruction, or it is told only once */
	tarn_check_access((void *)at, bytes, below(2), (void *)(uintptr_t)(number + 1));
	if ((faults != before) != right)
		return;
	test_failed();
	print_text("access: FAIL: ");
	print_text(right ? "a false alarm" : "a miss");
	print_text(" at access ");
	print_u64(number);
	print_text("\nreplay: make run PROGRAM=tests/port/access/random ARGS=\"seed=");
	print_u64(seed);
	print_text("\" with the same BOARD and HARDEN\n");
	tarn_port_exit(1);
}

static void pool_begin(void)
{
	struct thing *first = NULL;
	struct thing *last = NULL;

	for (uint32_t i = 0; i < OBJECTS; i++) {
		object_change(&objects[i]);
		last = (struct thing *)objects[i].start;
		first = first ? first : last;
	}
	slots.start = (uintptr_t)first;
	slots.bytes = (uintptr_t)(last + 1) - (uintptr_t)first;
}

int main(int argc, char **argv)
{
	uint32_t accesses;

	args_only(argc, argv, "seed accesses tick");
	seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	accesses = (uint32_t)arg_u64(argc, argv, "accesses", 100000);
	tick = (uint32_t)arg_u64(argc, argv, "tick", 0);
	state = random32_seed(seed);
	tarn_on_fault(count);
	if (tarn_init(&heap, __tarn_arena_start, TARN_ARENA_SIZE, &tarn_table_default, NULL))
		return 1;
	pool_begin();
	if (tick)
		port_tick_start(tick, handler);
	for (uint32_t i = 0; i < accesses; i++) {
		if (!below(4))
			block_change(&blocks[below(BLOCKS)]);
		if (!below(8))
			object_change(&objects[below(OBJECTS)]);
		try(i);
	}
	if (tick)
		port_tick_stop();
	print_u64(accesses);
	print_text(" accesses, ");
	print_u64(faults);
	print_text(" refused, each as the oracle says\n");
	return 0;
}
