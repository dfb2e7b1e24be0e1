/* SPDX-License-Identifier: MIT
 * What a pool of objects is made of: its slots, its type, and how a type is laid out. */
#ifndef TARN_OBJECT_TYPE_H
#define TARN_OBJECT_TYPE_H

#include "tarn_object_options.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#endif

/* Slots in one piece: a pool's own, or an overflow chunk. A slot is in use, idle (put back), ready
 * (created ahead of its first use), vacant (destroyed), retired, between hands (in a hook), or not
 * carved: its number is `limit` or more. */
struct tarn_object_part {
	void *head;          /* idle objects, the one put last first; linked through themselves */
	uint32_t origin;     /* -(address of slot 0's object) * inverse, as 32 bits */
	uint32_t limit;      /* slots that were carved */
	unsigned char *base; /* slot 0's object */
	uint32_t capacity;
	uint32_t created; /* slots whose tags hold, at least `limit` */
	void *ready;      /* as `head` */
	void *vacant;
	uint32_t readies;
	uint32_t vacants;
	uint32_t retired; /* slots whose generations are used up */
	uint32_t passed;  /* of those, the carved ones */
	uint32_t first;   /* the number of slot 0 in the pool */
	uint32_t taken;   /* overflow chunks: slots in use or between hands */
	uint32_t name;    /* its handles' `slot`, without the slot's number */
	uint32_t birth;   /* the tag of a new slot */
	struct tarn_object_part *next;
};

enum tarn_object_event {
	TARN_OBJECT_ONCE,
	TARN_OBJECT_INIT,
	TARN_OBJECT_RESET,
	TARN_OBJECT_DESTROY,
	TARN_OBJECT_SCORE,
	TARN_OBJECT_IN_USE,
	TARN_OBJECT_STEP,
	TARN_OBJECT_WHICH /* the hooks that there are: 1 << event, or'ed */
};

/* What only some policies need, so that no other pool links it. */
struct tarn_object_pool;
struct tarn_object_policy {
	uint32_t (*rob)(struct tarn_object_pool *pool, void *slot, void *caller);
	bool (*grow)(struct tarn_object_pool *pool);
	void (*give_back)(struct tarn_object_pool *pool, struct tarn_object_part *chunk);
};
extern const struct tarn_object_policy tarn_object_refuse_, tarn_object_rob_oldest_,
	tarn_object_rob_least_, tarn_object_grow_;

/* A slot's tag: was a handle given of it, is it in use; above both its generation. An object that
 * has a handle has the tag that is the handle's `generation`. Retired: 0. */
#define TARN_OBJECT_HELD_       1u
#define TARN_OBJECT_USED_       2u
#define TARN_OBJECT_GENERATION_ 4u
#define TARN_OBJECT_ERA_        (UINT32_C(1) << 29) /* where new parts end an era */

/* What all pools of a type share; constant. */
struct tarn_object_type {
	const char *name;
	uint32_t (*hook)(enum tarn_object_event event, void *object);
	uint32_t size;
	uint32_t stride;
	uint32_t head; /* bytes of a slot before the object */
	uint32_t align;
	uint32_t link;      /* bytes from the object to its link */
	uint32_t keep_from; /* bytes of the object that are kept */
	uint32_t keep_to;
	uint32_t shift;   /* stride == odd << shift */
	uint32_t inverse; /* odd * inverse == 1 */
	uint32_t era;     /* in a part's name: the lowest bit above the number among siblings */
	uint32_t index_bits;
	uint32_t options;
	uint32_t maximum;
	uint32_t *siblings; /* how many pools of the type were given a number */
	const struct tarn_object_policy *policy;
};

