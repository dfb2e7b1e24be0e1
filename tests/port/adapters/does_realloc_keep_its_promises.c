/* SPDX-License-Identifier: MIT
 * realloc and reallocarray: contents, size 0, failure, overflow. */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "adapters.h"

static void null_allocates(void)
{
	char *block = realloc(NULL, 40);

	CHECK(block && malloc_usable_size(block) >= 40);
	free(block);
	block = realloc(NULL, 0);
	CHECK(block != NULL);
	free(block);
}

static void zero_frees(void)
{
	size_t live = adapters_live();
	char *block = malloc(40);

	errno = EDOM;
	CHECK(realloc(block, 0) == NULL);
	CHECK_EQ(errno, EDOM);
	CHECK_EQ(adapters_live(), live);
}

/* A program may fill all malloc_usable_size() bytes. A realloc that moves the block keeps them. */
static void every_usable_byte_moves_along(void)
{
	for (size_t size = 1; size < 300; size += 11) {
		char *block = malloc(size);
		char *wall = malloc(8);
		size_t usable = malloc_usable_size(block);

		fill(block, usable, 3);
		block = realloc(block, usable + 200);
		CHECK(block && holds(block, usable, 3));
		block = realloc(block, size);
		CHECK(block && holds(block, size, 3));
		free(block);
		free(wall);
	}
}

static void a_refusal_changes_nothing(void)
{
	char *block = malloc(100);

	fill(block, 100, 5);
	REFUSED(realloc(block, TOO_LARGE), ENOMEM);
	CHECK(holds(block, 100, 5));
	REFUSED(reallocarray(block, SIZE_MAX / 2 + 2, 2), ENOMEM);
	CHECK(holds(block, 100, 5));
	free(block);
}

static void an_array_is_a_product(void)
{
	int *array = reallocarray(NULL, 10, sizeof(int));

	CHECK(array && malloc_usable_size(array) >= 10 * sizeof(int));
	fill(array, 10 * sizeof(int), 9);
	array = reallocarray(array, 100, sizeof(int));
	CHECK(array && holds(array, 10 * sizeof(int), 9));
	CHECK(reallocarray(array, 0, sizeof(int)) == NULL);
}

/* reallocf that fails, or realloc to 0 bytes: the block is freed, once. */
static void reallocf_frees_once(void)
{
	size_t live = adapters_live();
	char *block = reallocf(NULL, 40);

	fill(block, 40, 4);
	block = reallocf(block, 400);
	CHECK(block && holds(block, 40, 4));
	REFUSED(reallocf(block, TOO_LARGE), ENOMEM);
	CHECK_EQ(adapters_live(), live);
	REFUSED(reallocf(NULL, TOO_LARGE), ENOMEM);
	errno = EDOM;
	CHECK(reallocf(malloc(40), 0) == NULL);
	CHECK_EQ(errno, EDOM);
	CHECK_EQ(adapters_live(), live);
}

void does_realloc_keep_its_promises(void)
{
	size_t live = adapters_live();

	null_allocates();
	zero_frees();
	every_usable_byte_moves_along();
	a_refusal_changes_nothing();
	an_array_is_a_product();
	reallocf_frees_once();
	CHECK_EQ(adapters_live(), live);
}
