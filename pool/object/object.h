/* SPDX-License-Identifier: MIT
 * What the files of the object pools share, from the lowest to the highest: each calls only
 * those above it on this page. README.md has the words and the invariants. */
#ifndef TARN_OBJECT_PRIVATE_H
#define TARN_OBJECT_PRIVATE_H

#include "../heap/tag.h"
#include "slot.h"

/* Of what plain.c compiles for itself. */
#ifdef OBJECT_PLAIN
#define OBJECT_CODE static __attribute__((unused))
#define OBJECT_GET  tarn_object_get_plain_
#define OBJECT_PUT  tarn_object_put_plain_
#else
#define OBJECT_CODE
#define OBJECT_GET tarn_object_get
#define OBJECT_PUT tarn_object_put
#endif

/* The tag that overflow chunks are charged to: the current one of who opens the pool. */
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
	TAKEN_NONE,    /* there is none */
	TAKEN_DAMAGED, /* a link was: slot->object is where it led */
	TAKEN_WORN,    /* its last generation ends now: object_again retires it */
	TAKEN_NEW,     /* its object does not exist */
	TAKEN_LEFT,    /* created, and not carved since, or not since the last reset */
	TAKEN_SPARE,   /* created ahead, or again */
	TAKEN_IDLE,    /* put back */
};

/* Where slots may be taken from: the sum of several. */
enum from {
	FROM_IDLE = 1,
	FROM_SPARE = 2,
	FROM_VACANT = 4,
	FROM_LEFT = 8,   /* not carved, but created */
	FROM_FRESH = 16, /* not carved */
	FROM_ANY = FROM_IDLE | FROM_SPARE | FROM_VACANT | FROM_FRESH
};

/* ---- type.c ------------------------------------------------------------------------ */

/* A pool that was never opened has no type: it gets that of pools that hold nothing. */
extern const struct tarn_object_type object_nothing;
static ALWAYS void object_known(struct tarn_object_pool *pool)
{
	if (unlikely(!pool->type))
		pool->type = &object_nothing;
}

void object_fault(struct tarn_object_pool *pool, enum tarn_fault_kind kind, const void *object,
		  void *caller);

/* The heap of slots on a heap stands before them; on every machine there is room for 8 bytes. */
static ALWAYS uint32_t slots_at(const struct tarn_object_type *type)
{
	uint32_t align = UINT32_C(1) << type->align_bits;

	return align < 8 ? 8 : align;
}

static ALWAYS struct tarn_heap **heap_before(unsigned char *slots)
{
	return (struct tarn_heap **)(void *)slots - 1;
}

/* The block of the own slots, and its heap: NULL where they stand on other memory. */
void *pool_memory(const struct tarn_object_pool *pool);
struct tarn_heap *pool_heap(const struct tarn_object_pool *pool);

/* ---- slot.c: all of it inside the caller's lock window ---------------------------- */

/* The slot whose object this is: false iff it is none's, or was never carved. */
OBJECT_CODE bool slot_find(struct tarn_object_pool *pool, const void *object, struct slot *slot);
/* Take a slot that nobody has, into the hands of the caller. */
OBJECT_CODE enum taken slot_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from);
/* Create the next slot without a call: the last of the idle ones, where that can be. Only of pools
 * whose objects nothing is done to. False: there is none. */
OBJECT_CODE bool slot_append(struct tarn_object_pool *pool);
/* The most in use: to be called before it is read, and before a part has fewer slots. */
OBJECT_CODE void peak_find(struct tarn_object_pool *pool);
/* The handle of a slot in use, which had none or had one. From here on its generations count. */
OBJECT_CODE uint64_t slot_hold(const struct slot *slot);
/* From the caller's hands: to the idle list, unless its generations are used up. Returns the slot's
 * part if that is an overflow chunk without an object now: it is off the pool's list. */
OBJECT_CODE struct tarn_object_part *slot_push(struct tarn_object_pool *pool,
					       const struct slot *slot);
