/* SPDX-License-Identifier: MIT
 * The private functions of the object pools, from the lowest file to the highest. Each calls only
 * those above it on this page. README.md has the words and the invariants. */
#ifndef TARN_OBJECT_PRIVATE_H
#define TARN_OBJECT_PRIVATE_H

#include "../heap/tag.h"
#include "slot.h"

/* plain.c compiles these functions once more, for itself. */
#ifdef OBJECT_PLAIN
#define OBJECT_CODE static __attribute__((unused))
#define OBJECT_GET  tarn_object_get_plain_
#define OBJECT_PUT  tarn_object_put_plain_
#else
#define OBJECT_CODE
#define OBJECT_GET tarn_object_get
#define OBJECT_PUT tarn_object_put
#endif

ASKS(tarn_object_check);
ASKS(tarn_object_close);
ASKS(tarn_object_get_held);
ASKS(tarn_object_get_held_if_worth);
ASKS(tarn_object_get_if_worth);
ASKS(tarn_object_get_with);
ASKS(tarn_object_grow_from);
ASKS(tarn_object_handle);
ASKS(tarn_object_image_bytes);
ASKS(tarn_object_load);
ASKS(tarn_object_open);
ASKS(tarn_object_open_at);
ASKS(tarn_object_owner);
ASKS(tarn_object_pool_first);
ASKS(tarn_object_pool_next);
ASKS(tarn_object_prewarm);
ASKS(tarn_object_recycle);
ASKS(tarn_object_release);
ASKS(tarn_object_reset);
ASKS(tarn_object_resolve);
ASKS(tarn_object_save);
ASKS(tarn_object_stats);
ASKS(tarn_object_touch);
ASKS(tarn_object_trim);

/* The tag that overflow chunks are charged to: the current one when the pool is opened. */
static ALWAYS void pool_tag_set(struct tarn_object_full_pool *full)
{
#if TARN_TAGS > 0
	full->tag = tag_here();
#endif
	(void)full;
}

static ALWAYS uint32_t pool_tag(const struct tarn_object_full_pool *full)
{
#if TARN_TAGS > 0
	return full->tag;
#endif
	(void)full;
	return TARN_UNTAGGED;
}

/* What a slot was before it was taken. */
enum taken {
	TAKEN_NONE,    /* no slot */
	TAKEN_DAMAGED, /* a link was damaged: it led to slot->object */
	TAKEN_WORN,    /* its last generation ends; `again` retires it */
	TAKEN_NEW,     /* its object does not exist */
	TAKEN_LEFT,    /* created, but not carved, or not since the last reset */
	TAKEN_SPARE,   /* created ahead, or again */
	TAKEN_IDLE,    /* put back */
};

/* Where a slot may be taken from. Values may be added. */
enum from {
	FROM_IDLE = 1,
	FROM_SPARE = 2,
	FROM_VACANT = 4,
	FROM_LEFT = 8,   /* created, but not carved */
	FROM_FRESH = 16, /* not carved */
	FROM_ANY = FROM_IDLE | FROM_SPARE | FROM_VACANT | FROM_FRESH
};

/* ---- type.c ------------------------------------------------------------------------ */

/* Gives a pool that was never opened the type of pools that hold nothing. */
extern const struct tarn_object_type object_nothing;
static ALWAYS void object_known(struct tarn_object_pool *pool)
{
	if (unlikely(!pool->type))
		pool->type = &object_nothing;
}

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller);

/* Slots on a heap have that heap's address before them. There is room for 8 bytes on every
 * machine. */
static ALWAYS uint32_t slots_at(const struct tarn_object_type *type)
{
	uint32_t align = UINT32_C(1) << type->align_bits;

	return align < 8 ? 8 : align;
}

static ALWAYS struct tarn_heap **heap_before(unsigned char *slots)
{
	return (struct tarn_heap **)(void *)slots - 1;
}

/* The block of the own slots, and its heap. NULL where the slots lie on other memory. */
void *pool_memory(const struct tarn_object_pool *pool);
struct tarn_heap *pool_heap(const struct tarn_object_pool *pool);

/* ---- slot.c: all of it inside the caller's lock window ---------------------------- */

