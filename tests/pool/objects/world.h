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

/* The records of a case's pools lie here. All share the place, because RAM is small. */
#define POOL_PLACES 5
extern struct tarn_object_full_pool objects_place[POOL_PLACES];

/* Zeroes the records, as static memory is at boot. */
void objects_begin(void);

/* Every pool must be sound, and is closed. */
#define LEAVE() objects_leave(__FILE__, __LINE__)
void objects_leave(const char *file, int line);

/* A case of C begins with records of zeros, and its pools are left when it ends. */
#ifndef __cplusplus
#undef CASE
#define CASE(function) objects_case(#function, function)
#endif
void objects_case(const char *name, void (*run)(void));

/* tarn_object_check returns 0; otherwise the check prints the invariant and the slot. */
#define CHECK_POOL(pool) objects_sound(&(pool)->core, __FILE__, __LINE__)
bool objects_sound(struct tarn_object_pool *pool, const char *file, int line);

/* The record of a pool that has hooks, robs or grows. */
static inline struct tarn_object_full_pool *objects_growing(struct tarn_object_pool *pool)
{
	return (struct tarn_object_full_pool *)(void *)pool;
}

/* As after months: there are generations for so many parts, and then an era begins. */
static inline void objects_era(struct tarn_object_pool *pool, uint32_t parts)
{
	pool->part.birth = (TARN_OBJECT_ERA_ - parts * TARN_OBJECT_GENERATION_) | TARN_OBJECT_HELD_;
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

/* The call answers 0, false or NULL, and raises that fault. One without an answer: (call, 0). */
#define REFUSED(call, kind, pointer) \
	objects_refused(!(call), #call, (kind), (pointer), __FILE__, __LINE__)
static inline void objects_refused(bool refused, const char *call, enum tarn_fault_kind kind,
				   const void *pointer, const char *file, int line)
{
	unit_check(refused, call, file, line);
	objects_expect(kind, pointer, file, line);
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
/* Does it begin and end with these? From level 2 on a report has lines of single objects, too. */
bool objects_heard(const struct heard *heard, const char *text, const char *end);

#endif
