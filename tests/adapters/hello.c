/* SPDX-License-Identifier: MIT
 * The least of all programs with a libc: malloc and printf. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tarn.h"

int main(int argc, char **argv)
{
	char *text = malloc(64);

	if (!text)
		return 1;
	strcpy(text, argc > 1 ? argv[1] : "hello");
	printf("%s, %d bytes usable\n", text, (int)tarn_usable_size(&tarn_default, text));
	free(text);
	return 0;
}
