/* SPDX-License-Identifier: MIT
 * Variant pools: objects of several types in one pool. Each slot can hold the largest type.
 *
 *   #define SHAPES(VARIANT, pool)                   \
 *           VARIANT(pool, circle, struct circle)    \
 *           VARIANT(pool, polygon, struct polygon)
 *   TARN_VARIANTS(shapes, SHAPES, 64, TARN_OBJECT_REFUSE);
 *   TARN_VARIANTS_WASTE(shapes, SHAPES, 50); // or the build fails
 *
 *   struct circle *circle = shapes_get_circle(&shapes);
 *   shapes_put_circle(&shapes, circle);
 *
 * It is a pool of struct NAME_slot, and has all calls of tarn_object.h. Member `as` of the struct
 * is a union with a member for each variant. Member `kind` says which variant is there. */
#ifndef TARN_VARIANT_H
#define TARN_VARIANT_H

#include "tarn_object.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* Makes the pool, enum NAME_kind {NAME_is_KIND, ...} and struct NAME_slot. For each variant, of at
 * most 256 and of a type that TARN_OBJECT_POOL takes, it makes
 *   T *NAME_get_KIND(struct NAME *pool)               as NAME_get; sets the kind of the slot
 *   void NAME_put_KIND(struct NAME *pool, T *object)  as NAME_put
 *   T *NAME_as_KIND(struct NAME_slot *slot)           NULL for another kind
 * and for the pool
 *   struct tarn_waste NAME_waste(struct NAME *pool)   measured over what is in use now */
