/* SPDX-License-Identifier: MIT
 * Object pools in C, to measure their flash and RAM. Never run. */
#include "pools.h"
#include "tarn_object.h"

#ifdef __OPTIMIZE_SIZE__
#define OPTIONS TARN_OBJECT_REFUSE | TARN_OBJECT_SMALL
#else
#define OPTIONS TARN_OBJECT_REFUSE
#endif

#ifdef ENDS
#define END(name)                                   \
	static void name##_end(struct particle *of) \
	{                                           \
		of->frames_left = 0;                \
	}
#define POOL(name) \
	END(name)  \
	TARN_OBJECT_POOL_WITH(name, struct particle, 16, OPTIONS, .reset = name##_end)
#else
#define POOL(name) TARN_OBJECT_POOL(name, struct particle, 16, OPTIONS)
#endif
POOL(sparks);
#if TYPES > 1
POOL(smoke);
#endif

void tarn_port_fault(const struct tarn_fault *fault)
{
	(void)fault;
}

#define SITE(function, pool)                         \
	struct particle *volatile kept_##function;   \
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
