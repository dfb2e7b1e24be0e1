/* SPDX-License-Identifier: MIT
 * How tarn_object.h does it: the calls that are inline, and those of each type. */
#ifndef TARN_OBJECT_FAST_H
#define TARN_OBJECT_FAST_H

#include "tarn_object_type.h"
#include "tarn_port.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#endif

/* ---- The inline paths -------------------------------------------------------------------- */

#define TARN_OBJECT_INLINE static inline __attribute__((always_inline, unused))

typedef uint32_t tarn_object_tag __attribute__((may_alias));
typedef void *tarn_object_link __attribute__((may_alias));

/* Hides from the compiler how a value came about: it is then computed as stands here. Emits
 * nothing. ASIDE also keeps it out of the low registers, which the fast paths have none to spare
 * of. */
#define TARN_OBJECT_FORGET_(value) __asm__("" : "+r"(value))
#ifdef __thumb2__
#define TARN_OBJECT_ASIDE_(value) __asm__("" : "+h"(value))
#else
#define TARN_OBJECT_ASIDE_(value) ((void)0)
#endif
#define TARN_OBJECT_RARE_(condition) __builtin_expect(!!(condition), 0)

/* The tag lies before the object, with nothing between: an alignment's padding comes first. */
TARN_OBJECT_INLINE tarn_object_tag *tarn_object_tag_(const void *object)
{
	return (tarn_object_tag *)(uintptr_t)object - 1;
}

TARN_OBJECT_INLINE tarn_object_link *tarn_object_link_(const struct tarn_object_type *type,
						       void *object)
{
	return (tarn_object_link *)(void *)((unsigned char *)object + type->link);
}

/* The number of the slot whose object a pointer is; for any other pointer one that is no less than
 * any capacity. Exact division: a product with the inverse of the stride's odd part, rotated by the
 * rest, is small for multiples of the stride alone. */
TARN_OBJECT_INLINE uint32_t tarn_object_slot_(const struct tarn_object_type *type,
					      const struct tarn_object_part *part,
					      const void *object)
{
#if UINTPTR_MAX > UINT32_MAX
	uintptr_t distance = (uintptr_t)object - (uintptr_t)part->base;
	uint32_t product = (uint32_t)distance * type->inverse;

	if (distance > UINT32_MAX)
		return UINT32_MAX;
#else
	uint32_t product = (uint32_t)object * type->inverse + part->origin;

	TARN_OBJECT_FORGET_(product);
#endif
	return product >> (type->shift & 31) | product << (-type->shift & 31);
}

TARN_OBJECT_INLINE tarn_port_key tarn_object_lock_(const struct tarn_object_type *type)
{
	tarn_port_key key = 0;

	if (!(type->options & TARN_OBJECT_UNLOCKED))
		key = tarn_port_lock();
	return key;
}

TARN_OBJECT_INLINE void tarn_object_unlock_(const struct tarn_object_type *type, tarn_port_key key)
{
	if (!(type->options & TARN_OBJECT_UNLOCKED))
		tarn_port_unlock(key);
}

/* May a pool of this type take the short way? From level 2 on objects are filled. */
#define TARN_OBJECT_SHORT_(type)                                     \
	(TARN_HARDEN < 2 && !((type)->options & TARN_OBJECT_BITS) && \
	 !((type)->options & TARN_OBJECT_ROB_OLDEST))
#define TARN_OBJECT_TAGGED_(type) (!((type)->options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS)))

/* Take the first idle object of the own slots. What is found wrong, or missing, is left to the call
 * in full: nothing has changed. */
TARN_OBJECT_INLINE void *tarn_object_get_(struct tarn_object_pool *pool,
					  const struct tarn_object_type *type, bool hooked)
{
	if (TARN_OBJECT_SHORT_(type) && !hooked) {
		tarn_port_key key = tarn_object_lock_(type);
		void *object = pool->part.head;
		tarn_object_tag tag = 0;
		void *next;

		TARN_OBJECT_ASIDE_(key);
		if (TARN_OBJECT_RARE_(TARN_HARDEN >= 1
					      ? tarn_object_slot_(type, &pool->part, object) >=
							pool->part.limit
					      : !object))
			goto full;
		if (TARN_OBJECT_TAGGED_(type)) {
			tag = *tarn_object_tag_(object) + TARN_OBJECT_USED_;
			TARN_OBJECT_FORGET_(tag);
			if (TARN_HARDEN >= 1 && TARN_OBJECT_RARE_(!(tag & TARN_OBJECT_USED_)))
				goto full;
			*tarn_object_tag_(object) = tag;
		}
		next = *tarn_object_link_(type, object);
		TARN_OBJECT_FORGET_(next);
		pool->part.head = next;
		tarn_object_unlock_(type, key);
		return object;
	full:
		tarn_object_unlock_(type, key);
	}
	return tarn_object_get(pool);
}

