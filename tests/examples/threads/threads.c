/* SPDX-License-Identifier: MIT
 * Two contexts that interrupt each other: two threads, or a program and its timer. Each has an
 * unlocked pool of its own, on cache lines of its own. Both share a locked pool. */
#include "../say.h"
#include "tarn_object.h"
#include "tarn_port_extra.h"

#define TICKS 20

struct job {
	uint32_t input, output;
};

#define OWN (TARN_OBJECT_REFUSE | TARN_OBJECT_UNLOCKED | TARN_OBJECT_LINE)
TARN_OBJECT_POOL(mine, struct job, 4, OWN);
TARN_OBJECT_POOL(yours, struct job, 4, OWN);
TARN_OBJECT_POOL(ours, struct job, 4, TARN_OBJECT_REFUSE);

static volatile uint32_t ticks;
static volatile uint32_t wrong;

/* Gets, uses and puts an object. A write by another context in the meantime would show. */
static void use(struct job *job, uint32_t value)
{
	if (!job)
		return;
	job->input = value;
	job->output = value * 2;
	if (job->input != value || job->output != value * 2)
		wrong++;
}

static void tick(void)
{
	if (ticks == TICKS)
		return;
	for (uint32_t i = 0; i < 100; i++) {
		struct job *own = yours_get(&yours);
		struct job *shared = ours_get(&ours);

		use(own, i);
		use(shared, i);
		yours_put(&yours, own);
		if (shared)
			ours_put(&ours, shared);
	}
	ticks++;
}

/* Do two pieces of memory touch the same line? */
static bool same_line(const void *a, size_t bytes, const void *b)
{
	uintptr_t last = ((uintptr_t)a + bytes - 1) / TARN_CACHE_LINE;

	return (uintptr_t)b / TARN_CACHE_LINE <= last &&
	       (uintptr_t)b / TARN_CACHE_LINE >= (uintptr_t)a / TARN_CACHE_LINE;
}

int main(void)
{
	port_tick_start(1000, tick);
	for (uint32_t i = 0; ticks < TICKS; i++) {
		struct job *own = mine_get(&mine);
		struct job *shared = ours_get(&ours);

		use(own, i);
		use(shared, i);
		mine_put(&mine, own);
		if (shared)
			ours_put(&ours, shared);
	}
	port_tick_stop();
	say_number("ticks", ticks);
	say_number("objects that two held at once", wrong);
	promise(wrong == 0, "an object is one context's");
	promise(tarn_object_check_all(NULL) == 0, "all pools are sound");
	promise(tarn_object_report_leaks(print_sink, NULL) == 0, "nothing is left in use");
	promise(!same_line(&mine, sizeof(mine), &yours) &&
			!same_line(&yours, sizeof(yours), &mine) &&
			!same_line(mine_slots, sizeof(mine_slots), yours_slots) &&
			!same_line(yours_slots, sizeof(yours_slots), mine_slots),
		"the two pools share no cache line");
	say("the two pools share no cache line");
	return 0;
}
