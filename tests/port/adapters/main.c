/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters.h"
#include "questions.h"
#include "tarn.h"

static unsigned checks, failures;

bool adapters_check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return true;
	failures++;
	printf("%s:%d: %s: does not hold\n", file, line, what);
	return false;
}

bool adapters_equal(long actual, long expected, const char *what, const char *file, int line)
{
	checks++;
	if (actual == expected)
		return true;
	failures++;
	printf("%s:%d: %s is %ld, expected %ld\n", file, line, what, actual, expected);
	return false;
}

size_t adapters_live(void)
{
	struct tarn_block block = {0};
	size_t bytes = 0;

	while (tarn_walk(&tarn_default, &block))
		bytes += block.bytes;
	return bytes;
}

void fill(void *block, size_t bytes, unsigned seed)
{
	unsigned char *byte = block;

	for (size_t i = 0; i < bytes; i++)
		byte[i] = (unsigned char)(seed + i * 7);
}

bool holds(const void *block, size_t bytes, unsigned seed)
{
	const unsigned char *byte = block;

	for (size_t i = 0; i < bytes; i++)
		if (byte[i] != (unsigned char)(seed + i * 7))
			return false;
	return true;
}

/* No question may leave a damaged heap, or cause a fault. */
static void ask(const char *name, void (*question)(void))
{
	struct tarn_heap_stats stats;
	unsigned before = failures;

	question();
	CHECK_EQ(tarn_check(&tarn_default, NULL), 0);
	tarn_heap_stats(&tarn_default, &stats);
	for (int kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK_EQ(stats.faults[kind], 0);
	if (failures != before)
		printf("FAILED %s\n", name);
}

int main(int argc, char **argv)
{
	(void)argc, (void)argv;
#define QUESTION(name) ask(#name, name);
	QUESTIONS
#undef QUESTION
	printf("adapters: %u checks, %u failed\n", checks, failures);
	return failures || !checks;
}
