/* SPDX-License-Identifier: MIT
 * The sweep of one operation: scenes, and in each an interrupt at every instruction. */
#ifndef PREEMPT_SWEEP_H
#define PREEMPT_SWEEP_H

#include "scene.h"

#define SWEEP_ALL UINT32_MAX

struct sweep_range {
	uint32_t seed;
	uint32_t points; /* at least so many, in as many scenes as it takes */
	uint32_t scene;  /* this one alone, or SWEEP_ALL */
	uint32_t at;     /* this instruction alone, or SWEEP_ALL */
	bool go_on;      /* continue after a corrupted point */
};

struct sweep_tally {
	uint32_t scenes;
	uint32_t points; /* interrupted instructions of the calls */
	uint32_t masked; /* points inside the lock, whose interrupt is served after it */
	uint32_t corrupted;
	const char *reason;   /* of the first corrupted point, or of a sweep that failed */
	uint32_t scene, at;   /* the place of that; at is SWEEP_ALL: no point */
	uint32_t least, most; /* instructions of a call */
};

bool sweep_begin(void);
void sweep(const struct operation *operation, const struct sweep_range *range,
	   struct sweep_tally *tally);

#endif
