/* SPDX-License-Identifier: MIT
 * Each kind of misuse ends the program, which prints a line that names the kind. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hostlib.h"

static void twice(void)
{
	void *block = malloc(40);

	free(opaque(block));
	free(opaque(block));
}

static void past_the_end(char *block, size_t size)
{
	*(char *)opaque(block + size) = 'x';
	free(opaque(block));
}

static void after(char *block)
{
	free(opaque(block));
	memset(opaque(block + 32), 'x', 60); /* after the links, which lie in its first bytes */
	for (int i = 0; i < 100; i++)
		free(opaque(malloc(100)));
}

void misuse(const char *kind)
{
	static _Alignas(16) char own[64];
	char *block = opaque(malloc(100));

	if (!strcmp(kind, "double-free"))
		twice();
	else if (!strcmp(kind, "interior"))
		free(opaque(block + 32));
	else if (!strcmp(kind, "misaligned"))
		free(opaque(block + 1));
	else if (!strcmp(kind, "foreign"))
		free(opaque(own));
	else if (!strcmp(kind, "foreign-realloc"))
		free(realloc(opaque(own), 100));
	else if (!strcmp(kind, "overrun"))
		past_the_end(block, 100);
	else if (!strcmp(kind, "use-after-free"))
		after(block);
}
