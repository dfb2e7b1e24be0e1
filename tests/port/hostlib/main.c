/* SPDX-License-Identifier: MIT
 * hostlib QUESTION [SEED], or hostlib misuse KIND. Prints which check failed, and where. */
#include "hostlib.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name;
	void (*ask)(unsigned int seed);
} questions[] = {
	{"promises", do_calls_keep_their_promises},
	{"mistakes", are_mistakes_refused},
	{"queries", do_queries_answer},
	{"growth", do_heaps_grow},
	{"threads", do_threads_share},
	{"fork", can_threads_fork},
	{"handler", can_a_handler_fork},
	{"little", does_little_memory_suffice},
	{"refusals", are_refusals_told},
	{"owner", is_the_owner_named},
};

static const char *asked;
static unsigned int seed_used;

void check_failed(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: not so: %s (replay: hostlib %s %u)\n", file, line, condition, asked,
		seed_used);
	_Exit(1);
}

void *opaque(void *pointer)
{
	__asm volatile("" : "+r"(pointer) : : "memory");
	return pointer;
}

void mark(void *block, size_t size, unsigned int id)
{
	memset(block, (int)(id * 37 + 11) & 255, size);
}

bool is_marked(const void *block, size_t size, unsigned int id)
{
	const unsigned char *byte = block;

	for (size_t i = 0; i < size; i++)
		if (byte[i] != ((id * 37 + 11) & 255))
			return false;
	return true;
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
