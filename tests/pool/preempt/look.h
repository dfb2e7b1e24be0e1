/* SPDX-License-Identifier: MIT
 * A look at the numbers of a heap, from any context at any time. It judges the numbers, and those
 * of the look before. */
#ifndef PREEMPT_LOOK_H
#define PREEMPT_LOOK_H

#include "tarn.h"

#define LOOK_CLASSES 5 /* of the heap's table, and the commons */

struct look {
	struct tarn_heap_stats heap;
	struct tarn_class_stats class[LOOK_CLASSES];
};

/* Do these numbers fit each other? Returns NULL, or what does not. */
const char *look_sums(const struct tarn_heap_stats *heap);

/* Looks at the numbers, and keeps them in *seen, which holds those of the look before (all 0: there
 * was none). `still`: no other context changes the heap meanwhile. Returns NULL, or what does not
 * hold. */
const char *look(struct tarn_heap *heap, struct look *seen, bool still);

#endif