/* Its object was created ahead: spare. Its object was destroyed: vacant. */
OBJECT_CODE void slot_spare(struct tarn_object_pool *pool, const struct slot *slot);
OBJECT_CODE struct tarn_object_part *slot_vacate(struct tarn_object_pool *pool,
						 const struct slot *slot);
/* A retired slot that is carved: into the caller's hands. */
OBJECT_CODE void slot_revive(struct tarn_object_pool *pool, const struct slot *slot);
/* Off the pool's list. Returns the part. */
OBJECT_CODE struct tarn_object_part *part_detach(struct tarn_object_pool *pool,
						 struct tarn_object_part *part);
/* No list holds a slot. */
OBJECT_CODE void part_empty(struct tarn_object_part *part);

/* ---- hook.c ------------------------------------------------------------------------ */

/* Outside the lock: run the hook, if there is one. */
void hook_run(struct tarn_object_pool *pool, enum tarn_object_event event, void *object);
/* A new slot: once. */
void hooks_created(struct tarn_object_pool *pool, void *object);
/* Make a taken slot's object a new one ... */
void hooks_got(struct tarn_object_pool *pool, void *object, enum taken taken, void *caller);
/* ... and one that is put an idle one. */
void hooks_put(struct tarn_object_pool *pool, const struct slot *slot);
/* Level 2: is the fill of an idle object as it was left? */
bool hooks_filled(const struct tarn_object_pool *pool, const void *object);

/* ---- part.c ------------------------------------------------------------------------ */

/* Nobody has a slot of it any more, nor will: what is named next begins above its generations. */
void part_bury(struct tarn_object_pool *pool, const struct tarn_object_part *part);
/* Its base is set. */
static ALWAYS void part_place(const struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	part->origin = 0 - (uint32_t)(uintptr_t)part->base * facts_of(pool)->inverse;
}

/* No slot of it exists. Its base and capacity are set. */
void part_lay(const struct tarn_object_pool *pool, struct tarn_object_part *part);
/* Bytes of so many slots, and of their marks. Where a word cannot hold them, more than any heap
 * has. */
uint32_t part_bytes(const struct tarn_object_type *type, uint32_t capacity);
/* Inside the lock: slot number `at` of those that were created, or the next after it. False after
 * the last. */
bool created_from(struct tarn_object_pool *pool, uint32_t *at, struct slot *slot);
/* The objects that exist in all parts: outside the lock. */
uint32_t parts_created(struct tarn_object_pool *pool);
/* Slots that are nobody's any more. A step for each; `worn` (or NULL): those that soon are. */
uint32_t parts_retired(struct tarn_object_pool *pool, uint32_t *worn);
/* Destroy the objects. */
void part_destroy(struct tarn_object_pool *pool, struct tarn_object_part *part);
/* Destroy its objects, none of which is in use, and give it back to the heap: grow.c. */
static ALWAYS void part_give_back(struct tarn_object_pool *pool, struct tarn_object_part *part)
{
	if (has_option(pool, TARN_OBJECT_GROW) && unlikely(part))
		pool->type->policy->give_back(pool, part);
}

/* Outside the lock: an object may be had, for which tasks wait. */
static ALWAYS void object_tell(struct tarn_object_pool *pool)
{
	if (has_option(pool, TARN_OBJECT_WAITED))
		((const struct tarn_object_waited *)pool->type->policy)->told(pool);
}

/* ---- registry.c -------------------------------------------------------------------- */

/* Is it on the registry? What setting it up writes is seen once the lock was taken. */
static ALWAYS bool object_is_open(const struct tarn_object_pool *pool)
{
	if (TARN_PORT_ORDER != __ATOMIC_RELAXED)
		return __atomic_load_n(&pool->entry.proof, __ATOMIC_RELAXED);
	return pool->entry.proof;
}
/* Open pools. */
extern struct tarn_entry object_registry;
/* Off it. */
void object_leave(struct tarn_object_pool *pool);