TARN_OBJECT_INLINE void tarn_object_put_(struct tarn_object_pool *pool,
					 const struct tarn_object_type *type, void *object,
					 bool hooked)
{
	if (TARN_OBJECT_SHORT_(type) && !hooked &&
	    (TARN_HARDEN >= 1 || !(type->options & TARN_OBJECT_GROW))) {
		tarn_port_key key = tarn_object_lock_(type);
		tarn_object_tag tag;
		tarn_object_tag next_tag;
		void *next;

		TARN_OBJECT_ASIDE_(key);
		TARN_OBJECT_FORGET_(object); /* else NULL is warned of, which is judged below */
		if (TARN_HARDEN >= 1 &&
		    TARN_OBJECT_RARE_(tarn_object_slot_(type, &pool->part, object) >=
				      pool->part.limit))
			goto refused;
		if (TARN_OBJECT_TAGGED_(type)) {
			tag = *tarn_object_tag_(object);
			if (TARN_HARDEN >= 1 && TARN_OBJECT_RARE_(!(tag & TARN_OBJECT_USED_)))
				goto refused;
			next_tag = tag + TARN_OBJECT_USED_;
			/* The last generation: the slot retires. */
			if (TARN_OBJECT_RARE_(next_tag < tag))
				goto refused;
			*tarn_object_tag_(object) = next_tag;
		}
		next = pool->part.head;
		TARN_OBJECT_FORGET_(next);
		*tarn_object_link_(type, object) = next;
		pool->part.head = object;
		tarn_object_unlock_(type, key);
		return;
	refused:
		tarn_object_unlock_(type, key);
	}
	tarn_object_put(object, pool);
}

/* Reading a tag needs no lock where one context sees another's writes in their order: on a
 * microcontroller, on x86. Elsewhere the calls in full are made. */
#if (defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M') || defined(__x86_64__) || \
	defined(__i386__)
#define TARN_OBJECT_ORDERED_ 1
#else
#define TARN_OBJECT_ORDERED_ 0
#endif

TARN_OBJECT_INLINE uint32_t tarn_object_limit_(const struct tarn_object_pool *pool)
{
	return *(const volatile uint32_t *)&pool->part.limit;
}

TARN_OBJECT_INLINE uint32_t tarn_object_tagged_(const void *object)
{
	return *(volatile tarn_object_tag *)tarn_object_tag_(object);
}

/* What is not the object of one of the own slots is left to the call in full. */
TARN_OBJECT_INLINE void *tarn_object_resolve_(struct tarn_object_pool *pool,
					      const struct tarn_object_type *type, uint32_t slot,
					      uint32_t generation)
{
	uint32_t index = slot - pool->part.name; /* another name: too large */

	if (TARN_OBJECT_ORDERED_ && TARN_OBJECT_TAGGED_(type) && index < tarn_object_limit_(pool)) {
		unsigned char *object = pool->part.base + (size_t)index * type->stride;

		if (tarn_object_tagged_(object) == generation)
			return object;
	}
	return tarn_object_resolve(pool, (uint64_t)generation << 32 | slot);
}

/* Over the own slots; what is behind them is left to the call in full. */
TARN_OBJECT_INLINE void *tarn_object_each_(struct tarn_object_pool *pool,
					   const struct tarn_object_type *type, uint32_t *at)
{
	if (TARN_OBJECT_ORDERED_ && !(type->options & TARN_OBJECT_BITS)) {
		uint32_t index = *at;
		uint32_t limit = tarn_object_limit_(pool);
		/* A pool that was never opened has no base. */
		unsigned char *object = (unsigned char *)((uintptr_t)pool->part.base +
							  (size_t)index * type->stride);

		for (; index < limit; object += type->stride) {
			index++;
			if (TARN_OBJECT_TAGGED_(type)
				    ? tarn_object_tagged_(object) & TARN_OBJECT_USED_
				    : type->hook(TARN_OBJECT_IN_USE, object)) {
				*at = index;
				return object;
			}
		}
		if (!(type->options & TARN_OBJECT_GROW))
			return NULL;
		*at = index;
	}
	return tarn_object_each(pool, at);
}

