/* SPDX-License-Identifier: MIT
 * Three tasks share a heap, each with a budget. The logger requests more than its budget. Tarn
 * refuses, the handler says why, and the other tasks still have their budgets. Then the logger
 * crashes, and the program frees all its blocks but one, which another task takes over. */
#include "../say.h"
#include "tarn_refused.h"
#include "tarn_table.h"
#include "tarn_tag.h"

#define TASKS(TAG)         \
	TAG(CONTROL, 1024) \
	TAG(RADIO, 1536)   \
	TAG(LOGGER, 512)
TARN_BUDGETS(budgets, TASKS);
TARN_BUDGETS_FIT(budgets, TASKS, TARN_NO_CLASSES, 4096); /* or the build fails */

static uint64_t arena[4096 / 8];
static struct tarn_heap heap;
static void *first; /* the logger's first message */

static void refused(const struct tarn_refusal *refusal)
{
	print_text(tarn_tag_name(refusal->heap, refusal->tag));
	print_text(" is refused, ");
	print_text(tarn_refused_name(refusal->reason));
	say_number("; bytes free in the heap", refusal->free);
}

/* Tarn charges an allocation to the task, also if a library makes it. */
static uint32_t task(uint32_t tag, uint32_t messages)
{
	uint32_t sent = 0;
	void *block;

	tarn_tag_enter(tag);
	while (sent < messages && (block = tarn_alloc(&heap, 60)) != NULL) {
		first = first ? first : block;
		sent++;
	}
	tarn_tag_leave(tag);
	return sent;
}

int main(void)
{
	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_commons, NULL) != TARN_OK ||
	    !tarn_tag_budgets(&heap, budgets, 3))
		return 1;
	tarn_on_refused(refused);
	say_number("the logger writes, of 100 messages", task(LOGGER, 100));
	say_number("the radio sends, of 20", task(RADIO, 20));
	say_number("the controller measures, of 10", task(CONTROL, 10));
	if (!tarn_tag_move(&heap, first, CONTROL)) /* what CONTROL wants to read after the crash */
		return 1;
	say_number("the logger crashed; bytes freed", tarn_free_tag(&heap, LOGGER).bytes);
	return 0;
}
