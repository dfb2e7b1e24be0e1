/* SPDX-License-Identifier: MIT
 * Ends a program after a fault of the processor. */
#include "fault.h"

#include <stdbool.h>

#include "../../../port/private/fault_text.h"
#include "../bare/start.h"

#define SCB_CFSR  (*(volatile uint32_t *)0xE000ED28)
#define SCB_HFSR  (*(volatile uint32_t *)0xE000ED2C)
#define SCB_MMFAR (*(volatile uint32_t *)0xE000ED34)
#define SCB_BFAR  (*(volatile uint32_t *)0xE000ED38)

#define CFSR_MMARVALID (1u << 7)
#define CFSR_BFARVALID (1u << 15)
#define CFSR_STKOF     (1u << 20)

/* What the core pushes when it enters an exception. */
struct frame {
	uint32_t r0, r1, r2, r3, r12, lr, pc, xpsr;
};

__attribute__((used)) _Noreturn static void report(const struct frame *frame,
						   uint32_t exception_return);

/* The stack itself may have failed. If less than 256 bytes of it are left, the handler begins the
 * stack anew from the top. It needs nothing of the old stack but the frame, which then lies
 * elsewhere or is invalid. */
__attribute__((naked)) void port_fault_entry(void)
{
	__asm volatile("	.syntax	unified\n"
#ifdef PORT_UART
		       "	ldr	r0, =port_probing\n"
		       "	ldr	r0, [r0]\n"
		       "	cmp	r0, #0\n"
		       "	beq	0f\n"
		       "	movs	r0, #0\n"
		       "	mvns	r0, r0\n"
		       "	str	r0, [sp]\n" /* its r0 */
		       "	ldr	r0, [sp, #24]\n"
		       "	adds	r0, #2\n"
		       "	str	r0, [sp, #24]\n" /* its pc */
		       "	bx	lr\n"
#endif
		       "0:	cpsid	i\n"
#if __ARM_ARCH >= 8
		       "	movs	r0, #0\n"
		       "	msr	msplim, r0\n"
#endif
		       "	mov	r1, lr\n"
		       "	mrs	r0, msp\n"
		       "	movs	r2, #4\n"
		       "	tst	r1, r2\n"
		       "	beq	1f\n"
		       "	mrs	r0, psp\n"
		       "1:	ldr	r2, =__stack_limit + 256\n"
		       "	mov	r3, sp\n"
		       "	cmp	r3, r2\n"
		       "	bhs	2f\n"
		       "	ldr	r3, =__stack_top\n"
		       "	msr	msp, r3\n"
		       "2:	ldr	r2, =report\n"
		       "	bx	r2\n"
		       "	.ltorg\n");
}

static const char *exception_name(uint32_t number)
{
	static const char *const names[] = {"NMI",      "HardFault",  "MemManage",
					    "BusFault", "UsageFault", "SecureFault"};

	return number >= 2 && number < 8 ? names[number - 2] : "unexpected exception";
}

static uint32_t exception_number(void)
{
	uint32_t ipsr;

	__asm volatile("mrs %0, ipsr" : "=r"(ipsr));
	return ipsr & 0x1FF;
}

/* Is the frame in RAM that a stack may use? It is not if the push of the frame failed. */
static bool readable(const struct frame *frame)
{
	uintptr_t at = (uintptr_t)frame;

	return at >= (uintptr_t)__stack_limit &&
	       at <= (uintptr_t)__stack_top - sizeof(struct frame);
}

static bool stack_overflowed(const struct frame *frame)
{
#if __ARM_ARCH >= 8
	if (SCB_CFSR & CFSR_STKOF)
		return true;
#endif
	return (uintptr_t)frame < (uintptr_t)__stack_limit;
}

static void report_frame(const struct frame *frame)
{
	char text[64];

	port_fault_line(text, fault_text_field(fault_text_field(text, "  pc ", frame->pc), "  lr ",
					       frame->lr));
}

static void report_status(void)
{
#if __ARM_ARCH >= 7
	char text[80];
	uint32_t cfsr = SCB_CFSR;
	char *end = fault_text_field(fault_text_field(text, "  cfsr ", cfsr), "  hfsr ", SCB_HFSR);

	if (cfsr & CFSR_BFARVALID)
		end = fault_text_field(end, "  address ", SCB_BFAR);
	else if (cfsr & CFSR_MMARVALID)
		end = fault_text_field(end, "  address ", SCB_MMFAR);
	port_fault_line(text, end);
#endif
}

_Noreturn static void report(const struct frame *frame, uint32_t exception_return)
{
	char text[80];
	uint32_t number = exception_number();
	bool overflowed = stack_overflowed(frame);
	char *end = fault_text_append(text, exception_name(number));

	end = fault_text_field(end, ", exception ", number);
	end = fault_text_field(end, ", return ", exception_return);
	end = fault_text_field(end, ", sp ", (uint32_t)(uintptr_t)frame);
	port_fault_line(text, end);
	if (!overflowed && readable(frame))
		report_frame(frame);
	report_status();
	port_fault_end(overflowed);
}
