/* SPDX-License-Identifier: MIT
 * Makes random heaps. For each it prints a line for every block that tarn_walk() sees, and the
 * map. */
#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_tag.h"

#define SLOTS 2048

static void *slot[SLOTS];
static uint32_t state;

static void field(const char *name, uint32_t value)
{
	print_text(name);
	print_u64(value);
}

/* Prints each block as the map does: offsets count from the arena's start. */
static void walk(uintptr_t arena)
{
	struct tarn_block block;

	block.pointer = NULL;
	while (tarn_walk(&tarn_default, &block)) {
		field("walk ", (uint32_t)((uintptr_t)block.pointer - arena));
		field(" ", block.bytes);
		field(" ", block.class_index);
		field(" ", block.tag);
		field(" ", block.sequence);
		print_newline();
	}
	print_text("walk end\n");
}

/* Most sizes are small. */
static uint32_t size_drawn(uint32_t most)
{
	uint32_t bits = 3;

	while (random_below(&state, 3) && 2u << bits <= most)
		bits++;
	return random_below(&state, 1u << bits);
}

static void step(uint32_t slots, uint32_t most)
{
	void **at = &slot[random_below(&state, slots)];
	uint32_t tag = random_below(&state, TARN_TAGS + 1);
	uint32_t size = size_drawn(most);

	tarn_free(&tarn_default, *at);
	*at = TARN_TAGS ? tarn_alloc_tagged(&tarn_default, size, tag)
			: tarn_alloc(&tarn_default, size);
}

int main(int argc, char **argv)
{
	extern unsigned char __tarn_arena_start[];
	uint64_t seed = arg_u64(argc, argv, "seed", 1);
	uint32_t maps = (uint32_t)arg_u64(argc, argv, "maps", 1);
	uint32_t calls = (uint32_t)arg_u64(argc, argv, "calls", 5000);
	uint32_t slots = (uint32_t)arg_u64(argc, argv, "slots", 300);
	uint32_t most = (uint32_t)arg_u64(argc, argv, "most", 2048);

	args_only(argc, argv, "seed maps calls slots most");
	if (slots == 0 || slots > SLOTS)
		args_refuse("slots", "1 to 2048");
	state = random32_seed(seed);
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	for (; maps; maps--) {
		for (uint32_t left = calls; left; left--)
			step(slots, most);
		walk((uintptr_t)__tarn_arena_start);
		tarn_report_map(&tarn_default, print_sink, NULL);
	}
	print_flush();
	return 0;
}
