/* SPDX-License-Identifier: MIT
 * hostlib QUESTION [SEED], or hostlib misuse KIND. Prints which check failed, and where. */
#include "hostlib.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void promises(unsigned int seed)
{
	(void)seed;
	does_malloc_keep_its_promises();
	does_realloc_keep_its_promises();
	are_aligned_requests_aligned();
	do_the_counters_answer();
}

/* With TARN_ARENA of a few pages. */
static void little(unsigned int seed)
{
	(void)seed;
	for (int round = 0; round < 25; round++)
		is_out_of_memory_clean();
}

static void callers(unsigned int seed)
{
	(void)seed;
	is_each_refusal_told();
	does_a_leak_name_its_owner();
}

static const struct {
	const char *name;
	void (*ask)(unsigned int seed);
} questions[] = {
	{"promises", promises},     {"growth", do_heaps_grow},       {"threads", do_threads_share},
	{"fork", can_threads_fork}, {"handler", can_a_handler_fork}, {"little", little},
	{"callers", callers},
};

static const char *asked;
static unsigned int seed_used;

bool adapters_check(bool holds, const char *what, const char *file, int line)
{
	if (holds)
		return true;
	fprintf(stderr, "%s:%d: not so: %s (replay: hostlib %s %u)\n", file, line, what, asked,
		seed_used);
	_Exit(1);
}

bool adapters_equal(long actual, long expected, const char *what, const char *file, int line)
{
	if (actual != expected)
		fprintf(stderr, "%ld, not %ld: ", actual, expected);
	return adapters_check(actual == expected, what, file, line);
}

void *opaque(void *pointer)
{
	__asm volatile("" : "+r"(pointer) : : "memory");
	return pointer;
}

unsigned int draw(unsigned int *state, unsigned int below)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state % below;
}

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	if (argc < 2) {
		fprintf(stderr, "usage: hostlib QUESTION [SEED]\n");
		return 2;
	}
	asked = argv[1];
	seed_used = argc > 2 ? (unsigned int)strtoul(argv[2], NULL, 10) : 1;
	if (argc > 2 && !strcmp(asked, "misuse")) {
		misuse(argv[2]);
		return 0;
	}
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		if (!strcmp(asked, questions[i].name)) {
			questions[i].ask(seed_used);
			return 0;
		}
	}
	fprintf(stderr, "hostlib: no question is called %s\n", asked);
	return 2;
}
