/* SPDX-License-Identifier: MIT */
#include "cycles.h"

#include "../../../../boards/chip/cortex-m/cycles.h"
#include "../../../../port/tool/ruler/ruler.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#define SLED    256
#define TRIES   16 /* the least of them counts: the first ones fill a cache */
#define JITTER  8  /* cycles: the timer is read over a bus, and flash has wait states */
#define TICK_US 10000

static struct port_cycles counter;
static struct cycles_facts facts;

/* cycles_around(call, counter): returns the reading before the call in the low word, and the one
 * after it in the high word. In Armv6-M. Fields: struct ruler_call, struct port_cycles. */
uint64_t cycles_around(struct ruler_call *call, const struct port_cycles *counter);
extern const char cycles_nothing[], cycles_additions[], cycles_branches[];
__asm__(".syntax unified\n"
	".thumb\n"
	".text\n"
	".balign 4\n"
	".thumb_func\n"
	".type cycles_around, %function\n"
	"cycles_around:\n"
	"	push	{r3-r7, lr}\n"
	"	mov	r5, r0\n"
	"	ldr	r4, [r1, #4]\n"
	"	ldr	r6, [r1, #8]\n"
	"	ldr	r0, [r5, #20]\n"
	"	ldr	r1, [r5, #24]\n"
	"	push	{r0, r1}\n" /* arguments 5 and 6 are passed on the stack */
	"	ldr	r0, [r5]\n"
	"	mov	r12, r0\n"
	"	adds	r0, r5, #4\n"
	"	ldm	r0, {r0-r3}\n"
	"	movs	r7, #1\n"
	"	str	r7, [r4]\n"
	"	ldr	r7, [r6]\n"
	"	blx	r12\n"
	"	movs	r2, #1\n"
	"	str	r2, [r4]\n"
	"	ldr	r2, [r6]\n"
	"	str	r0, [r5, #28]\n"
	"	mov	r0, r7\n"
	"	mov	r1, r2\n"
	"	add	sp, #8\n"
	"	pop	{r3-r7, pc}\n"
	".balign 8\n"
	"cycles_additions:\n"
	".rept 256\n"
	"	adds	r0, #1\n"
	".endr\n"
	".balign 4\n"
	"cycles_nothing:\n"
	"	bx	lr\n"
	".balign 8\n"
	"cycles_branches:\n"
	".rept 256\n"
	"	b	1f\n"
	"1:\n"
	".endr\n"
	"	bx	lr\n");
_Static_assert(offsetof(struct ruler_call, result) == 28 &&
		       offsetof(struct port_cycles, capture) == 4 &&
		       offsetof(struct port_cycles, count) == 8,
	       "cycles_around has these offsets");

static uint32_t count_of(struct ruler_call *call)
{
	tarn_port_key key = TARN_PORT_MASK();
	uint64_t readings = cycles_around(call, &counter);

	TARN_PORT_UNMASK(key);
	return port_cycles_between(&counter, (uint32_t)readings, (uint32_t)(readings >> 32));
}

uint32_t ruler(struct ruler_call *call)
{
	uint32_t count = count_of(call);

	return count > facts.overhead ? count - facts.overhead : 0;
}

static uint32_t least_of(uint32_t (*measure)(struct ruler_call *), const char *code)
{
	struct ruler_call call = {.function = (uintptr_t)code | 1};
	uint32_t least = UINT32_MAX;
	uint32_t again = 0;

	for (int i = 0; i < TRIES; i++) {
		uint32_t count = measure(&call);

		if (count < least)
			least = count;
	}
	for (int i = 0; i < TRIES; i++)
		again += measure(&call) <= least + JITTER;
	facts.steady &= again >= TRIES / 2;
	return least;
}

static void nothing_due(void)
{
}

bool ruler_start(void)
{
	/* SysTick counts only while it ticks. */
	port_tick_start(TICK_US, nothing_due);
	if (!port_cycles_start(&counter)) {
		facts.name = "nothing";
		return false;
	}
	facts.name = counter.name;
	facts.steady = true;
	facts.overhead = least_of(count_of, cycles_nothing);
	facts.additions = least_of(ruler, cycles_additions);
	facts.branches = least_of(ruler, cycles_branches);
	return true;
}

const struct cycles_facts *cycles_facts(void)
{
	return &facts;
}

bool cycles_are_real(void)
{
	return facts.steady && facts.additions + JITTER >= SLED &&
	       facts.branches >= facts.additions + facts.additions / 4;
}
