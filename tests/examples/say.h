/* SPDX-License-Identifier: MIT
 * The examples print one fact a line, by these functions. If a promise of an example does not hold,
 * it prints so and ends with status 1. The tests compare its lines with `expected`, too. */
#ifndef EXAMPLES_SAY_H
#define EXAMPLES_SAY_H

#include <stdbool.h>

#include "print.h"
#include "tarn_port.h"

static inline void say(const char *what)
{
	print_text(what);
	print_newline();
}

static inline void say_number(const char *what, uint32_t number)
{
	print_text(what);
	print_text(": ");
	print_u64(number);
	print_newline();
}

static inline void promise(bool kept, const char *what)
{
	if (kept)
		return;
	print_text("NOT TRUE: ");
	say(what);
	tarn_port_exit(1);
}

#endif
