/* SPDX-License-Identifier: MIT */
#include "oom.h"

#include "audit.h"
#include "heap/heap.h"
#include "keep.h"
#include "print.h"
#include "progress.h"
#include "rounds.h"
#include "shadow.h"
#include "wrapped.h"

struct oom oom;

/* A round requests blocks all the time, but chunks and levels rarely. Beside a tick no round is
 * like another, so a fixed number of requests is refused there. */
#define BLOCK_OPS     384
#define POOL_OPS      8192
#define BESIDE_POINTS 200

const char *oom_name(enum oom_mode mode)
{
	static const char *const names[OOM_MODES] = {"off", "once", "from"};

	return names[mode];
}

/* ---- Refusing --------------------------------------------------------------------------- */

/* Does what Tarn does besides returning NULL. (A request larger than the arena is not meant to
 * succeed, and is never refused here.) */
static void count_as_refused(size_t size)
{
	uint32_t granules = shadow_granules((uint32_t)size);

	tally_of(&tarn_default, shadow_index(shadow_class_of(granules)))->refused++;
}

static bool refuse(const struct tarn_heap *heap, size_t size)
{
	tarn_port_key key;
	bool ours;

	if (size == SOAK_ARENA)
		return false;
	key = tarn_port_lock();
	oom.seen++;
	ours = oom.mode == OOM_ONCE ? oom.seen == oom.at : oom.seen >= oom.at;
	oom.ours = ours;
	if (ours && heap == &tarn_default)
		count_as_refused(size);
	tarn_port_unlock(key);
	return ours;
}

/* Four instructions while it is off. */
static inline bool refused(const struct tarn_heap *heap, size_t size)
{
	return rarely(oom.armed) && refuse(heap, size);
}

WRAPPED(void *, alloc, struct tarn_heap *heap, size_t size);
WRAPPED(void *, alloc_for, struct tarn_heap *heap, size_t size, void *caller);
WRAPPED(void *, alloc_aligned, struct tarn_heap *heap, size_t align, size_t size);
WRAPPED(void *, alloc_zeroed, struct tarn_heap *heap, size_t count, size_t size);
WRAPPED(void *, realloc, struct tarn_heap *heap, void *block, size_t size);
WRAPPED(void *, alloc_tagged, struct tarn_heap *heap, size_t size, uint32_t tag);

void *wrap_alloc(struct tarn_heap *heap, size_t size)
{
	return refused(heap, size) ? NULL : real_alloc(heap, size);
}

/* A packed array's memory. tarn_realloc moves to a block from here, too: that counts as one more
 * request, with the same result. */
void *wrap_alloc_for(struct tarn_heap *heap, size_t size, void *caller)
{
	return refused(heap, size) ? NULL : real_alloc_for(heap, size, caller);
}

void *wrap_alloc_aligned(struct tarn_heap *heap, size_t align, size_t size)
{
	return refused(heap, size) ? NULL : real_alloc_aligned(heap, align, size);
}

void *wrap_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size)
{
	return refused(heap, count * size) ? NULL : real_alloc_zeroed(heap, count, size);
}

void *wrap_realloc(struct tarn_heap *heap, void *block, size_t size)
{
	return refused(heap, size) ? NULL : real_realloc(heap, block, size);
}

#if TARN_TAGS > 0
void *wrap_alloc_tagged(struct tarn_heap *heap, size_t size, uint32_t tag)
{
	return refused(heap, size) ? NULL : real_alloc_tagged(heap, size, tag);
}
#endif

/* ---- Rounds ----------------------------------------------------------------------------- */

/* What a scenario continues from. Each round begins with the same. */
static uint32_t *kept;

static void save(void *at, size_t bytes)
{
	*kept++ = *(uint32_t *)at;
	(void)bytes;
}

static void restore(void *at, size_t bytes)
{
	*(uint32_t *)at = *kept++;
	(void)bytes;
}

static void all(keep *keep, uint32_t *place)
{
	kept = place;
	replay_keep(keep);
	if (SOAK_POOLS)
		pools_keep(keep);
}

static bool beside(uint32_t run)
{
	return run == RUN_INTERRUPT;
}

uint32_t oom_round_ops(uint32_t run)
{
#if SOAK_POOLS
	if (run == RUN_STRAYS)
		return BLOCK_OPS;
#endif
#if TARN_TAGS > 0
	if (run == RUN_TAGS)
		return BLOCK_OPS;
#endif
	return run <= RUN_REPLAY ? BLOCK_OPS : POOL_OPS;
}

/* Did the round reach the request that was to be refused? */
static bool strike(uint32_t run, uint32_t at)
{
	settle();
	oom.at = at;
	oom.seen = 0;
	oom.armed = true;
	rounds_one(run);
	oom.armed = false;
	oom.ours = false;
	return oom.seen >= at;
}

static void tell(uint32_t run, uint32_t points, bool whole)
{
	print_text(whole ? "oom: each request of a round of " : "oom: requests of a round of ");
	print_text(rounds_scenario_name(run));
	print_text(oom.mode == OOM_ONCE ? " refused once" : " refused, and all after it");
	print_text(whole ? ": " : ", so far: ");
	print_u64(points);
	print_newline();
}

/* Refuses each request of a round in turn. */
static void run_points(uint32_t run)
{
	uint32_t most = beside(run) ? BESIDE_POINTS : UINT32_MAX;
	uint32_t random = soak.random;
	uint32_t place[2];
	uint32_t points = 0;
	bool reached = true;

	all(save, place);
	while (reached && points < most && !progress_over()) {
		soak.random = random;
		all(restore, place);
		reached = strike(run, points + 1);
		points += reached;
	}
	tell(run, points, !reached || points == most);
}

void oom_run(void)
{
	do {
		for (uint32_t run = 0; run < RUNS && !progress_over(); run++) {
			if (soak.scenarios >> run & 1)
				run_points(run);
		}
		if (!soak.limit_ops && !soak.limit_ms)
			soak.stopping = true;
	} while (!progress_over());
}

void oom_tell(void)
{
	if (!oom.armed)
		return;
	print_text("oom: refused: request ");
	print_u64(oom.at);
	print_text(oom.mode == OOM_ONCE ? " of a round of " : " and all after it of a round of ");
	print_text(soak.scenario);
	print_newline();
}
