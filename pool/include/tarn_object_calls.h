/* SPDX-License-Identifier: MIT
 * The functions that the macros of tarn_object.h make of a type: its hooks, and its calls. */
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

/* ---- Hooks ------------------------------------------------------------------------------- */

/* GCC does not look into constants unless it optimises. */
#if defined(__clang__) || defined(__OPTIMIZE__)
#define TARN_OBJECT_LOOKS_
#else
#define TARN_OBJECT_LOOKS_ __attribute__((__optimize__("O1")))
#endif
/* Clang at -O0 looks into literals alone. It would report a hook of a wrong type in each literal,
 * so it ends at the first. */
#ifdef __clang__
#define TARN_OBJECT_HOOKS_BEGIN_         \
	_Pragma("clang diagnostic push") \
		_Pragma("clang diagnostic fatal \"-Wincompatible-function-pointer-types\"")
#define TARN_OBJECT_HOOKS_END_ _Pragma("clang diagnostic pop")
#define TARN_OBJECT_GIVEN_(name_, hook_, ...) \
	(((const struct name_##_hooks){__VA_ARGS__}).hook_ != 0)
#else
#define TARN_OBJECT_HOOKS_BEGIN_
#define TARN_OBJECT_HOOKS_END_
#define TARN_OBJECT_GIVEN_(name_, hook_, ...) (name_##_hooks.hook_ != 0)
#endif

/* Refuses hooks that are missing, and hooks without a use. */
#define TARN_OBJECT_RULES_(name_, ...)                                                        \
	TARN_OBJECT_LOOKS_ TARN_OBJECT_TYPED_ void name_##_rules_(void)                       \
	{                                                                                     \
		TARN_OBJECT_RULE_(name_, 1,                                                   \
				  name_##_options &TARN_OBJECT_ROB_LEAST &&                   \
					  !TARN_OBJECT_GIVEN_(name_, score, __VA_ARGS__),     \
				  TARN_OBJECT_NO_SCORE_)                                      \
		TARN_OBJECT_RULE_(name_, 2,                                                   \
				  name_##_options &TARN_OBJECT_KNOWS &&                       \
					  !TARN_OBJECT_GIVEN_(name_, in_use, __VA_ARGS__),    \
				  TARN_OBJECT_NO_IN_USE_)                                     \
		TARN_OBJECT_RULE_(name_, 3,                                                   \
				  name_##_options &TARN_OBJECT_LAZY &&                        \
					  !TARN_OBJECT_GIVEN_(name_, reset, __VA_ARGS__) &&   \
					  !TARN_OBJECT_GIVEN_(name_, own.reset, __VA_ARGS__), \
				  TARN_OBJECT_NO_RESET_)                                      \
		TARN_OBJECT_RULE_(name_, 4,                                                   \
				  !(name_##_options & TARN_OBJECT_ROB_LEAST) &&               \
					  TARN_OBJECT_GIVEN_(name_, score, __VA_ARGS__),      \
				  ".score without TARN_OBJECT_ROB_LEAST")                     \
		TARN_OBJECT_RULE_(name_, 5,                                                   \
				  !(name_##_options & TARN_OBJECT_KNOWS) &&                   \
					  TARN_OBJECT_GIVEN_(name_, in_use, __VA_ARGS__),     \
				  ".in_use without TARN_OBJECT_KNOWS")                        \
		TARN_OBJECT_RULE_(name_, 6,                                                   \
				  !(name_##_options & TARN_OBJECT_GROW) &&                    \
					  TARN_OBJECT_GIVEN_(name_, step, __VA_ARGS__),       \
				  ".step without TARN_OBJECT_GROW")                           \
	}

/* One function for all hooks of a type. A hook that is left out costs nothing. */
#define TARN_OBJECT_TRY_(name_, hook_) \
	if (name_##_hooks.hook_)       \
	name_##_hooks.hook_(object_)
#define TARN_OBJECT_HAS_(name_, hook_, event_) \
	((uint32_t)(name_##_hooks.hook_ || name_##_hooks.own.hook_) << (event_))
#define TARN_OBJECT_HOOK_(name_)                                                             \
	TARN_OBJECT_INLINE uint32_t name_##_which_(void)                                     \
	{                                                                                    \
		return TARN_OBJECT_HAS_(name_, once, TARN_OBJECT_ONCE) |                     \
		       TARN_OBJECT_HAS_(name_, init, TARN_OBJECT_INIT) |                     \
		       TARN_OBJECT_HAS_(name_, reset, TARN_OBJECT_RESET) |                   \
		       TARN_OBJECT_HAS_(name_, destroy, TARN_OBJECT_DESTROY);                \
	}                                                                                    \
	TARN_OBJECT_TYPED_ uint32_t name_##_hook_(enum tarn_object_event event_, void *any_) \
	{                                                                                    \
		name_##_object_ *object_ = any_;                                             \
                                                                                             \
		name_##_rules_();                                                            \
		switch ((int)event_) {                                                       \
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
		default:                                                                     \
			return name_##_which_();                                             \
		}                                                                            \
	}

/* What the inline calls run. */
#define TARN_OBJECT_RUNS_(name_)                                                   \
	TARN_OBJECT_FRAME_ void name_##_runs_(struct tarn_object_full_pool *full_, \
					      uint32_t events_, void *any_)        \
	{                                                                          \
		tarn_object_hooks_(full_, name_##_hook_, events_, any_);           \
	}

/* ROB_LEAST */
#define TARN_OBJECT_LEAST_(name_)                                                                  \
	TARN_OBJECT_INLINE uint32_t name_##_score_(const void *object_)                            \
	{                                                                                          \
		return name_##_hooks.score ? name_##_hooks.score((const name_##_object_ *)object_) \
					   : 0;                                                    \
	}                                                                                          \
	TARN_OBJECT_TYPED_ void *name_##_least_(struct tarn_object_pool *pool_, uint32_t *score_,  \
						uint32_t *tag_)                                    \
	{                                                                                          \
		return tarn_object_least_(pool_, &name_##_facts_, name_##_score_, score_, tag_);   \
	}

/* ---- Every type ---------------------------------------------------------------------------- */

#define TARN_OBJECT_CALLS_(name_)                                                                  \
	TARN_OBJECT_INLINE name_##_object_ *name_##_get(struct name_ *pool_)                       \
	{                                                                                          \
		return (name_##_object_ *)tarn_object_get_(&pool_->core, &name_##_facts_,          \
							   name_##_runs_, name_##_which_());       \
	}                                                                                          \
	TARN_OBJECT_INLINE void name_##_put(struct name_ *pool_, name_##_object_ *object_)         \
	{                                                                                          \
		tarn_object_put_(&pool_->core, &name_##_facts_, name_##_runs_, name_##_which_(),   \
				 TARN_OBJECT_TELL_(name_##_options), object_);                     \
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
		    tarn_object_take_held_(&pool_->core, &name_##_facts_, name_##_runs_,          \
					   name_##_which_(), handle_))                            \
			return (name_##_handle){handle_[0], handle_[1]};                          \
		return name_##_typed_(                                                            \
			tarn_object_get_held(&pool_->core, init_ ? &call_.head : NULL));          \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE name_##_handle name_##_handle_of(struct name_ *pool_,                  \
							    const name_##_object_ *object_)       \
	{                                                                                         \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		return name_##_typed_(                                                            \
			tarn_object_handle_(&pool_->core, &name_##_facts_, object_));             \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE name_##_object_ *name_##_resolve(struct name_ *pool_,                  \
							    name_##_handle handle_)               \
	{                                                                                         \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		return (name_##_object_ *)tarn_object_resolve_(&pool_->core, &name_##_facts_,     \
							       handle_.slot, handle_.generation); \
	}                                                                                         \
	TARN_OBJECT_REFUSE_IF_(name_, name_##_tagless, TARN_OBJECT_NO_HANDLES_)                   \
	TARN_OBJECT_INLINE bool name_##_release(struct name_ *pool_, name_##_handle handle_)      \
	{                                                                                         \
		TARN_OBJECT_RULE_(name_, 7, name_##_tagless, TARN_OBJECT_NO_HANDLES_)             \
		return tarn_object_release_(&pool_->core, &name_##_facts_, name_##_runs_,         \
					    name_##_which_(), TARN_OBJECT_TELL_(name_##_options), \
					    handle_.slot, handle_.generation);                    \
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
