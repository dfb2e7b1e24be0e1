/* SPDX-License-Identifier: MIT
 * Packed arrays: live elements lie dense at the front, so that an update is a straight walk over
 * [0, count) without a test; handles stay true while elements move. An element is a row of
 * columns, each an array of its own (structure of arrays):
 *
 *   #define SPARKS(COLUMN, KEEP, SPARSE)     \
 *           COLUMN(struct vector, position)  \
 *           COLUMN(struct vector, velocity)  \
 *           COLUMN(uint16_t, frames)         \
 *           KEEP(struct trail *, trail)      \
 *           SPARSE(struct light, light, 16)
 *   TARN_PACKED_DECLARE(sparks, SPARKS);          in a header: the type, its functions, the array
 *   TARN_PACKED_DEFINE(sparks, SPARKS, 500);      in one C file: the array, with memory for 500
 *
 *   static void fly(TARN_COLUMNS(sparks, position, velocity))
 *   {
 *           for (uint32_t i = 0; i < count; i++)
 *                   position[i] = add(position[i], velocity[i]);
 *   }
 *   fly(tarn_columns(&sparks, position, velocity));
 *
 * COLUMN  a plain array: `sparks.position[i]` of element i. An inactive element has no contents.
 * KEEP    the same, but the contents outlive inactivity: they are swapped, not overwritten, never
 *         filled, and all zero when an element is made for the first time. For what is created
 *         once and costs: a buffer, a connection.
 * SPARSE  an array of its own order for a component that not every element has; at most 16 here.
 *         `sparks.light.at[k]`, k < `sparks.light.set.count`, dense as well.
 *
 * The sizing law. An array of N elements takes
 *     (12 + sum of the columns' sizes + 4 for each SPARSE) N
 *     + for each SPARSE of at most M: (4 + size) M  + alignment, less than 8 for each array
 * bytes (more where a type is aligned to more than 8).
 *
 * A column's type can be assigned: no array, nothing with a const member; a struct around an array
 * can. Anything else does not compile, nor do two columns of one name, one named `packed`, or a
 * SPARSE of at most 0. Nor does a pointer or handle of another array compile (tarn_declare.h).
 * All of this is C11. C++ has the same arrays in tarn_packed.hpp (port/cxx).
 *
 * Context: one at a time. An array takes no lock, because its users hold indices that any other
 * call may change: where an interrupt handler or another thread wants an element, let it put the
 * wish into an object pool or a queue. Memory from a heap (name_make) is taken under its lock. */
#ifndef TARN_PACKED_H
#define TARN_PACKED_H

#include "tarn.h"
#include "tarn_packed_declare.h"
#include "tarn_packed_loops.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* No index: of no element. */
#define TARN_NONE UINT32_MAX

/* The largest capacity. */
#define TARN_PACKED_MAX (UINT32_C(1) << 24)

/* What is the same in every array; the fields down to `refused` are for reading. */
struct tarn_packed {
	uint32_t count;    /* live elements: indices 0 to count - 1 */
	uint32_t capacity; /* 0: not initialised */
	uint32_t peak;     /* the most that were ever live */
	uint32_t refused;  /* activations answered with TARN_NONE */
	uint32_t placed;   /* indices below have an owner */
	uint32_t slots;    /* of them made so far; more than `placed` where some retired */
	uint32_t origin;   /* of all generations: where the first array in this struct began; odd */
	uint32_t born;     /* the generation that a new slot begins with; even */
	struct tarn_packed_slot *slot;
	uint32_t *owner; /* of each index below `placed`: its slot */
	struct tarn_heap *heap;
	const char *label; /* its name, for faults; NULL before its first name_init or name_make */
	void (*give_back)(struct tarn_packed *packed); /* its memory to `heap`, or NULL */
};

/* An element's lasting identity. Generations count activations and deactivations: odd is live. */
struct tarn_packed_slot {
	uint32_t generation;
	uint32_t index;
};

/* The part of a SPARSE column that is the same in all; the fields down to `refused` are for
 * reading. */
struct tarn_sparse {
	uint32_t count;   /* elements that have the component */
	uint32_t grouped; /* the first so many: those that have all components of its group */
	uint32_t most;
	uint32_t peak;
	uint32_t refused;
	uint32_t bytes;  /* of a component */
	uint32_t *place; /* of each slot: where its component lies, if owner[place] is the slot */
	uint32_t *owner; /* of each component: the slot of the element that has it */
	void *data;
	struct tarn_sparse *next; /* of its group, in a ring; NULL: in no group */
};

