/* SPDX-License-Identifier: MIT
 * A Linux process without a libc: the way from its first instruction to main(), and its system
 * calls. */
#include "tarn_port.h"
#include "tarn_port_extra.h"

#ifdef __arm__
#define WRITE     4
#define EXIT      248
#define CLOCK     263
#define FIRST     "mov r0, sp\n\tb process_start"
#define CALL      "svc 0"
#define NUMBER_IN "r7"
#define FIRST_IN  "r0"
#define SECOND_IN "r1"
#define THIRD_IN  "r2"
#else
#define WRITE     64
#define EXIT      94
#define CLOCK     113
#define FIRST     "mv a0, sp\n\tj process_start"
#define CALL      "ecall"
#define NUMBER_IN "a7"
#define FIRST_IN  "a0"
#define SECOND_IN "a1"
#define THIRD_IN  "a2"
#endif
#define MONOTONIC 1

int main(int argc, char **argv);
_Noreturn void _start(void);
__attribute__((used)) _Noreturn void process_start(uintptr_t *stack);

static uintptr_t call(uintptr_t number, uintptr_t first, uintptr_t second, uintptr_t third)
{
	register uintptr_t in_number __asm(NUMBER_IN) = number;
	register uintptr_t in_first __asm(FIRST_IN) = first;
	register uintptr_t in_second __asm(SECOND_IN) = second;
	register uintptr_t in_third __asm(THIRD_IN) = third;

	__asm volatile(CALL
		       : "+r"(in_first)
		       : "r"(in_number), "r"(in_second), "r"(in_third)
		       : "memory");
	return in_first;
}

/* The entry. The stack holds argc, and then argv. */
__attribute__((naked)) _Noreturn void _start(void)
{
	__asm volatile(FIRST);
}

_Noreturn void process_start(uintptr_t *stack)
{
	tarn_port_exit(main((int)stack[0], (char **)&stack[1]));
}

_Noreturn void tarn_port_exit(int status)
{
	for (;;)
		call(EXIT, (uintptr_t)status, 0, 0);
}

void tarn_port_write(const char *bytes, size_t length)
{
	while (length) {
		intptr_t written = (intptr_t)call(WRITE, 1, (uintptr_t)bytes, length);

		if (written <= 0)
			return;
		bytes += written;
		length -= (size_t)written;
	}
}

/* Computes the parts of a second by a shift, because a division would need libgcc. They are 2.3 %
 * too few. */
uint32_t tarn_port_milliseconds(void)
{
	intptr_t time[2] = {0, 0}; /* seconds, nanoseconds */

	call(CLOCK, MONOTONIC, (uintptr_t)time, 0);
	return (uint32_t)time[0] * 1000 + ((uint32_t)time[1] >> 20);
}

/* ---- What a process has not ------------------------------------------------------------------ */

void port_tick_start(uint32_t period_us, void (*handler)(void))
{
	(void)period_us, (void)handler;
}

void port_tick_stop(void)
{
}

uint32_t port_stack_unused(void)
{
	return UINT32_MAX;
}

bool port_stop_asked(void)
{
	return false;
}
