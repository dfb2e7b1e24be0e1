/* SPDX-License-Identifier: MIT
 * A full heap refuses, sets errno, and serves again when there is room. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapters.h"
#include "tarn.h"

struct link {
	struct link *next;
	unsigned size;
};

/* Allocates smaller and smaller blocks, until nothing is left. */
static struct link *fill_up(unsigned *blocks)
{
	struct link *list = NULL;

	for (unsigned size = 4096; size >= sizeof(*list); size /= 2) {
		struct link *block;

		while ((block = malloc(size))) {
			fill(block, size, size);
			block->next = list;
			block->size = size;
			list = block;
			++*blocks;
		}
		CHECK_EQ(errno, ENOMEM);
	}
	return list;
}

static void give_back(struct link *list)
{
	while (list) {
		struct link *next = list->next;

		CHECK(holds(list + 1, list->size - sizeof(*list),
			    (unsigned)(list->size + sizeof(*list) * 7)));
		free(list);
		list = next;
	}
}

static unsigned once(void)
{
	unsigned blocks = 0;
	char text[40];
	struct link *list;

	errno = 0;
	list = fill_up(&blocks);
	CHECK_EQ(errno, ENOMEM);
	REFUSED(calloc(1, sizeof(*list)), ENOMEM);
	REFUSED(realloc(NULL, sizeof(*list)), ENOMEM);
	CHECK_EQ(snprintf(text, sizeof(text), "full after %u blocks", blocks) > 0, 1);
	printf("%s\n", text);
	give_back(list);
	return blocks;
}

/* The last test: stdio does without the memory that it does not get now. */
void is_out_of_memory_clean(void)
{
	size_t live = adapters_live();
	unsigned blocks = once();

	if (TARN_HARDEN < 3) /* the quarantine has its own order */
		CHECK_EQ(once(), blocks);
	else
		CHECK(once() > blocks / 2);
	CHECK_EQ(adapters_live(), live);
}