/* TARN_PACKED_DECLARE(name, LIST)
 *     Declares `struct name`, the type `name_handle` (8 bytes, a value: an entity's id; all zero:
 *     none), the functions below, where `array` is a `struct name *`, and the array `name`. In a
 *     header, or in the one C file that uses them. Files for which the columns lie in two ways do
 *     not link (tarn_declare.h).
 *
 * TARN_PACKED_DEFINE(name, LIST, capacity)
 *     Defines the array `name`, over static memory that need not be cleared. It is ready without a
 *     call: name_init, name_make and what they need are not linked. In one C file: a program with
 *     two does not link. LIST is the one of the DECLARE. The constant `name_capacity` is `capacity`.
 *
 * TARN_PACKED_DEFINE_IN(name, LIST, capacity, ".dtcm")
 *     The same with the memory in a section of the linker script, which says
 *         .dtcm (NOLOAD) : { tarn_section.dtcm = .; *(.dtcm) } > DTCM
 *     A program whose script does not have it does not link (tarn_declare.h).
 *
 * Without a DEFINE there is the type alone: for a `struct name` of the program's own, static or
 * zeroed, which is an array of capacity 0 up to its name_init or name_make.
 *
 * Costs below: instructions on a Cortex-M4.
 *
 * bool name_init(array, void *memory, size_t bytes, uint32_t capacity)
 *     Makes an array of `capacity` elements over memory of the caller's: at any address,
 *     TARN_PACKED_BYTES(LIST, capacity) bytes. An array that was there before is destroyed first
 *     (its memory must still be there). O(1): no element is touched.
 *     faults   TARN_FAULT_CAPACITY, false: capacity is 0, above TARN_PACKED_MAX, or does not fit
 *              TARN_FAULT_OVERLAP, false, nothing changed: the memory is a heap's, or a pool's
 *              (tarn_init says what that means). Arrays are on no registry: memory of two of them
 *              is not noticed
 *
 * bool name_make(array, struct tarn_heap *heap, uint32_t capacity)
 *     The same with a block of `heap`, which may not be NULL. False also iff the heap refuses it.
 *     With TARN_TAGS (tarn_tag.h) it is charged to the current tag. The array never takes more.
 *
 * void name_destroy(array)
 *     All inactive, every handle stale for good; gives the block of name_make back. The array has
 *     no memory any more, that of a DEFINE neither (name_clear empties it). O(slots ever made).
 *
 * uint32_t name_activate(array)
 *     One more live element, the last: returns its index. Its COLUMNs hold nothing (0xdeadbeef
 *     from level 2 on), its KEEPs what they last held, and it has no SPARSE.
 *     returns  TARN_NONE iff `capacity` elements are live or retired
 *     cost     about 30, no element is moved
 *     faults   level 2: TARN_FAULT_USE_AFTER_FREE, an inactive element was written to; goes on
 *
 * bool name_deactivate(array, uint32_t index)
 *     The element dies, its handles are stale; the last live one moves to `index`, with all its
 *     columns, and keeps its handles. A walk that deactivates visits each element once if it then
 *     stays where it is:
 *         for (uint32_t i = 0; i < sparks.packed.count;) {
 *                 if (sparks.frames[i] == 0)
 *                         sparks_deactivate(&sparks, i);
 *                 else
 *                         i++;
 *         }
 *     So does a walk from the end, which needs no `else`.
 *     cost     about 40, and for each column a move (COLUMN: of one element; KEEP: a swap)
 *     faults   level 1, false, nothing changed: TARN_FAULT_STALE for TARN_NONE, which is what
 *              name_index says of a stale handle; TARN_FAULT_INDEX for any other index that is
 *              not live
 *
 * name_handle name_handle_of(array, uint32_t index)
 *     The element's handle: names it wherever it moves. The zero handle for an index that is
 *     not live.
 *
 * uint32_t name_index(array, name_handle handle)
 *     Where the element is now: its index in every COLUMN and KEEP. O(1).
 *     returns  TARN_NONE iff the handle is stale: its element was deactivated, whatever became of
 *              its slot. Never wrong: a slot whose 2^31 - 1 lives are used up retires, and
 *              is one element of capacity less. A handle of another array: of another type it
 *              does not compile; of the same type it is as good as always found stale,
 *              because each array's generations begin elsewhere.
 *
 * bool name_swap(array, uint32_t i, uint32_t j)
 *     Two live elements change places, in all columns: for keeping an order. Handles stay true.
 *     faults   level 1: TARN_FAULT_INDEX
 *
 * void name_sort(array, bool (*before)(const struct name *array, uint32_t i, uint32_t j))
 *     Puts the live elements in order, in all columns. Stable: i and j keep their order where
 *     neither is before the other. Handles stay true. `before` may read columns and call tarn_find,
 *     and nothing else of the array. Whatever it answers, the array stays whole.
 *     cost     a merge sort of lists: at most count x log2(runs), rounded up, + count calls of
 *              `before`, where a run is an ascending sequence, and count - 1 swaps. A sorted array
 *              costs count - 1 calls and no swap. Takes 100 bytes of stack and no other memory
 *
 * void name_clear(array)
 *     Deactivates all, from the last to the first. O(live).
 *
 * uint32_t name_check(array)
 *     0, or the number of the first invariant that is broken (pool/packed/README.md). O(peak).
 *
 * SPARSE columns, by the index of an element. `column` is the name of one; `array` is evaluated
 * more than once:
 *
 * uint32_t tarn_attach(array, column, index)
 *     Gives the element the component: returns k, its place in `column.at`; an element that has
 *     it keeps it. TARN_NONE iff `most` elements have it. Faults as name_deactivate.
 *     cost     about 45; 105 if the element so enters a group of two columns of words
 * bool tarn_detach(array, column, index)
 *     Takes it away (the last one moves to its place); false iff the element has none.
 *     name_deactivate does so by itself.
 *     cost     about 75, and a move; 110 if the element so leaves such a group
 * uint32_t tarn_find(array, column, index)
 *     Where its component lies in `column.at`; TARN_NONE iff it has none. O(1), inline: about 15.
 * uint32_t tarn_owner(array, column, k)
 *     The index of the element that has component k < column.set.count. O(1).
 * uint32_t tarn_sibling(array, column, k, other)
 *     Where the element that has component k of `column` has its `other`: tarn_find of tarn_owner, at
 *     half the price. TARN_NONE iff it has none. O(1).
 * bool tarn_group(array, column, column, ...)
 *     Makes a group of 2 to 8 columns. From now on, the components of elements that have all of them
 *     stand first in each column, in the same order: place k < `column.set.grouped` belongs to one
 *     element in all. A loop over what the columns join is then a plain loop (tarn_components). The
 *     group ends as the array is destroyed or made anew.
 *     cost     O(components in the first column), once. Then tarn_attach, tarn_detach and
 *              name_deactivate swap at most one component more in each column of the group. Each
 *              of these calls may change the place k of others
 *     faults   TARN_FAULT_GROUP, false, nothing changed: fewer than two columns, a column twice, a
 *              column that is in a group, an array that was not made
 *
 * Loops over columns: tarn_packed_loops.h. */

