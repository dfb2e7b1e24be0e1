/* SPDX-License-Identifier: MIT
 * A firmware whose malloc is Tarn's: newlib prints by semihosting. */
#include <stdio.h>
#include <stdlib.h>

#include "tarn.h"

int main(void)
{
	char *text = malloc(100);

	if (text == NULL)
		return 1;
	snprintf(text, 100, "a block of Tarn: %d", tarn_is_live(&tarn_default, text));
	puts(text);
	free(text);
	return 0;
}