#define TARN_VARIANTS(name, LIST, capacity, options)                                            \
	TARN_OBJECT_LOCAL_(name, "TARN_VARIANTS",                                               \
			   "write TARN_VARIANTS_DECLARE, and TARN_OBJECT_DEFINE in one C file") \
	TARN_VARIANT_SLOT_(name, LIST)                                                          \
	TARN_OBJECT_POOL(name, struct name##_slot, capacity, options);                          \
	TARN_VARIANT_CALLS_(name, LIST)

/* For several C files. This stands in a header, and TARN_OBJECT_DEFINE(name) in one C file. */
#define TARN_VARIANTS_DECLARE(name, LIST, capacity, options)              \
	TARN_FILE_SCOPE_(name, "TARN_VARIANTS_DECLARE")                   \
	TARN_VARIANT_SLOT_(name, LIST)                                    \
	TARN_OBJECT_DECLARE(name, struct name##_slot, capacity, options); \
	TARN_VARIANT_CALLS_(name, LIST)

/* The same with hooks. They take a struct NAME_slot. */
#define TARN_VARIANTS_WITH(name, LIST, capacity, options, ...)                            \
	TARN_OBJECT_LOCAL_(                                                               \
		name, "TARN_VARIANTS_WITH",                                               \
		"write TARN_VARIANTS_DECLARE_WITH, and TARN_OBJECT_DEFINE in one C file") \
	TARN_VARIANT_SLOT_(name, LIST)                                                    \
	TARN_OBJECT_POOL_WITH(name, struct name##_slot, capacity, options, __VA_ARGS__);  \
	TARN_VARIANT_CALLS_(name, LIST)

#define TARN_VARIANTS_DECLARE_WITH(name, LIST, capacity, options, ...)                      \
	TARN_FILE_SCOPE_(name, "TARN_VARIANTS_DECLARE_WITH")                                \
	TARN_VARIANT_SLOT_(name, LIST)                                                      \
	TARN_OBJECT_DECLARE_WITH(name, struct name##_slot, capacity, options, __VA_ARGS__); \
	TARN_VARIANT_CALLS_(name, LIST)

/* Fails the build if a variant leaves more than `percent` of its slot unused. Such a variant
 * belongs in a pool of its own. */
#define TARN_VARIANTS_WASTE(name, LIST, percent)                           \
	static inline __attribute__((__unused__)) void name##_wastes(void) \
	{                                                                  \
		enum { tarn_percent_ = (percent) };                        \
		LIST(TARN_VARIANT_WASTES_, name)                           \
	}                                                                  \
	_Static_assert((percent) >= 0 && (percent) <= 100,                 \
		       #name ": a waste is 0 to 100 percent, not " #percent)

struct tarn_waste {
	uint32_t objects; /* in use */
	uint32_t bytes;   /* of their slots, tags included */
	uint32_t wasted;  /* bytes of those that no variant uses */
};

/* ---- Private ------------------------------------------------------------------------------ */

#define TARN_VARIANT_TYPED_(name, kind_, type) \
	TARN_TYPED_(name##_##kind_, kind_, #name ": " #kind_ ": ", type)
#define TARN_VARIANT_MEMBER_(name, kind_, type) name##_##kind_##_object_ kind_;
#define TARN_VARIANT_KIND_(name, kind_, type)   name##_is_##kind_,
#define TARN_VARIANT_COUNT_(name, kind_, type)  +1
#define TARN_VARIANT_FITS_(name, kind_, type)                                   \
	_Static_assert(sizeof(name##_##kind_##_object_) <=                      \
				       sizeof(((struct name##_slot *)0)->as) && \
			       offsetof(struct name##_slot, as) == 0,           \
		       #kind_ " does not fit a slot of " #name);
#define TARN_VARIANT_SIZE_(name, kind_, type) \
	[name##_is_##kind_] = sizeof(name##_##kind_##_object_),
#define TARN_VARIANT_WASTES_(name, kind_, type)                                              \
	_Static_assert(((uint64_t)name##_stride - sizeof(name##_##kind_##_object_)) * 100 <= \
			       (uint64_t)name##_stride * tarn_percent_,                      \
		       #kind_ " leaves more of its slot of " #name " unused than is allowed");

#define TARN_VARIANT_SLOT_(name, LIST)                                                             \
	enum name##_kind{LIST(TARN_VARIANT_KIND_, name)};                                          \
	_Static_assert((0 LIST(TARN_VARIANT_COUNT_, name)) <= 256, #name ": more than 256 kinds"); \
	LIST(TARN_VARIANT_TYPED_, name)                                                            \
	struct name##_slot {                                                                       \
		union {                                                                            \
			LIST(TARN_VARIANT_MEMBER_, name)                                           \
		} as;                                                                              \
		uint8_t kind; /* enum name##_kind */                                               \
	};                                                                                         \
	LIST(TARN_VARIANT_FITS_, name)

#define TARN_VARIANT_CALL_(name, kind_, type)                                                     \
	TARN_OBJECT_TYPED_ name##_##kind_##_object_ *name##_get_##kind_(struct name *pool_)       \
	{                                                                                         \
		struct name##_slot *slot_ = name##_get(pool_);                                    \
                                                                                                  \
		if (!slot_)                                                                       \
			return NULL;                                                              \
		slot_->kind = name##_is_##kind_;                                                  \
		return &slot_->as.kind_;                                                          \
	}                                                                                         \
	TARN_OBJECT_TYPED_ void name##_put_##kind_(struct name *pool_,                            \
						   name##_##kind_##_object_ *object_)             \
	{                                                                                         \
		name##_put(pool_, (struct name##_slot *)(void *)object_);                         \
	}                                                                                         \
	TARN_OBJECT_TYPED_ name##_##kind_##_object_ *name##_as_##kind_(struct name##_slot *slot_) \
	{                                                                                         \
		return slot_->kind == name##_is_##kind_ ? &slot_->as.kind_ : NULL;                \
	}

#define TARN_VARIANT_CALLS_(name, LIST)                                            \
	TARN_FUNCTIONS_                                                            \
	LIST(TARN_VARIANT_CALL_, name)                                             \
	TARN_OBJECT_TYPED_ struct tarn_waste name##_waste(struct name *pool_)      \
	{                                                                          \
		static const uint32_t sizes_[] = {LIST(TARN_VARIANT_SIZE_, name)}; \
		struct tarn_waste waste_ = {0, 0, 0};                              \
		const struct name##_slot *slot_;                                   \
                                                                                   \
		for (uint32_t at_ = 0; (slot_ = name##_each(pool_, &at_));) {      \
			waste_.objects++;                                          \
			waste_.bytes += name##_stride;                             \
			waste_.wasted += name##_stride;                            \
			if (slot_->kind < sizeof(sizes_) / sizeof(sizes_[0]))      \
				waste_.wasted -= sizes_[slot_->kind];              \
		}                                                                  \
		return waste_;                                                     \
	}                                                                          \
	TARN_FUNCTIONS_END_                                                        \
	_Static_assert(1, "a semicolon follows")

#ifdef __cplusplus /* TARN_FILE_SCOPE_ says what to write */
#undef TARN_VARIANT_SLOT_
#undef TARN_VARIANT_CALLS_
#define TARN_VARIANT_SLOT_(...)
#define TARN_VARIANT_CALLS_(name, LIST) struct name
#endif

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
