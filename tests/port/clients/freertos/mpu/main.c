/* SPDX-License-Identifier: MIT
 * A task without privilege, which may write to all RAM but the kernel's. It tries to write to
 * Tarn's state and to the heap, and uses a typed pool of its own and an object of another's. */
#include <stdlib.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "tarn_object.h"

#define SCB_VTOR  (*(volatile uint32_t *)0xE000ED08)
#define SCB_CFSR  (*(volatile uint32_t *)0xE000ED28)
#define SCB_MMFAR (*(volatile uint32_t *)0xE000ED34)
#define PATIENCE  1000 /* ticks */

#if __ARM_ARCH >= 8
#define SVC      SVC_Handler
#define PENDSV   PendSV_Handler
#define SYSTICK  SysTick_Handler
#define WRITABLE (tskMPU_REGION_READ_WRITE | tskMPU_REGION_EXECUTE_NEVER)
#else
#define SVC      vPortSVCHandler
#define PENDSV   xPortPendSVHandler
#define SYSTICK  xPortSysTickHandler
#define WRITABLE portMPU_REGION_READ_WRITE
#endif

extern uint32_t _estack[], __SRAM_segment_start__[], __SRAM_segment_end__[], __open_start__[];
extern uint32_t __tarn_arena_start[], __tarn_arena_end[], tarn__object_registry[];
int _write(int file, const char *bytes, int length);
void Reset_Handler(void);
void SVC(void);
void PENDSV(void);
void SYSTICK(void);

volatile uint32_t kernel_switches;

struct note {
	void *link;
	uint32_t number;
};
TARN_OBJECT_POOL(notes, struct note, 4, TARN_OBJECT_REFUSE); /* the task's */
TARN_OBJECT_TYPE(letters, struct note, 4, TARN_OBJECT_REFUSE);
PRIVILEGED_DATA static struct letters letters; /* the kernel's, on memory of the task */
static uint64_t letters_memory[16];

enum { BLOCK, LAST = 2, FAULTING = 6, LETTER = FAULTING, OWN, TRIES };
static const char *const names[TRIES] = {
	"a block of pvPortMalloc",     "the arena's first word",
	"the arena's last word",       "tarn_default",
	"the list of pools",           "a pool of the kernel's",
	"an object that it was given", "a variable of its own",
};
static volatile uint32_t *tries[TRIES] = {
	NULL,
	__tarn_arena_start,
	NULL,
	(uint32_t *)(void *)&tarn_default,
	tarn__object_registry,
	(uint32_t *)(void *)&letters,
};
static bool faulted[TRIES];
static uint32_t own;
static volatile uint32_t tried;
static volatile bool done;

/* It needs no heap: the task may have written there. */
static _Noreturn void verdict(const char *wrong)
{
	_write(1, wrong ? "MPU FAIL: " : "MPU PASS", wrong ? 10 : 8);
	_write(1, wrong ? wrong : "", wrong ? (int)strlen(wrong) : 0);
	_write(1, "\n", 1);
	_Exit(wrong != NULL);
}

/* Steps over the store of the task. */
__attribute__((used)) static void on_memory_fault(uint32_t *frame)
{
	if (tried >= TRIES || SCB_MMFAR != (uint32_t)tries[tried])
		verdict("a fault elsewhere");
	faulted[tried] = true;
	SCB_CFSR = SCB_CFSR;
	frame[6] += 2;
}

__attribute__((naked)) static void memory_fault(void)
{
	__asm volatile("mrs r0, psp\n\tb on_memory_fault");
}

__attribute__((aligned(128))) static void (*const vectors[16])(void) = {
	(void (*)(void))_estack,
	Reset_Handler,
	abort,
	abort,
	memory_fault,
	abort,
	abort,
	[11] = SVC,
	[14] = PENDSV,
	[15] = SYSTICK,
};

void vApplicationTickHook(void)
{
	static uint32_t ticks;

	if (!done && ++ticks < PATIENCE)
		return;
	for (uint32_t i = 0; i < TRIES; i++)
		if (faulted[i] != (i < FAULTING))
			verdict(names[i]);
	verdict(!done ? "the task hangs" : own != 7 ? "its pool does not serve" : NULL);
}

static void task(void *unused)
{
	struct note *note = notes_get(&notes);

	(void)unused;
	for (tried = 0; tried < TRIES; tried++)
		__asm volatile("str %1, [%0]" : : "l"(tries[tried]), "l"(note ? 7 : 0) : "memory");
	notes_put(&notes, note);
	done = true;
	for (;;)
		;
}

int main(void)
{
	static StackType_t stack[256] __attribute__((aligned(1024), section(".stack_of_task")));
	uint32_t *open = __ARM_ARCH >= 8 ? __open_start__ : __SRAM_segment_start__;
	TaskParameters_t parameters = {task, "task", 256, NULL, 1, stack, {{open, 0, WRITABLE}}};

	parameters.xRegions[0].ulLengthInBytes = (uint32_t)__SRAM_segment_end__ - (uint32_t)open;
	tries[BLOCK] = pvPortMalloc(16);
	tries[LAST] = (uint32_t *)((uintptr_t)__tarn_arena_end - sizeof(uint32_t));
	notes_put(&notes, notes_get(&notes)); /* opens it, which only code with privilege can */
	if (letters_open_at(&letters, letters_memory, sizeof(letters_memory)))
		tries[LETTER] = &letters_get(&letters)->number;
	tries[OWN] = &own;
	SCB_VTOR = (uint32_t)vectors;
	if (xTaskCreateRestricted(&parameters, NULL) == pdPASS)
		vTaskStartScheduler();
	verdict("no scheduler");
}

/* ---- What the configuration asks for --------------------------------------------------------- */

void kernel_asserts(int holds)
{
	if (!holds)
		verdict("the kernel asserts");
}

void kernel_freed(void)
{
}

void vApplicationMallocFailedHook(void)
{
	verdict("no memory");
}

void vApplicationStackOverflowHook(TaskHandle_t overflowed, char *name)
{
	(void)overflowed;
	verdict(name);
}
