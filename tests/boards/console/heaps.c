/* SPDX-License-Identifier: MIT
 * Two arenas in two kinds of RAM. The default heap has the large RAM outside the chip. Another heap
 * has the fast RAM inside, as far as the stack and the statics leave it. A program chooses by
 * naming the heap. A block that it frees to the wrong heap is a fault, and nothing else happens. */
#include "console.h"
#include "print.h"
#include "tarn.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];
extern unsigned char __tarn_rest_start[], __tarn_rest_end[];

static struct tarn_heap fast;
static struct tarn_fault seen;
static uint32_t faults;

static void note(const struct tarn_fault *fault)
{
	seen = *fault;
	faults++;
}

static void say(const char *name, const unsigned char *start, const unsigned char *end)
{
	print_text(name);
	print_pointer(start);
	print_text(", ");
	print_u64((uint64_t)(end - start));
	print_text(" bytes\n");
}

static bool lies_in(const void *block, const unsigned char *start, const unsigned char *end)
{
	return (const unsigned char *)block >= start && (const unsigned char *)block < end;
}

static const char *exhaust_both(void)
{
	uint32_t count[2] = {0, 0};
	void *block;

	while ((block = tarn_alloc(&fast, 100))) {
		if (!lies_in(block, __tarn_rest_start, __tarn_rest_end))
			return "a block of the fast heap lies elsewhere";
		count[0]++;
	}
	while ((block = tarn_alloc(&tarn_default, 100))) {
		if (!lies_in(block, __tarn_arena_start, __tarn_arena_end))
			return "a block of the default heap lies elsewhere";
		count[1]++;
	}
	print_u64(count[0]);
	print_text(" blocks of 100 bytes in the fast RAM, ");
	print_u64(count[1]);
	print_text(" in the large one\n");
	return count[0] && count[1] ? NULL : "a heap has no room";
}

/* Is this free refused as foreign? */
static bool refused(struct tarn_heap *heap, void *block)
{
	uint32_t before = faults;

	tarn_free(heap, block);
	return faults == before + 1 && seen.kind == TARN_FAULT_FOREIGN && seen.heap == heap &&
	       seen.pointer == block;
}

static const char *free_wrongly(void)
{
	void *quick = tarn_alloc(&fast, 40);
	void *large = tarn_alloc(&tarn_default, 40);

	if (!quick || !large)
		return "no block to give back";
	if (!refused(&fast, large) || !refused(&tarn_default, quick))
		return "a block of the other heap was not refused as foreign";
	print_text("free of the other heap's block: ");
	print_text(tarn_fault_name(seen.kind));
	print_newline();
	tarn_free(&fast, quick);
	tarn_free(&tarn_default, large);
	if (faults != 2)
		return "a block was refused by its own heap";
	return NULL;
}

static const char *make_both(void)
{
	size_t rest = (size_t)(__tarn_rest_end - __tarn_rest_start);

	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return "the default heap was not made";
	if (tarn_init(&fast, __tarn_rest_start, rest, &tarn_table_commons, NULL) != TARN_OK)
		return "the fast heap was not made";
	return NULL;
}

const char *heaps_check(void)
{
	tarn_fault_handler *before = tarn_on_fault(note);
	const char *wrong = make_both();

	say("default heap ", __tarn_arena_start, __tarn_arena_end);
	say("fast heap    ", __tarn_rest_start, __tarn_rest_end);
	if (!wrong)
		wrong = free_wrongly();
	if (!wrong)
		wrong = exhaust_both();
	if (!wrong && (tarn_check(&fast, NULL) || tarn_check(&tarn_default, NULL)))
		wrong = "a heap is not sound";
	tarn_on_fault(before);
	return wrong;
}
