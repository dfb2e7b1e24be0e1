/* SPDX-License-Identifier: MIT
 * An overrun block is freed, which Tarn refuses, mended, and freed. */
#include <stdlib.h>

#include "tarn.h"

static int faults;

static void on_fault(const struct tarn_fault *fault)
{
	faults += fault->kind == TARN_FAULT_OVERRUN;
}

int main(void)
{
	volatile size_t past = 100;
	char *volatile block = calloc(past, 1);

	tarn_on_fault(on_fault);
	block[past] ^= 1;
	free(block);
	block[past] ^= 1;
	free(malloc(8) ? block : NULL);
	return faults != 1;
}
