/* SPDX-License-Identifier: MIT */
#include "headroom.h"

static bool pools_only(const struct observed *observed, const struct plan *plan)
{
	return plan->classes && plan->class[0].overflow == TARN_REFUSE &&
	       (plan_aligned.align ? observed->verify.align <= plan_aligned.align
				   : !observed->traces.align && !observed->verify.align);
}

/* Rounds up if only this class may serve its requests, else to the nearest: the commons grow,
 * too. */
static uint32_t scaled(const struct tarn_class *class, uint32_t percent)
{
	uint64_t hundredths = (uint64_t) class->blocks * (100 + percent);

	return (uint32_t)((hundredths + (class->overflow == TARN_REFUSE ? 99 : 50)) / 100);
}

bool headroom_serves(const struct observed *observed, const struct plan *plan, uint32_t arena)
{
	return plan_serves(plan, &observed->traces, arena) &&
	       plan_serves(plan, &observed->verify, arena);
}

static uint32_t step_to(const struct observed *observed, const struct plan *plan, uint64_t arena,
			uint64_t beyond)
{
	arena = (arena + TARN_ALIGN - 1) & ~(uint64_t)(TARN_ALIGN - 1);
	do {
		if (arena <= TARN_ARENA_MAX && headroom_serves(observed, plan, (uint32_t)arena))
			return (uint32_t)arena;
		arena += TARN_ALIGN;
	} while (arena < beyond);
	return 0;
}

uint32_t headroom_step(const struct observed *observed, const struct plan *plan, uint64_t arena)
{
	return step_to(observed, plan, arena, arena + arena / 100 + 64);
}

uint32_t headroom_settle(const struct observed *observed, const struct plan *plan,
			 uint32_t smallest, uint32_t percent, struct plan *roomy)
{
	uint64_t arena = ((uint64_t)smallest * (100 + percent) + 99) / 100;
	uint64_t beyond = arena + smallest / 100;

	*roomy = *plan;
	for (uint32_t i = 0; i < plan->classes; i++)
		roomy->class[i].blocks = scaled(&plan->class[i], percent);
	if (pools_only(observed, plan))
		beyond = arena = headroom_arena(roomy, 0);
	/* Tries arenas of less than one percent more. */
	return step_to(observed, roomy, arena, beyond);
}

uint32_t headroom_honest(const struct observed *observed, const struct plan *plan,
			 uint32_t smallest)
{
	struct plan roomy;
	uint32_t sure = 0;

	for (uint32_t percent = 0; percent <= HEADROOM_MAX + HEADROOM_SURE; percent++) {
		sure = headroom_settle(observed, plan, smallest, percent, &roomy) ? sure + 1 : 0;
		if (sure > HEADROOM_SURE)
			return percent - HEADROOM_SURE;
	}
	return HEADROOM_MAX + 1;
}

uint32_t headroom_arena(const struct plan *plan, uint32_t bytes)
{
	uint32_t low = 0;
	uint32_t high = TARN_ARENA_MAX;

	while (high - low > TARN_ALIGN) {
		uint32_t middle = low + ((high - low) / 2 & ~(TARN_ALIGN - 1u));
		uint32_t commons;

		if (replay_divides(plan_table(plan), middle, &commons) && commons >= bytes)
			high = middle;
		else
			low = middle;
	}
	return high < TARN_ARENA_MAX ? high : 0;
}