/* ---- setup.c ----------------------------------------------------------------------- */

/* Set a pool up, unless it is; it is on the registry from now on. False: it is neither on static
 * storage nor opened. */
OBJECT_CODE bool object_enter(struct tarn_object_pool *pool, bool opened);
/* A pool on static storage is set up, and enters the registry, when it is first used. False, and a
 * fault, for one that was never opened. */
OBJECT_CODE bool object_ready(struct tarn_object_pool *pool, void *caller);

/* ---- overlap.c --------------------------------------------------------------------- */

/* From now on the memory of pools is told from what may be given, as that of heaps is. */
void pools_own_too(void);

/* ---- use.c: outside the lock ------------------------------------------------------- */

/* Is this call made by a hook of the pool, or (least TARN_OBJECT_SCORE_) by its score? */
OBJECT_CODE bool object_entered(struct tarn_object_pool *pool, enum tarn_object_reason least);
/* May this call go on? Not when one of the pool's own hooks makes it: that is a fault. */
OBJECT_CODE bool object_admitted(struct tarn_object_pool *pool, const void *object, void *caller);
/* A slot that nobody has: TAKEN_NONE where there is none. With `call`, it is entered, and the
 * object between hands; without, the object is in use at once. */
OBJECT_CODE enum taken object_take(struct tarn_object_pool *pool, struct slot *slot, uint32_t from,
				   struct tarn_object_call *call, void *caller);
/* And what the policy says where there is none. */
OBJECT_CODE enum taken object_obtain(struct tarn_object_pool *pool, struct slot *slot,
				     struct tarn_object_call *call, void *caller);
/* Count a refusal, and tell. */
OBJECT_CODE void object_refuse(struct tarn_object_pool *pool, void *caller);
/* A slot in use goes back, or into the next hands: what a put does once it is found. */
OBJECT_CODE void object_shelve(struct tarn_object_pool *pool, struct slot *slot,
			       struct tarn_object_call *call);
/* Inside the lock, then outside: take a slot from its owner. With NULL for `call` it is done. */
OBJECT_CODE struct tarn_object_part *object_withdraw(struct tarn_object_pool *pool,
						     const struct slot *slot,
						     struct tarn_object_call *call);
static ALWAYS bool object_handed(const struct tarn_object_pool *pool)
{
	return POSSIBLE & TARN_OBJECT_HOOKED_ && (TARN_HARDEN >= 2 || pool->part.hooks);
}
/* What is wrong with an object that is not in use: whose slot is it in? */
OBJECT_CODE enum tarn_fault_kind object_kind(struct tarn_object_pool *pool, const void *object);

/* ---- hand.c ------------------------------------------------------------------------ */

/* What a get is asked for: any of these may be NULL. */
struct object_wish {
	const struct tarn_object_init *init;
	uint64_t *handle;
	void *caller;
};
/* A taken slot's object, between hands, comes into use. NULL: none was taken. */
void *object_got(struct tarn_object_pool *pool, struct slot *slot, enum taken taken,
		 struct tarn_object_call *call, const struct object_wish *wish);
/* Has it handles? A fault where not. One on static storage is set up by that. */
bool object_nameable(struct tarn_object_pool *pool, void *caller);

/* ---- rob.c, grow.c: policies ------------------------------------------------------- */

/* What a policy found when every slot was in use. */
enum full {
	FULL_REFUSE,
	FULL_RETRY,  /* there may be one now */
	FULL_NOBODY, /* nobody is there to be robbed, now */
	FULL_ROBBED, /* the slot's object is between hands; without a call, in use */
};

/* ---- print.c ----------------------------------------------------------------------- */

struct text;
/* A line that says how many of a pool's objects are in use; from level 2 on, one for each of
 * them. */
void leak_tell(struct tarn_object_pool *pool, uint32_t live, const struct text *text);

#endif