struct tarn_object_call;
struct tarn_object_pool {
	struct tarn_object_part part; /* its own slots; overflow chunks behind it, by `first` */
	const struct tarn_object_type *type;
	struct tarn_heap *heap; /* of overflow chunks, and of `memory` */
	void *memory;           /* the block of the own slots, where they are on the heap */
	uint32_t maximum;
	/* Own slots that lie ready, one behind the other, at the end of the idle list: from the
	 * first of these whose tag is still `ready_tag`. */
	uint32_t ready_from;
	uint32_t ready_to;
	uint32_t ready_tag;
	uint32_t hooks;   /* TARN_OBJECT_WHICH */
	uint32_t name;    /* of new parts: era, number among siblings; 0: it has no handles */
	uint32_t held;    /* the highest generation that handles were given of in this era */
	uint32_t between; /* slots between hands */
	void *oldest;     /* ROB_OLDEST */
	void *newest;
	struct tarn_object_call *calls; /* hooks under way */
	uint32_t peak;
	uint32_t refused;
	uint32_t robbed;
	uint32_t grown;
	uint32_t shrunk;
	bool fixed;              /* on TARN_OBJECT_STORAGE */
	bool open;               /* on the registry */
	bool lost;               /* a damaged link cut slots off that are in nobody's hands */
	bool unsure;             /* and which of them have no object, nobody knows */
	struct tarn_entry entry; /* on the registry */
};

/* The calls in full: for those below when anything is out of the ordinary. A handle is its two
 * words, `slot` the low one. */
struct tarn_object_init { /* the head of a typed one */
	void (*call)(void *object, const struct tarn_object_init *init);
};
void *tarn_object_get(struct tarn_object_pool *pool);
void *tarn_object_get_with(struct tarn_object_pool *pool, const struct tarn_object_init *init);
uint64_t tarn_object_get_held(struct tarn_object_pool *pool, const struct tarn_object_init *init);
void tarn_object_put(void *object, struct tarn_object_pool *pool);
uint64_t tarn_object_handle(struct tarn_object_pool *pool, const void *object);
void *tarn_object_resolve(struct tarn_object_pool *pool, uint64_t handle);
bool tarn_object_release(struct tarn_object_pool *pool, uint64_t handle);
void *tarn_object_each(struct tarn_object_pool *pool, uint32_t *at);
bool tarn_object_in_use(struct tarn_object_pool *pool, const void *object);
TARN_MUST_USE bool tarn_object_open(struct tarn_object_pool *pool,
				    const struct tarn_object_type *type, struct tarn_heap *heap,
				    uint32_t initial, uint32_t maximum);
TARN_MUST_USE bool tarn_object_open_at(struct tarn_object_pool *pool,
				       const struct tarn_object_type *type, void *memory,
				       size_t bytes);

/* ---- Layout ------------------------------------------------------------------------------ */

#define TARN_OBJECT_UP_(bytes, align) (((bytes) + (align)-1) / (align) * (align))
#define TARN_OBJECT_MAX_(a, b)        ((a) > (b) ? (a) : (b))
#define TARN_OBJECT_BYTES_(stride, options, align, capacity)                                   \
	TARN_OBJECT_UP_(                                                                       \
		(size_t)(capacity) * (stride) +                                                \
			((options)&TARN_OBJECT_BITS ? ((size_t)(capacity) + 31) / 32 * 4 : 0), \
		(size_t)(align))
#define TARN_OBJECT_KEPT_FROM_(options) ((options) >> 24 & 0xfffff)
#define TARN_OBJECT_KEPT_TO_(options)   ((options) >> 44)

/* 1 / odd, modulo 2^32: each step doubles the bits that are right, from 5. */
#define TARN_OBJECT_INVERSE_5_(odd)  (3u * (odd) ^ 2u)
#define TARN_OBJECT_INVERSE_10_(odd) TARN_OBJECT_NEWTON_(odd, TARN_OBJECT_INVERSE_5_(odd))
#define TARN_OBJECT_INVERSE_20_(odd) TARN_OBJECT_NEWTON_(odd, TARN_OBJECT_INVERSE_10_(odd))
#define TARN_OBJECT_INVERSE_(odd)    TARN_OBJECT_NEWTON_(odd, TARN_OBJECT_INVERSE_20_(odd))
#define TARN_OBJECT_NEWTON_(odd, x)  ((x) * (2u - (odd) * (x)))

