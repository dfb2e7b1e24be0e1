/* SPDX-License-Identifier: MIT
 * A client that misbehaves as probe= says. tests/port/clients/check verifies that each way is
 * reported. */
#include <stdio.h>
#include <stdlib.h>

#include "args.h"
#include "client.h"

#define BLOCKS 200
#define BYTES  100

static const char *probe;
static void *volatile block[BLOCKS];

static int is(const char *name)
{
	return text_equal(probe, name);
}

static int misbehave(void)
{
	void *one = block[0];

	if (is("leak"))
		block[0] = NULL;
	if (is("fault"))
		free(one);
	if (is("output"))
		puts("something else");
	while (is("hang"))
		;
	return is("status");
}

int main(int argc, char **argv)
{
	int refused = 0, status;

	client_begin(argc, argv);
	probe = arg_text(argc, argv, "probe", "");
	for (int i = 0; i < BLOCKS; i++) {
		block[i] = malloc(BYTES);
		refused += !block[i];
	}
	client_sample();
	status = misbehave();
	for (int i = 0; i < BLOCKS; i++)
		free(block[i]);
	puts("done");
	if (refused && !is("careless"))
		return CLIENT_NO_MEMORY;
	return status;
}