/* Finds the slot of an object. False iff it is no slot's, or the slot was never carved. */
OBJECT_CODE bool slot_find(struct tarn_object_pool *pool, const void *object, struct slot *slot);
/* Takes a slot that nobody has, between hands. */
OBJECT_CODE enum taken slot_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from);
/* Creates the next slot without a call. Where possible it becomes the last idle one. Only for pools
 * whose objects need no hook or fill. False: no slot is left. */
OBJECT_CODE bool slot_append(struct tarn_object_pool *pool);
/* Updates the peak. Call it before the peak is read, and before a part loses slots. */
OBJECT_CODE void peak_find(struct tarn_object_pool *pool);
/* The handle of a slot in use. From here on the slot's generations count. */
OBJECT_CODE uint64_t slot_hold(const struct slot *slot);
/* Moves a slot between hands to the idle list, or retires it after its last generation. If its
 * overflow chunk is then empty, takes the chunk off the pool's list and returns it. */
OBJECT_CODE struct tarn_object_part *slot_push(struct tarn_object_pool *pool,
					       const struct slot *slot);
/* From between hands: slot_spare moves a slot to the spare list, as its object was created ahead.
 * slot_vacate moves it to the vacant list, as its object was destroyed. */
OBJECT_CODE void slot_spare(struct tarn_object_pool *pool, const struct slot *slot);
OBJECT_CODE struct tarn_object_part *slot_vacate(struct tarn_object_pool *pool,
						 const struct slot *slot);
/* Takes a retired, carved slot between hands again. */
OBJECT_CODE void slot_revive(struct tarn_object_pool *pool, const struct slot *slot);
/* Takes a part off the pool's list and returns it. */
OBJECT_CODE struct tarn_object_part *part_detach(struct tarn_object_pool *pool,
						 struct tarn_object_part *part);
/* Empties the part's idle list. */
OBJECT_CODE void part_empty(struct tarn_object_part *part);

/* ---- What a call has between hands --------------------------------------------------- */

/* Where the stack stood at the call of the function that this is inlined in. It grows down. */
#define STACK ((uintptr_t)__builtin_dwarf_cfa())

/* Why an object is between hands. The first two refuse whatever changes the pool. */
enum tarn_object_reason {
	TARN_OBJECT_HOOK_,  /* a hook runs. It is 0: tarn_object_hooks_ */
	TARN_OBJECT_MAKES_, /* .once or .destroy does */
	TARN_OBJECT_SCORE_, /* refuses another score */
	TARN_OBJECT_HANDS_  /* refuses nothing */
};
struct tarn_object_call {
	uintptr_t stack; /* of a function that runs the hooks */
	void *object;
	bool known; /* the pool's `hand` is this call */
};
#define CALL                       \
	{                          \
		STACK, NULL, false \
	}

/* An odd number stands for the object of a call that has none. */
static ALWAYS bool is_object(const void *object)
{
	return !((uintptr_t)object & 1);
}

/* ---- call.c ------------------------------------------------------------------------ */

/* Inside the lock: enters, and leaves, a call. NULL for `object`: it has none. */
void call_enter(struct tarn_object_pool *pool, struct tarn_object_call *call, void *object,
		enum tarn_object_reason reason);
static ALWAYS void call_leave(struct tarn_object_pool *pool, const struct tarn_object_call *call)
{
	tarn_object_call_leave_(pool, call->object);
}
/* Changes the reason of a call that was entered. */
void call_reason(const struct tarn_object_pool *pool, const struct tarn_object_call *call,
		 enum tarn_object_reason reason);
/* Inside the lock: how many calls have an object between hands? */
uint32_t calls_held(const struct tarn_object_pool *pool);
/* Does a hook of the pool make this call? With TARN_OBJECT_SCORE_ as `most`: or a score? */
bool call_entered(const struct tarn_object_pool *pool, enum tarn_object_reason most);
/* Finds the known call, if this context, which stands at `stack`, left it. Forgets the call, and
 * returns its object. With ANYWHERE: if any context left it. NULL: no. */
#define ANYWHERE UINTPTR_MAX
void *call_left(struct tarn_object_pool *pool, uintptr_t stack, enum tarn_object_reason *reason);

/* ---- hook.c ------------------------------------------------------------------------ */

/* Outside the lock: runs the hook, if there is one. */
void hook_run(struct tarn_object_pool *pool, enum tarn_object_event event, void *object);
/* Runs `once` for a new slot. */
void hooks_created(struct tarn_object_pool *pool, void *object,
		   const struct tarn_object_call *call);
