/* SPDX-License-Identifier: MIT */
#include "inject.h"

#include "audit.h"
#include "block.h"
#include "heap/class.h"
#include "loan.h"
#include "print.h"
#include "progress.h"
#include "scenario.h"
#include "tarn_tag.h"
#include "worlds.h"

bool inject_ready;
static uint64_t inject_at = UINT64_MAX;
static uint32_t done_ops; /* 0: nothing was done */
static uint32_t done_ms;

/* ---- Kinds ----------------------------------------------------------------------------- */

#define INJECT_ROW_(symbol, name, reason, harden, needs) {name, harden, NEEDS_##needs},
static const struct {
	const char *name;
	uint8_t harden;
	uint8_t needs;
} kinds[INJECTIONS] = {{"none", 1, NEEDS_NOTHING}, INJECT_KINDS(INJECT_ROW_)};

const char *inject_name(enum injection kind)
{
	return kinds[kind].name;
}

void inject_print_names(void)
{
	for (int i = 0; i < INJECTIONS; i++) {
		print_text(i ? ", " : "");
		print_text(kinds[i].name);
	}
}

#ifdef PORT_BARE_METAL
#define ON_CHIP 1
#else
#define ON_CHIP 0
#endif

#ifdef PREEMPT_UNLOCKED_H
#define UNLOCKED 1
#else
#define UNLOCKED 0
#endif

const char *inject_impossible(enum injection kind, bool wrap)
{
	if (TARN_HARDEN < kinds[kind].harden)
		return "nothing can notice it below HARDEN=2";
	switch (kinds[kind].needs) {
	case NEEDS_POOLS:
		return SOAK_POOLS ? NULL : "there are no object pools below ARENA=6K";
	case NEEDS_WRAP:
		return wrap ? NULL : "it needs WRAP=1";
	case NEEDS_BELOW_3:
		return TARN_HARDEN < 3 ? NULL : "nothing can notice it at HARDEN=3";
	case NEEDS_UNLOCKED:
		return UNLOCKED ? NULL
				: "it needs a build whose locks are empty: make soak makes it";
	case NEEDS_TAGS:
		return TARN_TAGS > 0 ? NULL : "it needs TAGS=4 or more";
	case NEEDS_CHIP:
		return ON_CHIP ? NULL : "it needs a chip; a host notices it by itself";
	default:
		return NULL;
	}
}

/* ---- The point ------------------------------------------------------------------------- */

/* The point does not come from the run's own random numbers: up to it, the run is the one without
 * INJECT. */
void inject_start(void)
{
	uint32_t x = soak.seed * 2654435761u + 1;

	if (soak.injection != INJECT_NONE)
		inject_at = operations() + soak.after + 4000 + (x >> 18);
}

void inject_resumed(void)
{
	if (inject_at < operations())
		inject_at = UINT64_MAX;
}

void inject_done(void)
{
	inject_ready = false;
	inject_at = UINT64_MAX;
	done_ops = (uint32_t)progress_ops();
	done_ms = tarn_port_milliseconds();
}

void inject_tell(void)
{
	if (!done_ops)
		return;
	print_text("injected: ");
	print_text(kinds[soak.injection].name);
	inject_tell_flip();
	print_text(" at operation ");
	print_u64(done_ops);
	print_text(", noticed ");
	print_u64((uint32_t)progress_ops() - done_ops);
	print_text(" operations and ");
	print_u64(tarn_port_milliseconds() - done_ms);
	print_text(" ms later");
	print_newline();
}

/* ---- Between operations ---------------------------------------------------------------- */

/* A leave without an enter. */
static void leave_unentered(void)
{
	inject_done();
	tarn_tag_leave(1);
}

/* Changes one of the counters that exist at every level, without Tarn. */
static void drift(void)
{
	uint32_t which = soak.seed % 3;
	uint32_t index = soak.seed % (tarn_default.classes ? tarn_default.classes : 1);

	inject_done();
	if (which == 0 && tarn_default.classes)
		pool_of(&tarn_default, index)->carved++;
	else if (which == 1)
		tally_of(&tarn_default, index)->refused++;
	else
		tarn_default.room--;
}

/* Sets bit 33 of a count of refusals. */
static void wrap_wrongly(void)
{
	inject_done();
	tally_of(&tarn_default, 0)->refused_high += 2;
}

/* Breaks the stack of a class's pools. No counter shows it. */
static void break_stack(void)
{
	inject_done();
	pool_of(&tarn_default, 0)->under ^= 1;
	audit();
}

static void change_contents(void)
{
	for (uint32_t id = 0; id < SOAK_USABLE; id++) {
		if (!block_live(id) || slots[id].size < 8)
			continue;
		inject_done();
		soak_arena[(slots[id].place & SLOT_GRANULE) * GRANULE_BYTES + 6] ^= 1;
		return;
	}
}

