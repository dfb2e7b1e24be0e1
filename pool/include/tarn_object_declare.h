/* SPDX-License-Identifier: MIT
 * The inside of the macros of tarn_object.h: the layout of a type, what they refuse, a pool. */
#ifndef TARN_OBJECT_DECLARE_H
#define TARN_OBJECT_DECLARE_H

#include "tarn_declare.h"
#include "tarn_object_calls.h"

/* ---- Declarations in a header ------------------------------------------------------------- */

/* Refuses a pool in a header: each file that includes it would have a pool of its own, and count
 * siblings by itself. Files of other names may be included, such as C files that are compiled as
 * one. */
#define TARN_OBJECT_ENDS_(ending_)                                                       \
	(__builtin_strcmp(&("    " __FILE__)[sizeof("    " __FILE__) - sizeof(ending_)], \
			  ending_) == 0)
#define TARN_OBJECT_LOCAL_(name_, macro_, instead_)                                           \
	TARN_FILE_SCOPE_(name_, macro_)                                                       \
	__extension__ _Static_assert(!TARN_OBJECT_ENDS_(".h") && !TARN_OBJECT_ENDS_(".hh") && \
					     !TARN_OBJECT_ENDS_(".hpp") &&                    \
					     !TARN_OBJECT_ENDS_(".hxx"),                      \
				     #name_ ": " macro_ " stands in a header: " instead_);

/* ---- Layout ------------------------------------------------------------------------------ */

#define TARN_OBJECT_UP_(bytes, align) (((bytes) + (align)-1) / (align) * (align))
#define TARN_OBJECT_MAX_(a, b)        ((a) > (b) ? (a) : (b))
#define TARN_OBJECT_BYTES_(stride, options, align, maximum, capacity)                      \
	TARN_OBJECT_UP_((size_t)(capacity) * (stride) +                                    \
				((options)&TARN_OBJECT_BITS                                \
					 ? TARN_OBJECT_MARKS_(maximum, (size_t)(capacity)) \
					 : 0),                                             \
			(size_t)(align))
/* BITS: the marks, which tarn_object_bits.h explains. */
#define TARN_OBJECT_MARKS_(maximum, capacity)                                                  \
	(((capacity) + 31) / 32 * 8 +                                                          \
	 ((maximum) > 1024 ? ((capacity) + 1023) / 1024 * 4 + ((capacity) + 32767) / 32768 * 4 \
			   : 0))

/* 1 / odd, modulo 2^32: each step doubles the bits that are right, from 5. */
#define TARN_OBJECT_INVERSE_5_(odd)  (3u * (odd) ^ 2u)
#define TARN_OBJECT_INVERSE_10_(odd) TARN_OBJECT_NEWTON_(odd, TARN_OBJECT_INVERSE_5_(odd))
#define TARN_OBJECT_INVERSE_20_(odd) TARN_OBJECT_NEWTON_(odd, TARN_OBJECT_INVERSE_10_(odd))
#define TARN_OBJECT_INVERSE_(odd)    TARN_OBJECT_NEWTON_(odd, TARN_OBJECT_INVERSE_20_(odd))
#define TARN_OBJECT_NEWTON_(odd, x)  ((x) * (2u - (odd) * (x)))

/* From level 2 on, a slot notes who got its object. */
#define TARN_OBJECT_OWNER_ (TARN_HARDEN >= 2 ? 4 : 0)

/* The record of a pool. */
#define TARN_OBJECT_RECORD_(name_)                                                \
	__typeof__(*__builtin_choose_expr(TARN_OBJECT_HAS_REST_(name_##_options), \
					  (struct tarn_object_full_pool *)0,      \
					  (struct tarn_object_pool *)0))

#define TARN_OBJECT_LAYOUT_(name_, type_, maximum_, options_, marks_)                        \
	TARN_TYPED_(name_, name_, #name_ ": ", type_)                                        \
	_Static_assert(!TARN_ARRAY_(*(name_##_object_ *)0), #name_                           \
		       ": " #type_ " is no type of an object: put the array into a struct"); \
	typedef struct {                                                                     \
		uint32_t slot;                                                               \
		uint32_t generation;                                                         \
	} name_##_handle;                                                                    \
	__extension__ enum { name_##_given_ = (uint64_t)(options_) };                        \
	TARN_OBJECT_FORMULAS_(name_, name_##_object_, _Alignof(name_##_object_), maximum_, marks_)

/* C's and those of pool/include, from name_##_given_ and the type's alignment `of_`. The link lies
 * before the kept bytes if it fits there, else after them. */
#define TARN_OBJECT_FORMULAS_(name_, type_, of_, maximum_, marks_)                                 \
	enum {                                                                                     \
		name_##_maximum =                                                                  \
			(maximum_) > 0 && (maximum_) <= TARN_OBJECT_MOST_ ? (int)(maximum_) : 1,   \
		name_##_options =                                                                  \
			(int)(name_##_given_ & (TARN_OBJECT_WAITED | 0x7fff)) | (marks_),          \
		name_##_keep_from = (int)((uint64_t)name_##_given_ >> 24 & 0xfffff),               \
		name_##_keep_to = (int)((uint64_t)name_##_given_ >> 44),                           \
		name_##_sibling_bits = name_##_options >> 12 & 7,                                  \
		name_##_tagless = (name_##_options & (TARN_OBJECT_BITS | TARN_OBJECT_KNOWS)) != 0, \
		name_##_aged = (name_##_options & TARN_OBJECT_ROB_OLDEST) != 0,                    \
		name_##_align = TARN_OBJECT_MAX_(                                                  \
			TARN_OBJECT_MAX_((int)(of_), (int)__alignof__(void *)),                    \
			name_##_options & TARN_OBJECT_LINE ? TARN_CACHE_LINE : 1),                 \
		name_##_pool_align = name_##_options & TARN_OBJECT_LINE                            \
					     ? TARN_CACHE_LINE                                     \
					     : (int)__alignof__(void *),                           \
		name_##_link = name_##_keep_from >= (int)sizeof(void *) || name_##_keep_to == 0    \
				       ? 0                                                         \
				       : TARN_OBJECT_UP_(name_##_keep_to, (int)sizeof(void *)),    \
		name_##_head =                                                                     \
			TARN_OBJECT_UP_((name_##_aged ? 2 * (int)sizeof(void *) : 0) +             \
						(name_##_tagless ? 0 : 4) + TARN_OBJECT_OWNER_,    \
					name_##_align),                                            \
		name_##_stride = TARN_OBJECT_UP_(                                                  \
			name_##_head + TARN_OBJECT_MAX_((int)sizeof(type_),                        \
							name_##_link + (int)sizeof(void *)),       \
			name_##_align),                                                            \
		name_##_shift = __builtin_ctz((unsigned)name_##_stride),                           \
		name_##_odd = name_##_stride >> name_##_shift,                                     \
		name_##_index_bits =                                                               \
			name_##_maximum > 1                                                        \
				? 32 - __builtin_clz(((unsigned)name_##_maximum - 1) | 1)          \
				: 1,                                                               \
		name_##_era_bits = name_##_index_bits + name_##_sibling_bits                       \
	};

/* Stands after the check of the alignment. Otherwise a wrong _Alignas would be the first error. */
#define TARN_OBJECT_RECORDS_(name_)                                                        \
	struct name_ {                                                                     \
		_Alignas(name_##_pool_align) union {                                       \
			struct tarn_object_pool core;                                      \
			TARN_OBJECT_RECORD_(name_) record_;                                \
		};                                                                         \
	};                                                                                 \
	struct name_##_init_ {                                                             \
		struct tarn_object_init head;                                              \
		void (*init_)(name_##_object_ *, void *);                                  \
		void *context_;                                                            \
	};                                                                                 \
	static const struct tarn_object_facts name_##_facts_ __attribute__((__unused__)) = \
		TARN_OBJECT_FACTS_(name_);
#define TARN_OBJECT_FACTS_(name_)                                                            \
	{                                                                                    \
		(uint32_t) name_##_options, (uint32_t)name_##_stride,                        \
			TARN_OBJECT_INVERSE_((uint32_t)name_##_odd), (uint32_t)name_##_link, \
			(uint16_t)name_##_head, (uint8_t)name_##_shift,                      \
			(uint8_t)name_##_index_bits                                          \
	}
#define TARN_OBJECT_MOST_ (1 << 20)

#define TARN_OBJECT_NO_SCORE_  "TARN_OBJECT_ROB_LEAST without .score"
#define TARN_OBJECT_NO_IN_USE_ "TARN_OBJECT_KNOWS without .in_use"
#define TARN_OBJECT_NO_RESET_  "TARN_OBJECT_LAZY without .reset or .own.reset"

/* Refuses a declaration that contradicts itself. The message names the pool and the option. */
#define TARN_OBJECT_SOUND_(name_, maximum_)                                                        \
	_Static_assert((maximum_) > 0 && (maximum_) <= TARN_OBJECT_MOST_,                          \
		       #name_ ": a capacity is 1 to 1048576, not " #maximum_);                     \
	_Static_assert(                                                                            \
		__builtin_popcount(name_##_options & TARN_OBJECT_POLICY) == 1, #name_              \
		": one policy of TARN_OBJECT_NEVER, REFUSE, ROB_OLDEST, ROB_LEAST and GROW");      \
	_Static_assert(((uint64_t)name_##_given_ & 0x8000) == 0,                                   \
		       #name_ ": options that are no TARN_OBJECT_ option");                        \
	_Static_assert(((uint64_t)(name_##_given_ & ~(uint64_t)TARN_OBJECT_WAITED) >> 16 &         \
			0xff) == TARN_OBJECT_KEEP_CHECK_((uint64_t)name_##_given_ >> 24),          \
		       #name_                                                                      \
		       ": TARN_OBJECT_KEEP twice, or options that are no TARN_OBJECT_ option");    \
	_Static_assert(name_##_keep_from <= name_##_keep_to &&                                     \
			       name_##_keep_to <= (int)sizeof(name_##_object_),                    \
		       #name_ ": TARN_OBJECT_KEEP: bytes that are not in the object, or the last " \
			      "before the first");                                                 \
	_Static_assert(name_##_sibling_bits <= 6,                                                  \
		       #name_ ": TARN_OBJECT_SIBLINGS: at most 64 pools, and once");               \
	_Static_assert(                                                                            \
		!name_##_sibling_bits || !name_##_tagless, #name_                                  \
		": TARN_OBJECT_SIBLINGS needs handles, and TARN_OBJECT_BITS and KNOWS have none"); \
	_Static_assert(!name_##_sibling_bits || !(name_##_options & TARN_OBJECT_ONE_),             \
		       #name_ ": TARN_OBJECT_SIBLINGS of a type that has one pool: write "         \
			      "TARN_OBJECT_TYPE or DECLARE_TYPE");                                 \
	_Static_assert(!(name_##_options & TARN_OBJECT_BITS) ||                                    \
			       !(name_##_options & TARN_OBJECT_KNOWS),                             \
		       #name_ ": TARN_OBJECT_BITS or KNOWS, not both");                            \
	_Static_assert(                                                                            \
		!(name_##_options & TARN_OBJECT_KNOWS) || name_##_keep_to > 0, #name_              \
		": TARN_OBJECT_KNOWS: name the bytes that .in_use reads, by TARN_OBJECT_KEEP");    \
	_Static_assert(                                                                            \
		!(name_##_options & TARN_OBJECT_KNOWS) ||                                          \
			!(name_##_options & (TARN_OBJECT_ROB_OLDEST | TARN_OBJECT_ROB_LEAST)),     \
		#name_                                                                             \
		": TARN_OBJECT_KNOWS: an object that alone knows its state cannot be robbed");     \
	_Static_assert(                                                                            \
		!(name_##_options & TARN_OBJECT_LINE) ||                                           \
			(TARN_CACHE_LINE >= 8 && !(TARN_CACHE_LINE & (TARN_CACHE_LINE - 1))),      \
		#name_ ": TARN_OBJECT_LINE: TARN_CACHE_LINE is not a power of 2, 8 or more");      \
	_Static_assert(name_##_options & TARN_OBJECT_HOOKED_ ||                                    \
			       !(name_##_options & TARN_OBJECT_ROB_LEAST),                         \
		       #name_ ": " TARN_OBJECT_NO_SCORE_);                                         \
	_Static_assert(name_##_options & TARN_OBJECT_HOOKED_ ||                                    \
			       !(name_##_options & TARN_OBJECT_KNOWS),                             \
		       #name_ ": " TARN_OBJECT_NO_IN_USE_);                                        \
	_Static_assert(name_##_options & TARN_OBJECT_HOOKED_ ||                                    \
			       !(name_##_options & TARN_OBJECT_LAZY),                              \
		       #name_ ": " TARN_OBJECT_NO_RESET_);                                         \
	_Static_assert(!(name_##_options & TARN_OBJECT_WAITED) ||                                  \
			       (name_##_options & (TARN_OBJECT_REFUSE | TARN_OBJECT_GROW)),        \
		       #name_ ": TARN_OBJECT_WAITED needs TARN_OBJECT_REFUSE or GROW: a get with " \
			      "another policy does not wait");                                     \
	_Static_assert(!(name_##_options & TARN_OBJECT_WAITED) ||                                  \
			       !(name_##_options & TARN_OBJECT_UNLOCKED),                          \
		       #name_ ": TARN_OBJECT_WAITED with TARN_OBJECT_UNLOCKED: a wait and a put "  \
			      "are in two contexts");                                              \
	_Static_assert(name_##_head < 1 << 16, #name_ ": an alignment of 65536 bytes or more");    \
	_Static_assert(sizeof(name_##_object_) < 1 << 20, #name_ ": an object of 1 MB or more");

/* ---- A type, its record, its pools --------------------------------------------------------- */

/* The mark of a type, on which all files that declare it have to agree. */
#define TARN_OBJECT_AGREES_(name_, linkage_) TARN_OBJECT_AGREES_##linkage_(name_)
#define TARN_OBJECT_AGREES_static(name_)
#define TARN_OBJECT_AGREES_extern(name_) TARN_AGREE_(name_, TARN_OBJECT_HASH_(name_) & INT32_MAX)
#define TARN_OBJECT_HASH_(name_)                                                           \
	TARN_OBJECT_HASHED_(                                                               \
		TARN_OBJECT_HASHED_(                                                       \
			TARN_OBJECT_HASHED_(                                               \
				TARN_OBJECT_HASHED_(                                       \
					TARN_OBJECT_HASHED_(name_##_stride, name_##_head), \
					name_##_options),                                  \
				name_##_maximum),                                          \
			sizeof(name_##_object_)),                                          \
		name_##_keep_from * 4099u + (uint32_t)name_##_keep_to)
#define TARN_OBJECT_HASHED_(hash_, word_) ((uint32_t)(hash_)*65599u + (uint32_t)(word_))

/* All but the record. From the first function on, no `;` stands outside of functions. */
#define TARN_OBJECT_DECLARED_(name_, type_, maximum_, options_, marks_, linkage_, ...) \
	TARN_OBJECT_LAYOUT_(name_, type_, maximum_, options_, marks_)                  \
	TARN_OBJECT_SOUND_(name_, maximum_)                                            \
	TARN_OBJECT_RECORDS_(name_)                                                    \
	TARN_OBJECT_HOOKS_(name_)                                                      \
	TARN_OBJECT_HOOKS_BEGIN_                                                       \
	static const struct name_##_hooks name_##_hooks                                \
		__attribute__((__unused__)) = {__VA_ARGS__};                           \
	TARN_OBJECT_HOOKS_END_                                                         \
	linkage_ const struct tarn_object_type name_##_type;                           \
	TARN_FUNCTIONS_                                                                \
	TARN_OBJECT_AGREES_(name_, linkage_)                                           \
	TARN_OBJECT_RULES_(name_, __VA_ARGS__)                                         \
	TARN_OBJECT_HOOK_(name_)                                                       \
	TARN_OBJECT_RUNS_(name_)                                                       \
	TARN_OBJECT_LEAST_(name_)                                                      \
	TARN_OBJECT_CALLS_(name_)                                                      \
	TARN_OBJECT_HANDLES_(name_)                                                    \
	TARN_OBJECT_POLICIES_(name_)                                                   \
	TARN_FUNCTIONS_END_

#if TARN_HARDEN >= 2
#define TARN_OBJECT_KEPT_(name_) , name_##_keep_from, name_##_keep_to
#else
#define TARN_OBJECT_KEPT_(name_)
#endif

#define TARN_OBJECT_POLICY_(name_)                                                         \
	{                                                                                  \
		name_##_options &TARN_OBJECT_ROB_OLDEST  ? tarn_object_rob_oldest_         \
		: name_##_options &TARN_OBJECT_ROB_LEAST ? tarn_object_rob_least_          \
		: name_##_options &TARN_OBJECT_GROW      ? tarn_object_grow_               \
							 : NULL,                                \
			name_##_options &TARN_OBJECT_ROB_LEAST ? name_##_least_ : NULL,    \
			name_##_options &TARN_OBJECT_GROW ? tarn_object_give_back_ : NULL, \
			TARN_OBJECT_HANDED_(name_##_options) ? &tarn_object_hands_ : NULL, \
			name_##_options &TARN_OBJECT_BITS ? &tarn_object_bits_ : NULL      \
	}

#define TARN_OBJECT_WAITED_(name_)                                             \
	{                                                                      \
		TARN_OBJECT_POLICY_(name_), TARN_OBJECT_TELL_(name_##_options) \
	}

/* One declaration: its only `;` is the program's. `linkage_` is `static` or nothing. */
#define TARN_OBJECT_DEFINED_(name_, linkage_)                                                   \
	linkage_ const struct tarn_object_type name_##_type = {                                 \
		TARN_OBJECT_FACTS_(name_),                                                      \
		#name_,                                                                         \
		name_##_options & TARN_OBJECT_WAITED                                            \
			? &((const struct tarn_object_waited)TARN_OBJECT_WAITED_(name_)).policy \
		: TARN_OBJECT_HAS_REST_(name_##_options) || name_##_options & TARN_OBJECT_BITS  \
			? &(const struct tarn_object_policy)TARN_OBJECT_POLICY_(name_)          \
			: NULL,                                                                 \
		name_##_options & TARN_OBJECT_HOOKED_ ? name_##_hook_ : NULL,                   \
		name_##_options & TARN_OBJECT_ONE_ ? NULL : &(uint8_t){0},                      \
		sizeof(name_##_object_),                                                        \
		name_##_maximum,                                                                \
		(uint8_t)__builtin_ctz((unsigned)name_##_align),                                \
		(uint8_t)name_##_era_bits TARN_OBJECT_KEPT_(name_)}

#define TARN_OBJECT_SLOTS_(pool_, name_, capacity_, where_)                                   \
	_Static_assert((capacity_) > 0, #pool_ ": a capacity of 0");                          \
	_Static_assert((capacity_) <= name_##_maximum, #pool_                                 \
		       ": a capacity of " #capacity_ " is more than the maximum of " #name_); \
	_Static_assert((uint64_t)(capacity_)*name_##_stride < UINT32_C(1) << 31,              \
		       #pool_ ": 2 GB of slots or more");                                     \
	static _Alignas(name_##_align) unsigned char                                          \
		pool_##_slots[TARN_OBJECT_BYTES(name_, capacity_)] where_;
#define TARN_OBJECT_CORE_(pool_, name_, capacity_)              \
	.core = {.part = {.base = pool_##_slots + name_##_head, \
			  .capacity = (capacity_),              \
			  .fixed = true},                       \
		 .type = &name_##_type}
/* A pool that does not grow. `instead_` is what to write for one that does. */
#define TARN_OBJECT_STORED_(pool_, name_, capacity_, linkage_, where_, instead_) \
	_Static_assert(!(name_##_options & TARN_OBJECT_GROW),                    \
		       #pool_ ": TARN_OBJECT_GROW needs a heap: " instead_);     \
	TARN_OBJECT_SLOTS_(pool_, name_, capacity_, where_)                      \
	linkage_ struct name_ pool_ = {TARN_OBJECT_CORE_(pool_, name_, capacity_)}

/* The other type has the same fields, so that the assertion is the only error. */
struct tarn_object_growing_ {
	struct tarn_object_full_pool record_;
};
#define TARN_OBJECT_GROWING_(pool_, name_, capacity_, heap_, maximum_)                             \
	_Static_assert(name_##_options & TARN_OBJECT_GROW,                                         \
		       #pool_ ": TARN_OBJECT_STORAGE_GROWING of a type without TARN_OBJECT_GROW"); \
	_Static_assert((maximum_) >= (capacity_) && (maximum_) <= name_##_maximum,                 \
		       #pool_ ": a maximum of " #maximum_                                          \
			      " is less than its capacity, or more than the maximum of " #name_);  \
	TARN_OBJECT_SLOTS_(pool_, name_, capacity_, )                                              \
	static __typeof__(*__builtin_choose_expr((name_##_options & TARN_OBJECT_GROW) != 0,        \
						 (struct name_ *)0,                                \
						 (struct tarn_object_growing_ *)0)) pool_ = {      \
		.record_ = {TARN_OBJECT_CORE_(pool_, name_, capacity_), .heap = (heap_),           \
			    .maximum = (maximum_)}}

#ifdef __cplusplus /* TARN_FILE_SCOPE_ says what to write */
#undef TARN_OBJECT_LOCAL_
#undef TARN_OBJECT_DECLARED_
#undef TARN_OBJECT_DEFINED_
#undef TARN_OBJECT_STORED_
#undef TARN_OBJECT_GROWING_
#define TARN_OBJECT_LOCAL_(name_, macro_, instead_) TARN_FILE_SCOPE_(name_, macro_)
#define TARN_OBJECT_DECLARED_(...)
#define TARN_OBJECT_DEFINED_(...)
#define TARN_OBJECT_STORED_(...)
#define TARN_OBJECT_GROWING_(...)
#endif

#endif
