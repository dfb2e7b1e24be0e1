/* SPDX-License-Identifier: MIT
 * The smallest use of each feature besides get and put: one hook, a handle, robbing, growing,
 * counting, walking. README.md compares these rows with the project's goals. */
#include "pools.h"
#include "random.h"

#define HUNDRED 100
#define BURST   64

static uint32_t score(const struct particle *particle)
{
	return (uint32_t)particle->x;
}

TARN_OBJECT_POOL_WITH(inits, struct particle, OBJECTS, TARN_OBJECT_REFUSE, .init = clear);
TARN_OBJECT_POOL_WITH(resets, struct particle, OBJECTS, TARN_OBJECT_REFUSE, .reset = clear);
TARN_OBJECT_POOL(held, struct particle, OBJECTS, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL_WITH(least, struct particle, HUNDRED, TARN_OBJECT_ROB_LEAST, .score = score);
TARN_OBJECT_POOL(tags, struct particle, HUNDRED, TARN_OBJECT_REFUSE);
TARN_OBJECT_POOL(bits, struct particle, HUNDRED, TARN_OBJECT_REFUSE | TARN_OBJECT_BITS);
TARN_OBJECT_TYPE_WITH(burst, struct particle, BURST, TARN_OBJECT_GROW, .step = OBJECTS);
static struct tarn_heap heap;
TARN_OBJECT_STORAGE_GROWING(bursts, burst, OBJECTS, &heap, BURST);

static uint64_t arena[3072 / 8];

POOL(inits, inits)
POOL(resets, resets)

/* ---- Handles ------------------------------------------------------------------------------- */

static held_handle handle;

/* The handle stays in registers: storing it is not part of the call. */
static inline uint64_t words(held_handle given)
{
	return (uint64_t)given.generation << 32 | given.slot;
}

MEASURED uint64_t gets_held(void)
{
	return words(held_get_held(&held, NULL, NULL));
}

MEASURED bool releases(const held_handle *given)
{
	return held_release(&held, *given);
}

MEASURED uint64_t handles(const struct particle *particle)
{
	return words(held_handle_of(&held, particle));
}

MEASURED struct particle *resolves(const held_handle *given)
{
	return held_resolve(&held, *given);
}

/* Puts back all objects in use. */
static void held_back(uintptr_t unused)
{
	struct particle *particle;

	(void)unused;
	for (uint32_t at = 0; (particle = held_each(&held, &at));)
		held_put(&held, particle);
}

static uintptr_t one_held(void)
{
	handle = held_get_held(&held, NULL, NULL);
	return (uintptr_t)&handle;
}

static uintptr_t one_handed_out(void)
{
	return (uintptr_t)held_get(&held);
}

static uintptr_t one_stale(void)
{
	one_held();
	held_back(0);
	return (uintptr_t)&handle;
}

static void measure_handles(void)
{
	static const struct call rows[] = {
		{"handles: get_held", NULL, CALL(gets_held), held_back},
		{"handles: release", one_held, CALL(releases), NULL},
		{"handles: handle_of", one_handed_out, CALL(handles), held_back},
		{"handles: resolve valid", one_held, CALL(resolves), held_back},
		{"handles: resolve stale", one_stale, CALL(resolves), NULL},
	};

	one_stale();
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

/* ---- A hundred ----------------------------------------------------------------------------- */

static uint32_t state = 1;

MEASURED struct particle *least_gets(void)
{
	return least_get(&least);
}

MEASURED uint32_t counts(void)
{
	return tags_count(&tags);
}

MEASURED void walks(void)
{
	struct particle *particle;

	for (uint32_t at = 0; (particle = tags_each(&tags, &at));)
		particle->x += particle->dx;
}

MEASURED void walks_bits(void)
{
	struct particle *particle;

	for (uint32_t at = 0; (particle = bits_each(&bits, &at));)
		particle->x += particle->dx;
}

/* Each new object has another score. */
static void scored(uintptr_t particle)
{
	((struct particle *)particle)->x = (int32_t)random_below(&state, 1u << 16);
}

static void measure_hundred(void)
{
	static const struct call rows[] = {
		{"rob the least of 100: get", NULL, CALL(least_gets), scored},
		{"count of 100 slots", NULL, CALL(counts), NULL},
		{"walk of 100 in use", NULL, CALL(walks), NULL},
		{"walk of 100 with bits", NULL, CALL(walks_bits), NULL},
	};

	for (uint32_t i = 0; i < HUNDRED; i++) {
		scored((uintptr_t)least_get(&least));
		tags_get(&tags)->dx = 1;
		bits_get(&bits)->dx = 1;
	}
	measure_all(rows, sizeof(rows) / sizeof(rows[0]), TIMES);
}

/* ---- Growing ------------------------------------------------------------------------------- */

static struct particle *borrowed[BURST];
static uint32_t borrows;

MEASURED struct particle *bursts_gets(void)
{
	return burst_get(&bursts);
}

/* A burst up to the maximum. Then all objects go back, and their chunks with them. */
static uintptr_t ebb(void)
{
	if (borrows == BURST) {
		while (borrows)
			burst_put(&bursts, borrowed[--borrows]);
	}
	return 0;
}

static void borrow(uintptr_t particle)
{
	borrowed[borrows++] = (struct particle *)particle;
}

static void measure_growing(void)
{
	static const struct call row = {"bursts to the maximum: get", ebb, CALL(bursts_gets),
					borrow};

	if (tarn_init(&heap, arena, sizeof(arena), &tarn_table_commons, NULL) != TARN_OK)
		tarn_port_exit(1);
	measure_spread(&row, 3 * BURST);
}

void measure_table(void)
{
	MEASURE(inits, "init hook only");
	MEASURE(resets, "reset hook only");
	measure_handles();
	measure_hundred();
	measure_growing();
}
