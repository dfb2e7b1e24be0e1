/* SPDX-License-Identifier: MIT
 * Everything that the other programs take for granted of a board, and nothing of Tarn: start
 * here with a new one. Arguments: status=n ends with it, crash=stack|address|fault ends it in
 * the port's hands. */
#include <stdint.h>

#include "args.h"
#include "print.h"
#include "tarn_port.h"
#include "tarn_port_extra.h"

extern char __tarn_arena_start[], __tarn_arena_end[];

static volatile uint32_t ticks;
static volatile uint32_t sink;
static uint32_t initialised = 0x12345678;
static uint32_t cleared;

static void tick(void)
{
	ticks++;
}

/* Not a tail call, and not to be seen through: each call needs a frame. */
static uint32_t recurse(volatile uint32_t *above)
{
	volatile uint32_t frame[16];

	if (sink)
		return 0;
	frame[0] = *above + 1;
	frame[1] = recurse(frame);
	return frame[0] + frame[1];
}

static void crash(const char *how)
{
	uint32_t start = 0;

	const struct tarn_fault fault = {
		.kind = TARN_FAULT_WILD, .pointer = &start, .name = "hello"};

	if (text_equal(how, "fault"))
		tarn_port_fault(&fault);
	else if (text_equal(how, "stack"))
		sink = recurse(&start);
	else if (text_equal(how, "address"))
		sink = *(volatile uint32_t *)0xE8000000;
	else
		args_refuse("crash", "stack, address or fault");
}

static int check_memory(void)
{
	uintptr_t start = (uintptr_t)__tarn_arena_start;
	uintptr_t end = (uintptr_t)__tarn_arena_end;

	print_text("arena ");
	print_pointer(__tarn_arena_start);
	print_text(" ");
	print_u64(end - start);
	print_text(" bytes\n");
	*(volatile char *)start = 1;
	*(volatile char *)(end - 1) = 1;
	return initialised == 0x12345678 && !cleared && !(start % 256) &&
	       end - start == TARN_ARENA_SIZE;
}

/* On a host a tick that was started comes, however soon it is stopped. */
static int check_tick_comes(void)
{
#ifndef PORT_BARE_METAL
	uint32_t seen = ticks;

	port_tick_start(1, tick);
	port_tick_stop();
	return ticks > seen;
#else
	return 1;
#endif
}

/* Real time under way, and a handler that is called meanwhile. */
static int check_tick(void)
{
	uint32_t before = tarn_port_milliseconds();
	uint32_t seen;

	port_tick_start(1000, tick);
	while (ticks < 5 || tarn_port_milliseconds() == before) {
		if (tarn_port_milliseconds() - before > 10000)
			return 0;
	}
	port_tick_stop();
	seen = ticks;
	before = tarn_port_milliseconds();
	while (tarn_port_milliseconds() - before < 5)
		;
	return ticks == seen;
}

/* What the board does not do as it should, or NULL. */
static const char *find_fault(void)
{
	if (!check_memory())
		return "the memory is not as the program's start should leave it";
	if (!check_tick())
		return "no tick comes, or it does not stop";
	return check_tick_comes() ? NULL : "a tick that is stopped at once does not come";
}

int main(int argc, char **argv)
{
	const char *fault;

	args_only(argc, argv, "status crash text");
	if (arg_text(argc, argv, "crash", NULL))
		crash(arg_text(argc, argv, "crash", NULL));
	print_text("hello ");
	print_text(arg_text(argc, argv, "text", "world"));
	print_newline();
	fault = find_fault();
	if (fault) {
		print_text("FAIL: ");
		print_text(fault);
		print_newline();
		return 1;
	}
	print_text("stack unused ");
	print_u64(port_stack_unused());
	print_text(" bytes\nok\n");
	return (int)arg_u64(argc, argv, "status", 0);
}
