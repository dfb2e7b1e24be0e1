/* SPDX-License-Identifier: MIT
 * Tasks that preempt each other allocate and free through FreeRTOS's interface and malloc's. They
 * look at the numbers that port/rtos/freertos tells: no minimum may rise.
 *
 *   ops=n seed=n    operations of each task (4,000); seed of the random numbers
 *   board=name      for the verdict */
#include "tarn_freertos.h"

#include "numbers.h"

#include "../told.h"
#include "args.h"
#include "print.h"
#include "random.h"
#include "../../../../port/private/libc_heaps.h"
#include "tarn_object.h"
#include "tarn_port.h"

#define SLOTS   12 /* a task */
#define LARGEST 700

struct task tasks[TASKS];
static void *slots[TASKS][SLOTS];
static struct told told[TASKS];
static struct {
	uint32_t seed, ops;
	const char *board;
} asked;

static uint32_t below(struct task *task, uint32_t bound)
{
	return random_below(&task->random, bound);
}

static void note(struct task *task, const char *wrong)
{
	if (!task->wrong)
		task->wrong = wrong;
}

/* ---- What port/rtos/freertos needs of an application
 * ------------------------------------------ */

void vApplicationMallocFailedHook(void)
{
}

static uint32_t asserted;

void test_assert(int holds)
{
	asserted += !holds;
}

/* ---- Looking ----------------------------------------------------------------------------- */

static void look_at_it(struct task *task)
{
	const char *wrong = told_look(&told[task->number]);

	task->looks++;
	if (wrong)
		note(task, wrong);
}

/* ---- A task ------------------------------------------------------------------------------ */

static void take(struct task *task, void **slot)
{
	uint32_t size = 1 + below(task, LARGEST);
	uint32_t dice = below(task, 4);

	if (dice == 0)
		*slot = libc_malloc(size, LIBC_CALLER);
	else
		*slot = dice == 1 ? pvPortCalloc(1, size) : pvPortMalloc(size);
	task->refused += !*slot;
	task->allocations += *slot && dice;
	numbers_tags_look(task, *slot);
}

/* Each of the two functions frees the blocks of both interfaces. */
static void give(struct task *task, void **slot)
{
	if (below(task, 4)) {
		vPortFree(*slot);
		task->frees++;
	} else {
		libc_free(*slot, LIBC_CALLER);
	}
	*slot = NULL;
}

static void operation(struct task *task)
{
	void **slot = &slots[task->number][below(task, SLOTS)];

	if (TARN_TAGS > 0)
		numbers_tags_step(task, below(task, 4));
	if (below(task, 4) == 0)
		look_at_it(task);
	else if (*slot)
		give(task, slot);
	else
		take(task, slot);
}

void hammer(struct task *task)
{
	numbers_tags_begin(task);
	while (task->ops && !task->wrong) {
		operation(task);
		task->ops--;
	}
	numbers_tags_end(task);
	__atomic_store_n(&task->done, true, __ATOMIC_RELEASE);
}

/* A pool that its first use sets up. */
struct ball {
	uint32_t link; /* room for the link of a free object */
};
TARN_OBJECT_POOL(balls, struct ball, 40, TARN_OBJECT_REFUSE);

/* ---- First use --------------------------------------------------------------------------- */

/* Is any interrupt masked? */
static bool masked(void)
{
	uint32_t primask, basepri;

	__asm volatile("mrs %0, primask\n\tmrs %1, basepri" : "=r"(primask), "=r"(basepri));
	return primask || basepri;
}

/* The first calls of the program, before the scheduler starts. */
static const char *first_use(void)
{
	void *block;

	if (masked())
		return "masked-at-main";
	if (!xPortGetFreeHeapSize() || masked())
		return "stats-masks";
	block = pvPortMalloc(40);
	if (!block || masked())
		return "malloc-masks";
	vPortFree(block);
	if (masked())
		return "free-masks";
	block = balls_get(&balls);
	if (!block || masked())
		return "get-masks";
	balls_put(&balls, (struct ball *)block);
	return masked() ? "put-masks" : NULL;
}

/* ---- The verdict ------------------------------------------------------------------------- */

static struct task sum(void)
{
	struct task all = {.number = 0};

	for (uint32_t i = 0; i < TASKS; i++) {
		all.allocations += tasks[i].allocations;
		all.frees += tasks[i].frees;
		all.refused += tasks[i].refused;
		all.looks += tasks[i].looks;
	}
	return all;
}

_Noreturn static void verdict(const char *wrong, uint32_t switches)
{
	struct task all = sum();

	print_text(wrong ? "NUMBERS FAIL reason=" : "NUMBERS PASS");
	print_text(wrong ? wrong : "");
	print_text(" board=");
	print_text(asked.board);
	print_field("harden", TARN_HARDEN);
	print_field("seed", asked.seed);
	print_field("ops", (uint64_t)asked.ops * TASKS);
	print_field("switches", switches);
	print_field("allocations", all.allocations);
	print_field("refused", all.refused);
	print_field("looks", all.looks);
	print_newline();
	tarn_port_exit(wrong != NULL);
}

void tasks_hang(uint32_t switches)
{
	verdict("hung", switches);
}

/* After everything is freed, the free bytes are those at the start, and the counts are right. */
static const char *check_end(void)
{
	struct task all = sum();
	const HeapStats_t *first = &told[0].first;
	HeapStats_t now;

	for (uint32_t i = 0; i < TASKS; i++) {
		if (tasks[i].wrong)
			return tasks[i].wrong;
		for (uint32_t slot = 0; slot < SLOTS; slot++)
			libc_free(slots[i][slot], LIBC_CALLER);
	}
	if (asserted || tarn_check(&tarn_default, NULL))
		return "check";
	(void)tarn_largest(&tarn_default); /* level 3: empties the quarantine */
	vPortGetHeapStats(&now);
	if (now.xAvailableHeapSpaceInBytes != first->xAvailableHeapSpaceInBytes)
		return "lost";
	if (now.xNumberOfSuccessfulAllocations - first->xNumberOfSuccessfulAllocations !=
		    all.allocations ||
	    now.xNumberOfSuccessfulFrees - first->xNumberOfSuccessfulFrees != all.frees)
		return "calls";
	return NULL;
}

int main(int argc, char **argv)
{
	const char *wrong;
	uint32_t switches;

	args_only(argc, argv, "ops seed board");
	asked.seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	asked.ops = (uint32_t)arg_u64(argc, argv, "ops", 4000);
	asked.board = arg_text(argc, argv, "board", "?");
	tarn_malloc_init(); /* there is no libc whose startup calls it */
	wrong = first_use();
	if (wrong)
		verdict(wrong, 0);
	for (uint32_t i = 0; i < TASKS; i++) {
		told_begin(&told[i]);
		tasks[i] = (struct task){.number = i, .ops = asked.ops};
		tasks[i].random = random32_seed((uint64_t)asked.seed << 8 | i);
	}
	numbers_tags_left_open();
	switches = numbers_run(asked.seed);
	verdict(check_end(), switches);
}
