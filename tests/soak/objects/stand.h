/* SPDX-License-Identifier: MIT
 * Verified operations on one object pool. The stand keeps the pool and what the soak knows of it
 * without asking: which objects are in use, their handles and names, and how many gets were refused
 * or robbed. Each call is one operation of the run, enters the digest, and may end the run with
 * FAIL. */
#ifndef SOAK_STAND_H
#define SOAK_STAND_H

#include "loan.h"
#include "worlds.h"

struct entry {
	struct thing *thing;
	uint32_t name;
	uint64_t handle;
};

/* Number of handles kept that must be stale. */
#define STAND_STALE 8

struct stand {
	union {
		struct tarn_object_pool pool;
		struct tarn_object_full_pool full; /* for worlds whose pools have this record */
	};
	const struct tarn_object_type *world; /* NULL: no pool */
	uint32_t initial;
	uint32_t maximum;
	uint32_t names; /* the last name given */
	uint32_t lives;
	uint32_t peak;
	uint32_t refused;
	uint32_t robbed;
	uint32_t chunks;
	uint32_t seen; /* chunks added and removed, as last seen */
	uint32_t stales;
	uint32_t created; /* slots, at the last audit */
	struct entry live[SOAK_CAPACITY];
	uint64_t stale[STAND_STALE];
	loan home;
	loan chunk[SOAK_CHUNKS];
};

/* Opens a new pool on the heap. Returns false if the heap rightly refused it. */
bool stand_open(struct stand *stand, const struct tarn_object_type *world);

/* Closes it, and opens another of the same kind in the same place. Old handles stay stale. */
bool stand_reopen(struct stand *stand);

/* Puts all objects back and frees the memory. It is no operation: for the end of a round. */
void stand_close(struct stand *stand);

/* The number of its world. */
static inline uint32_t stand_kind(const struct stand *stand)
{
	uint32_t kind = 0;

	while (worlds[kind] != stand->world)
		kind++;
	return kind;
}

static inline bool stand_full(const struct stand *stand)
{
	return stand->lives == stand->maximum;
}

void stand_get(struct stand *stand);
/* ROB_LEAST: a get from a full pool, unless the least is worth more. */
void stand_get_if_worth(struct stand *stand, uint32_t worth);
/* ROB_OLDEST: makes the object the youngest. */
void stand_touch(struct stand *stand, uint32_t i);
void stand_put(struct stand *stand, uint32_t i);
void stand_reset(struct stand *stand);
/* The same as stand_reset, but no operation. */
void stand_take_back(struct stand *stand);
void stand_prewarm(struct stand *stand, uint32_t objects);
void stand_trim(struct stand *stand, uint32_t objects);

/* Visits all objects in use, and puts some of them meanwhile. */
void stand_walk(struct stand *stand);

/* Checks all handles that must be stale; no operation. */
void stand_stales(struct stand *stand);

/* Checks everything; no operation. */
void stand_audit(struct stand *stand);

#endif
