/* SPDX-License-Identifier: MIT
 * The lock is a store to IME, and the hardware may take an interrupt some cycles after it. mGBA
 * does not, so this test plays the hardware: with the lock held and the tick pending, it enters the
 * dispatcher as the BIOS would. The dispatcher must then serve no interrupt and lose none. */
#include "console.h"
#include "../../../boards/chip/armv4t/gba.h"
#include "../../../boards/chip/armv4t/interrupt.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

#define TICK     GBA_IRQ_TIMER(0)
#define PATIENCE 1000000

static volatile uint32_t ticks;

static void tick(void)
{
	ticks++;
}

static bool wait_until_pending(void)
{
	for (uint32_t i = 0; i < PATIENCE; i++) {
		if (GBA_IF & TICK)
			return true;
	}
	return false;
}

/* Calls the dispatcher as the BIOS does, in the interrupts' mode, masked. It saves less than the
 * BIOS. Thumb code calls it. */
void late_enter(void (*dispatcher)(void));
__asm("	.text\n"
      "	.arm\n"
      "	.balign	4\n"
      "	.global	late_enter\n"
      "	.type	late_enter, %function\n"
      "late_enter:\n"
      "	stmfd	sp!, {r4, lr}\n"
      "	mrs	r4, cpsr\n"
      "	msr	cpsr_c, #0x92\n"
      "	mov	lr, pc\n"
      "	bx	r0\n"
      "	msr	cpsr_c, r4\n"
      "	ldmfd	sp!, {r4, lr}\n"
      "	bx	lr\n"
      "	.thumb\n");

static const char *enter(void)
{
	if (!wait_until_pending())
		return "the tick is not pending while the lock is held";
	if (ticks)
		return "a handler ran while the lock was held";
	late_enter((void (*)(void))GBA_BIOS_HANDLER);
	if (ticks)
		return "an interrupt taken late was served inside the lock";
	if (!(GBA_IF & TICK))
		return "an interrupt taken late was acknowledged, and so is lost";
	return NULL;
}

/* Without the dispatcher's test of IME, the interrupt is served: so this test would see it. The end
 * of a picture is more urgent than the tick. If both wait, it is served first. */
static const char *enter_unguarded(void)
{
	if (!wait_until_pending())
		return "the tick is not pending again";
	for (uint32_t served = 0; served < 2 && !ticks; served++)
		late_enter(port_interrupt_unguarded);
	return ticks ? NULL : "this test does not see an interrupt that is served inside the lock";
}

/* An interrupt that waited for the lock comes after it. */
static const char *leave(tarn_port_key key)
{
	if (!wait_until_pending())
		return "the tick is not pending for a third time";
	ticks = 0;
	tarn_port_unlock(key);
	for (uint32_t i = 0; i < PATIENCE && !ticks; i++)
		;
	return ticks ? NULL : "an interrupt that waited for the lock did not come after it";
}

const char *late_check(void)
{
	tarn_port_key key = tarn_port_lock();
	const char *wrong;

	ticks = 0;
	port_tick_start(5000, tick);
	wrong = enter();
	if (!wrong)
		wrong = enter_unguarded();
	if (!wrong)
		wrong = leave(key);
	tarn_port_unlock(key);
	port_tick_stop();
	return wrong;
}
