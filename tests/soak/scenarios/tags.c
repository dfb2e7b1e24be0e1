/* SPDX-License-Identifier: MIT
 * Programs that share a heap, each with a tag and a limit (TAGS=n): they enter and leave their
 * tags, one inside the other.
 * - levels, whose blocks all go at once
 * - a greedy one, which requests until it is refused
 * - a steady one, whose small requests must be served all the same
 * - tasks that crash, and whose memory is then taken from them */
#include "block.h"

#if TARN_TAGS > 0

#include "budget.h"
#include "inject.h"
#include "scenario.h"

struct party {
	uint32_t first; /* slots */
	uint32_t count;
};

static struct {
	struct party level, greedy, steady, task;
	uint32_t budget;
	uint32_t greedy_limit;
	uint32_t left; /* bytes of the commons that no limit promises */
	bool alone;
} play;

static const uint16_t sizes[8] = {8, 20, 24, 40, 56, 72, 120, 200};

#define SMALL 24

/* ---- Slots --------------------------------------------------------------------------------- */

static uint32_t any_of(struct party party)
{
	return party.first + below(party.count);
}

/* Each tag from TAG_TASK on is a task. */
static uint32_t any_task(void)
{
	return TAG_TASK + below(TARN_TAGS - TAG_TASK + 1);
}

static uint32_t any_size(void)
{
	uint32_t size = sizes[below(8)];

	return once_in(16) ? size * 4 : size;
}

/* Fills a slot for the current tag, or changes what is there. */
static void use(uint32_t id)
{
	if (!block_live(id)) {
		if (once_in(8))
			(void)block_take_zeroed(id, any_size());
		else if (once_in(8))
			(void)block_take_aligned(id, any_size(), 32);
		else
			(void)block_take(id, any_size());
	} else if (once_in(2)) {
		(void)block_resize(id, any_size());
	} else {
		(void)block_drop(id);
	}
}

/* ---- The programs -------------------------------------------------------------------------- */

static void level_step(void)
{
	budget_enter(TAG_LEVEL);
	for (uint32_t n = between(1, 6); n; n--)
		use(any_of(play.level));
	budget_leave();
	if (once_in(play.level.count))
		block_drop_tag(TAG_LEVEL, play.level.first, play.level.count);
}

/* Requests until it reaches its limit, or the heap is full: large blocks first. */
static void greedy_step(void)
{
	uint32_t end = play.greedy.first + play.greedy.count;
	uint32_t size = SOAK_ARENA / 8;

	for (uint32_t id = play.greedy.first; id < end && size; id++) {
		if (block_live(id))
			continue;
		while (size && !block_take_tagged(id, size, TAG_GREEDY))
			size /= 2;
	}
	for (uint32_t n = between(0, 4); n; n--)
		(void)block_drop(any_of(play.greedy));
}

/* Sets its limit: below what it holds, somewhat above, or to the first value. */
static void change_limit(void)
{
	uint32_t live = budget_live(TAG_GREEDY);
	uint32_t limit = once_in(2) ? play.greedy_limit : below(2 * live + 1);

	budget_limit(TAG_GREEDY, limit < play.greedy_limit ? limit : play.greedy_limit);
}

static uint32_t commons_free(void)
{
	return (shadow.commons->capacity - shadow.commons->live) * GRANULE_BYTES;
}

/* The steady one gets what its limit promises. Alone, a refusal because of no room is
 * fragmentation, unless the others took more than their limits. */
static void steady_step(void)
{
	uint32_t id = any_of(play.steady);
	uint32_t size = between(1, SMALL);
	uint32_t refused = soak.refused;
	bool had;

	if (block_live(id)) {
		(void)block_drop(id);
		return;
	}
	budget_enter(TAG_STEADY);
	had = block_take(id, size);
	budget_leave();
	if (!had && play.alone && (uint32_t)soak.refused != refused && commons_free() < play.left)
		budget_fail("starved", TAG_STEADY, "tag, bytes requested, live", size,
			    budget_live(TAG_STEADY));
}

