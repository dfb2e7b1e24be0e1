/* SPDX-License-Identifier: MIT
 * Both cores of an RP2040 use the default heap, and each has a tick. Each core allocates, resizes
 * and frees, and hands blocks to the other core, which frees them. The contents of a block are
 * verified when it is handed over, resized or freed. Arguments: ops=n, operations of each core. */
#include <stddef.h>
#include <stdint.h>

#include "args.h"
#include "print.h"
#include "../../../../boards/chip/cortex-m/rp2040/rp2040.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#define CPUID (*(volatile uint32_t *)0xD0000000u)

#define SLOTS     48
#define RING      16 /* blocks under way to the other core */
#define LARGEST   240
#define PERIOD_US 37 /* of the ticks */

struct block {
	uint8_t *bytes;
	uint32_t size;
	uint8_t seed;
};

/* One core writes `head`, and the other one writes `tail`. */
struct ring {
	struct block block[RING];
	volatile uint32_t head, tail;
};

struct worker {
	struct block slot[SLOTS];
	struct ring to_other;
	uint32_t random, ticks;
	volatile uint32_t done;
	uint32_t refused, received;
	struct block of_tick;
	uintptr_t context[4];
};

static struct worker workers[2] = {{.random = 0x12345678}, {.random = 0x9ABCDEF1}};
static uint32_t operations;
static const char *volatile wrong;
static volatile uint32_t wrong_core;

static uint32_t random_below(struct worker *worker, uint32_t bound)
{
	worker->random ^= worker->random << 13;
	worker->random ^= worker->random >> 17;
	worker->random ^= worker->random << 5;
	return (uint32_t)((uint64_t)worker->random * bound >> 32);
}

static void fail(const char *what)
{
	if (wrong)
		return;
	wrong_core = CPUID;
	wrong = what;
}

static void on_fault(const struct tarn_fault *fault)
{
	fail(tarn_fault_name(fault->kind));
}

/* ---- Blocks */

static void fill(struct block *block, uint32_t from)
{
	for (uint32_t i = from; i < block->size; i++)
		block->bytes[i] = (uint8_t)(block->seed + i);
}

static void verify(const struct block *block, uint32_t size)
{
	for (uint32_t i = 0; i < size; i++)
		if (block->bytes[i] != (uint8_t)(block->seed + i)) {
			fail("a block's contents changed");
			return;
		}
}

static void take(struct worker *worker, struct block *block, uint32_t size, uint8_t seed)
{
	block->bytes = tarn_alloc(&tarn_default, size);
	block->size = size;
	block->seed = seed;
	if (block->bytes)
		fill(block, 0);
	else
		worker->refused++;
}

static void give(struct block *block)
{
	verify(block, block->size);
	tarn_free(&tarn_default, block->bytes);
	block->bytes = NULL;
}

static void resize(struct worker *worker, struct block *block, uint32_t size)
{
	uint32_t kept = size < block->size ? size : block->size;
	uint8_t *bytes = tarn_realloc(&tarn_default, block->bytes, size);

	if (!bytes) {
		worker->refused++;
		return;
	}
	block->bytes = bytes;
	block->size = size;
	verify(block, kept);
	fill(block, kept);
}

/* ---- From one core to the other */

static bool hand_over(struct ring *ring, struct block *block)
{
	uint32_t head = ring->head;

	if (head - ring->tail == RING)
		return false;
	ring->block[head % RING] = *block;
	__asm volatile("dmb" : : : "memory");
	ring->head = head + 1;
	block->bytes = NULL;
	return true;
}

static void receive(struct worker *worker, struct ring *ring)
{
	while (ring->tail != ring->head) {
		__asm volatile("dmb" : : : "memory");
		give(&ring->block[ring->tail % RING]);
		ring->tail = ring->tail + 1;
		worker->received++;
	}
}

/* ---- Work */

static void step(struct worker *worker, struct worker *other)
{
	struct block *block = &worker->slot[random_below(worker, SLOTS)];
	uint32_t size = 1 + random_below(worker, LARGEST);
	uint32_t what = random_below(worker, 8);

	if (!block->bytes)
		take(worker, block, size, (uint8_t)worker->random);
	else if (what == 0)
		resize(worker, block, size);
	else if (what > 2 || !hand_over(&worker->to_other, block))
		give(block);
	receive(worker, &other->to_other);
}

static bool one_thread = true;

bool tarn_port_one_thread(void)
{
	return one_thread;
}

/* Notes the context by both macros of the port: that of a call, and that of a hook. */
static void note_context(uintptr_t *context)
{
	context[0] = TARN_PORT_CONTEXT_HERE();
	context[1] = TARN_PORT_CONTEXT();
}

/* The handler of both cores' SysTicks. */
static void tick(void)
{
	struct worker *worker = &workers[CPUID];

	worker->ticks++;
	note_context(&worker->context[2]);
	if (worker->of_tick.bytes)
		give(&worker->of_tick);
	else
		take(worker, &worker->of_tick, 1 + worker->ticks % LARGEST, (uint8_t)worker->ticks);
}

/* Each core frees the blocks of the other one until both have done their operations. */
static void work(struct worker *worker, struct worker *other)
{
	note_context(worker->context);
	port_tick_start(PERIOD_US, tick);
	for (uint32_t i = 0; i < operations && !wrong; i++)
		step(worker, other);
	port_tick_stop();
	for (int i = 0; i < SLOTS; i++)
		if (worker->slot[i].bytes)
			give(&worker->slot[i]);
	if (worker->of_tick.bytes)
		give(&worker->of_tick);
	worker->done = 1;
	while (!other->done && !wrong)
		receive(worker, &other->to_other);
	receive(worker, &other->to_other);
}

static void core1(void)
{
	__asm volatile("cpsie i" : : : "memory");
	work(&workers[1], &workers[0]);
	workers[1].done = 2;
	for (;;)
		__asm volatile("wfe");
}

/* ---- The verdict */

static void print_worker(int core)
{
	const struct worker *worker = &workers[core];

	print_text("core ");
	print_u64((uint64_t)core);
	print_text(": ticks ");
	print_u64(worker->ticks);
	print_text(" freed for the other ");
	print_u64(worker->received);
	print_text(" refused ");
	print_u64(worker->refused);
	print_newline();
}

static void judge(void)
{
	struct tarn_block block = {.pointer = NULL};

	if (tarn_check(&tarn_default, NULL))
		fail("the heap is damaged");
	else if (tarn_walk(&tarn_default, &block))
		fail("blocks are live that no core holds");
	else if (!workers[0].ticks || !workers[1].ticks)
		fail("a core had no tick");
	else if (!workers[0].received || !workers[1].received)
		fail("a core was handed nothing");
	for (int i = 0; i < 4; i++)
		if (workers[0].context[i] == workers[1].context[i])
			fail("what runs on both cores is one context");
	one_thread = false;
	if (TARN_PORT_CONTEXT() != 0)
		fail("a thread is told from others");
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "ops");
	operations = (uint32_t)arg_u64(argc, argv, "ops", 20000);
	tarn_on_fault(on_fault);
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	rp2040_core1_start(core1);
	work(&workers[0], &workers[1]);
	while (workers[1].done != 2 && !wrong)
		;
	if (!wrong)
		judge();
	print_worker(0);
	print_worker(1);
	if (!wrong) {
		print_text("ok\n");
		return 0;
	}
	print_text("FAIL ");
	print_text(wrong);
	print_text(", core ");
	print_u64(wrong_core);
	print_newline();
	return 1;
}
