/* SPDX-License-Identifier: MIT
 * What the questions about object pools share. Pools stand on the linker's arena, so that the same
 * tests run in 8 KB of RAM. */
#ifndef TESTS_OBJECTS_WORLD_H
#define TESTS_OBJECTS_WORLD_H

#include "../unit/unit.h"
#include "tarn_object.h"

struct thing {
	uint32_t name;
	uint32_t rest[3];
};

/* The bytes at the arena's start that a pool of so many objects may have. */
#define ARENA(type, capacity) unit_arena(), TARN_OBJECT_BYTES(type, capacity)

/* The records of a question's pools lie here: all questions share the place, because RAM is small. */
#define POOL_PLACES 9
extern struct tarn_object_full_pool objects_place[POOL_PLACES];

/* At the beginning of each question: as static memory is at boot. */
void objects_begin(void);

/* At the end of each case: every pool is sound, and leaves. */
#define LEAVE() objects_leave(__FILE__, __LINE__)
void objects_leave(const char *file, int line);

/* tarn_object_check is 0; prints the invariant and the slot where it is not. */
#define CHECK_POOL(pool) objects_sound(&(pool)->core, __FILE__, __LINE__)
bool objects_sound(struct tarn_object_pool *pool, const char *file, int line);

/* The record of a pool that has hooks, robs or grows. */
static inline struct tarn_object_full_pool *objects_growing(struct tarn_object_pool *pool)
{
	return (struct tarn_object_full_pool *)(void *)pool;
}

/* As after months: each slot that the open pool has not created yet has so many generations. */
static inline void objects_age(struct tarn_object_pool *pool, uint32_t generations)
{
	pool->part.birth =
		((UINT32_C(1) << 31) - generations * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
}

/* As after months: so many parts of one generation each, and an era begins. Of a pool that does not
 * grow; and of one that does. */
static inline void objects_era(struct tarn_object_pool *pool, uint32_t parts)
{
	pool->part.birth = (TARN_OBJECT_ERA_ - parts * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
}
static inline void objects_era_growing(struct tarn_object_pool *pool, uint32_t parts)
{
	objects_growing(pool)->birth =
		(TARN_OBJECT_ERA_ - parts * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
}

/* The slot of an object in use has so many, the object's own included. */
static inline void objects_wear(void *object, uint32_t generations)
{
	tarn_object_tag *tag = tarn_object_tag_(object);

	*tag = ~(((UINT32_C(1) << 31) - generations * TARN_OBJECT_GENERATION_) |
		 (~*tag & TARN_OBJECT_HELD_));
}

/* One fault since the last one, of this kind, for this pointer, of a pool that is on no heap. */
/* A fault of a pool names it. */
#define EXPECT_POOL_FAULT(kind, pointer) objects_expect((kind), (pointer), __FILE__, __LINE__)
static inline bool objects_expect(enum tarn_fault_kind kind, const void *pointer, const char *file,
				  int line)
{
	return unit_expect(kind, NULL, pointer, file, line) &&
	       unit_check(unit_fault.name, "the fault names its pool", file, line);
}

/* What one context writes while another reads it. */
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
/* Takes the lines of single objects out of a report, which there are from level 2 on. Returns how
 * many there were. */
uint32_t objects_owners(struct heard *heard);

#endif
