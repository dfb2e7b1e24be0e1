/* SPDX-License-Identifier: MIT
 * Object pools of particles, and the calls of each. */
#ifndef BENCH_POOLS_H
#define BENCH_POOLS_H

#include "calls.h"
#include "tarn_object.h"

#define OBJECTS 16
#define TIMES   64

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

static inline void clear(struct particle *particle)
{
	particle->frames_left = 0;
}

/* The calls of one pool, and a function that brings it to the state in which they begin: some
 * objects are in use, and others were used before. */
#define POOL(type, pool)                                        \
	MEASURED struct particle *pool##_gets(void)             \
	{                                                       \
		return type##_get(&pool);                       \
	}                                                       \
	MEASURED void pool##_puts(struct particle *particle)    \
	{                                                       \
		type##_put(&pool, particle);                    \
	}                                                       \
	static uintptr_t pool##_one(void)                       \
	{                                                       \
		struct particle *particle = type##_get(&pool);  \
		particle->frames_left = 1;                      \
		return (uintptr_t)particle;                     \
	}                                                       \
	static void pool##_back(uintptr_t particle)             \
	{                                                       \
		((struct particle *)particle)->frames_left = 0; \
		type##_put(&pool, (struct particle *)particle); \
	}                                                       \
	static void pool##_warm(void)                           \
	{                                                       \
		uint32_t most = type##_maximum < 4 ? 1 : 4;     \
		uintptr_t held[4];                              \
		for (uint32_t i = 0; i < most; i++)             \
			held[i] = pool##_one();                 \
		for (uint32_t i = 0; i < most; i++)             \
			pool##_back(held[i]);                   \
	}
#define MEASURE(pool, text)                                                                  \
	do {                                                                                 \
		static const struct call get = {text ": get", NULL, CALL(pool##_gets),       \
						pool##_back};                                \
		static const struct call put = {text ": put", pool##_one, CALL(pool##_puts), \
						NULL};                                       \
		pool##_warm();                                                               \
		measure(&get, TIMES);                                                        \
		measure(&put, TIMES);                                                        \
	} while (0)

#endif
