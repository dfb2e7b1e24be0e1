/* SPDX-License-Identifier: MIT */
#include "meter.h"

#include <stdint.h>

#include "print.h"
#include "progress.h"
#include "tarn_port_extra.h"

#define PERIOD_US         20000u
#define INSTRUCTION_NS    128u
#define INSTRUCTIONS_TICK (PERIOD_US * 1000u / INSTRUCTION_NS)

static volatile uint32_t periods;
static bool running;

static void on_tick(void)
{
	periods++;
}

void meter_start(void)
{
	running = true;
	port_tick_start(PERIOD_US, on_tick);
}

void meter_print(void)
{
	uint64_t ops = progress_ops();

	if (!running || !ops)
		return;
	port_tick_stop();
	print_text("meter: ");
	print_u64((uint64_t)periods * INSTRUCTIONS_TICK / ops);
	print_text(" instructions an operation (with ICOUNT=7)");
	print_newline();
}
