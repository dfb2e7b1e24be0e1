/* SPDX-License-Identifier: MIT
 * What the files of the object pools share, from the lowest to the highest: each calls only
 * those above it on this page. README.md has the words and the invariants. */
#ifndef TARN_OBJECT_PRIVATE_H
#define TARN_OBJECT_PRIVATE_H

#include "object/slot.h"

/* What a slot was before it was taken. */
enum taken {
	TAKEN_NONE,    /* there is none */
	TAKEN_RETIRED, /* nobody's any more */
	TAKEN_WORN,    /* its last generation ends now: object_again retires it */
	TAKEN_NEW,     /* its object does not exist */
	TAKEN_LEFT,    /* created, and not carved since, or not since the last reset */
	TAKEN_READY,   /* created ahead */
	TAKEN_IDLE,    /* put back */
};

/* Where slots may be taken from: the sum of several. */
enum from {
	FROM_IDLE = 1,
	FROM_READY = 2,
	FROM_VACANT = 4,
	FROM_LEFT = 8,   /* not carved, but created */
	FROM_FRESH = 16, /* not carved */
	FROM_ANY = FROM_IDLE | FROM_READY | FROM_VACANT | FROM_FRESH
};

/* ---- type.c ------------------------------------------------------------------------ */

/* A pool that was never opened has no type: it gets that of pools that hold nothing. */
extern const struct tarn_object_type object_nothing;
static inline void object_known(struct tarn_object_pool *pool)
{
	if (unlikely(!pool->type))
		pool->type = &object_nothing;
}

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller);

/* ---- slot.c: all of it inside the caller's lock window ---------------------------- */

/* The slot whose object this is: false iff it is none's, or was never carved. */
bool slot_find(struct tarn_object_pool *pool, const void *object, struct slot *slot);
/* Take a slot that nobody has; within a part in the order of `from`. A damaged link's object goes
 * to *damaged: that part's list is given up. */
enum taken slot_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
		     void **damaged);
/* The most in use. To be called when a slot was taken but not from the own idle ones: then those
 * are used up. No other get can be the one that sets a new mark. */
void peak_take(struct tarn_object_pool *pool);
/* And what short gets left to be found out: how many ready slots they took. To be called before the
 * peak is read, and before fewer slots can be in use. */
void peak_search(struct tarn_object_pool *pool);
static inline void peak_find(struct tarn_object_pool *pool)
{
	if (unlikely(pool->ready_from != pool->ready_to))
		peak_search(pool);
}
/* No slot lies ready on the idle list any more. */
static inline void ready_forget(struct tarn_object_pool *pool)
{
	peak_find(pool);
	pool->ready_from = pool->ready_to;
}
/* The handle of a slot in use; only of pools with tags. From here on the slot's generations
 * count. */
uint64_t slot_hold(struct tarn_object_pool *pool, const struct slot *slot);
/* Put it on the idle list, unless its generations are used up. */
void slot_push(struct tarn_object_pool *pool, const struct slot *slot);
/* Its object was created ahead: ready. Its object was destroyed: vacant. */
void slot_ready(struct tarn_object_pool *pool, const struct slot *slot);
void slot_vacate(struct tarn_object_pool *pool, const struct slot *slot);

/* ---- hook.c: outside the lock ------------------------------------------------------ */

/* A call of hooks, on the stack of who makes it. */
struct tarn_object_call {
	struct tarn_object_call *before;
	uintptr_t context;
	bool scoring; /* a score, which may get and put */
};

/* Is there anything to do outside the lock when an object goes from hand to hand? */
#define OBJECT_HOOKS                                                                 \
	(1u << TARN_OBJECT_ONCE | 1u << TARN_OBJECT_INIT | 1u << TARN_OBJECT_RESET | \
	 1u << TARN_OBJECT_DESTROY)
static inline bool hooks_needed(const struct tarn_object_pool *pool)
{
	return TARN_HARDEN >= 2 || pool->hooks & OBJECT_HOOKS;
}
void call_enter(struct tarn_object_pool *pool, struct tarn_object_call *call, bool scoring);
void call_leave(struct tarn_object_pool *pool, struct tarn_object_call *call);
/* Run the hook, if there is one. */
void hooks_run(struct tarn_object_pool *pool, enum tarn_object_event event, void *object);
/* A new slot: once. */
void hooks_created(struct tarn_object_pool *pool, void *object);
/* Is this call made by one of the pool's own hooks (or by its score)? */
bool hooks_entered(struct tarn_object_pool *pool, bool scoring);
/* Make a taken slot's object a new one ... */
void hooks_got(struct tarn_object_pool *pool, void *object, enum taken taken,
	       const struct tarn_object_init *init, void *caller);
/* ... and one that is put an idle one. */
void hooks_put(struct tarn_object_pool *pool, void *object);

/* Level 2: is the fill of an idle object as it was left? */
bool hooks_filled(const struct tarn_object_pool *pool, const void *object);

