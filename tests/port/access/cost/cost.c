/* SPDX-License-Identifier: MIT
 * The instructions that one check of an access takes, by the place that it goes to. Prints `name
 * instructions`. */
#include "../../../../port/tool/ruler/ruler.h"
#include "print.h"
#include "tarn_access.h"
#include "tarn_object.h"

extern uint8_t __tarn_arena_start[];

TARN_OBJECT_POOL(things, uint32_t, 4, TARN_OBJECT_REFUSE);

static struct tarn_heap heap;

static uint32_t check(void *address)
{
	struct ruler_call call = {
		.function = (uintptr_t)tarn_check_access,
		.argument = {(uintptr_t)address, 1, true, 0},
	};

	return ruler(&call);
}

/* The second check of a place is the usual one: quotients and long runs are known then. */
static void print(const char *name, void *address)
{
	uint32_t first = check(address);

	print_text(name);
	print_text(" ");
	print_u64(check(address));
	print_text(" first ");
	print_u64(first);
	print_newline();
}

int main(void)
{
	unsigned char *small, *run, *longer;

	if (!ruler_start() ||
	    tarn_init(&heap, __tarn_arena_start, TARN_ARENA_SIZE, &tarn_table_default, NULL))
		return 1;
	small = tarn_alloc(&heap, 40);
	run = tarn_alloc(&heap, 100);
	longer = tarn_alloc(&heap, 4096);
	print("outside", &heap);
	print("pool", small + 20);
	print("run of 100", run + 20);
	print("run of 4096", longer + 2000);
	print("object", things_get(&things));
	return 0;
}
