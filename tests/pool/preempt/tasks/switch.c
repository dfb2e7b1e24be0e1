/* SPDX-License-Identifier: MIT
 * Threads without an RTOS. Each has its own stack. PendSV switches them, and a tick pends it at
 * random points. */
#include "hammer.h"

#include <stddef.h>

#include "random.h"
#include "tarn_port_extra.h"
#include "../vectors.h"

#if defined(__ARM_ARCH) && __ARM_ARCH < 7
#error "tests/pool/preempt/tasks: needs Armv7-M or later"
#endif

#define SCB_ICSR       (*(volatile uint32_t *)0xE000ED04)
#define SCB_SHPR3      (*(volatile uint32_t *)0xE000ED20)
#define ICSR_PENDSVSET (1u << 28)
#define SHPR3_PENDSV   (0xFFu << 16)

#define STACK_WORDS  512
#define STACK_MARK   0x57ac57acu
#define PERIOD_MIN   10u /* microseconds; with ICOUNT=7 some 80 instructions */
#define PERIOD_MAX   120u
#define TICKS_MIN    1000u
#define TICKS_AN_OP  50u         /* for an operation of each task; it needs some 7 */
#define TO_THREAD    0xFFFFFFFDu /* on the process stack, a frame without FP registers */
#define XPSR_THUMB   (1u << 24)
#define SAVED_WORDS  9 /* r4 to r11, lr */
#define FRAME_LR     (SAVED_WORDS + 5)
#define FRAME_PC     (SAVED_WORDS + 6)
#define FRAME_XPSR   (SAVED_WORDS + 7)
#define FRAMES_WORDS (SAVED_WORDS + 8)

static _Alignas(8) uint32_t stacks[TASKS][STACK_WORDS];
static uint32_t *saved[TASKS];
static uint32_t now;
static uint32_t random_state;
static uint32_t switches;
static uint32_t ticks;
static uint32_t ticks_most;

void (*tasks_on_switch)(uint32_t next);

/* The assembly calls this, with the stack pointer of the old task. Returns that of the new one. */
uint32_t *switch_next(uint32_t *sp);
void switch_pendsv(void);
/* Calls `function` on the process stack that ends at `top`, and returns on the main stack. */
void switch_call(uint32_t *top, void (*function)(void));
__asm__(".syntax unified\n"
	".thumb\n"
	".text\n"
	".balign 4\n"
	".global switch_pendsv\n"
	".thumb_func\n"
	".type switch_pendsv, %function\n"
	"switch_pendsv:\n"
	"	mrs	r0, psp\n"
#ifdef __ARM_FP
	"	tst	lr, #16\n"
	"	it	eq\n"
	"	vstmdbeq	r0!, {s16-s31}\n"
#endif
	"	stmdb	r0!, {r4-r11, lr}\n"
	"	bl	switch_next\n"
	"	ldmia	r0!, {r4-r11, lr}\n"
#ifdef __ARM_FP
	"	tst	lr, #16\n"
	"	it	eq\n"
	"	vldmiaeq	r0!, {s16-s31}\n"
#endif
	"	msr	psp, r0\n"
	"	bx	lr\n"
	".global switch_call\n"
	".thumb_func\n"
	".type switch_call, %function\n"
	"switch_call:\n"
	"	push	{r4, lr}\n"
	"	msr	psp, r0\n"
	"	movs	r2, #2\n"
	"	msr	control, r2\n"
	"	isb\n"
	"	blx	r1\n"
	"	movs	r2, #0\n"
	"	msr	control, r2\n"
	"	isb\n"
	"	pop	{r4, pc}\n");

uint32_t *switch_next(uint32_t *sp)
{
	uint32_t next = random_below(&random_state, TASKS);

	saved[now] = sp;
	switches += next != now;
	now = next;
	if (tasks_on_switch)
		tasks_on_switch(next);
	return saved[next];
}

/* Each tick sets the time of the next one. */
static void on_tick(void)
{
	if (ticks++ == ticks_most)
		tasks_hang(switches);
	SCB_ICSR = ICSR_PENDSVSET;
	port_tick_start(random_between(&random_state, PERIOD_MIN, PERIOD_MAX), on_tick);
}

static void task_main(struct task *task)
{
	hammer(task);
	for (;;)
		;
}

static void task_prepare(uint32_t number)
{
	uint32_t *sp = &stacks[number][STACK_WORDS - FRAMES_WORDS];

	for (uint32_t i = 0; i < STACK_WORDS; i++)
		stacks[number][i] = i < STACK_WORDS - FRAMES_WORDS ? STACK_MARK : 0;
	sp[SAVED_WORDS - 1] = TO_THREAD;
	sp[SAVED_WORDS] = (uint32_t)(uintptr_t)&tasks[number];
	sp[FRAME_PC] = (uint32_t)(uintptr_t)task_main & ~1u;
	sp[FRAME_XPSR] = XPSR_THUMB;
	saved[number] = sp;
}

/* The first task. It waits for the others. */
static void first_main(void)
{
	port_tick_start(PERIOD_MIN, on_tick);
	hammer(&tasks[0]);
	for (uint32_t i = 1; i < TASKS; i++) {
		while (!get_done(&tasks[i]))
			;
	}
	port_tick_stop();
	while (SCB_ICSR & ICSR_PENDSVSET)
		;
}

static const char *check_stacks(void)
{
	for (uint32_t i = 0; i < TASKS; i++) {
		if (stacks[i][0] != STACK_MARK)
			return "stack";
	}
	return NULL;
}

uint32_t tasks_run(uint32_t seed)
{
	random_state = random32_seed(seed);
	ticks_most = TICKS_MIN + tasks[0].ops * TICKS_AN_OP;
	for (uint32_t i = 0; i < TASKS; i++)
		task_prepare(i);
	SCB_SHPR3 |= SHPR3_PENDSV;
	vectors_own()[VECTOR_PENDSV] = (uintptr_t)switch_pendsv;
	switch_call(stacks[0] + STACK_WORDS, first_main);
	if (check_stacks())
		tasks[0].wrong = check_stacks();
	return switches;
}

uint32_t tasks_current(void)
{
	return now;
}

uint32_t tasks_ticks(void)
{
	return ticks;
}

uint32_t mailbox_lock(void)
{
	uint32_t key;

	__asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(key) : : "memory");
	return key;
}

void mailbox_unlock(uint32_t key)
{
	__asm volatile("msr primask, %0" : : "r"(key) : "memory");
}