/* Lifts the greedy one's limit. */
static void starve(void)
{
	budget_limit(TAG_GREEDY, TARN_NO_LIMIT);
	greedy_step();
	for (uint32_t tries = play.steady.count; tries; tries--)
		steady_step();
}

/* A crash leaves everything as it is. */
static void task_step(void)
{
	uint32_t tag = any_task();

	budget_enter(tag);
	for (uint32_t n = between(1, 4); n; n--)
		use(any_of(play.task));
	budget_leave();
	if (once_in(16))
		block_drop_tag(tag, play.task.first, play.task.count);
}

/* Programs call each other, and the innermost pays. A block keeps its tag, whoever resizes it. */
static void nested_step(void)
{
	uint32_t deep = between(2, BUDGET_DEEPEST);

	while (budget_depth() < deep) {
		uint32_t tag = between(1, TARN_TAGS);

		budget_enter(tag);
		if (tag == TAG_LEVEL)
			use(any_of(play.level));
		else if (tag >= TAG_TASK)
			use(any_of(play.task));
	}
	if (inject_due(INJECT_TAG_DEEP))
		while (budget_depth() <= BUDGET_DEEPEST)
			tarn_tag_enter(TAG_LEVEL);
	while (budget_depth())
		budget_leave();
}

/* ---- A round ------------------------------------------------------------------------------- */

static struct party party(uint32_t *first, uint32_t count)
{
	struct party party = {*first, count};

	*first += count;
	return party;
}

/* A random part: at least half of it. */
static uint32_t some_of(uint32_t bytes)
{
	return between(bytes / 2, bytes);
}

/* The limits together are at most the share. play.left is what no limit promises. */
static void set_limits(void)
{
	uint32_t tasks = TARN_TAGS - TAG_TASK + 1;
	uint32_t limit[TARN_TAGS];

	play.left = shadow.commons->capacity * GRANULE_BYTES;
	play.greedy_limit = some_of(play.budget / 4);
	limit[TAG_LEVEL - 1] = some_of(play.budget / 2);
	limit[TAG_GREEDY - 1] = play.greedy_limit;
	limit[TAG_STEADY - 1] = some_of(play.budget / 8);
	for (uint32_t tag = TAG_TASK; tag <= TARN_TAGS; tag++)
		limit[tag - 1] = some_of(play.budget / 8 / tasks);
	for (uint32_t i = 0; i < TARN_TAGS; i++)
		play.left -= limit[i];
	if (!budget_limits(limit))
		budget_fail("promised-too-much", TAG_LEVEL,
			    "limits that fit were refused: tag, limit, arena", limit[0],
			    SOAK_ARENA);
	limit[TAG_LEVEL - 1] = SOAK_ARENA;
	if (inject_due(INJECT_TAG_PROMISED) || budget_limits(limit))
		budget_fail("promised-too-much", TAG_LEVEL,
			    "limits above the arena were accepted: tag, limit, arena", limit[0],
			    SOAK_ARENA);
}

static bool begin(struct share share)
{
	uint32_t first = share.first;

	if (share.count < 16)
		return false;
	play.level = party(&first, share.count / 2);
	play.greedy = party(&first, share.count / 4);
	play.steady = party(&first, share.count / 8);
	play.task = party(&first, share.count / 8);
	play.budget = shadow.commons->capacity * GRANULE_BYTES / 4 * 3;
	if (play.budget > share.budget)
		play.budget = share.budget;
	play.alone = share.count == SOAK_USABLE;
	set_limits();
	return true;
}

static bool step(void)
{
	if (play.alone && inject_due(INJECT_TAG_GREEDY))
		starve();
	switch (below(8)) {
	case 0:
		greedy_step();
		break;
	case 1:
		change_limit();
		break;
	case 2:
	case 3:
		task_step();
		break;
	case 4:
		nested_step();
		break;
	case 5:
	case 6:
		steady_step();
		break;
	default:
		level_step();
	}
	return true;
}

const struct scenario tags = {"tags", begin, step, NULL, NULL};

#endif
