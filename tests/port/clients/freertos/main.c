/* SPDX-License-Identifier: MIT
 * A real FreeRTOS kernel on port/rtos/freertos/heap_tarn.c. The kernel and its tasks allocate at
 * the same time, under preemption.
 *
 * rounds=n seed=n   how much each task does (512); the random numbers
 * board=name        for the verdict */
#include "parts.h"

#include "../../../pool/preempt/vectors.h"
#include "args.h"
#include "print.h"
#include "tarn_port.h"
#include "tarn_tag.h"

#define VECTOR_SVC 11
#define PATIENCE   40000u /* ticks until all must be done */

struct asked asked;
volatile uint32_t kernel_ticks, kernel_switches;
static const char *volatile wrong;
static volatile uint32_t idle_freed;
static volatile uint32_t running; /* tasks */

void vPortSVCHandler(void);
void xPortPendSVHandler(void);
void xPortSysTickHandler(void);

/* ---- The verdict ------------------------------------------------------------------------- */

static _Noreturn void verdict(void)
{
	__asm volatile("cpsid i" : : : "memory");
	print_text(wrong ? "FREERTOS FAIL reason=" : "FREERTOS PASS");
	print_text(wrong ? wrong : "");
	print_text(" board=");
	print_text(asked.board);
	print_text(" kernel=" tskKERNEL_VERSION_NUMBER);
	print_field("harden", TARN_HARDEN);
	print_field("tags", TARN_TAGS);
	print_field("seed", asked.seed);
	print_field("ticks", kernel_ticks);
	print_field("switches", kernel_switches);
	print_field("tasks", births_created());
	print_field("idle_freed", idle_freed);
	print_field("looks", workers_looks());
	print_newline();
	tarn_port_exit(wrong != NULL);
}

void note(const char *reason)
{
	if (!wrong)
		wrong = reason;
}

void expect(bool holds, const char *reason)
{
	if (!holds)
		note(reason);
}

/* ---- Functions that the kernel calls -------------------------------------------------------- */

/* The kernel does not go on from here. */
void kernel_asserts(int holds)
{
	if (holds)
		return;
	note("kernel-asserts");
	verdict();
}

void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
	(void)task, (void)name;
	note("stack");
	verdict();
}

void vApplicationMallocFailedHook(void)
{
	note("refused");
}

void kernel_freed(void)
{
	if (xTaskGetSchedulerState() == taskSCHEDULER_RUNNING && !xPortIsInsideInterrupt() &&
	    xTaskGetCurrentTaskHandle() == xTaskGetIdleTaskHandle())
		idle_freed++;
}

void vApplicationTickHook(void)
{
	if (++kernel_ticks == PATIENCE || (wrong && kernel_ticks % 64 == 0)) {
		note("hung");
		verdict();
	}
	workers_tick();
	waits_tick();
}

/* ---- The parts ---------------------------------------------------------------------------- */

static const struct part {
	void (*main)(uint32_t number);
	uint32_t number;
	UBaseType_t priority;
} parts[] = {
	{worker, 0, 1}, {worker, 1, 1}, {worker, 2, 1}, {objects, 0, 2}, {objects, 1, 2},
	{births, 0, 2}, {waits, 0, 1},  {waits, 1, 1},  {waits, 2, 2},
};

#define PARTS (sizeof(parts) / sizeof(parts[0]))

/* Deletes itself: the idle task frees its memory. */
static void part_main(void *parameter)
{
	const struct part *part = parameter;

	expect(tarn_tag_now() == TARN_UNTAGGED, "begins-with-a-tag");
	part->main(part->number);
	taskENTER_CRITICAL();
	running--;
	taskEXIT_CRITICAL();
	vTaskDelete(NULL);
}

/* The same between two ticks, of which the first is even: what the tick holds comes and goes. At
 * level 3 nothing waits in the quarantine any more. */
static size_t free_bytes_at_rest(void)
{
	size_t bytes;
	uint32_t then;

	do {
		while (kernel_ticks % 2)
			vTaskDelay(1);
		then = kernel_ticks;
		(void)tarn_largest(&tarn_default);
		bytes = xPortGetFreeHeapSize();
	} while (kernel_ticks != then);
	return bytes;
}

/* The task with the highest priority. It waits until the parts are done, and the idle task has
 * freed them. */
static void conductor(void *unused)
{
	UBaseType_t tasks = uxTaskGetNumberOfTasks();
	size_t room;

	(void)unused;
	workers_begin();
	objects_begin();
	room = free_bytes_at_rest();
	running = PARTS;
	for (uint32_t i = 0; i < PARTS; i++)
		expect(xTaskCreate(part_main, "part", TASK_STACK, (void *)(uintptr_t)&parts[i],
				   parts[i].priority, NULL) == pdPASS,
		       "not-created");
	while (running || uxTaskGetNumberOfTasks() > tasks)
		vTaskDelay(1);
	vTaskDelay(4);
	expect(free_bytes_at_rest() == room, "lost");
	expect(xPortGetMinimumEverFreeHeapSize() < room, "least");
	expect(idle_freed >= 2 * PARTS, "idle");
	expect(tarn_check(&tarn_default, NULL) == 0, "check");
	verdict();
}

static void on_fault(const struct tarn_fault *fault)
{
	note(tarn_fault_name(fault->kind));
}

int main(int argc, char **argv)
{
	uintptr_t *vectors;

	args_only(argc, argv, "rounds seed board");
	asked.seed = (uint32_t)arg_u64(argc, argv, "seed", 1);
	asked.rounds = (uint32_t)arg_u64(argc, argv, "rounds", 512);
	asked.board = arg_text(argc, argv, "board", "?");
	tarn_on_fault(on_fault);
	vectors = vectors_own();
	vectors[VECTOR_SVC] = (uintptr_t)vPortSVCHandler;
	vectors[VECTOR_PENDSV] = (uintptr_t)xPortPendSVHandler;
	vectors[VECTOR_SYSTICK] = (uintptr_t)xPortSysTickHandler;
	xTaskCreate(conductor, "conductor", TASK_STACK, NULL, 4, NULL);
	vTaskStartScheduler();
	note("the-scheduler-ended");
	verdict();
}