/* Prepares the object of a taken slot for its new owner. */
void hooks_got(struct tarn_object_pool *pool, void *object, enum taken taken,
	       const struct tarn_object_call *call, void *caller);
/* Fills an object whose hook was left. */
void hooks_left(const struct tarn_object_pool *pool, void *object);
/* Prepares the object of a slot that is put to be idle. */
void hooks_put(struct tarn_object_pool *pool, const struct slot *slot);
/* Level 2: is the fill of an idle object unchanged? */
bool hooks_filled(const struct tarn_object_pool *pool, const void *object);

/* ---- part.c ------------------------------------------------------------------------ */

/* Ends a part of which nobody has, or will have, a slot. The pool's next part begins above its
 * generations. */
void part_bury(struct tarn_object_pool *pool, const struct tarn_object_part *part);
/* Prepares the arithmetic from an object to its slot, and to its marks. The base and the capacity
 * are set already. */
static ALWAYS void part_place(const struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	if (by_bits(pool))
		part->marks = tarn_object_marks_at_(facts_of(pool), part);
	part->origin = 0 - (uint32_t)(uintptr_t)part->base * facts_of(pool)->inverse;
}

/* Empties a part: none of its slots is carved. */
static ALWAYS void part_clear(const struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	if (by_bits(pool))
		part->some = 0;
	else
		part->head = NULL;
	part->idle = 0;
	part->limit = 0;
	part->made = 0;
}

/* Makes a part without slots. Its base and capacity are set already. */
void part_lay(const struct tarn_object_pool *pool, struct tarn_object_part *part);
/* The bytes of `capacity` slots and of their marks. More than any heap has if a word cannot hold
 * them. part_bytes: up to the end of the last cache line, if the type has LINE. */
uint32_t slots_bytes(const struct tarn_object_type *type, uint32_t capacity);
uint32_t part_bytes(const struct tarn_object_type *type, uint32_t capacity);
/* Inside the lock: the created slot number `at`, or the next one after it. False after the last
 * one. */
bool created_from(struct tarn_object_pool *pool, uint32_t *at, struct slot *slot);
/* Outside the lock: how many objects exist in all parts. */
uint32_t parts_created(struct tarn_object_pool *pool);
/* How many slots have retired or were given up. Takes a step for each slot. *worn, unless NULL, is
 * how many retire soon. */
uint32_t parts_retired(struct tarn_object_pool *pool, uint32_t *worn);
/* Destroys the objects of a part. */
void part_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part);
/* Destroys a chunk's objects, none of which is in use, and gives the chunk back to the heap
 * (grow.c). */
static ALWAYS void part_give_back(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	if (has_option(pool, TARN_OBJECT_GROW) && unlikely(part))
		pool->type->policy->give_back(pool, part);
}
/* The same for the slot that a call has between hands: the call ends, and the slot is idle. */
static ALWAYS void call_put_back(struct tarn_object_pool *pool, const struct tarn_object_call *call,
				 struct slot *slot)
{
	struct tarn_object_part *empty;
	tarn_port_key key = lock(pool);

	call_leave(pool, call);
	empty = slot_push(pool, slot);
	unlock(pool, key);
	part_give_back(pool, empty);
}

/* Outside the lock: tells waiting tasks that there may be an object. */
static ALWAYS void object_tell(struct tarn_object_pool *pool)
{
	if (has_option(pool, TARN_OBJECT_WAITED))
		((const struct tarn_object_waited *)pool->type->policy)->told(pool);
}

/* ---- registry.c -------------------------------------------------------------------- */

/* Is the pool on the registry? Take the lock before you read what its setting up wrote. */
static ALWAYS bool object_is_open(const struct tarn_object_pool *pool)
{
	if (TARN_PORT_ORDER != __ATOMIC_RELAXED)
		return __atomic_load_n(&pool->entry.proof, __ATOMIC_RELAXED);
	return pool->entry.proof;
}
/* The open pools. */
extern struct tarn_entry object_registry;
/* Takes a pool off the registry. */
void object_leave(struct tarn_object_pool *pool);
/* Is there a pool? NULL is the fault of one that was never opened. For calls on whole pools: a get
 * or a put does not ask. */
#define pool_given(pool) (likely(pool) || pool_missing(CALLER))
bool pool_missing(void *caller);
/* Is there one, and may this call change it? */
#define pool_admitted(pool) (pool_given(pool) && object_admitted(pool, NULL, CALLER))

