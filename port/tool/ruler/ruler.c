/* SPDX-License-Identifier: MIT */
#include "ruler.h"

#define SYST_CSR        (*(volatile uint32_t *)0xe000e010)
#define SYST_RVR        (*(volatile uint32_t *)0xe000e014)
#define SYST_CVR        (*(volatile uint32_t *)0xe000e018)
#define SYST_MAX        0x00ffffff
#define ENABLE_NO_IRQ   5 /* on the processor's clock */
#define SLED_LENGTH     1000
#define SLED_PHASES     6
#define RULER_OWN       2 /* blx and the second read of CVR lie between the two reads */
#define THUMB_NOP_BYTES 2

/* ruler_ticks(call): SysTick ticks from the read before the call to the read after it. All other
 * work lies outside the two reads. It is plain Armv6-M code, which runs on every Cortex-M. A sled
 * of n instructions is entered n instructions before ruler_sled_end. */
uint32_t ruler_ticks(struct ruler_call *call);
extern const char ruler_sled_end[];
__asm__(".syntax unified\n"
	".thumb\n"
	".text\n"
	".balign 4\n"
	".global ruler_ticks\n"
	".thumb_func\n"
	".type ruler_ticks, %function\n"
	"ruler_ticks:\n"
	"	push	{r3-r7, lr}\n"
	"	mov	r5, r0\n"
	"	ldr	r6, =0xe000e018\n"
	"	ldr	r0, [r5, #20]\n"
	"	ldr	r1, [r5, #24]\n"
	"	push	{r0, r1}\n" /* arguments 5 and 6 travel on the stack */
	"	ldr	r4, [r5]\n"
	"	adds	r0, r5, #4\n"
	"	ldm	r0, {r0-r3}\n"
	"	ldr	r7, [r6]\n"
	"	blx	r4\n"
	"	ldr	r2, [r6]\n"
	"	str	r0, [r5, #28]\n"
	"	subs	r0, r7, r2\n"
	"	lsls	r0, r0, #8\n" /* CVR counts down, 24 bits wide */
	"	lsrs	r0, r0, #8\n"
	"	add	sp, #8\n"
	"	pop	{r3-r7, pc}\n"
	"	.ltorg\n"
	".rept 1000\n"
	"	nop\n"
	".endr\n"
	".global ruler_sled_end\n"
	"ruler_sled_end:\n"
	"	bx	lr\n");

uint32_t ruler(struct ruler_call *call)
{
	return ruler_instructions(ruler_ticks(call)) - RULER_OWN;
}

static bool sled_measured(uint32_t length)
{
	struct ruler_call call = {
		.function = ((uintptr_t)ruler_sled_end - length * THUMB_NOP_BYTES) | 1,
	};

	return ruler(&call) == length + 1;
}

bool ruler_start(void)
{
	SYST_RVR = SYST_MAX;
	SYST_CVR = 0;
	SYST_CSR = ENABLE_NO_IRQ;
	/* Each measurement begins at another phase of the clock, because the instructions
	 * since the last one are no multiple of 5 (16 ticks). */
	for (uint32_t phase = 0; phase < SLED_PHASES; phase++) {
		for (uint32_t length = 0; length <= SLED_LENGTH; length++) {
			if (!sled_measured(length))
				return false;
		}
		__asm__ volatile("nop");
	}
	return true;
}
