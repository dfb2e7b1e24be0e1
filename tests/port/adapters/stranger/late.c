/* SPDX-License-Identifier: MIT
 * A user's program whose startup runs no initialisers (startup.c, -DNO_INITIALISERS). The first
 * malloc makes the heap, or finds that the arena cannot hold one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tarn_libc.h"

static const char *fault = "none";

static void note(const struct tarn_fault *what)
{
	fault = tarn_fault_name(what->kind);
}

int main(void)
{
	static char text[128]; /* the buffer of stdout, which would otherwise allocate one */
	char *block;

	setvbuf(stdout, text, _IOFBF, sizeof(text));
	tarn_on_fault(note);
	block = malloc(40);
	printf("first: %s, fault: %s\n",
	       block             ? "served"
	       : errno == ENOMEM ? "refused"
				 : "?",
	       fault);
	free(block);
	return 0;
}
