/* SPDX-License-Identifier: MIT
 * A heap whose arena ends where the addresses of the machine end, at 2^32: calls at random, each
 * block written whole, and tarn_check between them. */
#include <stddef.h>
#include <stdint.h>

#include "args.h"
#include "print.h"
#include "random.h"
#include "tarn.h"

#define BYTES  65536u
#define BLOCKS 256u

static struct tarn_heap heap;
static void *blocks[BLOCKS];
static uint32_t last; /* the highest byte that a block held */

static void take(uint32_t *random)
{
	uint32_t at = random_below(random, BLOCKS);
	size_t bytes = 1 + random_below(random, random_below(random, 2) ? 100 : 3000);
	unsigned char *block;

	if (random_below(random, 4)) {
		tarn_free(&heap, blocks[at]);
		blocks[at] = NULL;
	}
	block = tarn_realloc(&heap, blocks[at], bytes);
	if (!block)
		return;
	blocks[at] = block;
	for (size_t i = 0; i < bytes; i++)
		block[i] = (unsigned char)at;
	if ((uintptr_t)&block[bytes - 1] > last)
		last = (uint32_t)(uintptr_t)&block[bytes - 1];
}

int main(int argc, char **argv)
{
	uint32_t random;

	args_only(argc, argv, "seed");
	random = random32_seed(arg_u64(argc, argv, "seed", 1));
	if (tarn_init(&heap, (void *)(0 - (uintptr_t)BYTES), BYTES, NULL, NULL) != TARN_OK)
		return 2;
	for (uint32_t i = 0; i < 100000; i++) {
		take(&random);
		if (i % 64 == 0 && tarn_check(&heap, NULL) != 0)
			return 3;
	}
	for (uint32_t at = 0; at < BLOCKS; at++)
		tarn_free(&heap, blocks[at]);
	print_text("the last byte of a block: ");
	print_pointer((void *)(uintptr_t)last);
	print_newline();
	return tarn_check(&heap, NULL) != 0 || last < 0 - 64u;
}