/* The bytes of an array of `capacity` elements of this LIST: a constant where `capacity` is. The
 * sizing law, with the most that alignment can take. */
#define TARN_PACKED_BYTES(LIST, capacity)                                                        \
	((uint64_t)(capacity) *                                                                  \
		 (TARN_PK_EACH_SLOT_ LIST(TARN_PK_EACH_, TARN_PK_EACH_, TARN_PK_SPARSE_EACH_)) + \
	 TARN_PK_ONCE_SLOT_ LIST(TARN_PK_ONCE_, TARN_PK_ONCE_, TARN_PK_SPARSE_ONCE_))

#define TARN_PACKED_DEFINE(name, LIST, capacity)     \
	TARN_FILE_SCOPE_(name, "TARN_PACKED_DEFINE") \
	TARN_PK_DEFINE_(name, LIST, capacity, )
#define TARN_PACKED_DEFINE_IN(name, LIST, capacity, section) \
	TARN_FILE_SCOPE_(name, "TARN_PACKED_DEFINE_IN")      \
	TARN_SECTION_EXISTS_(section)                        \
	TARN_PK_DEFINE_(name, LIST, capacity, TARN_SECTION_(section))

/* What was once written otherwise. */
#define TARN_PACKED(name, LIST)                                                                    \
	_Static_assert(0, #name ": TARN_PACKED is now TARN_PACKED_DECLARE(" #name ", " #LIST       \
				"), and TARN_PACKED_DEFINE(" #name ", " #LIST ", capacity) once"); \
	TARN_PACKED_DECLARE(name, LIST)
#define TARN_PACKED_MEMORY(memory, LIST, capacity)                                       \
	_Static_assert(0, #memory ": TARN_PACKED_DEFINE(name, " #LIST ", " #capacity     \
				  ") reserves memory, and needs no TARN_PACKED_MEMORY"); \
	extern unsigned char memory[TARN_PACKED_BYTES(LIST, capacity)]

#define tarn_attach(array, column, index) \
	tarn_sparse_attach(&(array)->packed, &(array)->column.set, (index))
#define tarn_detach(array, column, index) \
	tarn_sparse_detach(&(array)->packed, &(array)->column.set, (index))
#define tarn_find(array, column, index) \
	tarn_sparse_find(&(array)->packed, &(array)->column.set, (index))
#define tarn_owner(array, column, k) tarn_sparse_owner(&(array)->packed, &(array)->column.set, (k))
#define tarn_sibling(array, column, k, other) \
	tarn_sparse_sibling(&(array)->column.set, (k), &(array)->other.set)
#define tarn_group(array, ...)    \
	tarn_sparse_group(        \
		&(array)->packed, \
		(struct tarn_sparse *[]){TARN_PK_MAP_(TARN_PK_SET_, array, __VA_ARGS__), NULL})

/* ---- The rest is how, and tarn_packed_declare.h. pool/packed keeps the books -------------- */

char *tarn_packed_open(struct tarn_packed *packed, void *memory, size_t bytes, uint64_t needs,
		       uint32_t capacity);
char *tarn_packed_make(struct tarn_packed *packed, struct tarn_heap *heap, uint64_t needs,
		       uint32_t capacity);
bool tarn_packed_given(const struct tarn_packed *packed, const void *memory, size_t bytes,
		       uint64_t needs);
void tarn_packed_close(struct tarn_packed *packed);
uint32_t tarn_packed_take(struct tarn_packed *packed);
bool tarn_packed_give(struct tarn_packed *packed, uint32_t index);
bool tarn_packed_exchange(struct tarn_packed *packed, uint32_t i, uint32_t j);
uint32_t tarn_packed_check(const struct tarn_packed *packed);
/* Has slot[].index say where each element belongs; tarn_packed_settle puts them there. */
void tarn_packed_order(struct tarn_packed *packed,
		       bool (*before)(const void *context, uint32_t i, uint32_t j),
		       const void *context);

uint32_t tarn_sparse_attach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index);
bool tarn_sparse_detach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index);
/* `columns` ends with NULL. */
bool tarn_sparse_group(const struct tarn_packed *packed, struct tarn_sparse *const *columns);
void tarn_sparse_drop(const struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index);
void tarn_sparse_place(struct tarn_sparse *sparse, uint32_t capacity, char **at);
uint32_t tarn_sparse_check(const struct tarn_packed *packed, const struct tarn_sparse *sparse);

