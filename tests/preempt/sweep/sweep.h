/* SPDX-License-Identifier: MIT
 * One operation swept: scenes, and in each an interrupt at every instruction. */
#ifndef PREEMPT_SWEEP_H
#define PREEMPT_SWEEP_H

#include "scene.h"

#define SWEEP_ALL UINT32_MAX

struct sweep_range {
	uint32_t seed;
	uint32_t points; /* scenes until there are so many */
	uint32_t scene;  /* that one alone, or SWEEP_ALL */
	uint32_t at;     /* that instruction alone, or SWEEP_ALL */
	bool go_on;      /* behind a corrupted point, too */
};

struct sweep_tally {
	uint32_t scenes;
	uint32_t points;   /* interrupted instructions of the calls */
	uint32_t masked;   /* ... of them inside the lock, and served behind it */
	uint32_t executed; /* addresses of the others */
	uint32_t reached;  /* ... and those where an interrupt was served */
	uint32_t corrupted;
	const char *reason;   /* of the first corrupted point; or why the sweep is none */
	uint32_t scene, at;   /* ... and where that was; at SWEEP_ALL: at no point */
	uint32_t least, most; /* instructions of a call */
};

bool sweep_begin(void);
void sweep(const struct operation *operation, const struct sweep_range *range,
	   struct sweep_tally *tally);

#endif
