/* SPDX-License-Identifier: MIT
 * Tables at build time. A program writes a table once, as a list:
 *
 *   #define NET_CLASSES(CLASS)                            \
 *           CLASS(16, 64, 0, TARN_TO_COMMONS)             \
 *           CLASS(32, 128, 0, TARN_TO_COMMONS)            \
 *           CLASS(1536, 8, 0, TARN_REFUSE)
 *   TARN_TABLE(net_table, NET_CLASSES);
 *   TARN_TABLE_FITS(net_table, NET_CLASSES, 32 * 1024);
 *
 * An entry has the bytes of a block, the number of blocks, more blocks for each 64 KiB of arena,
 * and an overflow rule. These are the fields of struct tarn_class. For a class that serves aligned
 * requests, the rule is `TARN_TO_COMMONS | TARN_ALIGNED(32)`. A table takes no RAM. */
#ifndef TARN_TABLE_H
#define TARN_TABLE_H

#include "tarn.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* Defines `static const struct tarn_table name` from a list. The build fails, and names the class,
 * on what tarn_init would refuse:
 *
 *   - a size that is no multiple of TARN_ALIGN, or no larger than that of the class before it
 *   - an overflow rule that does not exist
 *   - more blocks than any arena has
 *   - more than TARN_CLASSES_MAX classes
 *
 * It also fails on what would mean nothing: TARN_TO_LARGER or TARN_TO_LAST of the last class,
 * TARN_TO_COMMONS without commons, a class without pools. And it fails on a size that is no
 * multiple of the TARN_ALIGNED of its class or of a smaller one. */
