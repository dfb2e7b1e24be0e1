/* SPDX-License-Identifier: MIT
 * The typed calls that the macros of tarn_object.h make. */
#ifndef TARN_OBJECT_CALLS_H
#define TARN_OBJECT_CALLS_H

#include "tarn_object_look.h"

#define TARN_OBJECT_TYPED_ static inline __attribute__((__unused__))
#define TARN_OBJECT_FRAME_ static __attribute__((__noinline__, __unused__))

/* Reports what is wrong, if the compiler can tell. The compiler drops the call otherwise. */
#define TARN_OBJECT_RULE_(name_, number_, wrong_, says_)               \
	{                                                              \
		extern void name_##_rule_##number_##_(void)            \
			__attribute__((__error__(#name_ ": " says_))); \
                                                                       \
		if (__builtin_constant_p(wrong_) && (wrong_))          \
			name_##_rule_##number_##_();                   \
	}

/* Stands before a function that has a rule. Clang reports a breach at the line of the call. */
#ifdef __clang__
#define TARN_OBJECT_REFUSE_IF_(name_, wrong_, says_)                                          \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"") \
		__attribute__((__diagnose_if__(wrong_, #name_ ": " says_, "error")))          \
		_Pragma("clang diagnostic pop")
#else
#define TARN_OBJECT_REFUSE_IF_(name_, wrong_, says_)
#endif

/* ---- Every type ---------------------------------------------------------------------------- */

#define TARN_OBJECT_CALLS_(name_)                                                                  \
	TARN_OBJECT_INLINE name_##_object_ *name_##_get(struct name_ *pool_)                       \
	{                                                                                          \
		return (name_##_object_ *)tarn_object_get_(&pool_->core, &name_##_facts_,          \
							   name_##_got_, name_##_which_());        \
	}                                                                                          \
	TARN_OBJECT_INLINE void name_##_put(struct name_ *pool_, name_##_object_ *object_)         \
	{                                                                                          \
		tarn_object_put_(&pool_->core, &name_##_facts_, name_##_gave_, name_##_which_(),   \
				 object_);                                                         \
		if (name_##_options & TARN_OBJECT_WAITED)                                          \
			tarn_port_object_put(&pool_->core);                                        \
	}                                                                                          \
	TARN_OBJECT_TYPED_ void name_##_call_(void *object_, const struct tarn_object_init *head_) \
	{                                                                                          \
		const struct name_##_init_ *call_ = (const struct name_##_init_ *)head_;           \
                                                                                                   \
		call_->init_((name_##_object_ *)object_, call_->context_);                         \
	}                                                                                          \
	TARN_OBJECT_INLINE name_##_object_ *name_##_get_with(                                      \
		struct name_ *pool_, void (*init_)(name_##_object_ *, void *), void *context_)     \
	{                                                                                          \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};             \
                                                                                                   \
		return (name_##_object_ *)tarn_object_get_with(&pool_->core,                       \
							       init_ ? &call_.head : NULL);        \
	}                                                                                          \
	TARN_OBJECT_INLINE name_##_object_ *name_##_each(struct name_ *pool_, uint32_t *at_)       \
	{                                                                                          \
		return (name_##_object_ *)tarn_object_each_(&pool_->core, &name_##_facts_,         \
							    name_##_hook_, at_);                   \
	}                                                                                          \
	TARN_OBJECT_INLINE uint32_t name_##_count(struct name_ *pool_)                             \
	{                                                                                          \
		return tarn_object_count_(&pool_->core, &name_##_facts_);                          \
	}                                                                                          \
	TARN_OBJECT_TYPED_ bool name_##_in_use(struct name_ *pool_,                                \
					       const name_##_object_ *object_)                     \
	{                                                                                          \
		return tarn_object_in_use(&pool_->core, object_);                                  \
	}                                                                                          \
	TARN_MUST_USE TARN_OBJECT_TYPED_ bool name_##_open(struct name_ *pool_,                    \
							   struct tarn_heap *heap_,                \
							   uint32_t initial_, uint32_t maximum_)   \
	{                                                                                          \
		return tarn_object_open(pool_ ? &pool_->core : NULL, &name_##_type, heap_,         \
					initial_, maximum_);                                       \
	}                                                                                          \
	TARN_MUST_USE TARN_OBJECT_TYPED_ bool name_##_open_at(struct name_ *pool_, void *memory_,  \
							      size_t bytes_)                       \
	{                                                                                          \
		return tarn_object_open_at(pool_ ? &pool_->core : NULL, &name_##_type, memory_,    \
					   bytes_);                                                \
	}

/* ---- Types that have handles --------------------------------------------------------------- */

#define TARN_OBJECT_NO_HANDLES_ \
	"it has no handles, because of TARN_OBJECT_BITS or TARN_OBJECT_KNOWS"
#define TARN_OBJECT_HANDLES_(name_)                                                               \
	TARN_OBJECT_TYPED_ name_##_handle name_##_typed_(uint64_t handle_)                        \
	{                                                                                         \
		return (name_##_handle){(uint32_t)handle_, (uint32_t)(handle_ >> 32)};            \
	}                                                                                         \
	TARN_OBJECT_TYPED_ bool name_##_same(name_##_handle one_, name_##_handle other_)          \
	{                                                                                         \
		return one_.slot == other_.slot && one_.generation == other_.generation;          \
	}                                                                                         \
	TARN_OBJECT_TYPED_ bool name_##_none(name_##_handle handle_)                              \
	{                                                                                         \
		return handle_.generation == 0;                                                   \
	}                                                                                         \
	TARN_OBJECT_TYPED_ uint64_t name_##_number(name_##_handle handle_)                        \
	{                                                                                         \
		return tarn_object_both_(handle_.slot, handle_.generation);                       \
	}                                                                                         \
	TARN_OBJECT_TYPED_ name_##_handle name_##_of_number(uint64_t word_)                       \
	{                                                                                         \
		return name_##_typed_(tarn_object_word_(word_));                                  \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE name_##_handle name_##_get_held(                                       \
		struct name_ *pool_, void (*init_)(name_##_object_ *, void *), void *context_)    \
	{                                                                                         \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};            \
		uint32_t handle_[2];                                                              \
                                                                                                  \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		if (__builtin_constant_p(!init_) && !init_ &&                                     \
		    TARN_OBJECT_SHORT_(&name_##_facts_) &&                                        \
		    !(name_##_options & TARN_OBJECT_GROW) &&                                      \
		    tarn_object_take_(&pool_->core, &name_##_facts_, name_##_got_,                \
				      name_##_which_(), handle_))                                 \
			return (name_##_handle){handle_[0], handle_[1]};                          \
		return name_##_typed_(                                                            \
			tarn_object_get_held(&pool_->core, init_ ? &call_.head : NULL));          \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE name_##_handle name_##_handle_of(struct name_ *pool_,                  \
							    const name_##_object_ *object_)       \
	{                                                                                         \
		uint32_t handle_[2];                                                              \
                                                                                                  \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		if (!(name_##_options & TARN_OBJECT_SMALL) &&                                     \
		    tarn_object_hold_(&pool_->core, &name_##_facts_, object_, handle_))           \
			return (name_##_handle){handle_[0], handle_[1]};                          \
		return name_##_typed_(tarn_object_handle(&pool_->core, object_));                 \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE name_##_object_ *name_##_resolve(struct name_ *pool_,                  \
							    name_##_handle handle_)               \
	{                                                                                         \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		return (name_##_object_ *)tarn_object_resolve_(&pool_->core, &name_##_facts_,     \
							       handle_.slot, handle_.generation); \
	}                                                                                         \
	TARN_OBJECT_INLINE bool name_##_released_(struct name_ *pool_, name_##_handle handle_)    \
	{                                                                                         \
		if (TARN_OBJECT_SHORT_(&name_##_facts_)) {                                        \
			int done_ = tarn_object_release_(&pool_->core, &name_##_facts_,           \
							 name_##_gave_, name_##_which_(),         \
							 handle_.slot, handle_.generation);       \
                                                                                                  \
			if (done_ >= 0)                                                           \
				return done_;                                                     \
		}                                                                                 \
		return tarn_object_release(&pool_->core,                                          \
					   tarn_object_both_(handle_.slot, handle_.generation));  \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE bool name_##_release(struct name_ *pool_, name_##_handle handle_)      \
	{                                                                                         \
		bool done_;                                                                       \
                                                                                                  \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		done_ = name_##_released_(pool_, handle_);                                        \
		if (name_##_options & TARN_OBJECT_WAITED && done_)                                \
			tarn_port_object_put(&pool_->core);                                       \
		return done_;                                                                     \
	}

/* ---- Types that rob ------------------------------------------------------------------------ */

#define TARN_OBJECT_NOT_LEAST_  "a call _if_worth without TARN_OBJECT_ROB_LEAST"
#define TARN_OBJECT_NOT_OLDEST_ "a call _touch without TARN_OBJECT_ROB_OLDEST"
#define TARN_OBJECT_POLICIES_(name_)                                                              \
	TARN_OBJECT_REFUSE_IF_(name_, !(name_##_options & TARN_OBJECT_ROB_LEAST),                 \
			       TARN_OBJECT_NOT_LEAST_)                                            \
	TARN_OBJECT_INLINE name_##_object_ *name_##_get_if_worth(                                 \
		struct name_ *pool_, uint32_t worth_, void (*init_)(name_##_object_ *, void *),   \
		void *context_)                                                                   \
	{                                                                                         \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};            \
                                                                                                  \
		TARN_OBJECT_RULE_(name_, 8, !(name_##_options & TARN_OBJECT_ROB_LEAST),           \
				  TARN_OBJECT_NOT_LEAST_)                                         \
		return (name_##_object_ *)tarn_object_get_if_worth(&pool_->core, worth_,          \
								   init_ ? &call_.head : NULL);   \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, !(name_##_options & TARN_OBJECT_ROB_LEAST),                 \
			       TARN_OBJECT_NOT_LEAST_)                                            \
	TARN_OBJECT_INLINE name_##_handle name_##_get_held_if_worth(                              \
		struct name_ *pool_, uint32_t worth_, void (*init_)(name_##_object_ *, void *),   \
		void *context_)                                                                   \
	{                                                                                         \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};            \
                                                                                                  \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		TARN_OBJECT_RULE_(name_, 8, !(name_##_options & TARN_OBJECT_ROB_LEAST),           \
				  TARN_OBJECT_NOT_LEAST_)                                         \
		return name_##_typed_(tarn_object_get_held_if_worth(&pool_->core, worth_,         \
								    init_ ? &call_.head : NULL)); \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, !name_##_aged, TARN_OBJECT_NOT_OLDEST_)                     \
	TARN_OBJECT_INLINE void name_##_touch(struct name_ *pool_, name_##_object_ *object_)      \
	{                                                                                         \
		TARN_OBJECT_RULE_(name_, 9, !name_##_aged, TARN_OBJECT_NOT_OLDEST_)               \
		tarn_object_touch(&pool_->core, object_);                                         \
	}

#endif
