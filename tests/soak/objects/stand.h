/* SPDX-License-Identifier: MIT
 * Verified operations on one object pool. Beside the pool stands what the soak knows of it without
 * asking: who is in use, by which handle and name, and how many were refused and robbed. Each call
 * is one operation of the run, entered into the digest, and may end the run with FAIL. */
#ifndef SOAK_STAND_H
#define SOAK_STAND_H

#include "loan.h"
#include "worlds.h"

struct entry {
	struct thing *thing;
	uint32_t name;
	uint64_t handle;
};

/* Handles that must be stale, remembered. */
#define STAND_STALE 8

struct stand {
	union {
		struct tarn_object_pool pool;
		struct tarn_object_full_pool full; /* of a world that has one */
	};
	const struct world *world; /* NULL: no pool */
	uint32_t initial;
	uint32_t maximum;
	uint32_t names; /* the last that was given */
	uint32_t lives;
	uint32_t peak;
	uint32_t refused;
	uint32_t robbed;
	uint32_t chunks;
	uint32_t seen; /* chunks that came and went */
	uint32_t stales;
	uint32_t created; /* slots, at the last audit */
	struct entry live[SOAK_CAPACITY];
	uint64_t stale[STAND_STALE];
	loan home;
	loan chunk[SOAK_CHUNKS];
};

/* A new pool on the heap; false: refused, rightly. */
bool stand_open(struct stand *stand, const struct world *world);

/* Close it, and open one of the same kind in the same place: handles stay stale. */
bool stand_reopen(struct stand *stand);

/* All back, and the memory. No operation: at the end of a round. */
void stand_close(struct stand *stand);

/* Its kind: the number of its world. */
static inline uint32_t stand_kind(const struct stand *stand)
{
	return (uint32_t)(stand->world - worlds);
}

static inline bool stand_full(const struct stand *stand)
{
	return stand->lives == stand->maximum;
}

void stand_get(struct stand *stand);
/* ROB_LEAST: of a full pool, unless the least is worth more. */
void stand_get_if_worth(struct stand *stand, uint32_t worth);
/* ROB_OLDEST: it is the youngest. */
void stand_touch(struct stand *stand, uint32_t i);
void stand_put(struct stand *stand, uint32_t i);
void stand_reset(struct stand *stand);
/* The same, no operation. */
void stand_take_back(struct stand *stand);
void stand_prewarm(struct stand *stand, uint32_t objects);
void stand_trim(struct stand *stand, uint32_t objects);

/* See all in use, and put some of them meanwhile. */
void stand_walk(struct stand *stand);

/* The handles that must be stale, all that are remembered; no operation. */
void stand_stales(struct stand *stand);

/* Everything that can be looked at; no operation. */
void stand_audit(struct stand *stand);

#endif
