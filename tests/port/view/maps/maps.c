/* SPDX-License-Identifier: MIT
 * Makes a random heap, and prints its map. */
#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"
#include "tarn_tag.h"

#define SLOTS 2048

static void *slot[SLOTS];
static uint32_t state;

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
	uint64_t seed = arg_u64(argc, argv, "seed", 1);
	uint32_t calls = (uint32_t)arg_u64(argc, argv, "calls", 5000);
	uint32_t slots = (uint32_t)arg_u64(argc, argv, "slots", 300);
	uint32_t most = (uint32_t)arg_u64(argc, argv, "most", 2048);

	args_only(argc, argv, "seed calls slots most");
	if (slots == 0 || slots > SLOTS)
		args_refuse("slots", "1 to 2048");
	state = random32_seed(seed);
	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return 1;
	for (; calls; calls--)
		step(slots, most);
	tarn_report_map(&tarn_default, print_sink, NULL);
	print_flush();
	return 0;
}
