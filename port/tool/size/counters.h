/* SPDX-License-Identifier: MIT
 * Counters that a firmware or a soak printed: what counters.py found in logs. */
#ifndef SIZE_COUNTERS_H
#define SIZE_COUNTERS_H

#include "plan.h"

struct counters_class {
	uint32_t size;     /* 0: the commons */
	uint32_t capacity; /* in blocks; of the commons in bytes */
	uint32_t peak;
	uint32_t refused;
};

/* Each number is the largest of all reports. */
struct counters {
	uint32_t reports;
	uint32_t arena;
	uint32_t classes;
	struct counters_class class[TARN_CLASSES_MAX + 1]; /* and the commons */
};

/* Read what counters.py wrote: a line of reports, arena, classes; then a line for each class and
 * for the commons. Prints one line and exits with status 1 if the file is no such one. */
void counters_read(struct counters *counters, const char *file);

/* A class for each class that was used, with its peak as blocks. If they are more than `most`, the
 * cheapest ones are joined. */
void counters_plan(const struct counters *counters, uint32_t most, struct plan *plan);

/* Raise a plan so that its pools hold every peak: more blocks, and a larger last class. */
void counters_raise(const struct counters *counters, struct plan *plan);

/* The bytes of commons that the sum of the peaks takes in addition to the plan's pools. */
uint64_t counters_commons(const struct counters *counters, const struct plan *plan);

#endif
