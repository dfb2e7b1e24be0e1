/* SPDX-License-Identifier: MIT
 * Slots of object pools, inline: the slot of an object, its marks, its links; the lock; and how a
 * hook runs between two hands. */
#ifndef TARN_OBJECT_SLOTS_H
#define TARN_OBJECT_SLOTS_H

#include "tarn_object_type.h"
#include "tarn_port.h"

TARN_C_BEGIN_

#define TARN_OBJECT_INLINE           static inline __attribute__((__always_inline__, __unused__))
#define TARN_OBJECT_RARE_(condition) __builtin_expect(!!(condition), 0)

/* Hides from the compiler how a value came about, so that it is computed as written here. It emits
 * nothing. ASIDE also keeps the value out of the low registers, of which these paths have none to
 * spare. */
#define TARN_OBJECT_FORGET_(value)           __asm__("" : "+r"(value))
#define TARN_OBJECT_TOGETHER_(first, second) __asm__("" : "+r"(first), "+r"(second))
#ifdef __thumb2__
#define TARN_OBJECT_ASIDE_(value) __asm__("" : "+h"(value))
#else
#define TARN_OBJECT_ASIDE_(value) ((void)0)
#endif

typedef uint32_t tarn_object_tag __attribute__((__may_alias__));
typedef void *tarn_object_link __attribute__((__may_alias__));

struct tarn_object_ages { /* ROB_OLDEST: a slot's first two words, a ring */
	void *next;
	void *before;
} __attribute__((__may_alias__));

/* ---- Slots ------------------------------------------------------------------------------- */

/* The tag lies directly before the object. The padding of an alignment comes before the tag. */
TARN_OBJECT_INLINE tarn_object_tag *tarn_object_tag_(const void *object)
{
	return (tarn_object_tag *)(uintptr_t)object - 1;
}

TARN_OBJECT_INLINE tarn_object_link *tarn_object_link_(const struct tarn_object_facts *facts,
						       void *object)
{
	return (tarn_object_link *)(void *)((unsigned char *)object + facts->link);
}

TARN_OBJECT_INLINE struct tarn_object_ages *tarn_object_ages_(const struct tarn_object_facts *facts,
							      void *object)
{
	return (struct tarn_object_ages *)(void *)((unsigned char *)object - facts->head);
}

/* The number of the slot whose object a pointer is. For any other pointer, a number that is not
 * below any capacity. It is an exact division: a product with the inverse of the stride's odd part,
 * rotated by the rest. The result is small only for multiples of the stride. */
TARN_OBJECT_INLINE uint32_t tarn_object_slot_(const struct tarn_object_facts *facts,
					      const struct tarn_object_part *part,
					      const void *object)
{
#if UINTPTR_MAX > UINT32_MAX
	uintptr_t distance = (uintptr_t)object - (uintptr_t)part->base;
	uint32_t product = (uint32_t)distance * facts->inverse;

	if (distance > UINT32_MAX)
		return UINT32_MAX;
#else
	uint32_t product = (uint32_t)object * facts->inverse + part->origin;

	TARN_OBJECT_FORGET_(product);
#endif
	return product >> (facts->shift & 31) | product << (-facts->shift & 31);
}

TARN_OBJECT_INLINE void *tarn_object_at_(const struct tarn_object_facts *facts,
					 const struct tarn_object_part *part, uint32_t index)
{
	return part->base + (size_t)index * facts->stride;
}

/* The same for a pool that has slots. It saves the caller of the call a test. */
TARN_OBJECT_INLINE void *tarn_object_there_(const struct tarn_object_facts *facts,
					    const struct tarn_object_part *part, uint32_t index)
{
	void *object = tarn_object_at_(facts, part, index);

	if (!object)
		__builtin_unreachable();
	return object;
}

TARN_OBJECT_INLINE bool tarn_object_tagged_(const struct tarn_object_facts *facts)
{
	return !(facts->options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS));
}

/* Below 0: the object is in use. For an object that is not: its slot is idle. */
TARN_OBJECT_INLINE int32_t tarn_object_sign_(uint32_t tag)
{
	return (int32_t)tag;
}

/* ---- Lock and part ----------------------------------------------------------------------- */

