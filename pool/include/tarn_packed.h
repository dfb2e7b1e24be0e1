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
 *   TARN_PACKED(sparks, SPARKS);                  the type `struct sparks` and its functions
 *   TARN_PACKED_MEMORY(memory, SPARKS, 500);      static memory for 500; or sparks_make()
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
 * SPARSE of at most 0. All of this is C11, and no C++: there, it goes behind functions of a C file.
 *
 * Context: one at a time. An array takes no lock, because its users hold indices that any other
 * call may change: where an interrupt handler or another thread wants an element, let it put the
 * wish into an object pool or a queue. Memory from a heap (name_make) is taken under its lock. */
#ifndef TARN_PACKED_H
#define TARN_PACKED_H

#include "tarn.h"
#include "tarn_packed_loops.h"

#ifdef __cplusplus
extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
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
	void *memory; /* from `heap`, or NULL */
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

/* TARN_PACKED(name, LIST) declares `struct name`, the type `name_handle` (8 bytes, a value: an
 * entity's id; all zero: none) and the functions below, where `array` is a `struct name *`. A
 * static or zeroed `struct name` is an array of capacity 0. Costs: instructions on a Cortex-M4.
 *
 * bool name_init(array, void *memory, size_t bytes, uint32_t capacity)
 *     Makes an array of `capacity` elements over memory of the caller's, as TARN_PACKED_MEMORY
 *     reserves it. An array that was there before is destroyed first (its memory must still be
 *     there). O(1): no element is touched.
 *     faults   TARN_FAULT_CAPACITY, false: capacity is 0, above TARN_PACKED_MAX, or does not fit
 *              TARN_FAULT_OVERLAP, false, nothing changed: the memory is a heap's, or a pool's
 *              (tarn_init says what that means). Arrays are on no registry: memory of two of them
 *              is not noticed
 *
 * bool name_make(array, struct tarn_heap *heap, uint32_t capacity)
 *     The same with a block of `heap`. False also iff the heap refuses it.
 *
 * void name_destroy(array)
 *     All inactive, every handle stale for good; gives the block of name_make back.
 *     O(slots ever made).
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
#define TARN_PACKED(name, LIST)                                                                    \
	struct name {                                                                              \
		struct tarn_packed packed;                                                         \
		LIST(TARN_PK_FIELD_, TARN_PK_FIELD_, TARN_PK_SPARSE_FIELD_)                        \
	};                                                                                         \
	typedef struct {                                                                           \
		uint32_t slot;                                                                     \
		uint32_t generation;                                                               \
	} name##_handle;                                                                           \
	struct name##_order_ {                                                                     \
		const struct name *array;                                                          \
		bool (*before)(const struct name *, uint32_t, uint32_t);                           \
	};                                                                                         \
	LIST(TARN_PK_RIGHT_, TARN_PK_RIGHT_, TARN_PK_SPARSE_RIGHT_)                                \
	TARN_PK_MADE_ void name##_destroy(struct name *array_)                                     \
	{                                                                                          \
		LIST(TARN_PK_NOTHING_, TARN_PK_NOTHING_, TARN_PK_SPARSE_EMPTY_)                    \
		tarn_packed_close(&array_->packed);                                                \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_open_(struct name *array_, struct tarn_heap *heap_,              \
					void *memory_, size_t bytes_, uint32_t capacity_)          \
	{                                                                                          \
		char *at_;                                                                         \
		name##_destroy(array_);                                                            \
		at_ = tarn_packed_open(&array_->packed, heap_, memory_, bytes_,                    \
				       TARN_PACKED_BYTES(LIST, capacity_), capacity_);             \
		if (!at_)                                                                          \
			return false;                                                              \
		LIST(TARN_PK_PLACE_, TARN_PK_PLACE_, TARN_PK_SPARSE_PLACE_)                        \
		return true;                                                                       \
	}                                                                                          \
	TARN_MUST_USE TARN_PK_MADE_ bool name##_init(struct name *array_, void *memory_,           \
						     size_t bytes_, uint32_t capacity_)            \
	{                                                                                          \
		return tarn_packed_given(&array_->packed, memory_, bytes_,                         \
					 TARN_PACKED_BYTES(LIST, capacity_)) &&                    \
		       name##_open_(array_, NULL, memory_, bytes_, capacity_);                     \
	}                                                                                          \
	TARN_MUST_USE TARN_PK_MADE_ bool name##_make(struct name *array_, struct tarn_heap *heap_, \
						     uint32_t capacity_)                           \
	{                                                                                          \
		return name##_open_(array_, heap_, NULL, 0, capacity_);                            \
	}                                                                                          \
	TARN_PK_MADE_ uint32_t name##_activate(struct name *array_)                                \
	{                                                                                          \
		bool used_ = array_->packed.count < array_->packed.peak;                           \
		uint32_t index_ = tarn_packed_take(&array_->packed);                               \
		if (index_ != TARN_NONE) {                                                         \
			LIST(TARN_PK_OPEN_, TARN_PK_OPEN_KEPT_, TARN_PK_NOTHING_)                  \
		}                                                                                  \
		(void)used_;                                                                       \
		return index_;                                                                     \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_deactivate(struct name *array_, uint32_t index_)                 \
	{                                                                                          \
		uint32_t last_ = array_->packed.count - 1;                                         \
		LIST(TARN_PK_NOTHING_, TARN_PK_NOTHING_, TARN_PK_SPARSE_DROP_)                     \
		if (!tarn_packed_give(&array_->packed, index_))                                    \
			return false;                                                              \
		LIST(TARN_PK_MOVE_, TARN_PK_SWAP_, TARN_PK_NOTHING_)                               \
		(void)last_;                                                                       \
		return true;                                                                       \
	}                                                                                          \
	TARN_PK_MADE_ void name##_clear(struct name *array_)                                       \
	{                                                                                          \
		while (array_->packed.count)                                                       \
			name##_deactivate(array_, array_->packed.count - 1);                       \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_swap(struct name *array_, uint32_t index_, uint32_t last_)       \
	{                                                                                          \
		if (!tarn_packed_exchange(&array_->packed, index_, last_))                         \
			return false;                                                              \
		LIST(TARN_PK_SWAP_, TARN_PK_SWAP_, TARN_PK_NOTHING_)                               \
		return true;                                                                       \
	}                                                                                          \
	TARN_PK_MADE_ bool name##_before_(const void *order_, uint32_t i_, uint32_t j_)            \
	{                                                                                          \
		const struct name##_order_ *order = (const struct name##_order_ *)order_;          \
		return order->before(order->array, i_, j_);                                        \
	}                                                                                          \
	TARN_PK_MADE_ void name##_sort(struct name *array_,                                        \
				       bool (*before_)(const struct name *, uint32_t, uint32_t))   \
	{                                                                                          \
		const struct name##_order_ order_ = {array_, before_};                             \
		tarn_packed_order(&array_->packed, name##_before_, &order_);                       \
		for (uint32_t index_ = 0; index_ < array_->packed.count; index_++) {               \
			uint32_t last_;                                                            \
			while ((last_ = tarn_packed_settle(&array_->packed, index_)) != index_) {  \
				LIST(TARN_PK_SWAP_, TARN_PK_SWAP_, TARN_PK_NOTHING_)               \
			}                                                                          \
		}                                                                                  \
	}                                                                                          \
	TARN_PK_MADE_ name##_handle name##_handle_of(const struct name *array_, uint32_t index_)   \
	{                                                                                          \
		name##_handle handle_ = {0, 0};                                                    \
		if (index_ < array_->packed.count) {                                               \
			handle_.slot = array_->packed.owner[index_];                               \
			handle_.generation = array_->packed.slot[handle_.slot].generation;         \
		}                                                                                  \
		return handle_;                                                                    \
	}                                                                                          \
	TARN_PK_MADE_ uint32_t name##_index(const struct name *array_, name##_handle handle_)      \
	{                                                                                          \
		return tarn_packed_index(&array_->packed, handle_.slot, handle_.generation);       \
	}                                                                                          \
	TARN_PK_MADE_ uint32_t name##_check(const struct name *array_)                             \
	{                                                                                          \
		uint32_t broken_ = tarn_packed_check(&array_->packed);                             \
		LIST(TARN_PK_CHECK_, TARN_PK_NOTHING_, TARN_PK_SPARSE_CHECK_)                      \
		return broken_;                                                                    \
	}                                                                                          \
	struct name

/* The bytes of an array of `capacity` elements of this LIST: a constant where `capacity` is. The
 * sizing law, with the most that alignment can take. */
