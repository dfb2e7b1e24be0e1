/* SPDX-License-Identifier: MIT
 * Two arenas in two kinds of RAM. The default heap has the large RAM outside the chip. Another heap
 * has the fast RAM inside, as far as the stack and the statics leave it. A program chooses by
 * naming the heap. */
#include "console.h"
#include "print.h"
#include "tarn.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];
extern unsigned char __tarn_rest_start[], __tarn_rest_end[];

static struct tarn_heap fast;

static bool lies_in(const void *block, const unsigned char *start, const unsigned char *end)
{
	return (const unsigned char *)block >= start && (const unsigned char *)block < end;
}

/* Takes all blocks of 100 bytes, and prints their number. Returns what is wrong, or NULL. */
static const char *exhaust(struct tarn_heap *heap, const char *name, const unsigned char *start,
			   const unsigned char *end)
{
	uint32_t count = 0;
	void *block;

	for (; (block = tarn_alloc(heap, 100)); count++)
		if (!lies_in(block, start, end))
			return "a block lies outside of its heap's RAM";
	print_text(name);
	print_pointer(start);
	print_text(": ");
	print_u64(count);
	print_text(" blocks of 100 bytes\n");
	return !count                   ? "a heap has no room"
	       : tarn_check(heap, NULL) ? "a heap is not sound"
					: NULL;
}

const char *heaps_check(void)
{
	size_t rest = (size_t)(__tarn_rest_end - __tarn_rest_start);
	const char *wrong;

	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return "the default heap was not made";
	if (tarn_init(&fast, __tarn_rest_start, rest, &tarn_table_commons, NULL) != TARN_OK)
		return "the fast heap was not made";
	wrong = exhaust(&fast, "fast heap    ", __tarn_rest_start, __tarn_rest_end);
	return wrong ? wrong
		     : exhaust(&tarn_default, "default heap ", __tarn_arena_start,
			       __tarn_arena_end);
}