/* The link lies in front of the kept bytes if it fits there, else behind them. */
#define TARN_OBJECT_LAYOUT_(name_, type_, maximum_, options_)                                      \
	typedef struct {                                                                           \
		uint32_t slot;                                                                     \
		uint32_t generation;                                                               \
	} name_##_handle;                                                                          \
	enum {                                                                                     \
		name_##_maximum = (maximum_),                                                      \
		name_##_options = (int)((uint64_t)(options_)&0xffffff),                            \
		name_##_keep_from = (int)TARN_OBJECT_KEPT_FROM_((uint64_t)(options_)),             \
		name_##_keep_to = (int)TARN_OBJECT_KEPT_TO_((uint64_t)(options_)),                 \
		name_##_tagless = (name_##_options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS)) != 0, \
		name_##_aged = (name_##_options & TARN_OBJECT_ROB_OLDEST) != 0,                    \
		name_##_object_align =                                                             \
			TARN_OBJECT_MAX_((int)_Alignof(type_), (int)_Alignof(void *)),             \
		name_##_align = name_##_options & TARN_OBJECT_LINE                                 \
					? TARN_OBJECT_MAX_(name_##_object_align, TARN_CACHE_LINE)  \
					: name_##_object_align,                                    \
		name_##_pool_align = name_##_options & TARN_OBJECT_LINE ? TARN_CACHE_LINE          \
									: (int)_Alignof(void *),   \
		name_##_link = name_##_keep_from >= (int)sizeof(void *) || name_##_keep_to == 0    \
				       ? 0                                                         \
				       : TARN_OBJECT_UP_(name_##_keep_to, (int)sizeof(void *)),    \
		name_##_head = TARN_OBJECT_UP_((name_##_aged ? 2 * (int)sizeof(void *) : 0) +      \
						       (name_##_tagless ? 0 : 4),                  \
					       name_##_object_align),                              \
		name_##_stride = TARN_OBJECT_UP_(                                                  \
			name_##_head + TARN_OBJECT_MAX_((int)sizeof(type_),                        \
							name_##_link + (int)sizeof(void *)),       \
			name_##_object_align),                                                     \
		name_##_shift = __builtin_ctz((unsigned)name_##_stride),                           \
		name_##_odd = name_##_stride >> name_##_shift,                                     \
		name_##_index_bits =                                                               \
			name_##_maximum > 1                                                        \
				? 32 - __builtin_clz(((unsigned)name_##_maximum - 1) | 1)          \
				: 1,                                                               \
		name_##_era_bit = name_##_index_bits + (name_##_options >> 12 & 7)                 \
	};                                                                                         \
	struct name_ {                                                                             \
		_Alignas(name_##_pool_align) struct tarn_object_pool core;                         \
	};                                                                                         \
	_Static_assert((maximum_) > 0 && (maximum_) <= 1 << 20,                                    \
		       #name_ ": a capacity is 1 to 1048576");                                     \
	_Static_assert(                                                                            \
		__builtin_popcount(name_##_options & TARN_OBJECT_POLICY) == 1, #name_              \
		": one policy of TARN_OBJECT_NEVER, REFUSE, ROB_OLDEST, ROB_LEAST and GROW");      \
	_Static_assert((name_##_options & ~(TARN_OBJECT_ALL_ | 7u << 12)) == 0,                    \
		       #name_ ": options that are no TARN_OBJECT_ option");                        \
	_Static_assert((name_##_options >> 12 & 7) <= 6,                                           \
		       #name_ ": TARN_OBJECT_SIBLINGS: at most 64 pools, and once");               \
	_Static_assert((name_##_options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS)) !=               \
			       (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS),                             \
		       #name_ ": BITS or KNOWS, not both");                                        \
	_Static_assert(!(name_##_options & TARN_OBJECT_KNOWS) || name_##_keep_to > 0,              \
		       #name_ ": KNOWS: name the bytes that .in_use reads, by TARN_OBJECT_KEEP");  \
	_Static_assert(                                                                            \
		!(name_##_options & TARN_OBJECT_KNOWS) ||                                          \
			!(name_##_options & (TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST)),     \
		#name_ ": an object that alone knows its state cannot be robbed safely");          \
	_Static_assert(sizeof(type_) < 1 << 20 && name_##_keep_from <= name_##_keep_to &&          \
			       name_##_keep_to <= (int)sizeof(type_),                              \
		       #name_ ": kept bytes outside the object, or too large an object");          \
	static uint32_t name_##_siblings;                                                          \
	static uint32_t name_##_hook_(enum tarn_object_event event_, void *any_);                  \
	static const struct tarn_object_type name_##_type = {                                      \
		#name_,                                                                            \
		name_##_hook_,                                                                     \
		sizeof(type_),                                                                     \
		name_##_stride,                                                                    \
		name_##_head,                                                                      \
		name_##_align,                                                                     \
		name_##_link,                                                                      \
		name_##_keep_from,                                                                 \
		name_##_keep_to,                                                                   \
		name_##_shift,                                                                     \
		TARN_OBJECT_INVERSE_((uint32_t)name_##_odd),                                       \
		UINT32_C(1) << name_##_era_bit,                                                    \
		name_##_index_bits,                                                                \
		name_##_options,                                                                   \
		name_##_maximum,                                                                   \
		&name_##_siblings,                                                                 \
		name_##_options & TARN_OBJECT_ROB_OLDEST  ? &tarn_object_rob_oldest_               \
		: name_##_options & TARN_OBJECT_ROB_LEAST ? &tarn_object_rob_least_                \
		: name_##_options & TARN_OBJECT_GROW      ? &tarn_object_grow_                     \
							  : &tarn_object_refuse_};

/* What is said of a hook that is missing, or for nothing. Without any hook a constant expression
 * tells it; among others it is seen by a compiler that optimises, where it reads the hooks. */
#define TARN_OBJECT_LEAST_SAYS_ ": TARN_OBJECT_ROB_LEAST without .score"
#define TARN_OBJECT_KNOWS_SAYS_ ": TARN_OBJECT_KNOWS without .in_use"
#define TARN_OBJECT_LAZY_SAYS_  ": TARN_OBJECT_LAZY without .reset or .own.reset"
#define TARN_OBJECT_NO_HOOKS_(name_, options_)                                                   \
	_Static_assert(((options_)&TARN_OBJECT_ROB_LEAST) == 0, #name_ TARN_OBJECT_LEAST_SAYS_); \
	_Static_assert(((options_)&TARN_OBJECT_KNOWS) == 0, #name_ TARN_OBJECT_KNOWS_SAYS_);     \
	_Static_assert(((options_)&TARN_OBJECT_LAZY) == 0, #name_ TARN_OBJECT_LAZY_SAYS_);
#define TARN_OBJECT_RULE_(name_, number_, wrong_, says_)                                          \
	{                                                                                         \
		extern void name_##_rule_##number_##_(void) __attribute__((error(#name_ says_))); \
                                                                                                  \
		if (__builtin_constant_p(wrong_) && (wrong_))                                     \
			name_##_rule_##number_##_();                                              \
	}
#define TARN_OBJECT_RULES_(name_)                                                                \
	TARN_OBJECT_RULE_(name_, 1,                                                              \
			  name_##_options &TARN_OBJECT_ROB_LEAST && !name_##_hooks.score,        \
			  TARN_OBJECT_LEAST_SAYS_)                                               \
	TARN_OBJECT_RULE_(name_, 2, name_##_options &TARN_OBJECT_KNOWS && !name_##_hooks.in_use, \
			  TARN_OBJECT_KNOWS_SAYS_)                                               \
	TARN_OBJECT_RULE_(name_, 3,                                                              \
			  name_##_options &TARN_OBJECT_LAZY && !name_##_hooks.reset &&           \
				  !name_##_hooks.own.reset,                                      \
			  TARN_OBJECT_LAZY_SAYS_)                                                \
	TARN_OBJECT_RULE_(name_, 4,                                                              \
			  !(name_##_options & TARN_OBJECT_ROB_LEAST) && name_##_hooks.score,     \
			  ": .score without TARN_OBJECT_ROB_LEAST")                              \
	TARN_OBJECT_RULE_(name_, 5,                                                              \
			  !(name_##_options & TARN_OBJECT_KNOWS) && name_##_hooks.in_use,        \
			  ": .in_use without TARN_OBJECT_KNOWS")                                 \
	TARN_OBJECT_RULE_(name_, 6, !(name_##_options & TARN_OBJECT_GROW) && name_##_hooks.step, \
			  ": .step without TARN_OBJECT_GROW")

/* One function for all hooks of a type: what is not there costs nothing. */
#define TARN_OBJECT_TRY_(name_, hook_) \
	if (name_##_hooks.hook_)       \
	name_##_hooks.hook_(object_)
#define TARN_OBJECT_HAS_(name_, hook_, event_) \
	((name_##_hooks.hook_ || name_##_hooks.own.hook_) << (event_))
#define TARN_OBJECT_HOOK_(name_, type_)                                                   \
	static uint32_t name_##_hook_(enum tarn_object_event event_, void *any_)          \
	{                                                                                 \
		type_ *object_ = any_;                                                    \
		TARN_OBJECT_RULES_(name_)                                                 \
                                                                                          \
		switch (event_) {                                                         \
		case TARN_OBJECT_ONCE:                                                    \
			TARN_OBJECT_TRY_(name_, own.once);                                \
			TARN_OBJECT_TRY_(name_, once);                                    \
			return 0;                                                         \
		case TARN_OBJECT_INIT:                                                    \
			TARN_OBJECT_TRY_(name_, own.init);                                \
			TARN_OBJECT_TRY_(name_, init);                                    \
			return 0;                                                         \
		case TARN_OBJECT_RESET:                                                   \
			TARN_OBJECT_TRY_(name_, reset);                                   \
			TARN_OBJECT_TRY_(name_, own.reset);                               \
			return 0;                                                         \
		case TARN_OBJECT_DESTROY:                                                 \
			TARN_OBJECT_TRY_(name_, destroy);                                 \
			TARN_OBJECT_TRY_(name_, own.destroy);                             \
			return 0;                                                         \
		case TARN_OBJECT_SCORE:                                                   \
			return name_##_hooks.score ? name_##_hooks.score(object_) : 0;    \
		case TARN_OBJECT_IN_USE:                                                  \
			return name_##_hooks.in_use && name_##_hooks.in_use(object_);     \
		case TARN_OBJECT_STEP:                                                    \
			return name_##_hooks.step;                                        \
		case TARN_OBJECT_WHICH:                                                   \
			break;                                                            \
		}                                                                         \
		return (uint32_t)(TARN_OBJECT_HAS_(name_, once, TARN_OBJECT_ONCE) |       \
				  TARN_OBJECT_HAS_(name_, init, TARN_OBJECT_INIT) |       \
				  TARN_OBJECT_HAS_(name_, reset, TARN_OBJECT_RESET) |     \
				  TARN_OBJECT_HAS_(name_, destroy, TARN_OBJECT_DESTROY) | \
				  (name_##_hooks.score != NULL) << TARN_OBJECT_SCORE |    \
				  (name_##_hooks.in_use != NULL) << TARN_OBJECT_IN_USE);  \
	}

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
