/* SPDX-License-Identifier: MIT */
#include "../ledger.h"
#include "tarn.h"

const int told_heaps = 1, told_faults = 1;

int told_also(void)
{
	return 1;
}

/* Compares the tag and the usable bytes. */
int told_rightly(const struct ledger_block *told, const struct tarn_block *block)
{
	return told->origin == block->tag &&
	       told->size == tarn_usable_size(&tarn_default, block->pointer);
}
