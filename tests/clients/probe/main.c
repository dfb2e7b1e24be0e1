/* SPDX-License-Identifier: MIT
 * A client that misbehaves as PROBE says, for tests/clients/check: each must be found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define BLOCKS 200
#define BYTES  100

static const char *const probe = PROBE;
static void *volatile block[BLOCKS];

/* What another allocator would have. */
void *_sbrk(int bytes);

__attribute__((noinline)) void *_sbrk(int bytes)
{
	return bytes ? (void *)block : NULL;
}

static int misbehave(void)
{
	void *one = block[0];

	if (!strcmp(probe, "sbrk"))
		block[0] = _sbrk(0) ? NULL : one;

	if (!strcmp(probe, "leak"))
		block[0] = NULL;
	if (!strcmp(probe, "fault"))
		free(one);
	if (!strcmp(probe, "output"))
		puts("something else");
	while (!strcmp(probe, "hang"))
		;
	return !strcmp(probe, "status");
}

int main(int argc, char **argv)
{
	int refused = 0, status;

	client_begin(argc, argv);
	for (int i = 0; i < BLOCKS; i++) {
		block[i] = malloc(BYTES);
		refused += !block[i];
	}
	client_sample();
	status = misbehave();
	for (int i = 0; i < BLOCKS; i++)
		free(block[i]);
	puts("done");
	if (refused && strcmp(probe, "careless") != 0)
		return CLIENT_NO_MEMORY;
	return status;
}
