/* SPDX-License-Identifier: MIT
 * Counters that a firmware, its object pools or a soak printed. They are the lines of tarn_report()
 * (pool/using.md) and of tarn_object_report() (pool/object/README.md), anywhere in a log. Other
 * text may stand before them on a line. */
#ifndef SIZE_COUNTERS_H
#define SIZE_COUNTERS_H

#include "plan.h"

#define COUNTERS_OBJECTS_MAX 1024

struct counters_class {
	uint32_t size;     /* 0: the commons */
	uint32_t capacity; /* in blocks; of the commons in bytes */
	uint32_t peak;
	uint32_t refused;
};

struct counters_object {
	char *name; /* any text */
	const char *file;
	uint64_t record; /* its address in that file; 0: not told */
	uint32_t lines;  /* of it in that file */
	uint32_t size;   /* bytes */
	uint32_t slot;
	uint32_t capacity;
	uint32_t maximum;
	uint32_t peak;
	uint32_t refused;
	uint32_t robbed;
};

/* Each number is the largest of all reports. */
struct counters {
	uint32_t reports;
	uint32_t arena;
	uint32_t classes;
	struct counters_class class[TARN_CLASSES_MAX + 1]; /* and the commons */
	uint32_t objects;
	struct counters_object object[COUNTERS_OBJECTS_MAX];
};

/* Add the reports of a file (input.h) to those read before. All must be of one heap. A malformed
 * report, a report of another heap, or a log without a report prints one line on standard error and
 * exits with status 1. */
void counters_read(struct counters *counters, const char *file);

/* A class for each class that was used, with its peak as blocks. If they are more than `most`, the
 * cheapest ones are joined. */
void counters_plan(const struct counters *counters, uint32_t most, struct plan *plan);

/* Raise a plan so that its pools hold every peak: more blocks, and a larger last class. */
void counters_raise(const struct counters *counters, struct plan *plan);

/* The bytes of commons that the sum of the peaks takes in addition to the plan's pools. */
uint64_t counters_commons(const struct counters *counters, const struct plan *plan);

#endif
