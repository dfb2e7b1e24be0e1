/* SPDX-License-Identifier: MIT */
#include "shot.h"

#include <stddef.h>

#include "../../../../boards/chip/cortex-m/fault.h"
#include "../vectors.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define SYST_CSR          REGISTER(0xE000E010)
#define SYST_RVR          REGISTER(0xE000E014)
#define SYST_CVR          REGISTER(0xE000E018)
#define SCB_ICSR          REGISTER(0xE000ED04)
#define SCB_SHPR3         REGISTER(0xE000ED20)
#define SCB_SHCSR         REGISTER(0xE000ED24)
#define FPU_FPCCR         REGISTER(0xE000EF34)

#define CSR_RULER       5u /* on the processor's clock, no interrupt */
#define RELOAD_MAX      0xFFFFFFu
#define ICSR_PENDSVSET  (1u << 28)
#define ICSR_PENDSVCLR  (1u << 27)
#define ICSR_PENDSTCLR  (1u << 25)
#define SHPR3_PENDSV    (0xFFu << 16) /* least urgent; SysTick: most */
#define SHCSR_PENDSVACT (1u << 10)
#define FPCCR_LSPACT    1u
#define XPSR_THUMB      (1u << 24)
#define TO_THREAD       0xFFFFFFF9u /* on the main stack, a frame without FP registers */

#define FRAME_WORDS 8
#define FRAME_PC    6

/* Ticks of SysTick in an instruction, times 65536. */
#define TICKS_SHIFT 16
#define TICKS       ((uint32_t)(((uint64_t)PORT_CLOCK_HZ << TICKS_SHIFT) / RULER_HZ))

static void (*what_comes)(void);
static volatile enum { IDLE, AIMED, CAME } state;
static uint32_t place, place_served;
static bool place_masked;

/* The assembly uses these: the stack pointer when the call was made, and how the call ended. */
uint32_t *shot_stack;
uint32_t shot_ended;

/* shot_fire(call, reload) starts SysTick with `reload`, then makes the call. shot_recover returns
 * from wherever the call is: the stack is as shot_fire left it. Plain Armv6-M, as the ruler. */
enum shot_end shot_fire(struct ruler_call *call, uint32_t reload);
extern const char shot_fire_end[];
void shot_recover(void);
void shot_systick(void);
void shot_pendsv(void);
__asm__(".syntax unified\n"
	".thumb\n"
	".text\n"
	".balign 4\n"
	".global shot_fire\n"
	".thumb_func\n"
	".type shot_fire, %function\n"
	"shot_fire:\n"
	"	push	{r3-r7, lr}\n"
	"	mov	r4, r8\n" /* all registers that a complete call would preserve */
	"	mov	r5, r9\n"
	"	mov	r6, r10\n"
	"	mov	r7, r11\n"
	"	push	{r4-r7}\n"
	"	mov	r5, r0\n"
	"	ldr	r2, =shot_stack\n"
	"	mov	r3, sp\n"
	"	str	r3, [r2]\n"
	"	ldr	r6, =0xe000e010\n"
	"	str	r1, [r6, #4]\n"
	"	movs	r3, #0\n"
	"	str	r3, [r6, #8]\n"
	"	movs	r7, #7\n"
	"	ldr	r4, [r5]\n"
	"	adds	r0, r5, #4\n"
	"	ldm	r0, {r0-r3}\n"
	"	str	r7, [r6]\n"
	"	blx	r4\n"
	"	movs	r7, #0\n"
	"	str	r7, [r6]\n"
	"	str	r0, [r5, #28]\n"
	"	movs	r0, #0\n"
	"shot_out:\n"
	"	pop	{r4-r7}\n"
	"	mov	r8, r4\n"
	"	mov	r9, r5\n"
	"	mov	r10, r6\n"
	"	mov	r11, r7\n"
	"	pop	{r3-r7, pc}\n"
	".global shot_recover\n"
	".thumb_func\n"
	".type shot_recover, %function\n"
	"shot_recover:\n"
	"	cpsie	i\n"
	"	ldr	r6, =0xe000e010\n"
	"	movs	r7, #0\n"
	"	str	r7, [r6]\n"
	"	ldr	r0, =shot_ended\n"
	"	ldr	r0, [r0]\n"
	"	b	shot_out\n"
	".global shot_fire_end\n"
	"shot_fire_end:\n"
	"	nop\n"
	"	.ltorg\n"
	/* The stack pointer is the frame of the interrupted code. */
	".balign 4\n"
	".global shot_systick\n"
	".thumb_func\n"
	".type shot_systick, %function\n"
	"shot_systick:\n"
	"	mov	r0, sp\n"
	"	ldr	r1, =shot_ticked\n"
	"	bx	r1\n"
	".global shot_pendsv\n"
	".thumb_func\n"
	".type shot_pendsv, %function\n"
	"shot_pendsv:\n"
	"	mov	r0, sp\n"
	"	ldr	r1, =shot_pended\n"
	"	bx	r1\n"
	"	.ltorg\n");

