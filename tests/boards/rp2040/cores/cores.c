/* SPDX-License-Identifier: MIT
 * The tasks of tests/pool/preempt/tasks on both cores of an RP2040, without a switch: tasks 0 and 1
 * run on the cores, and each tick of a core is a step of task 2 or 3. */
#include "../../../pool/preempt/tasks/hammer.h"

#include "../../../../boards/chip/cortex-m/rp2040/rp2040.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#define CORES     2
#define PERIOD_US 97 /* of the ticks */
#define CPUID     RP2040_REGISTER(0xD0000000u)
#define SPINLOCK  RP2040_REGISTER(0xD0000178u) /* number 30, which is not Tarn's */

_Static_assert(TASKS == 2 * CORES, "a task and a tick for each core");

static volatile uint32_t ticks[CORES];
static volatile bool stopped; /* core 1 */
static uintptr_t contexts[CORES][4];
static bool one_thread = true;

bool tarn_port_one_thread(void)
{
	return one_thread;
}

/* Notes the context by both macros of the port: that of a call, and that of a hook. */
static void note_context(uintptr_t *context)
{
	context[0] = TARN_PORT_CONTEXT_HERE();
	context[1] = TARN_PORT_CONTEXT();
}

/* The handler of both cores' SysTicks. */
static void tick(void)
{
	uint32_t core = CPUID;

	ticks[core]++;
	note_context(&contexts[core][2]);
	hammer_step(&tasks[CORES + core]);
}

static void run(uint32_t core)
{
	note_context(contexts[core]);
	port_tick_start(PERIOD_US, tick);
	hammer(&tasks[core]);
	port_tick_stop();
}

static void core1(void)
{
	__asm volatile("cpsie i" : : : "memory");
	run(1);
	stopped = true;
	for (;;)
		__asm volatile("wfe");
}

static const char *judge(void)
{
	if (!ticks[0] || !ticks[1])
		return "no-tick";
	for (int i = 0; i < 4; i++) {
		if (contexts[0][i] == contexts[1][i])
			return "one-context"; /* of what runs on both cores */
	}
	one_thread = false;
	return TARN_PORT_CONTEXT() ? "threads-differ" : NULL;
}

uint32_t tasks_run(uint32_t seed)
{
	(void)seed;
	rp2040_core1_start(core1);
	run(0);
	while (!stopped && !tasks[0].wrong)
		;
	if (!tasks[0].wrong)
		tasks[0].wrong = judge();
	return 0;
}

uint32_t mailbox_lock(void)
{
	uint32_t key;

	__asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(key) : : "memory");
	while (!SPINLOCK)
		;
	return key;
}

void mailbox_unlock(uint32_t key)
{
	SPINLOCK = 0;
	__asm volatile("msr primask, %0" : : "r"(key) : "memory");
}