TARN_OBJECT_INLINE tarn_port_key tarn_object_lock_(const struct tarn_object_facts *facts)
{
	tarn_port_key key = 0;

	if (!(facts->options & TARN_OBJECT_UNLOCKED))
		key = tarn_port_lock();
	return key;
}

TARN_OBJECT_INLINE void tarn_object_unlock_(const struct tarn_object_facts *facts,
					    tarn_port_key key)
{
	if (!(facts->options & TARN_OBJECT_UNLOCKED))
		tarn_port_unlock(key);
}

/* From level 2 on, the calls in full fill objects. With TARN_ACCESS nothing here touches a slot. */
#define TARN_OBJECT_SHORT_(facts) \
	(TARN_HARDEN < 2 && !TARN_ACCESS && !((facts)->options & TARN_OBJECT_SMALL))

/* Has a type tags, and nothing that needs more than a plain pool? */
TARN_OBJECT_INLINE bool tarn_object_plain_(const struct tarn_object_facts *facts)
{
	return tarn_object_tagged_(facts) && !TARN_OBJECT_HAS_REST_(facts->options);
}

TARN_OBJECT_INLINE struct tarn_object_part *tarn_object_part_(struct tarn_object_pool *pool,
							      const struct tarn_object_facts *facts)
{
	if (facts->options & TARN_OBJECT_GROW)
		return ((struct tarn_object_full_pool *)(void *)pool)->active;
	return &pool->part;
}

/* ---- Between hands ------------------------------------------------------------------------ */

/* One function for all hooks of a type; see TARN_OBJECT_HOOK_. */
typedef uint32_t tarn_object_hook(enum tarn_object_event event, void *object);
/* With one of these hooks a pool has other lists than the idle one. */
#define TARN_OBJECT_LISTS_ (1u << TARN_OBJECT_ONCE | 1u << TARN_OBJECT_DESTROY)

/* Notes where the stack stands, and runs hooks: what a function of its own does for each type, with
 * a frame of its own. So each call that a hook makes comes from below `stack`, and each later one
 * of whoever got or put the object does not. */
TARN_OBJECT_INLINE void tarn_object_hooks_(struct tarn_object_full_pool *full,
					   tarn_object_hook *hook, uint32_t events, void *object)
{
	full->hand.stack = (uintptr_t)__builtin_dwarf_cfa();
	if (events & 1u << TARN_OBJECT_RESET)
		hook(TARN_OBJECT_RESET, object);
	if (events & 1u << TARN_OBJECT_INIT)
		hook(TARN_OBJECT_INIT, object);
	__asm__ volatile(""); /* or the last call is a jump, and the frame is gone */
}

/* Runs hooks outside the lock, when no call is under way. The caller has the lock before and
 * after. */
typedef void tarn_object_run(struct tarn_object_full_pool *full, uint32_t events, void *object);
TARN_OBJECT_INLINE tarn_port_key tarn_object_run_(struct tarn_object_pool *pool,
						  const struct tarn_object_facts *facts,
						  tarn_object_run *run, uint32_t events,
						  void *object, tarn_port_key key)
{
	struct tarn_object_full_pool *full = (struct tarn_object_full_pool *)(void *)pool;

	pool->calls = 1;
	full->hand.object = object;
	full->hand.context = TARN_PORT_CONTEXT_HERE();
	tarn_object_unlock_(facts, key);
	run(full, events, object);
	key = tarn_object_lock_(facts);
	if (TARN_OBJECT_RARE_(pool->calls != 1))
		tarn_object_call_leave_(pool, object);
	else
		pool->calls = 0;
	return key;
}

/* The hooks that run when an object is got, and when it is put. */
TARN_OBJECT_INLINE uint32_t tarn_object_got_(const struct tarn_object_facts *facts, uint32_t hooks)
{
	return hooks & (1u << TARN_OBJECT_INIT |
			(facts->options & TARN_OBJECT_LAZY ? 1u << TARN_OBJECT_RESET : 0));
}

TARN_OBJECT_INLINE uint32_t tarn_object_put_events_(const struct tarn_object_facts *facts,
						    uint32_t hooks)
{
	return facts->options & TARN_OBJECT_LAZY ? 0 : hooks & 1u << TARN_OBJECT_RESET;
}

TARN_C_END_

#endif
