/* SPDX-License-Identifier: MIT
 * Loops over the columns of a packed array (tarn_packed.h, which includes this). A function that
 * gets columns as arguments is faster than one that reads them from `struct name`. There, a store
 * may change the count, the address of a column, or another column. Here the compiler knows that
 * none does. It keeps count and addresses in registers, and can use vectors:
 *
 *   static void fall(TARN_COLUMNS(sparks, position, velocity), int32_t gravity)
 *   {
 *           for (uint32_t i = 0; i < count; i++) {
 *                   velocity[i].y += gravity;
 *                   position[i].y += velocity[i].y;
 *           }
 *   }
 *   fall(tarn_columns(&sparks, position, velocity), 10);
 *
 * TARN_COLUMNS(name, column, ...)       the first parameters of a function: uint32_t count, and
 *                                       for each COLUMN or KEEP `type *restrict column`
 * tarn_columns(array, column, ...)      their arguments in its call: `count` is the live elements
 *
 * TARN_COMPONENTS(name, column, ...)    the same for SPARSE columns, indexed by k < count
 * tarn_components(array, column, ...)   of one column, `count` is the elements that have it; of
 *     more, which must be in one group (tarn_group), the elements that have all of the group
 *     faults   TARN_FAULT_GROUP, and `count` is 0: they are not in one group
 *
 * There are 1 to 8 columns, in the same order in the function and in the call. Two columns of one
 * type in swapped order are not detected. `array` is evaluated once for each column and once more.
 *
 * `restrict` is a promise. The function reaches these columns by its parameters only. Each column
 * is passed once. The function may activate elements, which its `count` does not have. It calls
 * nothing that moves elements or components: no deactivate, swap, sort, clear, attach, detach or
 * group. Tarn does not detect a breach. */
#ifndef TARN_PACKED_LOOPS_H
#define TARN_PACKED_LOOPS_H

#include "tarn.h"

#define TARN_COLUMNS(name, ...) uint32_t count, TARN_PK_MAP_(TARN_PK_COLUMN_, name, __VA_ARGS__)
#define tarn_columns(array, ...) \
	(array)->TARN_PK_BASE_.count, TARN_PK_MAP_(TARN_PK_OF_, array, __VA_ARGS__)
#define TARN_COMPONENTS(name, ...) \
	uint32_t count, TARN_PK_MAP_(TARN_PK_COMPONENT_, name, __VA_ARGS__)
#define tarn_components(array, ...)                                                              \
	tarn_sparse_joined(                                                                      \
		&(array)->TARN_PK_BASE_,                                                         \
		(struct tarn_sparse *[]){TARN_PK_MAP_(TARN_PK_SET_, array, __VA_ARGS__), NULL}), \
		TARN_PK_MAP_(TARN_PK_AT_, array, __VA_ARGS__)

/* ---- Private: `what` of each column, with commas between ------------------------------------ */

TARN_C_BEGIN_
/* `columns` ends with NULL. */
struct tarn_packed;
struct tarn_sparse;
uint32_t tarn_sparse_joined(const struct tarn_packed *array, struct tarn_sparse *const *columns);
TARN_C_END_

#define TARN_PK_TYPE_(name, place)       __typeof__(*((struct name *)0)->place)
#define TARN_PK_COLUMN_(name, column)    TARN_PK_TYPE_(name, column) *restrict column
#define TARN_PK_COMPONENT_(name, column) TARN_PK_TYPE_(name, column.at) *restrict column
#define TARN_PK_OF_(array, column)       (array)->column
#define TARN_PK_AT_(array, column)       (array)->column.at
#define TARN_PK_SET_(array, column)      &(array)->column.set

#define TARN_PK_MAP_(what, of, ...)                                                               \
	TARN_PK_17TH_(__VA_ARGS__, TARN_PK_MORE_, TARN_PK_MORE_, TARN_PK_MORE_, TARN_PK_MORE_,    \
		      TARN_PK_MORE_, TARN_PK_MORE_, TARN_PK_MORE_, TARN_PK_MORE_, TARN_PK_MAP_8_, \
		      TARN_PK_MAP_7_, TARN_PK_MAP_6_, TARN_PK_MAP_5_, TARN_PK_MAP_4_,             \
		      TARN_PK_MAP_3_, TARN_PK_MAP_2_, TARN_PK_MAP_1_, )                           \
	(what, of, __VA_ARGS__)
#define TARN_PK_17TH_(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q

#define TARN_PK_MORE_(...) a_loop_or_a_group_has_at_most_8_columns

#define TARN_PK_MAP_1_(what, of, column) what(of, column)
#define TARN_PK_MAP_2_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_1_(what, of, __VA_ARGS__)
#define TARN_PK_MAP_3_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_2_(what, of, __VA_ARGS__)
#define TARN_PK_MAP_4_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_3_(what, of, __VA_ARGS__)
#define TARN_PK_MAP_5_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_4_(what, of, __VA_ARGS__)
#define TARN_PK_MAP_6_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_5_(what, of, __VA_ARGS__)
#define TARN_PK_MAP_7_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_6_(what, of, __VA_ARGS__)
#define TARN_PK_MAP_8_(what, of, column, ...) \
	what(of, column), TARN_PK_MAP_7_(what, of, __VA_ARGS__)

#endif
