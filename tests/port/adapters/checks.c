/* SPDX-License-Identifier: MIT */
#include "checks.h"

#include <stdint.h>

#include "print.h"

static unsigned checks, failures;

static void print_place(const char *file, int line, const char *what)
{
	failures++;
	print_text(file);
	print_char(':');
	print_u64((uint64_t)line);
	print_text(": ");
	print_text(what);
}

bool adapters_check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return true;
	print_place(file, line, what);
	print_text(": does not hold\n");
	return false;
}

bool adapters_equal(long actual, long expected, const char *what, const char *file, int line)
{
	checks++;
	if (actual == expected)
		return true;
	print_place(file, line, what);
	print_text(" is ");
	print_i64(actual);
	print_text(", expected ");
	print_i64(expected);
	print_newline();
	return false;
}

int adapters_verdict(const char *program)
{
	print_text(program);
	print_text(": ");
	print_u64(checks);
	print_text(" checks, ");
	print_u64(failures);
	print_text(" failed\n");
	return failures || !checks;
}
