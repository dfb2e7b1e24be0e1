/* SPDX-License-Identifier: MIT
 * malloc and its relatives, and the allocations of the libc itself. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tags.h"
#include "tarn_tag.h"

#define BLOCKS 7

static void each_call(void *block[BLOCKS])
{
	char *printed = NULL;

	block[0] = malloc(40);
	block[1] = calloc(10, 4);
	block[2] = realloc(NULL, 600);
	block[3] = memalign(64, 40);
	block[4] = strdup("who entered the tag, not who calls malloc");
	CHECK(asprintf(&printed, "%d", 26) == 2);
	block[5] = printed;
	if (posix_memalign(&block[6], 32, 40))
		block[6] = NULL;
}

static void free_all(void *block[BLOCKS])
{
	for (int i = 0; i < BLOCKS; i++)
		free(block[i]);
}

static void all_are_charged(uint32_t tag)
{
	void *block[BLOCKS];

	each_call(block);
	for (int i = 0; i < BLOCKS; i++)
		CHECK(tag_of(block[i]) == tag);
	free_all(block);
}

/* A block keeps its tag, whoever calls realloc. */
static void a_block_keeps_its_tag(void)
{
	void *block;

	tarn_tag_enter(MAIN);
	block = malloc(40);
	tarn_tag_leave(MAIN);
	tarn_tag_enter(HANDLER);
	block = realloc(block, 3000);
	CHECK(tag_of(block) == MAIN);
	block = realloc(block, 20);
	CHECK(tag_of(block) == MAIN);
	tarn_tag_leave(HANDLER);
	free(block);
}

static void a_limit_is_out_of_memory(void)
{
	struct tarn_tag_stats stats;

	tarn_tag_limit(&tarn_default, MAIN, 0);
	tarn_tag_enter(MAIN);
	errno = 0;
	CHECK(malloc(40) == NULL && errno == ENOMEM);
	errno = 0;
	CHECK(calloc(4, 10) == NULL && errno == ENOMEM);
	CHECK(strdup("nothing") == NULL);
	tarn_tag_leave(MAIN);
	tarn_tag_stats(&tarn_default, MAIN, &stats);
	CHECK(stats.refused >= 3 && stats.live == 0);
	tarn_tag_limit(&tarn_default, MAIN, TARN_NO_LIMIT);
}

void does_malloc_charge_who_called(void)
{
	all_are_charged(TARN_UNTAGGED);
	tarn_tag_enter(MAIN);
	all_are_charged(MAIN);
	tarn_tag_enter(HANDLER);
	all_are_charged(HANDLER);
	tarn_tag_leave(HANDLER);
	all_are_charged(MAIN);
	tarn_tag_leave(MAIN);
	a_block_keeps_its_tag();
	a_limit_is_out_of_memory();
}
