/* SPDX-License-Identifier: MIT
 * Early warning. The model looks at every run after every change, and decides by their lengths
 * alone. Tarn looks only when it knows that a run of the last bin was taken. */
#include "oracle.h"
#include "watch_step.h"

#if TARN_WATCH

static uint32_t calls;
static struct tarn_heap *called_heap;
static size_t called_mark;

static void note_low(struct tarn_heap *heap, size_t mark)
{
	calls++;
	called_heap = heap;
	called_mark = mark;
}

void oracle_watch(struct oracle *oracle)
{
	struct oracle_watch *watch = &oracle->watch;
	uint32_t longest = oracle_longest(oracle);

	if (watch_step(longest) < watch->least)
		watch->least = watch_step(longest);
	if (longest >= watch->again)
		watch->armed = true;
	if (watch->armed && longest < watch->mark) {
		watch->armed = false;
		watch->calls++;
	}
}

void oracle_watched(struct oracle *oracle)
{
	struct tarn_heap_stats stats;

	model_equal(calls, oracle->watch.calls, "calls of the handler");
	if (calls)
		model_expect(called_heap == oracle->heap && called_mark == oracle->watch.mark,
			     "the handler is told the heap and its mark");
	calls = oracle->watch.calls = 0;
	tarn_heap_stats(oracle->heap, &stats);
	model_equal(stats.longest_least, oracle->watch.least, "longest_least");
}

/* The handler is armed at twice the mark, or at the longest possible run, but never below the
 * mark. */
void oracle_mark(struct oracle *oracle, uint32_t bytes)
{
	struct oracle_watch *watch = &oracle->watch;
	uint32_t whole = watch_step(oracle->counts[oracle->classes].capacity);

	watch->mark = watch_mark(bytes);
	watch->again = 2 * watch->mark < whole ? 2 * watch->mark : whole;
	if (watch->again < watch->mark)
		watch->again = watch->mark;
	watch->armed = true;
	oracle_watch(oracle);
	model_equal(tarn_on_low(oracle->heap, bytes, note_low), watch->mark, "the mark");
	oracle_watched(oracle);
}

#else

void oracle_watch(struct oracle *oracle)
{
	(void)oracle;
}

void oracle_watched(struct oracle *oracle)
{
	struct tarn_heap_stats stats;

	tarn_heap_stats(oracle->heap, &stats);
	model_equal(stats.longest_least, 0, "longest_least without TARN_WATCH");
}

void oracle_mark(struct oracle *oracle, uint32_t bytes)
{
	(void)oracle, (void)bytes;
}

#endif

void oracle_peak_reset(struct oracle *oracle)
{
	tarn_peak_reset(oracle->heap);
	oracle->used_peak = oracle->used;
	for (uint32_t tag = 0; tag <= TARN_TAGS; tag++) {
		oracle->tag[tag].peak = oracle->tag[tag].live;
		oracle->tag[tag].peak_blocks = oracle->tag[tag].blocks;
	}
	oracle->watch.least = watch_step(oracle_longest(oracle));
}
