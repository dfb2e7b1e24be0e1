/* SPDX-License-Identifier: MIT
 * A cache that gives its pages up before a request fails. Built with TARN_WATCH=1. */
#include "../say.h"
#include "tarn.h"

#define PAGES   8
#define REQUEST 200 /* bytes */

static uint64_t arena[2048 / 8];
static struct tarn_heap heap;
static void *page[PAGES]; /* made again when it is needed */
static bool open = true;  /* for further requests */

static void on_low(struct tarn_heap *low, size_t mark)
{
	say_number("  the longest free run is shorter than", (uint32_t)mark);
	if (!page[0]) {
		say("  nothing is left to give up: no further requests");
		open = false;
		return;
	}
	say("  the cache gives its pages up");
	for (uint32_t i = 0; i < PAGES; i++) {
		tarn_free(low, page[i]);
		page[i] = NULL;
	}
}

static void look(void)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(&heap, &stats);
	say_number("bytes free", stats.commons_free);
	say_number("longest free run", stats.longest_free);
	say_number("the least that it was", stats.longest_least);
	say_number("fragmentation, per mille", stats.fragmentation);
}

int main(void)
{
	uint32_t served = 0;

	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_commons, NULL) != TARN_OK)
		return 1;
	for (uint32_t i = 0; i < PAGES; i++)
		page[i] = tarn_alloc(&heap, 128);
	say_number("the mark", (uint32_t)tarn_on_low(&heap, REQUEST + 50, on_low));
	while (open) {
		promise(tarn_alloc(&heap, REQUEST) != NULL, "each request is served");
		say_number("requests", ++served);
	}
	look();
	return 0;
}