#define TARN_TABLE(name, LIST)        \
	TARN_TABLE_PARTS_(name, LIST) \
	static const struct tarn_table name = {name##_classes, name##_map, 0 LIST(TARN_ONE_)}

/* The same with external linkage. */
#define TARN_TABLE_EXTERN(name, LIST)                \
	TARN_TABLE_PARTS_(name, LIST)                \
	TARN_EXTERN_C_ const struct tarn_table name; \
	const struct tarn_table name = {name##_classes, name##_map, 0 LIST(TARN_ONE_)}

/* Fails the build unless the pools of a list and all metadata fit an arena of `bytes`, a constant
 * of at least 256. It is the sizing law of tarn.h as a constant expression. */
#define TARN_TABLE_FITS(name, LIST, bytes)                                                 \
	static inline __attribute__((__unused__)) void name##_fits(void)                   \
	{                                                                                  \
		TARN_COUNTS_(LIST, bytes)                                                  \
		TARN_STATIC_ASSERT_(tarn_pools_ <= 255,                                    \
				    #name ": more than 255 pools of 992 blocks");          \
		TARN_STATIC_ASSERT_(                                                       \
			(UINT64_C(0) LIST(TARN_POOL_)) +                                   \
					TARN_METADATA_((UINT64_C(0) LIST(TARN_POOL_))) <=  \
				tarn_arena_,                                               \
			"the pools of " #name " do not fit an arena of " #bytes " bytes"); \
	}                                                                                  \
	TARN_STATIC_ASSERT_((bytes) >= 256 && (bytes) <= TARN_ARENA_MAX,                   \
			    #name ": an arena has 256 to TARN_ARENA_MAX bytes")

/* ---- Private ------------------------------------------------------------------------------ */

#define TARN_ONE_(size, blocks, share, overflow)   +1
#define TARN_CLASS_(size, blocks, share, overflow) {(size), (blocks), (share), (overflow)},
#define TARN_RIGHT_(size, blocks, share, overflow)                                               \
	TARN_STATIC_ASSERT_((size) > 0 && (size) % TARN_ALIGN == 0,                              \
			    "class " #size ": the size is not a multiple of TARN_ALIGN");        \
	TARN_STATIC_ASSERT_((size) <= TARN_ARENA_MAX && (blocks) + INT64_C(0) >= 0 &&            \
				    UINT64_C(1) * (blocks) * (size) <= TARN_ARENA_MAX,           \
			    "class " #size ": more blocks than any arena holds: " #blocks);      \
	TARN_STATIC_ASSERT_((share) + INT64_C(0) >= 0 && (share) <= 8192,                        \
			    "class " #size ": 0 to 8192 blocks for each 64 KiB, not " #share);   \
	TARN_STATIC_ASSERT_(                                                                     \
		((overflow) & ~(TARN_TO_COMMONS | TARN_TO_LARGER | TARN_TO_LAST | 0xff00)) == 0, \
		"class " #size ": no such overflow rule: " #overflow);                           \
	TARN_STATIC_ASSERT_(TARN_COMMONS || ((overflow)&TARN_TO_COMMONS) == 0,                   \
			    "class " #size ": TARN_TO_COMMONS, but TARN_COMMONS is 0");
/* Each class opens a block within the block of the class before it. There is a type of its size. */
#define TARN_ASCENDS_(size, blocks, share, overflow)                                        \
	{                                                                                   \
		TARN_STATIC_ASSERT_((size) > sizeof(struct tarn_before_),                   \
				    "class " #size ": no larger than the one before it");   \
		typedef char tarn_aligned_[sizeof(tarn_aligned_) | ((overflow) >> 8 << 3)]; \
		TARN_STATIC_ASSERT_(((size) & (sizeof(tarn_aligned_) - 1)) == 0,            \
				    "class " #size ": no multiple of TARN_ALIGNED");        \
		struct tarn_before_ {                                                       \
			char byte_[size];                                                   \
		};
/* Within all blocks, where the type has the size of the last class. */
#define TARN_OVERFLOWS_(size, blocks, share, overflow)                             \
	TARN_STATIC_ASSERT_(((overflow) & (TARN_TO_LARGER | TARN_TO_LAST)) == 0 || \
				    (size) != sizeof(struct tarn_before_),         \
			    "class " #size ": " #overflow ", but no class is larger");
#define TARN_CLOSE_(size, blocks, share, overflow) }
#define TARN_POOL_(size, blocks, share, overflow)  +UINT64_C(1) * (size)*TARN_BLOCKS_(blocks, share)

#define TARN_TRIM_(size, blocks, share, overflow) | ((overflow) >> 8 << 3)

/* What the law of sizes needs of a list, for the rest of a block. */
#define TARN_COUNTS_(LIST, bytes)                                             \
	enum { tarn_arena_ = (bytes) / TARN_ALIGN * TARN_ALIGN };             \
	enum { tarn_classes_ = 0 LIST(TARN_ONE_) };                           \
	enum { tarn_trim_ = (0 LIST(TARN_TRIM_)) / TARN_ALIGN * TARN_ALIGN }; \
	enum { tarn_bits_ = TARN_INT_(0 LIST(TARN_BITS_)) };                  \
	enum { tarn_pools_ = TARN_INT_(0 LIST(TARN_POOLS_OF_)) };

#define TARN_UP_(bytes)    (((bytes) + TARN_ALIGN - 1) / TARN_ALIGN * TARN_ALIGN)
#define TARN_BIN_SHIFT_(n) (61 - __builtin_clzll(n))
#define TARN_BIN_(granules) \
	(4 * TARN_BIN_SHIFT_(granules) + ((granules) >> TARN_BIN_SHIFT_(granules)))
#define TARN_BINS_(granules) (TARN_BIN_(granules) < 63 ? TARN_BIN_(granules) : 63)
#define TARN_RECORDS_                          \
	(tarn_trim_ + (tarn_pools_ + 1) * 32 + \
	 (tarn_classes_ + 1) * ((TARN_HARDEN >= 3 ? 20 : 8) + ((TARN_COUNT) ? 56 : 0)))
#define TARN_BLOCKS_(blocks, share) \
	(UINT64_C(0) + (blocks) + (UINT64_C(1) * (share) * (tarn_arena_ >> 10) >> 6))
#define TARN_POOLS_OF_(size, blocks, share, overflow) \
	+((TARN_BLOCKS_(blocks, share) + 991) / 992 + (TARN_BLOCKS_(blocks, share) == 0))
#define TARN_BITS_(size, blocks, share, overflow) +(4 + (TARN_BLOCKS_(blocks, share) + 31) / 32 * 4)
/* The granules that records and pools leave, 7 at least: fewer have as many bins. And the heads of
 * the bins for so many. */
#define TARN_ROOM_(pools)                                               \
	((pools) + TARN_RECORDS_ + 7 * TARN_ALIGN < tarn_arena_         \
		 ? (tarn_arena_ - TARN_RECORDS_ - (pools)) / TARN_ALIGN \
		 : 7)
#define TARN_HEADS_(pools) ((TARN_BINS_(TARN_ROOM_(pools)) + 2) / 2 * 2)
#define TARN_METADATA_(pools)                                                  \
	TARN_UP_(TARN_RECORDS_ + (TARN_COMMONS ? 4 * TARN_HEADS_(pools) : 8) + \
		 8 * (1 + (tarn_bits_ + 7) / 8 +                               \
		      ((pools) > 0 ? ((pools) / (32 * TARN_ALIGN) + 8) / 8 : 0)))

/* The types of each block hide those of the one before it, and compilers warn of that. */
#define TARN_SHADOWS_ _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wshadow\"")

#define TARN_SHADOWS_END_ _Pragma("GCC diagnostic pop")

/* An empty class ends the array: a table without classes is a table, too. */
#define TARN_TABLE_PARTS_(name, LIST)                                                      \
	LIST(TARN_RIGHT_)                                                                  \
	TARN_SHADOWS_ static inline __attribute__((__unused__)) void name##_ascends_(void) \
	{                                                                                  \
		struct tarn_before_ {                                                      \
			char byte_;                                                        \
		};                                                                         \
		typedef char tarn_aligned_[1] __attribute__((__unused__));                 \
		LIST(TARN_ASCENDS_) LIST(TARN_OVERFLOWS_) LIST(TARN_CLOSE_)                \
	}                                                                                  \
	TARN_SHADOWS_END_                                                                  \
	TARN_STATIC_ASSERT_((0 LIST(TARN_ONE_)) <= TARN_CLASSES_MAX,                       \
			    #name ": more than TARN_CLASSES_MAX classes");                 \
	TARN_STATIC_ASSERT_(TARN_POOLS || (0 LIST(TARN_ONE_)) == 0,                        \
			    #name ": classes, but TARN_POOLS is 0");                       \
	static const struct tarn_class name##_classes[] = {LIST(TARN_CLASS_){0, 0, 0, 0}}; \
	static const uint8_t name##_map[TARN_MAP_ENTRIES] = {TARN_MAP_(LIST)};

/* For each number of granules, the number of smaller classes. */
#define TARN_MAP_(LIST)                                                                           \
	0 LIST(TARN_LT_0_), 0 LIST(TARN_LT_1_), 0 LIST(TARN_LT_2_), 0 LIST(TARN_LT_3_),           \
		0 LIST(TARN_LT_4_), 0 LIST(TARN_LT_5_), 0 LIST(TARN_LT_6_), 0 LIST(TARN_LT_7_),   \
		0 LIST(TARN_LT_8_), 0 LIST(TARN_LT_9_), 0 LIST(TARN_LT_10_), 0 LIST(TARN_LT_11_), \
		0 LIST(TARN_LT_12_), 0 LIST(TARN_LT_13_), 0 LIST(TARN_LT_14_),                    \
		0 LIST(TARN_LT_15_), 0 LIST(TARN_LT_16_), 0 LIST(TARN_LT_17_),                    \
		0 LIST(TARN_LT_18_), 0 LIST(TARN_LT_19_), 0 LIST(TARN_LT_20_),                    \
		0 LIST(TARN_LT_21_), 0 LIST(TARN_LT_22_), 0 LIST(TARN_LT_23_),                    \
		0 LIST(TARN_LT_24_), 0 LIST(TARN_LT_25_), 0 LIST(TARN_LT_26_),                    \
		0 LIST(TARN_LT_27_), 0 LIST(TARN_LT_28_), 0 LIST(TARN_LT_29_),                    \
		0 LIST(TARN_LT_30_), 0 LIST(TARN_LT_31_), 0 LIST(TARN_LT_32_),                    \
		0 LIST(TARN_LT_33_), 0 LIST(TARN_LT_34_), 0 LIST(TARN_LT_35_),                    \
		0 LIST(TARN_LT_36_), 0 LIST(TARN_LT_37_), 0 LIST(TARN_LT_38_),                    \
		0 LIST(TARN_LT_39_), 0 LIST(TARN_LT_40_), 0 LIST(TARN_LT_41_),                    \
		0 LIST(TARN_LT_42_), 0 LIST(TARN_LT_43_), 0 LIST(TARN_LT_44_),                    \
		0 LIST(TARN_LT_45_), 0 LIST(TARN_LT_46_), 0 LIST(TARN_LT_47_),                    \
		0 LIST(TARN_LT_48_), 0 LIST(TARN_LT_49_), 0 LIST(TARN_LT_50_),                    \
		0 LIST(TARN_LT_51_), 0 LIST(TARN_LT_52_), 0 LIST(TARN_LT_53_),                    \
		0 LIST(TARN_LT_54_), 0 LIST(TARN_LT_55_), 0 LIST(TARN_LT_56_),                    \
		0 LIST(TARN_LT_57_), 0 LIST(TARN_LT_58_), 0 LIST(TARN_LT_59_),                    \
		0 LIST(TARN_LT_60_), 0 LIST(TARN_LT_61_), 0 LIST(TARN_LT_62_),                    \
		0 LIST(TARN_LT_63_), 0 LIST(TARN_LT_64_)

#define TARN_LT_0_(size, blocks, share, overflow)  +((size) < 0 * TARN_ALIGN)
#define TARN_LT_1_(size, blocks, share, overflow)  +((size) < 1 * TARN_ALIGN)
#define TARN_LT_2_(size, blocks, share, overflow)  +((size) < 2 * TARN_ALIGN)
#define TARN_LT_3_(size, blocks, share, overflow)  +((size) < 3 * TARN_ALIGN)
#define TARN_LT_4_(size, blocks, share, overflow)  +((size) < 4 * TARN_ALIGN)
#define TARN_LT_5_(size, blocks, share, overflow)  +((size) < 5 * TARN_ALIGN)
#define TARN_LT_6_(size, blocks, share, overflow)  +((size) < 6 * TARN_ALIGN)
#define TARN_LT_7_(size, blocks, share, overflow)  +((size) < 7 * TARN_ALIGN)
#define TARN_LT_8_(size, blocks, share, overflow)  +((size) < 8 * TARN_ALIGN)
#define TARN_LT_9_(size, blocks, share, overflow)  +((size) < 9 * TARN_ALIGN)
#define TARN_LT_10_(size, blocks, share, overflow) +((size) < 10 * TARN_ALIGN)
#define TARN_LT_11_(size, blocks, share, overflow) +((size) < 11 * TARN_ALIGN)
#define TARN_LT_12_(size, blocks, share, overflow) +((size) < 12 * TARN_ALIGN)
#define TARN_LT_13_(size, blocks, share, overflow) +((size) < 13 * TARN_ALIGN)
#define TARN_LT_14_(size, blocks, share, overflow) +((size) < 14 * TARN_ALIGN)
#define TARN_LT_15_(size, blocks, share, overflow) +((size) < 15 * TARN_ALIGN)
#define TARN_LT_16_(size, blocks, share, overflow) +((size) < 16 * TARN_ALIGN)
#define TARN_LT_17_(size, blocks, share, overflow) +((size) < 17 * TARN_ALIGN)
#define TARN_LT_18_(size, blocks, share, overflow) +((size) < 18 * TARN_ALIGN)
#define TARN_LT_19_(size, blocks, share, overflow) +((size) < 19 * TARN_ALIGN)
#define TARN_LT_20_(size, blocks, share, overflow) +((size) < 20 * TARN_ALIGN)
#define TARN_LT_21_(size, blocks, share, overflow) +((size) < 21 * TARN_ALIGN)
#define TARN_LT_22_(size, blocks, share, overflow) +((size) < 22 * TARN_ALIGN)
#define TARN_LT_23_(size, blocks, share, overflow) +((size) < 23 * TARN_ALIGN)
#define TARN_LT_24_(size, blocks, share, overflow) +((size) < 24 * TARN_ALIGN)
#define TARN_LT_25_(size, blocks, share, overflow) +((size) < 25 * TARN_ALIGN)
#define TARN_LT_26_(size, blocks, share, overflow) +((size) < 26 * TARN_ALIGN)
#define TARN_LT_27_(size, blocks, share, overflow) +((size) < 27 * TARN_ALIGN)
#define TARN_LT_28_(size, blocks, share, overflow) +((size) < 28 * TARN_ALIGN)
#define TARN_LT_29_(size, blocks, share, overflow) +((size) < 29 * TARN_ALIGN)
#define TARN_LT_30_(size, blocks, share, overflow) +((size) < 30 * TARN_ALIGN)
#define TARN_LT_31_(size, blocks, share, overflow) +((size) < 31 * TARN_ALIGN)
#define TARN_LT_32_(size, blocks, share, overflow) +((size) < 32 * TARN_ALIGN)
#define TARN_LT_33_(size, blocks, share, overflow) +((size) < 33 * TARN_ALIGN)
#define TARN_LT_34_(size, blocks, share, overflow) +((size) < 34 * TARN_ALIGN)
#define TARN_LT_35_(size, blocks, share, overflow) +((size) < 35 * TARN_ALIGN)
#define TARN_LT_36_(size, blocks, share, overflow) +((size) < 36 * TARN_ALIGN)
#define TARN_LT_37_(size, blocks, share, overflow) +((size) < 37 * TARN_ALIGN)
#define TARN_LT_38_(size, blocks, share, overflow) +((size) < 38 * TARN_ALIGN)
#define TARN_LT_39_(size, blocks, share, overflow) +((size) < 39 * TARN_ALIGN)
#define TARN_LT_40_(size, blocks, share, overflow) +((size) < 40 * TARN_ALIGN)
#define TARN_LT_41_(size, blocks, share, overflow) +((size) < 41 * TARN_ALIGN)
#define TARN_LT_42_(size, blocks, share, overflow) +((size) < 42 * TARN_ALIGN)
#define TARN_LT_43_(size, blocks, share, overflow) +((size) < 43 * TARN_ALIGN)
#define TARN_LT_44_(size, blocks, share, overflow) +((size) < 44 * TARN_ALIGN)
#define TARN_LT_45_(size, blocks, share, overflow) +((size) < 45 * TARN_ALIGN)
#define TARN_LT_46_(size, blocks, share, overflow) +((size) < 46 * TARN_ALIGN)
#define TARN_LT_47_(size, blocks, share, overflow) +((size) < 47 * TARN_ALIGN)
#define TARN_LT_48_(size, blocks, share, overflow) +((size) < 48 * TARN_ALIGN)
#define TARN_LT_49_(size, blocks, share, overflow) +((size) < 49 * TARN_ALIGN)
#define TARN_LT_50_(size, blocks, share, overflow) +((size) < 50 * TARN_ALIGN)
#define TARN_LT_51_(size, blocks, share, overflow) +((size) < 51 * TARN_ALIGN)
#define TARN_LT_52_(size, blocks, share, overflow) +((size) < 52 * TARN_ALIGN)
#define TARN_LT_53_(size, blocks, share, overflow) +((size) < 53 * TARN_ALIGN)
#define TARN_LT_54_(size, blocks, share, overflow) +((size) < 54 * TARN_ALIGN)
#define TARN_LT_55_(size, blocks, share, overflow) +((size) < 55 * TARN_ALIGN)
#define TARN_LT_56_(size, blocks, share, overflow) +((size) < 56 * TARN_ALIGN)
#define TARN_LT_57_(size, blocks, share, overflow) +((size) < 57 * TARN_ALIGN)
#define TARN_LT_58_(size, blocks, share, overflow) +((size) < 58 * TARN_ALIGN)
#define TARN_LT_59_(size, blocks, share, overflow) +((size) < 59 * TARN_ALIGN)
#define TARN_LT_60_(size, blocks, share, overflow) +((size) < 60 * TARN_ALIGN)
#define TARN_LT_61_(size, blocks, share, overflow) +((size) < 61 * TARN_ALIGN)
#define TARN_LT_62_(size, blocks, share, overflow) +((size) < 62 * TARN_ALIGN)
#define TARN_LT_63_(size, blocks, share, overflow) +((size) < 63 * TARN_ALIGN)
#define TARN_LT_64_(size, blocks, share, overflow) +((size) < 64 * TARN_ALIGN)

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
