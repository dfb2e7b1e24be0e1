/* SPDX-License-Identifier: MIT
 * The smallest program with an object pool, for `needs`: get and put of one pool on static storage.
 * POLICY is its policy when it is full. HOOKED: it has a hook. SCORED: a score. It never runs. */
#include "tarn_object.h"

#ifndef POLICY
#define POLICY TARN_OBJECT_REFUSE
#endif

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

#if defined(HOOKED)
static void clear(struct particle *particle)
{
	particle->frames_left = 0;
}
TARN_OBJECT_POOL_WITH(sparks, struct particle, 16, POLICY | TARN_OBJECT_SMALL, .init = clear);
#elif defined(SCORED)
static uint32_t frames_left(const struct particle *particle)
{
	return (uint32_t)particle->frames_left;
}
TARN_OBJECT_POOL_WITH(sparks, struct particle, 16, POLICY | TARN_OBJECT_SMALL,
		      .score = frames_left);
#else
TARN_OBJECT_POOL(sparks, struct particle, 16, POLICY | TARN_OBJECT_SMALL);
#endif
struct particle *volatile kept;

void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

void entry(void);
void entry(void)
{
	kept = sparks_get(&sparks);
	sparks_put(&sparks, kept);
}
