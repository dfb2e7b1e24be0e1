/* SPDX-License-Identifier: MIT
 * What only a console has: two kinds of RAM, and an interrupt that the processor takes late. Each
 * question returns what is wrong, or NULL. Arguments: hang=1 prints a line and does not end; jump=1
 * jumps to an address without memory; trap=1 executes an undefined instruction. */
#include "args.h"
#include "print.h"
#include "tarn.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"
#include "../../../boards/chip/armv4t/gba.h"
#include "../../../boards/chip/armv4t/interrupt.h"

/* ---- Two heaps ------------------------------------------------------------------------------- */

extern unsigned char __tarn_arena_start[], __tarn_arena_end[];
extern unsigned char __tarn_rest_start[], __tarn_rest_end[];

static struct tarn_heap fast;

static bool lies_in(const void *block, const unsigned char *start, const unsigned char *end)
{
	return (const unsigned char *)block >= start && (const unsigned char *)block < end;
}

/* Takes all blocks of 100 bytes, and prints their number. Returns what is wrong, or NULL. */
static const char *exhaust(struct tarn_heap *heap, const char *name, const unsigned char *start,
			   const unsigned char *end)
{
	uint32_t count = 0;
	void *block;

	for (; (block = tarn_alloc(heap, 100)); count++)
		if (!lies_in(block, start, end))
			return "a block lies outside of its heap's RAM";
	print_text(name);
	print_pointer(start);
	print_text(": ");
	print_u64(count);
	print_text(" blocks of 100 bytes\n");
	return !count                   ? "a heap has no room"
	       : tarn_check(heap, NULL) ? "a heap is not sound"
					: NULL;
}

/* The default heap has the large RAM outside the chip. Another heap has the fast RAM inside, as far
 * as the stack and the statics leave it. A program chooses by naming the heap. */
static const char *heaps_check(void)
{
	size_t rest = (size_t)(__tarn_rest_end - __tarn_rest_start);
	const char *wrong;

	if (tarn_default_init(NULL, NULL) != TARN_OK)
		return "the default heap was not made";
	if (tarn_init(&fast, __tarn_rest_start, rest, &tarn_table_commons, NULL) != TARN_OK)
		return "the fast heap was not made";
	wrong = exhaust(&fast, "fast heap    ", __tarn_rest_start, __tarn_rest_end);
	return wrong ? wrong
		     : exhaust(&tarn_default, "default heap ", __tarn_arena_start,
			       __tarn_arena_end);
}

/* ---- A late interrupt ------------------------------------------------------------------------ */

/* The lock is a store to IME, and the hardware may take an interrupt some cycles after it. mGBA
 * does not, so this test plays the hardware: with the lock held and the tick pending, it enters the
 * dispatcher as the BIOS would. The dispatcher must then serve no interrupt and lose none. */
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

static const char *late_check(void)
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

static int ask(const char *question, const char *wrong)
{
	print_text(question);
	print_text(wrong ? wrong : "ok");
	print_newline();
	return wrong != NULL;
}

_Noreturn static void hang(void)
{
	print_text("hanging\n");
	for (;;)
		;
}

int main(int argc, char **argv)
{
	args_only(argc, argv, "hang jump trap");
	if (arg_u64(argc, argv, "hang", 0))
		hang();
	if (arg_u64(argc, argv, "jump", 0))
		((void (*)(void))0x0E000001)();
	if (arg_u64(argc, argv, "trap", 0))
		__builtin_trap();
	return ask("two heaps: ", heaps_check()) + ask("late interrupt: ", late_check());
}
