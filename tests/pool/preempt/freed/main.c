/* SPDX-License-Identifier: MIT
 * A thread frees the blocks of tag 2, and reads the records of all, while another one allocates,
 * resizes and frees blocks of tag 1. A record that is not whole yet is no fault. For
 * ThreadSanitizer.
 *   rounds=n   how often (20,000) */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "args.h"
#include "print.h"
#include "tarn_table.h"
#include "tarn_tag.h"

#define CLASSES(CLASS) CLASS(32, 4, 0, TARN_TO_COMMONS)
TARN_TABLE(table, CLASSES);

static struct tarn_heap heap;
static uint64_t arena[1024];
static uint32_t rounds, faults, done;

static void fault(const struct tarn_fault *what)
{
	(void)what;
	__atomic_fetch_add(&faults, 1, __ATOMIC_RELAXED);
}

static void *use(void *none)
{
	char *blocks[8] = {NULL};

	tarn_tag_enter(1);
	for (uint32_t round = 0; round < rounds; round++) {
		char **block = &blocks[round % 8];
		char *resized = *block ? tarn_realloc(&heap, *block, round * 7 % 150) : NULL;

		if (resized && round % 16 < 8) {
			*block = resized;
			continue;
		}
		tarn_free(&heap, resized ? resized : *block);
		*block = tarn_alloc(&heap, round * 13 % 100);
	}
	__atomic_store_n(&done, 1, __ATOMIC_RELEASE);
	return none;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	uint32_t freed = 0;
	uint32_t made = 0;

	args_only(argc, argv, "rounds");
	rounds = (uint32_t)arg_u64(argc, argv, "rounds", 20000);
	tarn_on_fault(fault);
	if (tarn_init(&heap, arena, sizeof(arena), &table, NULL) != TARN_OK ||
	    pthread_create(&thread, NULL, use, NULL))
		return 2;
	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		made += tarn_alloc_tagged(&heap, 40, 2) != NULL;
		freed += tarn_free_tag(&heap, 2).blocks;
	}
	pthread_join(thread, NULL);
	print_text("freed ");
	print_u64(freed);
	print_text(" of ");
	print_u64(made);
	print_text(", faults ");
	print_u64(faults);
	print_text("\n");
	return !freed || freed != made || faults != 0 || tarn_check(&heap, NULL) != 0;
}
