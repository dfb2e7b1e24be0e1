/* SPDX-License-Identifier: MIT
 * What the questions about object pools share. The pools lie in the linker's arena, so that the
 * same tests run in 8 KB of RAM. */
#ifndef TESTS_OBJECTS_WORLD_H
#define TESTS_OBJECTS_WORLD_H

#include "../unit/unit.h"
#include "tarn_object.h"

struct thing {
	uint32_t name;
	uint32_t rest[3];
};

/* The bytes at the arena's start for a pool of so many objects. */
#define ARENA(type, capacity) unit_arena(), TARN_OBJECT_BYTES(type, capacity)

/* The records of a question's pools lie here. All questions share the place, because RAM is
 * small. */
#define POOL_PLACES 9
extern struct tarn_object_full_pool objects_place[POOL_PLACES];

/* At the beginning of each question: zeroes the records, as static memory is at boot. */
void objects_begin(void);

/* At the end of each case: every pool must be sound, and is closed. */
#define LEAVE() objects_leave(__FILE__, __LINE__)
void objects_leave(const char *file, int line);

/* tarn_object_check returns 0; otherwise the check prints the invariant and the slot. */
#define CHECK_POOL(pool) objects_sound(&(pool)->core, __FILE__, __LINE__)
bool objects_sound(struct tarn_object_pool *pool, const char *file, int line);

/* The record of a pool that has hooks, robs or grows. */
static inline struct tarn_object_full_pool *objects_growing(struct tarn_object_pool *pool)
{
	return (struct tarn_object_full_pool *)(void *)pool;
}

/* As after months: each slot that the open pool has not created yet has so many generations
 * left. */
static inline void objects_age(struct tarn_object_pool *pool, uint32_t generations)
{
	pool->part.birth =
		((UINT32_C(1) << 31) - generations * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
}

/* As after months: there are generations for so many parts, and then an era begins. For a pool that
 * does not grow, and for one that does. */
static inline void objects_era(struct tarn_object_pool *pool, uint32_t parts)
{
	pool->part.birth = (TARN_OBJECT_ERA_ - parts * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
}
static inline void objects_era_growing(struct tarn_object_pool *pool, uint32_t parts)
{
	objects_growing(pool)->birth =
		(TARN_OBJECT_ERA_ - parts * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
}

/* Leaves the slot of an object in use so many generations, the object's own included. */
static inline void objects_wear(void *object, uint32_t generations)
{
	tarn_object_tag *tag = tarn_object_tag_(object);

	*tag = ~(((UINT32_C(1) << 31) - generations * TARN_OBJECT_GENERATION_) |
		 (~*tag & TARN_OBJECT_HELD_));
}

/* There was one fault of this kind, for this pointer, since the last expected one. The pool is on
 * no heap, and the fault has its name. */
#define EXPECT_POOL_FAULT(kind, pointer) objects_expect((kind), (pointer), __FILE__, __LINE__)
static inline bool objects_expect(enum tarn_fault_kind kind, const void *pointer, const char *file,
				  int line)
{
	return unit_expect(kind, NULL, pointer, file, line) &&
	       unit_check(unit_fault.name, "the fault names its pool", file, line);
}

/* One context writes these words while another reads them. */
static inline uint32_t objects_read(const uint32_t *word)
{
	return __atomic_load_n(word, __ATOMIC_RELAXED);
}
static inline void objects_write(uint32_t *word, uint32_t value)
{
	__atomic_store_n(word, value, __ATOMIC_RELAXED);
}

struct tarn_object_stats objects_stats(struct tarn_object_pool *pool);

/* A text that a sink collects. */
struct heard {
	char text[448];
	uint32_t length;
};
void objects_hear(void *heard, const char *text, size_t length);
/* Takes the lines of single objects, which exist from level 2 on, out of a report. Returns their
 * number. */
uint32_t objects_owners(struct heard *heard);

#endif