#define TARN_PACKED_BYTES(LIST, capacity)                                                      \
	((uint64_t)(capacity) *                                                                \
		 (sizeof(struct tarn_packed_slot) +                                            \
		  sizeof(uint32_t) LIST(TARN_PK_EACH_, TARN_PK_EACH_, TARN_PK_SPARSE_EACH_)) + \
	 16 LIST(TARN_PK_ONCE_, TARN_PK_ONCE_, TARN_PK_SPARSE_ONCE_))

/* Static memory, aligned to 8, for an array of `capacity` elements of this LIST. Fails the build on
 * a capacity of 0, or above TARN_PACKED_MAX, or below what a SPARSE may hold. */
#define TARN_PACKED_MEMORY(memory, LIST, capacity)                                            \
	_Static_assert((int64_t)(capacity) > 0 && (capacity) <= TARN_PACKED_MAX,              \
		       #memory ": a capacity is 1 to TARN_PACKED_MAX, not " #capacity);       \
	_Static_assert(sizeof(union {                                                         \
			       char none;                                                     \
			       LIST(TARN_PK_NOTHING_, TARN_PK_NOTHING_, TARN_PK_SPARSE_MOST_) \
		       }) <= (capacity),                                                      \
		       #memory ": a SPARSE of more components than elements");                \
	static _Alignas(8) unsigned char memory[TARN_PACKED_BYTES(LIST, (capacity))]

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

/* ---- The rest is how. packed/packed.c and packed/sparse.c keep the books --------- */

char *tarn_packed_open(struct tarn_packed *packed, struct tarn_heap *heap, void *memory,
		       size_t bytes, uint64_t needs, uint32_t capacity);
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
void tarn_column_dig(void *place, size_t bytes, bool used);
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

#define TARN_PK_MADE_ static inline __attribute__((unused))
#define TARN_PK_NOTHING_(...)

#define TARN_PK_RIGHT_(type, field)                                               \
	_Static_assert(sizeof(type), "column " #field ": its type has no bytes"); \
	_Static_assert(!__builtin_types_compatible_p(type *, const type *),       \
		       "column " #field ": its type is const");
#define TARN_PK_SPARSE_RIGHT_(type, field, most)                         \
	TARN_PK_RIGHT_(type, field)                                      \
	_Static_assert((int64_t)(most) > 0 && (most) <= TARN_PACKED_MAX, \
		       "SPARSE " #field ": 1 to TARN_PACKED_MAX components, not " #most);
#define TARN_PK_SPARSE_MOST_(type, field, most) char field[most];

#define TARN_PK_ALIGN_(type)                    (_Alignof(type) > 8 ? _Alignof(type) : 8)
#define TARN_PK_EACH_(type, field)              +sizeof(type)
#define TARN_PK_ONCE_(type, field)              +TARN_PK_ALIGN_(type)
#define TARN_PK_SPARSE_EACH_(type, field, most) +sizeof(uint32_t)
#define TARN_PK_SPARSE_ONCE_(type, field, most) \
	+16 + (uint64_t)(most) * (sizeof(uint32_t) + sizeof(type)) + TARN_PK_ALIGN_(type)

#define TARN_PK_FIELD_(type, field) type *field;
#define TARN_PK_PLACE_(type, field) \
	array_->field =             \
		tarn_column_place(&at_, sizeof(type) * (uint64_t)capacity_, TARN_PK_ALIGN_(type));
/* The largest type that every compiler moves by instructions of its own. */
#ifdef __ARM_ARCH_6M__
#define TARN_PK_INLINE_(type) (_Alignof(type) == 4 ? 48 : _Alignof(type))
#else
#define TARN_PK_INLINE_(type) (_Alignof(type) >= 4 ? 64 : _Alignof(type))
#endif
#define TARN_PK_SMALL_(type) (sizeof(type) <= TARN_PK_INLINE_(type))
#define TARN_PK_SHIFT_(type, field)                           \
	if (TARN_PK_SMALL_(type))                             \
		array_->field[index_] = array_->field[last_]; \
	else                                                  \
		tarn_column_move(&array_->field[index_], &array_->field[last_], sizeof(type));
#define TARN_PK_SWAP_(type, field)                                                             \
	if (TARN_PK_SMALL_(type)) {                                                            \
		type held_ = array_->field[index_];                                            \
		array_->field[index_] = array_->field[last_];                                  \
		array_->field[last_] = held_;                                                  \
	} else {                                                                               \
		tarn_column_swap(&array_->field[index_], &array_->field[last_], sizeof(type)); \
	}
#define TARN_PK_OPEN_KEPT_(type, field) \
	if (!used_)                     \
		tarn_column_clear(&array_->field[index_], sizeof(type));
#if TARN_HARDEN >= 2
#define TARN_PK_OPEN_(type, field) tarn_column_dig(&array_->field[index_], sizeof(type), used_);
#define TARN_PK_MOVE_(type, field)  \
	TARN_PK_SHIFT_(type, field) \
	tarn_column_bury(&array_->field[last_], sizeof(type));
#define TARN_PK_CHECK_(type, field)                                                 \
	if (!broken_ && array_->packed.capacity &&                                  \
	    !tarn_column_buried(&array_->field[array_->packed.count], sizeof(type), \
				array_->packed.peak - array_->packed.count))        \
		broken_ = 5;
#else
#define TARN_PK_OPEN_(type, field)
#define TARN_PK_MOVE_(type, field) TARN_PK_SHIFT_(type, field)
#define TARN_PK_CHECK_(type, field)
#endif

#define TARN_PK_SPARSE_FIELD_(type, field, most) \
	struct {                                 \
		struct tarn_sparse set;          \
		type *at;                        \
	} field;
#define TARN_PK_SPARSE_PLACE_(type, field, limit)                                                \
	array_->field.set.most = (limit);                                                        \
	array_->field.set.bytes = sizeof(type);                                                  \
	tarn_sparse_place(&array_->field.set, capacity_, &at_);                                  \
	array_->field.at =                                                                       \
		tarn_column_place(&at_, sizeof(type) * (uint64_t)(limit), TARN_PK_ALIGN_(type)); \
	array_->field.set.data = array_->field.at;
#define TARN_PK_SPARSE_EMPTY_(type, field, most)                 \
	array_->field.set.count = array_->field.set.grouped = 0; \
	array_->field.set.next = NULL;
#define TARN_PK_SPARSE_DROP_(type, field, most) \
	tarn_sparse_drop(&array_->packed, &array_->field.set, index_);
#define TARN_PK_SPARSE_CHECK_(type, field, most) \
	if (!broken_)                            \
		broken_ = tarn_sparse_check(&array_->packed, &array_->field.set);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