/* The assembly calls these: the exceptions, with the frame of the interrupted code. */
void shot_ticked(const uint32_t *frame);
void shot_pended(const uint32_t *frame);

static uint32_t place_in_call(const uint32_t *frame)
{
	uint32_t pc = frame[FRAME_PC];

	return pc >= (uintptr_t)shot_fire - 1 && pc < (uintptr_t)shot_fire_end ? 0 : pc;
}

/* A lock by BASEPRI does not mask SysTick, whose handler so sees whether it is held. */
static bool locked(void)
{
	uint32_t mask = 0;

#if __ARM_ARCH >= 7
	__asm volatile("mrs	%0, basepri" : "=r"(mask));
#endif
	return mask;
}

void shot_pended(const uint32_t *frame)
{
	place_served = place_in_call(frame);
	what_comes();
}

/* Called in an exception, to end the call: returns to shot_recover. Leaves PendSV too, if the
 * exception interrupted it. */
static _Noreturn void give_up(enum shot_end end)
{
	uint32_t *frame = shot_stack - FRAME_WORDS;

	shot_ended = end;
	SYST_CSR = 0;
	SCB_ICSR = ICSR_PENDSVCLR | ICSR_PENDSTCLR;
	SCB_SHCSR &= ~SHCSR_PENDSVACT;
#ifdef __ARM_FP
	FPU_FPCCR &= ~FPCCR_LSPACT;
#endif
	for (uint32_t i = 0; i < FRAME_WORDS; i++)
		frame[i] = 0;
	frame[FRAME_PC] = (uint32_t)(uintptr_t)shot_recover & ~1u;
	frame[FRAME_PC + 1] = XPSR_THUMB;
	__asm volatile("msr	msp, %0\n\tbx	%1" : : "r"(frame), "r"(TO_THREAD));
	__builtin_unreachable();
}

static void on_fault(void)
{
	if (!shot_stack)
		port_fault_entry(); /* outside a call: a fault of the test itself */
	give_up(SHOT_CRASH);
}

void shot_ticked(const uint32_t *frame)
{
	if (state != AIMED)
		give_up(SHOT_HANG);
	state = CAME;
	place = place_in_call(frame);
	place_masked = locked();
	SYST_RVR = RELOAD_MAX;
	SYST_CVR = 0;
	SCB_ICSR = ICSR_PENDSTCLR; /* the short period may have ended once more meanwhile */
	SCB_ICSR = ICSR_PENDSVSET;
}

static enum shot_end fire(struct ruler_call *call, uint32_t reload)
{
	enum shot_end end = shot_fire(call, reload);

	shot_stack = NULL;
	return end;
}

bool shot_begin(void (*interrupt)(void))
{
	uintptr_t *vectors;

	if (!ruler_start())
		return false;
	SYST_CSR = 0;
	what_comes = interrupt;
	SCB_SHPR3 = SHPR3_PENDSV;
	vectors = vectors_own();
	for (uint32_t i = 0; i < 4; i++)
		vectors[VECTOR_FAULT + i] = (uintptr_t)on_fault;
	vectors[VECTOR_PENDSV] = (uintptr_t)shot_pendsv;
	vectors[VECTOR_SYSTICK] = (uintptr_t)shot_systick;
	return true;
}

enum shot_end shot_at(struct ruler_call *call, uint32_t instructions)
{
	state = AIMED;
	place = place_served = 0;
	place_masked = false;
	return fire(call, 1 + (uint32_t)((uint64_t)instructions * TICKS >> TICKS_SHIFT));
}

uint32_t shot_place(void)
{
	return place;
}

uint32_t shot_place_served(void)
{
	return place_served;
}

bool shot_place_masked(void)
{
	return place_masked;
}

enum shot_end shot_guarded(struct ruler_call *call)
{
	state = IDLE;
	return fire(call, RELOAD_MAX);
}

uint32_t shot_measure(struct ruler_call *call)
{
	uint32_t length;

	SYST_RVR = RELOAD_MAX;
	SYST_CVR = 0;
	SYST_CSR = CSR_RULER;
	length = ruler(call);
	SYST_CSR = 0;
	return length;
}
