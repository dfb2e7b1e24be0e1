/* SPDX-License-Identifier: MIT
 * What the files of the object pools share. objects.md has the words and the invariants. */
#ifndef TARN_OBJECT_PRIVATE_H
#define TARN_OBJECT_PRIVATE_H

#include "guard.h"
#include "object_names.h"
#include "tarn_object.h"

struct age { /* ROB_OLDEST: a slot's first two words. Objects in use, in the order they were got. */
	void *older;
	void *newer;
} __attribute__((may_alias));

/* A slot that was found, or taken. */
struct slot {
	struct tarn_object_part *part;
	uint32_t index; /* in the part */
	void *object;
};

enum taken {
	TAKEN_NONE,
	TAKEN_NEW, /* a slot not created, or destroyed since */
	TAKEN_AGAIN, /* one whose `once` has run; from level 2 on it holds the fill of an idle object */
};

static inline uint32_t policy_of(const struct tarn_object_pool *pool)
{
	return pool->type->options & TARN_OBJECT_POLICY;
}

static inline bool tagged(const struct tarn_object_pool *pool)
{
	return !(pool->type->options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

static inline bool has_hook(const struct tarn_object_pool *pool, enum tarn_object_event event)
{
	return pool->hooks & 1u << event;
}

static inline void *object_at(const struct tarn_object_pool *pool,
			      const struct tarn_object_part *part, uint32_t index)
{
	return part->base + (size_t)index * pool->type->stride;
}

/* A generation's lowest bit in a tag. */
static inline uint32_t generation_one(const struct tarn_object_pool *pool)
{
	return pool->type->in_use << 1;
}

static inline uint32_t generation_of(const struct tarn_object_pool *pool, uint32_t tag)
{
	return tag & (0 - generation_one(pool));
}

/* ---- object_slot.c: all of it inside the caller's lock window ---------------------------- */

/* The slot whose object this is: false iff it is none's, or was never carved. */
bool slot_find(struct tarn_object_pool *pool, const void *object, struct slot *slot);
/* Is it in use? Of a pool with TARN_OBJECT_KNOWS the object is asked, and then not inside the lock. */
bool slot_used(const struct tarn_object_pool *pool, const struct slot *slot);
/* Take a slot that nobody has. A damaged link's object goes to *damaged, the list is given up. */
enum taken slot_take(struct tarn_object_pool *pool, struct slot *slot, void **damaged);
/* Mark it as in use; as no longer in use, which makes its handles stale. */
void slot_mark(struct tarn_object_pool *pool, const struct slot *slot);
void slot_unmark(struct tarn_object_pool *pool, const struct slot *slot);
/* Put it on the idle list, unless its generations are used up. */
void slot_push(struct tarn_object_pool *pool, const struct slot *slot);
/* Was its last generation used? */
bool slot_retired(const struct tarn_object_pool *pool, const struct slot *slot);

/* ---- object_hook.c: outside the lock ------------------------------------------------------ */

/* A call of hooks, on the stack of who makes it. */
struct tarn_object_call {
	struct tarn_object_call *before;
	uintptr_t context;
};

/* Is there anything to do outside the lock when an object goes from hand to hand? */
bool hooks_needed(const struct tarn_object_pool *pool);
void call_enter(struct tarn_object_pool *pool, struct tarn_object_call *call);
void call_leave(struct tarn_object_pool *pool, struct tarn_object_call *call);
/* Run the hook, if there is one. */
void hooks_run(struct tarn_object_pool *pool, enum tarn_object_event event, void *object);
/* A new slot: once. */
void hooks_created(struct tarn_object_pool *pool, void *object);
/* Is this call made by one of the pool's own hooks? */
bool hooks_entered(struct tarn_object_pool *pool);
/* Make a taken slot's object a new one ... */
void hooks_got(struct tarn_object_pool *pool, void *object, enum taken taken,
	       tarn_object_init *init, void *context, void *caller);
/* ... and one that is put an idle one. */
void hooks_put(struct tarn_object_pool *pool, void *object);

/* ---- object_open.c ------------------------------------------------------------------------ */

/* A pool on static storage is set up, and enters the registry, when it is first used. */
void object_set_up(struct tarn_object_pool *pool);
static inline void object_ready(struct tarn_object_pool *pool)
{
	if (unlikely(!pool->open))
		object_set_up(pool);
}

/* object.c: what is wrong with an object that is not in use: whose slot is it in? */
enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object);
void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller);

#endif
