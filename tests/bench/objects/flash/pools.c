/* SPDX-License-Identifier: MIT
 * Object pools, for their bytes of flash and RAM. Never run.
 *   TYPES    1 or 2: types of pools, one pool of each
 *   SITES    1 or 2: functions that get and put an object of the first type
 *   OBJECTS  the capacity of each pool */
#include "tarn_object.h"

#ifndef TYPES
#define TYPES 1
#endif
#ifndef SITES
#define SITES 1
#endif
#ifndef OBJECTS
#define OBJECTS 16
#endif

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

#ifdef __OPTIMIZE_SIZE__
#define OPTIONS TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL
#else
#define OPTIONS TARN_OBJECT_REFUSE
#endif

TARN_OBJECT_POOL(sparks, struct particle, OBJECTS, OPTIONS);
#if TYPES > 1
TARN_OBJECT_POOL(smoke, struct particle, OBJECTS, OPTIONS);
#endif

void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

/* Each site has its own variable, so that the compiler does not merge the functions. */
#define SITE(function, pool)                         \
	struct particle *volatile kept_##function;   \
	void function(void);                         \
	void function(void)                          \
	{                                            \
		kept_##function = pool##_get(&pool); \
		pool##_put(&pool, kept_##function);  \
	}
SITE(entry, sparks)
#if SITES > 1
SITE(site, sparks)
#endif
#if TYPES > 1
SITE(type, smoke)
#endif
