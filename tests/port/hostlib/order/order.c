/* SPDX-License-Identifier: MIT
 * order KIND BYTES BEFORE: asks malloc or a relative for BYTES, after BEFORE requests of one byte,
 * and says by its status whether it was served: 0, or 1. Status 3: tarn_on_refused was not told.
 * Nothing else in it allocates. */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tarn_refused.h"
#pragma weak tarn_on_refused

static int told;

static void note(const struct tarn_refusal *refusal)
{
	(void)refusal;
	told++;
}

static void *ask(const char *kind, size_t bytes)
{
	void *block = NULL;

	switch (*kind) {
	case 'c':
		return calloc(bytes >> 10, 1 << 10);
	case 'r':
		return realloc(NULL, bytes);
	case 'g': /* a block that grows, and may have to move to another heap */
		return realloc(malloc(1), bytes);
	case 'a':
		return aligned_alloc(64, bytes);
	case 'p':
		return posix_memalign(&block, 4096, bytes) ? NULL : block;
	case 'f': /* in a child, whose first request it is */
		if (fork()) {
			int status = 1;

			wait(&status);
			_exit(status >> 8);
		}
	}
	return malloc(bytes);
}

int main(int argc, char **argv)
{
	void *volatile block;

	if (argc < 4)
		return 2;
	for (int i = atoi(argv[3]); i; i--)
		block = malloc(1);
	tarn_on_refused(note);
	block = ask(argv[1], strtoul(argv[2], NULL, 10));
	_exit(block ? 0 : told == 1 ? 1 : 3);
}