/* ---- setup.c ----------------------------------------------------------------------- */

/* Sets a pool up and enters it in the registry, unless that was done. False iff it neither lies on
 * static storage nor is `opened`. */
OBJECT_CODE bool object_enter(struct tarn_object_pool *pool, bool opened);
/* Sets up a pool on static storage at its first use. False, and a fault, for a pool that was never
 * opened. */
OBJECT_CODE bool object_ready(struct tarn_object_pool *pool, void *caller);

/* ---- overlap.c --------------------------------------------------------------------- */

/* From now on memory_taken also asks whether a pool owns the memory. */
void pools_own_too(void);

/* ---- left.c: outside the lock ------------------------------------------------------ */

/* Puts what a call left between hands; `stack` as above. */
void call_take_back(struct tarn_object_pool *pool, uintptr_t stack);

/* ---- use.c: outside the lock ------------------------------------------------------- */

/* Raises a fault if one of the pool's own hooks makes this call. `stack` is the public call's. */
bool object_allowed(struct tarn_object_pool *pool, const void *object, void *caller,
		    uintptr_t stack);
/* May this call go on? Each public call that changes the pool asks first, not a function of its
 * own. */
static ALWAYS bool object_admitted(struct tarn_object_pool *pool, const void *object, void *caller)
{
#ifdef OBJECT_PLAIN
	if (likely(pool->type))
		return true;
	object_fault(pool, TARN_FAULT_FOREIGN, object, caller);
	return false;
#else
	object_known(pool);
	return likely(!pool->calls) || object_allowed(pool, object, caller, STACK);
#endif
}
/* Takes a slot that nobody has; TAKEN_NONE if there is none. With `call` the object is between
 * hands and the call is entered. Without it the object is in use at once. */
OBJECT_CODE enum taken object_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
				   struct tarn_object_call *call, void *caller);
/* The same, and what the policy does if there is none. */
OBJECT_CODE enum taken object_obtain(struct tarn_object_pool *pool, struct slot *slot,
				     struct tarn_object_call *call, void *caller);
/* Counts a refusal and reports it. */
OBJECT_CODE void object_refuse(struct tarn_object_pool *pool, void *caller);
/* Ends a put once its slot was found: the slot becomes idle, or goes between hands. */
OBJECT_CODE void object_shelve(struct tarn_object_pool *pool, struct slot *slot,
			       struct tarn_object_call *call);
/* Inside the lock: takes a slot from its owner. With NULL for `call` the put is done. Otherwise
 * object_shelve follows, outside the lock. */
OBJECT_CODE struct tarn_object_part *object_withdraw(struct tarn_object_pool *pool,
						     const struct slot *slot,
						     struct tarn_object_call *call);
static ALWAYS bool object_handed(const struct tarn_object_pool *pool)
{
	return POSSIBLE & TARN_OBJECT_HOOKED_ && (TARN_HARDEN >= 2 || pool->part.hooks);
}
/* What is wrong with an object that is not in use. */
OBJECT_CODE enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object);

/* ---- hand.c ------------------------------------------------------------------------ */

/* What the caller of a get asks for. Each field may be NULL. */
struct object_wish {
	const struct tarn_object_init *init;
	uint64_t *handle;
	void *caller;
};
/* Brings a taken slot's object, which is between hands, into use. NULL: no slot was taken. */
void *object_got(struct tarn_object_pool *pool, struct slot *slot, enum taken taken,
		 struct tarn_object_call *call, const struct object_wish *wish);
/* Has the pool handles? Raises a fault if not. Sets a pool on static storage up. */
bool object_nameable(struct tarn_object_pool *pool, void *caller);

/* ---- rob.c, grow.c: policies ------------------------------------------------------- */

/* What a policy did when every slot was in use. */
enum full {
	FULL_REFUSE,
	FULL_RETRY,  /* there may be a slot now */
	FULL_NOBODY, /* nobody can be robbed now */
	FULL_ROBBED, /* the slot's object is between hands, or without a call in use */
};

/* ---- print.c ----------------------------------------------------------------------- */

struct text;
/* Prints a line with the number of a pool's objects in use. From level 2 on it prints a line for
 * each of them too. */
void leak_tell(struct tarn_object_pool *pool, uint32_t live, const struct text *text);

#endif
