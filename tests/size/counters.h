/* SPDX-License-Identifier: MIT
 * Counters that a firmware, its object pools or a soak printed: the lines of tarn_report()
 * (pool/README.md) and of tarn_object_report() (pool/object/README.md), anywhere in a log, behind whatever
 * else stands on their lines. */
#ifndef SIZE_COUNTERS_H
#define SIZE_COUNTERS_H

#include "plan.h"

#define COUNTERS_OBJECTS_MAX 64
#define COUNTERS_NAME_MAX    64

struct counters_class {
	uint32_t size;     /* of the commons 0 */
	uint32_t capacity; /* blocks; of the commons bytes */
	uint32_t peak;
	uint32_t refused;
};

struct counters_object {
	char name[COUNTERS_NAME_MAX];
	uint32_t slot; /* bytes */
	uint32_t capacity;
	uint32_t maximum;
	uint32_t peak;
	uint32_t refused;
	uint32_t robbed;
};

/* Of each number the largest of all reports. */
struct counters {
	uint32_t reports;
	uint32_t arena;
	uint32_t classes;
	struct counters_class class[TARN_CLASSES_MAX + 1]; /* and the commons */
	uint32_t objects;
	struct counters_object object[COUNTERS_OBJECTS_MAX];
};

/* Add the reports of a file (input.h) to those read before, all of one heap. What is malformed or of
 * another heap is one line on standard error, and exit status 1; a log without a report too. */
void counters_read(struct counters *counters, const char *file);

/* A class for each that was used, with its peak, or at most `most` of them: the cheapest to join are
 * joined. */
void counters_plan(const struct counters *counters, uint32_t most, struct plan *plan);

/* Let a plan hold every peak: more blocks, and a class for what is larger than all of them. */
void counters_raise(const struct counters *counters, struct plan *plan);

/* The bytes of commons that the sum of the peaks takes beside a plan's pools. */
uint64_t counters_commons(const struct counters *counters, const struct plan *plan);

#endif