/* ---- The typed calls --------------------------------------------------------------------- */

/* Is there any hook? Then also the call that has none is made in full: it may come from a hook. */
#define TARN_OBJECT_HOOKED_(name_)                                                  \
	((name_##_hook_(TARN_OBJECT_WHICH, NULL) &                                  \
	  (1 << TARN_OBJECT_ONCE | 1 << TARN_OBJECT_INIT | 1 << TARN_OBJECT_RESET | \
	   1 << TARN_OBJECT_DESTROY)) != 0)
#define TARN_OBJECT_TYPED_ static inline __attribute__((unused))

#define TARN_OBJECT_CALLS_(name_, type_)                                                           \
	TARN_OBJECT_INLINE type_ *name_##_get(struct name_ *pool_)                                 \
	{                                                                                          \
		return (type_ *)tarn_object_get_(&pool_->core, &name_##_type,                      \
						 TARN_OBJECT_HOOKED_(name_));                      \
	}                                                                                          \
	TARN_OBJECT_INLINE void name_##_put(struct name_ *pool_, type_ *object_)                   \
	{                                                                                          \
		tarn_object_put_(&pool_->core, &name_##_type, object_,                             \
				 TARN_OBJECT_HOOKED_(name_));                                      \
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
	TARN_OBJECT_TYPED_ name_##_handle name_##_typed_(uint64_t handle_)                         \
	{                                                                                          \
		return (name_##_handle){(uint32_t)handle_, (uint32_t)(handle_ >> 32)};             \
	}                                                                                          \
	TARN_OBJECT_TYPED_ name_##_handle name_##_get_held(                                        \
		struct name_ *pool_, void (*init_)(type_ *, void *), void *context_)               \
	{                                                                                          \
		const struct name_##_init_ call_ = {{name_##_call_}, init_, context_};             \
                                                                                                   \
		return name_##_typed_(                                                             \
			tarn_object_get_held(&pool_->core, init_ ? &call_.head : NULL));           \
	}                                                                                          \
	TARN_OBJECT_TYPED_ name_##_handle name_##_handle_of(struct name_ *pool_,                   \
							    const type_ *object_)                  \
	{                                                                                          \
		return name_##_typed_(tarn_object_handle(&pool_->core, object_));                  \
	}                                                                                          \
	TARN_OBJECT_TYPED_ type_ *name_##_resolve(struct name_ *pool_, name_##_handle handle_)     \
	{                                                                                          \
		return (type_ *)tarn_object_resolve_(&pool_->core, &name_##_type, handle_.slot,    \
						     handle_.generation);                          \
	}                                                                                          \
	TARN_OBJECT_TYPED_ bool name_##_release(struct name_ *pool_, name_##_handle handle_)       \
	{                                                                                          \
		return tarn_object_release(&pool_->core,                                           \
					   (uint64_t)handle_.generation << 32 | handle_.slot);     \
	}                                                                                          \
	TARN_OBJECT_TYPED_ type_ *name_##_each(struct name_ *pool_, uint32_t *at_)                 \
	{                                                                                          \
		return (type_ *)tarn_object_each_(&pool_->core, &name_##_type, at_);               \
	}                                                                                          \
	TARN_OBJECT_TYPED_ bool name_##_in_use(struct name_ *pool_, const type_ *object_)          \
	{                                                                                          \
		return tarn_object_in_use(&pool_->core, object_);                                  \
	}                                                                                          \
	TARN_MUST_USE TARN_OBJECT_TYPED_ bool name_##_open(struct name_ *pool_,                    \
							   struct tarn_heap *heap_,                \
							   uint32_t initial_, uint32_t maximum_)   \
	{                                                                                          \
		return tarn_object_open(&pool_->core, &name_##_type, heap_, initial_, maximum_);   \
	}                                                                                          \
	TARN_MUST_USE TARN_OBJECT_TYPED_ bool name_##_open_at(struct name_ *pool_, void *memory_,  \
							      size_t bytes_)                       \
	{                                                                                          \
		return tarn_object_open_at(&pool_->core, &name_##_type, memory_, bytes_);          \
	}

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
