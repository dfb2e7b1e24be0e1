/* SPDX-License-Identifier: MIT
 * A look at a heap's numbers, from any context at any time: what must hold of them, and of those
 * of the look before. */
#ifndef PREEMPT_LOOK_H
#define PREEMPT_LOOK_H

#include "tarn.h"

#define LOOK_CLASSES 5 /* of the heap's table, and the commons */

struct look {
	struct tarn_heap_stats heap;
	struct tarn_class_stats class[LOOK_CLASSES];
};

/* Do these numbers fit each other? NULL, or what does not. */
const char *look_sums(const struct tarn_heap_stats *heap);

/* Look, and keep what was seen in *seen, where the look before is (all 0: there was none).
 * `still`: nobody else changes the heap meanwhile. NULL, or what does not hold. */
const char *look(struct tarn_heap *heap, struct look *seen, bool still);

#endif
