/* SPDX-License-Identifier: MIT */
#include "../../../port/tool/ruler/ruler.h"

#include <stddef.h>

#include "tarn_port_impl.h"

#define SLEDS 40

/* The assembly below knows the order of these fields. */
struct {
	uint32_t opened;
	uint32_t longest; /* ticks */
	uint32_t windows;
} window_state;

__asm__(".syntax unified\n"
	".thumb\n"
	".text\n"
	".balign 4\n"
	".global window_open\n"
	".thumb_func\n"
	".type window_open, %function\n"
	"window_open:\n"
	"	push	{r0, r1}\n"
	"	ldr	r0, =window_state\n"
	"	ldr	r1, =0xe000e018\n"
	"	ldr	r1, [r1]\n"
	"	str	r1, [r0]\n"
	"	pop	{r0, r1}\n"
	"	bx	lr\n"
	".global window_close\n"
	".thumb_func\n"
	".type window_close, %function\n"
	"window_close:\n"
	"	push	{r0-r3}\n"
	"	ldr	r0, =0xe000e018\n"
	"	ldr	r0, [r0]\n"
	"	mrs	r3, apsr\n" /* the code around the lock relies on its flags */
	"	ldr	r2, =window_state\n"
	"	ldr	r1, [r2]\n"
	"	subs	r0, r1, r0\n"
	"	lsls	r0, r0, #8\n"
	"	lsrs	r0, r0, #8\n"
	"	ldr	r1, [r2, #4]\n"
	"	cmp	r0, r1\n"
	"	bls	1f\n"
	"	str	r0, [r2, #4]\n"
	"1:	ldr	r1, [r2, #8]\n"
	"	adds	r1, #1\n"
	"	str	r1, [r2, #8]\n"
	"	msr	apsr_nzcvq, r3\n"
	"	pop	{r0-r3}\n"
	"	bx	lr\n"
	"	.ltorg\n");

uint32_t window_longest(uint32_t *windows)
{
	uint32_t ticks = window_state.longest;

	if (windows)
		*windows = window_state.windows;
	window_state.longest = 0;
	window_state.windows = 0;
	return ticks ? ruler_instructions(ticks) - WINDOW_PROBE_OWN : 0;
}

static void window_empty(void)
{
	tarn_port_unlock(tarn_port_lock());
}

/* A window around the ruler's sled. */
extern const char ruler_sled_end[];
static uint32_t window_of_sled(uint32_t length)
{
	uintptr_t sled = ((uintptr_t)ruler_sled_end - 2 * length) | 1;
	tarn_port_key key;

	__asm__ volatile("" : "+r"(sled)); /* computed out here, not in the window */
	key = tarn_port_lock();
	/* r14 is lr. clang-tidy compiles this for the host, where it knows no register `lr`. */
	__asm__ volatile("blx	%0" : : "r"(sled) : "r14", "memory");
	tarn_port_unlock(key);
	return length + 3; /* blx, bx, msr */
}

bool window_calibrated(void)
{
	uint32_t windows;

	window_longest(NULL);
	window_empty();
	if (window_longest(&windows) != 1 || windows != 1)
		return false;
	for (uint32_t length = 0; length < SLEDS; length++) {
		uint32_t expected = window_of_sled(length);

		if (window_longest(NULL) != expected)
			return false;
	}
	return true;
}
