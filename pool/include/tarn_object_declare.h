/* SPDX-License-Identifier: MIT
 * How the macros of tarn_object.h lay a type out, and its typed calls. */
#ifndef TARN_OBJECT_DECLARE_H
#define TARN_OBJECT_DECLARE_H

#include "tarn_object_fast.h"

#define TARN_OBJECT_TYPED_ static inline __attribute__((unused))

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

/* The record of a pool. */
#define TARN_OBJECT_RECORD_(name_)                                                \
	__typeof__(*__builtin_choose_expr(TARN_OBJECT_HAS_REST_(name_##_options), \
					  (struct tarn_object_full_pool *)0,      \
					  (struct tarn_object_pool *)0))

/* The link lies before the kept bytes if it fits there, else after them. */
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
		name_##_era_bits = name_##_index_bits + (name_##_options >> 12 & 7)                \
	};                                                                                         \
	struct name_ {                                                                             \
		_Alignas(name_##_pool_align) union {                                               \
			struct tarn_object_pool core;                                              \
			TARN_OBJECT_RECORD_(name_) record_;                                        \
		};                                                                                 \
	};                                                                                         \
	static const struct tarn_object_facts name_##_facts_                                       \
		__attribute__((unused)) = {(uint32_t)name_##_options,                              \
					   (uint32_t)name_##_stride,                               \
					   TARN_OBJECT_INVERSE_((uint32_t)name_##_odd),            \
					   (uint32_t)name_##_link,                                 \
					   (uint16_t)name_##_head,                                 \
					   (uint8_t)name_##_shift,                                 \
					   (uint8_t)name_##_index_bits};

/* What of the options contradicts itself, in a sentence that names the pool and the option. */
#define TARN_OBJECT_SOUND_(name_, type_, maximum_)                                                \
	_Static_assert((maximum_) > 0 && (maximum_) <= 1 << 20,                                   \
		       #name_ ": a capacity is 1 to 1048576");                                    \
	_Static_assert(                                                                           \
		__builtin_popcount(name_##_options & TARN_OBJECT_POLICY) == 1, #name_             \
		": one policy of TARN_OBJECT_NEVER, REFUSE, ROB_OLDEST, ROB_LEAST and GROW");     \
	_Static_assert((name_##_options & ~(TARN_OBJECT_ALL_ | TARN_OBJECT_HOOKED_ |              \
					    TARN_OBJECT_ONE_ | 7u << 12)) == 0,                   \
		       #name_ ": options that are no TARN_OBJECT_ option");                       \
	_Static_assert((name_##_options >> 12 & 7) <= 6,                                          \
		       #name_ ": TARN_OBJECT_SIBLINGS: at most 64 pools, and once");              \
	_Static_assert(!name_##_tagless || (name_##_options >> 12 & 7) == 0,                      \
		       #name_ ": TARN_OBJECT_SIBLINGS are told apart by handles, which a pool "   \
			      "with BITS or KNOWS does not have");                                \
	_Static_assert((name_##_options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS)) !=              \
			       (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS),                            \
		       #name_ ": BITS or KNOWS, not both");                                       \
	_Static_assert(!(name_##_options & TARN_OBJECT_KNOWS) || name_##_keep_to > 0,             \
		       #name_ ": KNOWS: name the bytes that .in_use reads, by TARN_OBJECT_KEEP"); \
	_Static_assert(                                                                           \
		!(name_##_options & TARN_OBJECT_KNOWS) ||                                         \
			!(name_##_options & (TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST)),    \
		#name_ ": an object that alone knows its state cannot be robbed safely");         \
	_Static_assert(name_##_head < 1 << 16, #name_ ": an alignment of 65536 bytes or more");   \
	_Static_assert(sizeof(type_) < 1 << 20 && name_##_keep_from <= name_##_keep_to &&         \
			       name_##_keep_to <= (int)sizeof(type_),                             \
		       #name_ ": kept bytes outside the object, or too large an object");

/* ---- The type's record: where it is defined ----------------------------------------------- */

#if TARN_HARDEN >= 2
#define TARN_OBJECT_KEPT_(name_) , name_##_keep_from, name_##_keep_to
#else
#define TARN_OBJECT_KEPT_(name_)
#endif

/* linkage_ is `static` or nothing. */
#define TARN_OBJECT_RECORDS_(name_, type_, linkage_)                                           \
	static uint8_t name_##_siblings_;                                                      \
	linkage_ const struct tarn_object_type name_##_type = {                                \
		{(uint32_t)name_##_options, (uint32_t)name_##_stride,                          \
		 TARN_OBJECT_INVERSE_((uint32_t)name_##_odd), (uint32_t)name_##_link,          \
		 (uint16_t)name_##_head, (uint8_t)name_##_shift, (uint8_t)name_##_index_bits}, \
		#name_,                                                                        \
		name_##_options & TARN_OBJECT_ROB_OLDEST  ? &tarn_object_oldest_               \
		: name_##_options & TARN_OBJECT_GROW      ? &tarn_object_grows_                \
		: name_##_options & TARN_OBJECT_ROB_LEAST ? &name_##_policy_                   \
							  : NULL,                              \
		name_##_options & (int)TARN_OBJECT_HOOKED_ ? name_##_hook_ : NULL,             \
		name_##_options & (int)TARN_OBJECT_ONE_ ? NULL : &name_##_siblings_,           \
		sizeof(type_),                                                                 \
		name_##_maximum,                                                               \
		(uint8_t)__builtin_ctz((unsigned)name_##_align),                               \
		(uint8_t)name_##_era_bits TARN_OBJECT_KEPT_(name_)};

/* ---- Storage ----------------------------------------------------------------------------- */

#define TARN_OBJECT_SLOTS_(pool_, name_, capacity_, linkage_, where_)                          \
	_Static_assert((capacity_) > 0, #pool_ ": a capacity of 0");                           \
	_Static_assert((capacity_) <= name_##_maximum,                                         \
		       #pool_ ": more than the maximum of " #name_);                           \
	_Static_assert((uint64_t)(capacity_)*name_##_stride < UINT32_C(1) << 31,               \
		       #pool_ ": 2 GB of slots or more");                                      \
	static _Alignas(name_##_align) unsigned char                                           \
		pool_##_slots[TARN_OBJECT_BYTES(name_, capacity_)] where_;                     \
	linkage_ struct name_ pool_ = {.core = {.part = {.base = pool_##_slots + name_##_head, \
							 .capacity = (capacity_),              \
							 .fixed = true},                       \
						.type = &name_##_type}}
#define TARN_OBJECT_ALONE_(name_)                                                            \
	_Static_assert(                                                                      \
		!(name_##_options & TARN_OBJECT_GROW), #name_                                \
		": a pool that grows has a maximum: TARN_OBJECT_TYPE, TARN_OBJECT_STORAGE"); \
	TARN_OBJECT_SLOTS_(name_, name_, name_##_maximum, static, )

/* ---- Hooks ------------------------------------------------------------------------------- */

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
	((uint32_t)(name_##_hooks.hook_ || name_##_hooks.own.hook_) << (event_))
#define TARN_OBJECT_HOOK_(name_, type_)                                                      \
	TARN_OBJECT_INLINE uint32_t name_##_which_(void)                                     \
	{                                                                                    \
		return TARN_OBJECT_HAS_(name_, once, TARN_OBJECT_ONCE) |                     \
		       TARN_OBJECT_HAS_(name_, init, TARN_OBJECT_INIT) |                     \
		       TARN_OBJECT_HAS_(name_, reset, TARN_OBJECT_RESET) |                   \
		       TARN_OBJECT_HAS_(name_, destroy, TARN_OBJECT_DESTROY);                \
	}                                                                                    \
	TARN_OBJECT_TYPED_ uint32_t name_##_hook_(enum tarn_object_event event_, void *any_) \
	{                                                                                    \
		type_ *object_ = any_;                                                       \
		TARN_OBJECT_RULES_(name_)                                                    \
                                                                                             \
		switch (event_) {                                                            \
		case TARN_OBJECT_ONCE:                                                       \
			TARN_OBJECT_TRY_(name_, own.once);                                   \
			TARN_OBJECT_TRY_(name_, once);                                       \
			return 0;                                                            \
		case TARN_OBJECT_INIT:                                                       \
			TARN_OBJECT_TRY_(name_, own.init);                                   \
			TARN_OBJECT_TRY_(name_, init);                                       \
			return 0;                                                            \
		case TARN_OBJECT_RESET:                                                      \
			TARN_OBJECT_TRY_(name_, reset);                                      \
			TARN_OBJECT_TRY_(name_, own.reset);                                  \
			return 0;                                                            \
		case TARN_OBJECT_DESTROY:                                                    \
			TARN_OBJECT_TRY_(name_, destroy);                                    \
			TARN_OBJECT_TRY_(name_, own.destroy);                                \
			return 0;                                                            \
		case TARN_OBJECT_IN_USE:                                                     \
			return name_##_hooks.in_use && name_##_hooks.in_use(object_);        \
		case TARN_OBJECT_STEP:                                                       \
			return name_##_hooks.step;                                           \
		case TARN_OBJECT_WHICH:                                                      \
			break;                                                               \
		}                                                                            \
		return name_##_which_();                                                     \
	}

/* ROB_LEAST */
#define TARN_OBJECT_LEAST_(name_, type_)                                                          \
	TARN_OBJECT_INLINE uint32_t name_##_score_(const void *object_)                           \
	{                                                                                         \
		return name_##_hooks.score ? name_##_hooks.score((const type_ *)object_) : 0;     \
	}                                                                                         \
	TARN_OBJECT_TYPED_ void *name_##_least_(struct tarn_object_pool *pool_, uint32_t *score_, \
						uint32_t *tag_)                                   \
	{                                                                                         \
		return tarn_object_least_(pool_, &name_##_facts_, name_##_score_, score_, tag_);  \
	}                                                                                         \
	static const struct tarn_object_policy name_##_policy_                                    \
		__attribute__((unused)) = {tarn_object_rob_least_, name_##_least_, NULL};

/* A type without hooks. */
#define TARN_OBJECT_NONE_(name_)                                                             \
	static const struct tarn_object_policy name_##_policy_                               \
		__attribute__((unused)) = {NULL, NULL, NULL};                                \
	TARN_OBJECT_INLINE uint32_t name_##_which_(void)                                     \
	{                                                                                    \
		return 0;                                                                    \
	}                                                                                    \
	TARN_OBJECT_TYPED_ uint32_t name_##_hook_(enum tarn_object_event event_, void *any_) \
	{                                                                                    \
		(void)event_, (void)any_;                                                    \
		return 0;                                                                    \
	}

/* ---- The typed calls --------------------------------------------------------------------- */

#define TARN_OBJECT_CALLS_(name_, type_)                                                           \
	TARN_OBJECT_INLINE type_ *name_##_get(struct name_ *pool_)                                 \
	{                                                                                          \
		return (type_ *)tarn_object_get_(&pool_->core, &name_##_facts_, name_##_hook_,     \
						 name_##_which_());                                \
	}                                                                                          \
	TARN_OBJECT_INLINE void name_##_put(struct name_ *pool_, type_ *object_)                   \
	{                                                                                          \
		tarn_object_put_(&pool_->core, &name_##_facts_, name_##_hook_, name_##_which_(),   \
				 object_);                                                         \
	}                                                                                          \
	struct name_##_init_ {                                                                     \
		struct tarn_object_init head;                                                      \
		void (*init_)(type_ *, void *);                                                    \
		void *context_;                                                                    \
	};                                                                                         \
	TARN_OBJECT_TYPED_ void name_##_call_(void *object_, const struct tarn_object_init *head_) \
	{                                                                                          \
		const struct name_##_init_ *call_ = (const struct name_##_init_ *)head_;           \
                                                                                                   \
		call_->init_((type_ *)object_, call_->context_);                                   \
	}                                                                                          \
	TARN_OBJECT_TYPED_ type_ *name_##_get_with(struct name_ *pool_,                            \
						   void (*init_)(type_ *, void *), void *context_) \
	{                                                                                          \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};             \
                                                                                                   \
		return (type_ *)tarn_object_get_with(&pool_->core, init_ ? &call_.head : NULL);    \
	}                                                                                          \
	TARN_OBJECT_TYPED_ type_ *name_##_get_if_worth(struct name_ *pool_, uint32_t worth_,       \
						       void (*init_)(type_ *, void *),             \
						       void *context_)                             \
	{                                                                                          \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};             \
                                                                                                   \
		return (type_ *)tarn_object_get_if_worth(&pool_->core, worth_,                     \
							 init_ ? &call_.head : NULL);              \
	}                                                                                          \
	TARN_OBJECT_TYPED_ name_##_handle name_##_typed_(uint64_t handle_)                         \
	{                                                                                          \
		return (name_##_handle){(uint32_t)handle_, (uint32_t)(handle_ >> 32)};             \
	}                                                                                          \
	TARN_OBJECT_INLINE name_##_handle name_##_get_held(                                        \
		struct name_ *pool_, void (*init_)(type_ *, void *), void *context_)               \
	{                                                                                          \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};             \
		uint32_t handle_[2];                                                               \
                                                                                                   \
		if (__builtin_constant_p(!init_) && !init_ &&                                      \
		    TARN_OBJECT_SHORT_(&name_##_facts_) && !name_##_tagless &&                     \
		    !(name_##_options & TARN_OBJECT_GROW) &&                                       \
		    tarn_object_take_(&pool_->core, &name_##_facts_, name_##_hook_,                \
				      name_##_which_(), handle_))                                  \
			return (name_##_handle){handle_[0], handle_[1]};                           \
		return name_##_typed_(                                                             \
			tarn_object_get_held(&pool_->core, init_ ? &call_.head : NULL));           \
	}                                                                                          \
	TARN_OBJECT_TYPED_ name_##_handle name_##_get_held_if_worth(                               \
		struct name_ *pool_, uint32_t worth_, void (*init_)(type_ *, void *),              \
		void *context_)                                                                    \
	{                                                                                          \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};             \
                                                                                                   \
		return name_##_typed_(tarn_object_get_held_if_worth(&pool_->core, worth_,          \
								    init_ ? &call_.head : NULL));  \
	}                                                                                          \
	TARN_OBJECT_INLINE name_##_handle name_##_handle_of(struct name_ *pool_,                   \
							    const type_ *object_)                  \
	{                                                                                          \
		uint32_t handle_[2];                                                               \
                                                                                                   \
		if (!name_##_tagless && !(name_##_options & TARN_OBJECT_SMALL) &&                  \
		    tarn_object_hold_(&pool_->core, &name_##_facts_, object_, handle_))            \
			return (name_##_handle){handle_[0], handle_[1]};                           \
		return name_##_typed_(tarn_object_handle(&pool_->core, object_));                  \
	}                                                                                          \
	TARN_OBJECT_INLINE type_ *name_##_resolve(struct name_ *pool_, name_##_handle handle_)     \
	{                                                                                          \
		return (type_ *)(name_##_tagless ? tarn_object_resolve(                            \
							   &pool_->core,                           \
							   tarn_object_both_(handle_.slot,         \
									     handle_.generation))  \
						 : tarn_object_resolve_(                           \
							   &pool_->core, &name_##_facts_,          \
							   handle_.slot, handle_.generation));     \
	}                                                                                          \
	TARN_OBJECT_INLINE bool name_##_release(struct name_ *pool_, name_##_handle handle_)       \
	{                                                                                          \
		if (TARN_OBJECT_SHORT_(&name_##_facts_) && !name_##_tagless) {                     \
			int done_ = tarn_object_release_(&pool_->core, &name_##_facts_,            \
							 name_##_hook_, name_##_which_(),          \
							 handle_.slot, handle_.generation);        \
                                                                                                   \
			if (done_ >= 0)                                                            \
				return done_;                                                      \
		}                                                                                  \
		return tarn_object_release(&pool_->core,                                           \
					   tarn_object_both_(handle_.slot, handle_.generation));   \
	}                                                                                          \
	TARN_OBJECT_TYPED_ bool name_##_same(name_##_handle one_, name_##_handle other_)           \
	{                                                                                          \
		return one_.slot == other_.slot && one_.generation == other_.generation;           \
	}                                                                                          \
	TARN_OBJECT_TYPED_ bool name_##_none(name_##_handle handle_)                               \
	{                                                                                          \
		return handle_.generation == 0;                                                    \
	}                                                                                          \
	TARN_OBJECT_TYPED_ void name_##_touch(struct name_ *pool_, type_ *object_)                 \
	{                                                                                          \
		tarn_object_touch(&pool_->core, object_);                                          \
	}                                                                                          \
	TARN_OBJECT_INLINE type_ *name_##_each(struct name_ *pool_, uint32_t *at_)                 \
	{                                                                                          \
		return (type_ *)tarn_object_each_(&pool_->core, &name_##_facts_, name_##_hook_,    \
						  at_);                                            \
	}                                                                                          \
	TARN_OBJECT_INLINE uint32_t name_##_count(struct name_ *pool_)                             \
	{                                                                                          \
		return tarn_object_count_(&pool_->core, &name_##_facts_);                          \
	}                                                                                          \
	TARN_OBJECT_TYPED_ bool name_##_in_use(struct name_ *pool_, const type_ *object_)          \
	{                                                                                          \
		return tarn_object_in_use(&pool_->core, object_);                                  \
	}

/* With the record of the type, which is declared before. */
#define TARN_OBJECT_OPENS_(name_)                                                                 \
	TARN_MUST_USE TARN_OBJECT_TYPED_ bool name_##_open(struct name_ *pool_,                   \
							   struct tarn_heap *heap_,               \
							   uint32_t initial_, uint32_t maximum_)  \
	{                                                                                         \
		return tarn_object_open(&pool_->core, &name_##_type, heap_, initial_, maximum_);  \
	}                                                                                         \
	TARN_MUST_USE TARN_OBJECT_TYPED_ bool name_##_open_at(struct name_ *pool_, void *memory_, \
							      size_t bytes_)                      \
	{                                                                                         \
		return tarn_object_open_at(&pool_->core, &name_##_type, memory_, bytes_);         \
	}

#endif
