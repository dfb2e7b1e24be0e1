/* SPDX-License-Identifier: MIT
 * With arena=N on the command line, the heap has only the first N bytes of the linker's arena. So
 * one image runs with any amount of memory. On a host the environment variable TARN_ARENA does the
 * same. */
#include <stddef.h>

#include "args.h"
#include "../../../../boards/chip/bare/start.h"
#include "tarn.h"

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];

/* As tarn_malloc_init() (pool/include/tarn_libc.h) does it. */
static void remake(uint64_t bytes)
{
	if (bytes > (uint64_t)(__tarn_arena_end - __tarn_arena_start))
		args_refuse("arena", "more than the image has");
	if (tarn_init(&tarn_default, __tarn_arena_start, bytes, &tarn_table_default, NULL) !=
		    TARN_OK &&
	    tarn_init(&tarn_default, __tarn_arena_start, bytes, &tarn_table_commons, NULL) !=
		    TARN_OK)
		args_refuse("arena", "too small for a heap");
}

/* Runs after the heap's own initialiser, and before any other constructor. */
__attribute__((constructor(101))) static void choose_arena(void)
{
	char *argv[8];
	int argc = port_arguments(argv, 8);
	uint64_t bytes = arg_u64(argc, argv, "arena", 0);

	if (bytes)
		remake(bytes);
}
