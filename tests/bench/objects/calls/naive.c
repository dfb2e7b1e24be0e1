/* SPDX-License-Identifier: MIT
 * What a pool replaces: an array of a hundred particles, and a search for one that is not in use.
 * The rows differ in how full the array is. Between two calls the particles in use change at
 * random. */
#include <stddef.h>

#include "calls.h"
#include "random.h"

#define PARTICLES 100
#define TIMES     200

struct particle {
	int32_t frames_left;
	int32_t x, y, dx, dy;
};

static struct particle particles[PARTICLES];
static uint32_t state = 1;

MEASURED struct particle *get(void)
{
	for (uint32_t i = 0; i < PARTICLES; i++) {
		if (particles[i].frames_left <= 0) {
			particles[i].frames_left = 1;
			return &particles[i];
		}
	}
	return NULL;
}

MEASURED void put(struct particle *particle)
{
	particle->frames_left = 0;
}

static struct particle *somebody(void)
{
	struct particle *particle;

	do
		particle = &particles[random_below(&state, PARTICLES)];
	while (!particle->frames_left);
	return particle;
}

/* Frees some and takes others, so that the free places lie anywhere, and frees one more. */
static uintptr_t churn(void)
{
	for (uint32_t i = 0; i < 10; i++) {
		put(somebody());
		get();
	}
	put(somebody());
	return 0;
}

static uintptr_t victim(void)
{
	get();
	return (uintptr_t)somebody();
}

void measure_naive(void)
{
	static const struct {
		uint32_t percent;
		struct call call;
	} rows[] = {
		{25, {"by hand: naive scan 25 % full: get", churn, CALL(get), NULL}},
		{50, {"by hand: naive scan 50 % full: get", churn, CALL(get), NULL}},
		{95, {"by hand: naive scan 95 % full: get", churn, CALL(get), NULL}},
	};
	static const struct call putting = {"by hand: naive scan: put", victim, CALL(put), NULL};
	uint32_t used = 0;

	for (uint32_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (; used < rows[i].percent; used++)
			get();
		measure_spread(&rows[i].call, TIMES);
	}
	measure(&putting, TIMES);
}
