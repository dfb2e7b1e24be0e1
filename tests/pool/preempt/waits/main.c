/* SPDX-License-Identifier: MIT
 * Tasks wait for the one object of a pool (port/rtos/freertos/tarn_object_wait.h). The task that
 * gets it posts it. The first task and an interrupt put it, in turn, and nobody else does: one lost
 * wake-up stops everything. With TARN_TAGS, a task begins without a tag, and enters one of its own:
 * whatever others enter meanwhile, it has this one.
 *
 *   rounds=n seed=n   number of puts (10,000); seed of the scheduler's random numbers
 *   board=name        for the verdict */
#include "FreeRTOS.h"
#include "task.h"

#include "waits.h"

#include "args.h"
#include "print.h"
#include "tarn_object_wait.h"
#include "tarn_port.h"
#include "tarn_tag.h"

#define PATIENCE 3000u /* interrupts in which nobody gets the object */
#define TICKS    20u   /* of a wait that ends by its timeout */
#define LATE     200u  /* ticks that it may last longer, because other tasks run */

struct frame {
	void *link; /* room for the link of a free object */
};
TARN_OBJECT_POOL(frames, struct frame, 1, TARN_OBJECT_REFUSE | TARN_OBJECT_WAITED);
TARN_OBJECT_WAIT(frames);

static struct {
	uint32_t seed, rounds;
	const char *board;
} asked;

static struct frame *volatile posted;
static volatile uint32_t owner; /* the number of a task; 0: none */
static volatile uint32_t puts;
static volatile uint32_t got[WAITS_TASKS];
static volatile uint32_t left; /* waiting tasks that are done */
static volatile bool ending;
static const char *volatile wrong = "hung";
static uint32_t faults[TARN_FAULT_ALL_KINDS];

static void note(const char *what)
{
	wrong = what;
	waits_end();
}

static void on_fault(const struct tarn_fault *fault)
{
	faults[fault->kind]++;
}

/* ---- The object's way ---------------------------------------------------------------------- */

static void pass_on(void)
{
	struct frame *frame = posted;

	posted = NULL;
	owner = 0;
	ending = ++puts == asked.rounds;
	frames_put(&frames, frame);
}

static void waiter(uint32_t number)
{
	struct frame *frame;

	while ((frame = frames_wait(&frames, portMAX_DELAY)) && !ending) {
		if (owner || posted)
			note("two-owners");
		if (TARN_TAGS > 0 && tarn_tag_now() != number + 1)
			note("tag-of-another");
		owner = number;
		got[number]++;
		posted = frame;
	}
	if (!frame)
		note("null");
	frames_put(&frames, frame); /* for the next one */
	taskENTER_CRITICAL();
	left++;
	taskEXIT_CRITICAL();
}

/* A wait while nobody puts. */
static void wait_in_vain(TickType_t ticks)
{
	TickType_t since = xTaskGetTickCount();
	TickType_t passed;

	if (frames_wait(&frames, ticks))
		note("object-from-nowhere");
	passed = xTaskGetTickCount() - since;
	if (passed < ticks)
		note("too-early");
	if (passed > ticks + LATE)
		note("too-late");
}

static void putter(void)
{
	struct frame *frame;

	while (!ending) {
		if (puts & 1 && posted)
			pass_on();
	}
	while (left + 1 < WAITS_TASKS)
		;
	frame = frames_wait(&frames, 0);
	if (!frame)
		note("lost");
	wait_in_vain(0);
	wait_in_vain(TICKS);
	frames_put(&frames, frame);
	wrong = NULL;
}

void waits_task(uint32_t number)
{
	if (TARN_TAGS > 0 && tarn_tag_now() != TARN_UNTAGGED)
		note("begins-with-a-tag");
	if (TARN_TAGS > 0)
		tarn_tag_enter(number + 1);
	if (number)
		waiter(number);
	else
		putter();
}

void waits_interrupt(void)
{
	static uint32_t seen, idle;

	if (puts == 0 && frames_wait(&frames, 1))
		note("waited-in-an-interrupt");
	if (seen != puts)
		idle = 0;
	seen = puts;
	if (idle++ > PATIENCE && !ending)
		waits_end();
	if (!(puts & 1) && posted)
		pass_on();
}

/* ---- The verdict --------------------------------------------------------------------------- */

static const char *verdict(void)
{
	struct tarn_object_stats stats;
	uint32_t all = 0;

	if (wrong)
		return wrong;
	tarn_object_stats(&frames.core, &stats);
	for (uint32_t kind = 0; kind < TARN_FAULT_ALL_KINDS; kind++)
		all += faults[kind];
	if (faults[TARN_FAULT_CONTEXT] < 2 || all != faults[TARN_FAULT_CONTEXT])
		return "faults";
	if (got[1] + got[2] != asked.rounds || puts != asked.rounds)
		return "gets";
	if (got[1] < asked.rounds / 8 || got[2] < asked.rounds / 8)
		return "turns";
	if (stats.refused < asked.rounds)
		return "nobody-slept";
	return stats.live || tarn_object_check(&frames.core, NULL) ? "check" : NULL;
}

void waits_end(void)
{
	const char *found = verdict();

	print_text(found ? "WAITS FAIL reason=" : "WAITS PASS");
	print_text(found ? found : "");
	print_text(" board=");
	print_text(asked.board);
	print_field("harden", TARN_HARDEN);
	print_field("seed", asked.seed);
	print_field("puts", puts);
	print_field("first", got[1]);
	print_field("second", got[2]);
	print_newline();
	tarn_port_exit(found != NULL);
}

void test_assert(int holds)
{
	if (!holds)
		note("assert");
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "rounds seed board");
	asked.seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	asked.rounds = (uint32_t)arg_u64(argc, argv, "rounds", 10000);
	asked.board = arg_text(argc, argv, "board", "?");
	tarn_on_fault(on_fault);
	if (frames_wait(&frames, 1) || faults[TARN_FAULT_CONTEXT] != 1 || frames_count(&frames))
		note("waited-before-the-scheduler");
	if (TARN_TAGS > 0)
		tarn_tag_enter(TARN_TAGS); /* and does not leave it */
	waits_run(asked.seed);
}
