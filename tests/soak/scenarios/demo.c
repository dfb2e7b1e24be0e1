/* SPDX-License-Identifier: MIT
 * The demo mode of tests/examples: a game with object pools of every policy, a packed array and
 * scenes. Its own heap lies in a block of the default heap. It checks itself. A step is a frame.
 * Each object that it makes counts as two operations: its get, and its put, robbing or reset. */
#include "../../examples/demo/demo.h"

#include "loan.h"
#include "progress.h"
#include "random.h"
#include "scenario.h"

static loan arena;
static uint32_t made; /* objects, so far */

static void expect_right(const char *wrong)
{
	if (rarely(wrong))
		fail_at("demo", wrong, demo_counts()->frames, demo_counts()->levels, made);
}

static bool begin(struct share share)
{
	void *block = tarn_alloc(&tarn_default, DEMO_ARENA);

	(void)share;
	arena = loan_take(block, DEMO_ARENA, TARN_ALIGN);
	if (!arena)
		return false;
	made = 0;
	if (!demo_begin(random32(&soak.random), block, DEMO_ARENA))
		fail("demo");
	return true;
}

static bool step(void)
{
	const struct demo_counts *counts = demo_counts();
	uint32_t before = made;

	expect_right(demo_frame());
	made = counts->sparks + counts->sounds + counts->bullets + counts->goblins +
	       counts->contacts;
	digest(counts->digest);
	for (; before != made; before++) {
		count_operation();
		count_operation();
	}
	return true;
}

static void end(void)
{
	if (!arena)
		return;
	expect_right(demo_end());
	tarn_free(&tarn_default, loan_block(arena));
	loan_give(arena);
	arena = 0;
}

const struct scenario demo = {"demo", begin, step, end, NULL};