/* Makes it look as if the live blocks had been requested with half of their size. */
static void squander(void)
{
	if (shadow.requested < SOAK_ARENA / 8 * 5)
		return;
	inject_done();
	shadow.requested = SOAK_ARENA / 4;
}

/* Makes the shadow believe that the table lets no class overflow. */
static void forbid_overflow(void)
{
	inject_done();
	for (uint32_t i = 0; i < shadow.classes; i++)
		shadow.class[i].overflow = TARN_REFUSE;
}

static void hang(void)
{
	volatile bool forever = true;

	inject_done();
	while (forever)
		;
}

static void crash(void)
{
	inject_done();
	__builtin_trap();
}

/* Recurses deeper than any stack. */
static uint32_t descend(volatile uint32_t *above)
{
	volatile uint32_t frame[16];

	frame[0] = *above + 1;
	return frame[0] ? descend(frame) + frame[0] : 0;
}

static void overflow_stack(void)
{
	volatile uint32_t top = 0;

	inject_done();
	(void)descend(&top);
}

#if ON_CHIP
extern uint32_t stack_limit __asm("__stack_limit");

/* Makes the stack look used up to its last word, and no further: nothing faults. */
static void use_stack_up(void)
{
	inject_done();
	stack_limit = 0;
}

#define SCB_AIRCR      (*(volatile uint32_t *)0xe000ed0c)
#define AIRCR_SYSRESET 0x05fa0004u

static void reset(void)
{
	inject_done();
	SCB_AIRCR = AIRCR_SYSRESET;
	hang();
}
#else
#include <unistd.h>

char **inject_arguments;

static void reset(void)
{
	inject_done();
	execv("/proc/self/exe", inject_arguments);
}
#endif

#if SOAK_POOLS
static void ask_capacity(void)
{
	struct tarn_object_pool none = {.type = NULL};

	inject_done();
	(void)!tarn_object_open(&none, worlds[0], &tarn_default, 0, 0);
}

static void miss_hook(void)
{
	inject_done();
	hooked.made++;
}

static void borrow_too_much(void)
{
	void *block = tarn_alloc(&tarn_default, 1);

	if (block)
		inject_done();
	for (; block; block = tarn_alloc(&tarn_default, 1))
		(void)loan_take(block, 1, TARN_ALIGN);
}

/* A heap that is neither the default one nor the strays' is the demo's. */
static void disturb_demo(void)
{
	struct tarn_heap *heap = tarn_heap_first();

	while (heap && (heap == &tarn_default || strays_own(heap)))
		heap = tarn_heap_next(heap);
	if (!heap)
		return;
	inject_done();
	heap->room--;
}
#endif

static void flip(void)
{
	if (inject_flip())
		inject_done();
}

static void (*const acts[INJECTIONS])(void) = {
	[INJECT_NOTHING] = inject_done,
	[INJECT_TAG] = leave_unentered,
	[INJECT_COUNTER_DRIFT] = drift,
	[INJECT_COUNTER_WRAP] = wrap_wrongly,
	[INJECT_INVARIANT] = break_stack,
	[INJECT_CONTENTS] = change_contents,
	[INJECT_WASTE] = squander,
	[INJECT_NOT_ALLOWED] = forbid_overflow,
	[INJECT_FLIP_LIVE] = flip,
	[INJECT_FLIP_FREE] = flip,
	[INJECT_FLIP_LINK] = flip,
	[INJECT_FLIP_METADATA] = flip,
	[INJECT_FLIP_HEAP] = flip,
	[INJECT_STACK] = overflow_stack,
#if ON_CHIP
	[INJECT_STACK_USED] = use_stack_up,
#endif
	[INJECT_RESET] = reset,
	[INJECT_HANG] = hang,
	[INJECT_CRASH] = crash,
#if TARN_TAGS > 0
	[INJECT_TAG_UNKNOWN] = inject_unknown_tag,
	[INJECT_TAG_MISCOUNTED] = inject_miscounted,
	[INJECT_TAG_UNREFUSED] = inject_unrefused,
	[INJECT_TAG_SWAPPED] = inject_swapped,
#endif
#if SOAK_POOLS
	[INJECT_CAPACITY] = ask_capacity,
	[INJECT_HOOKS_MISSED] = miss_hook,
	[INJECT_LOANS] = borrow_too_much,
	[INJECT_DEMO] = disturb_demo,
#endif
};

void inject_between(void)
{
	inject_ready = operations() >= inject_at;
	if (inject_ready && acts[soak.injection])
		acts[soak.injection]();
}