/* ---- part.c ------------------------------------------------------------------------ */

/* Inside the lock. What its handles begin with, and its slots' generations: no handle that was given
 * before names a slot of this part. */
void part_name(struct tarn_object_pool *pool, struct tarn_object_part *part);
/* No slot of it exists. */
void part_clear(struct tarn_object_part *part);
/* Where the slots of a part begin, and its marks: of `capacity` slots at `memory`. */
void part_lay(struct tarn_object_pool *pool, struct tarn_object_part *part, void *memory,
	      uint32_t capacity);
/* Bytes of so many slots, and of their marks. Where a word cannot hold them, more than any heap
 * has. */
uint32_t part_bytes(const struct tarn_object_type *type, uint32_t capacity);
/* Slots of all parts, and the objects that exist in them. */
uint32_t parts_capacity(const struct tarn_object_pool *pool);
uint32_t parts_created(const struct tarn_object_pool *pool);
/* Inside the lock: off the pool's list. Returns the part. */
struct tarn_object_part *part_detach(struct tarn_object_pool *pool, struct tarn_object_part *part);
/* Destroy the objects. */
void part_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part);
/* Destroy its objects, none of which is in use, and give it back to the heap: grow.c. */
static inline void part_give_back(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	pool->type->policy->give_back(pool, part);
}

/* ---- rob.c, grow.c: policies, which use.c calls through the type ------ */

/* What a policy found when every slot was in use. */
enum full {
	FULL_REFUSE,
	FULL_RETRY,  /* there may be one now */
	FULL_ROBBED, /* the slot's object is between hands */
};

/* ---- registry.c -------------------------------------------------------------------- */

/* Is it on the registry? Asked without the lock, also while another context, who holds it, sets
 * the pool up: nothing that object_enter writes may be read before the answer. */
static inline bool object_is_open(const struct tarn_object_pool *pool)
{
	bool open;

	if (TARN_PORT_ORDER != __ATOMIC_RELAXED)
		return __atomic_load_n(&pool->open, TARN_PORT_ORDER);
	open = pool->open;
	__atomic_signal_fence(__ATOMIC_ACQUIRE);
	return open;
}

/* Inside the lock. What it was set up with is written before it is open. */
static inline void object_opened(struct tarn_object_pool *pool, bool open)
{
	if (TARN_PORT_ORDER != __ATOMIC_RELAXED) {
		__atomic_store_n(&pool->open, open, TARN_PORT_ORDER);
		return;
	}
	__atomic_signal_fence(__ATOMIC_RELEASE);
	pool->open = open;
}

/* Set a pool up, unless it is; it is on the registry from now on. Off the registry. */
void object_enter(struct tarn_object_pool *pool);
void object_leave(struct tarn_object_pool *pool);
/* A pool on static storage is set up, and enters the registry, when it is first used. False, and a
 * fault, for one that was never opened. */
bool object_set_up(struct tarn_object_pool *pool, void *caller);
static inline bool object_ready(struct tarn_object_pool *pool, void *caller)
{
	return likely(object_is_open(pool)) || object_set_up(pool, caller);
}

/* ---- overlap.c ---------------------------------------------------------------------- */

/* From now on the memory of pools is told from what may be given, as that of heaps is. */
void pools_own_too(void);

/* ---- use.c: outside the lock ------------------------------------------------------- */

/* May this call go on? Not when one of the pool's own hooks makes it: that is a fault. */
bool object_admitted(struct tarn_object_pool *pool, const void *object, void *caller);
/* Is an idle object of the own slots all that a call needs, and nothing to be run or filled? Most
 * calls that are not inline (ages, bits) find that. Anything else is done again, from the start. */
static inline bool short_way(const struct tarn_object_pool *pool)
{
	return TARN_HARDEN < 2 && object_is_open(pool) && !pool->hooks && !pool->calls;
}

/* Take an object from its owner: false iff it is in nobody's hands. */
bool object_withdraw(struct tarn_object_pool *pool, const void *object, struct slot *slot);
/* Make it idle. */
void object_shelve(struct tarn_object_pool *pool, const struct slot *slot);
/* What is wrong with an object that is not in use: whose slot is it in? */
enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object);
/* After slot_take: is another try to be made? Reports a damaged link, retires a worn slot. */
bool object_pass(struct tarn_object_pool *pool, const struct slot *slot, enum taken taken,
		 const void *damaged, void *caller);
static inline bool object_again(struct tarn_object_pool *pool, const struct slot *slot,
				enum taken taken, const void *damaged, void *caller)
{
	if (likely(!damaged && taken != TAKEN_RETIRED && taken != TAKEN_WORN))
		return false;
	return object_pass(pool, slot, taken, damaged, caller);
}

/* ---- print.c ---------------------------------------------------------------------- */

struct text;
/* A line that says how many of a pool's objects are in use. */
void leak_tell(const struct tarn_object_pool *pool, uint32_t live, const struct text *text);

#endif