/* Memory for one column, aligned, at `*at`, which moves on. */
void *tarn_column_place(char **at, uint64_t bytes, size_t align);
/* Large elements move without the compiler's help, which would be a call of memcpy. */
void tarn_column_move(void *to, const void *from, size_t bytes);
void tarn_column_swap(void *a, void *b, size_t bytes);
/* An element's place: `bury` fills it with 0x1deadb0b, `dig` verifies that (if it was `used`)
 * and fills it with 0xdeadbeef. */
void tarn_column_clear(void *place, size_t bytes);
void tarn_column_bury(void *place, size_t bytes);
void tarn_column_dig(const struct tarn_packed *packed, void *place, size_t bytes, bool used);
bool tarn_column_buried(const void *place, size_t bytes, uint32_t elements);

/* Odd: what is not live has no handle, whatever the bits of one may say. */
static inline uint32_t tarn_packed_index(const struct tarn_packed *packed, uint32_t slot,
					 uint32_t generation)
{
	if (slot < packed->slots && packed->slot[slot].generation == generation && generation & 1)
		return packed->slot[slot].index;
	return TARN_NONE;
}

/* Where the element at `index` belongs; it trades slots with the one that is there. */
static inline uint32_t tarn_packed_settle(struct tarn_packed *packed, uint32_t index)
{
	uint32_t slot = packed->owner[index];
	uint32_t place = packed->slot[slot].index;

	packed->owner[index] = packed->owner[place];
	packed->owner[place] = slot;
	return place;
}

/* What `place` says is believed only where `owner` says the same: it is never cleared. */
static inline uint32_t tarn_sparse_place_of(const struct tarn_sparse *sparse, uint32_t slot)
{
	uint32_t k = sparse->place[slot];

	return k < sparse->count && sparse->owner[k] == slot ? k : TARN_NONE;
}

static inline uint32_t tarn_sparse_find(const struct tarn_packed *packed,
					const struct tarn_sparse *sparse, uint32_t index)
{
	return index < packed->count ? tarn_sparse_place_of(sparse, packed->owner[index])
				     : TARN_NONE;
}

static inline uint32_t tarn_sparse_owner(const struct tarn_packed *packed,
					 const struct tarn_sparse *sparse, uint32_t k)
{
	return k < sparse->count ? packed->slot[sparse->owner[k]].index : TARN_NONE;
}

static inline uint32_t tarn_sparse_sibling(const struct tarn_sparse *sparse, uint32_t k,
					   const struct tarn_sparse *other)
{
	return k < sparse->count ? tarn_sparse_place_of(other, sparse->owner[k]) : TARN_NONE;
}

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
