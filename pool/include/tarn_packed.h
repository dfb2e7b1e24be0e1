/* SPDX-License-Identifier: MIT
 * Packed arrays. The live elements lie side by side at the front, so an update is a plain loop over
 * [0, count) without a test. Handles stay valid while elements move. An element is a row of
 * *columns*, each an array of its own (structure of arrays):
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
 * COLUMN  a plain array: `sparks.position[i]` belongs to element i. An inactive element has no
 *         contents.
 * KEEP    the same, but the contents survive while the element is inactive. Tarn swaps them, and
 *         never overwrites or fills them. They are all zero when an element is made for the first
 *         time. For what is expensive to create: a buffer, a connection.
 * SPARSE  an array with an order of its own, for a component that not every element has. Here at
 *         most 16 have it. `sparks.light.at[k]`, k < `sparks.light.set.count`, lie side by side,
 *         too.
 *
 * The sizing law. An array of N elements takes
 *     (12 + sum of the columns' sizes + 4 for each SPARSE) N
 *     + for each SPARSE of at most M: (4 + size) M  + alignment, less than 8 for each array
 * bytes, and more if a type is aligned to more than 8.
 *
 * The type of a column must be assignable: no array, and no struct with a const member. A struct
 * around an array is. Any other type does not compile. Nor do two columns of one name, a column
 * named `packed`, or a SPARSE of at most 0. Nor does a pointer or handle of another array
 * (tarn_declare.h). All of this is C11. C++ has the same arrays in tarn_packed.hpp (pool/include).
 *
 * Context: one at a time. An array takes no lock, because its users hold indices, which any other
 * call may change. An interrupt handler or another thread that wants an element puts its request
 * into an object pool or a queue. Only memory from a heap (name_make) is taken under a lock, the
 * heap's. */
#ifndef TARN_PACKED_H
#define TARN_PACKED_H

#include "tarn.h"
#include "tarn_packed_declare.h"
#include "tarn_packed_loops.h"

/* Some files have macros of these names. */
#pragma push_macro("packed")
#undef packed
#pragma push_macro("slots")
#undef slots

TARN_C_BEGIN_

/* The index of no element. */
#define TARN_NONE UINT32_MAX

/* The largest capacity. */
#define TARN_PACKED_MAX (UINT32_C(1) << 24)

/* The part that is the same in every array. A program may read the fields down to `refused`. */
struct tarn_packed {
	uint32_t count;    /* live elements: indices 0 to count - 1 */
	uint32_t capacity; /* 0: not initialised */
	uint32_t peak;     /* the most that were ever live */
	uint32_t refused;  /* activations that returned TARN_NONE */
	uint32_t placed;   /* indices below have an owner */
	uint32_t slots;    /* made so far; more than `placed` if some retired */
	uint32_t origin;   /* where the generations of the first array in this struct began; odd */
	uint32_t born;     /* the generation that a new slot begins with; even */
	struct tarn_packed_slot *slot;
	uint32_t *owner; /* the slot of each index below `placed` */
	struct tarn_heap *heap;
	const char *label; /* its name, for faults; NULL before its first name_init or name_make */
	void (*give_back)(struct tarn_packed *packed); /* gives its memory to `heap`; or NULL */
	uintptr_t walking; /* a function of the program is called: where its stack began; or'ed
	                      with what it may do */
};

/* The lasting identity of an element. A generation counts activations and deactivations. It is odd
 * while the element is live. */
struct tarn_packed_slot {
	uint32_t generation;
	uint32_t index;
};

/* The part that is the same in every SPARSE column. A program may read the fields down to
 * `refused`. */
struct tarn_sparse {
	uint32_t count;   /* elements that have the component */
	uint32_t grouped; /* components at the front, of elements that have all of the group */
	uint32_t most;    /* elements that may have it */
	uint32_t peak;    /* the most that ever had it */
	uint32_t refused; /* tarn_attach that returned TARN_NONE */
	uint32_t bytes;   /* of a component */
	uint32_t *place;  /* of each slot: where its component lies, if owner[place] is the slot */
	uint32_t *owner;  /* of each component: the slot of the element that has it */
	void *data;
	struct tarn_sparse *next; /* of its group, in a ring; NULL: in no group */
};

/* ---- Declaring ---------------------------------------------------------------------------- */

/* TARN_PACKED_DECLARE(name, LIST)
 *     Declares `struct name`, the array `name` of that type, the type `name_handle`, and the
 *     functions below. A handle is the id of an element, a value of 8 bytes; all zero is none. It
 *     stands in a header, or in the one C file that uses the array. Files with different layouts of
 *     the columns do not link (tarn_declare.h).
 *
 *     In a file where `packed` is a macro when this header is included, the member `packed` is
 *     `base`.
 *
 * TARN_PACKED_DEFINE(name, LIST, capacity)
 *     Defines the array `name`, over static memory that need not be cleared. It is ready without a
 *     call, so name_init, name_make and what they need are not linked. It stands in one C file: a
 *     program with two does not link. LIST is that of the DECLARE. The constant `name_capacity` is
 *     `capacity`.
 *
 * TARN_PACKED_DEFINE_IN(name, LIST, capacity, ".dtcm")
 *     The same, with the memory in a section of the linker script. The script has
 *         .dtcm (NOLOAD) : { tarn_section.dtcm = .; *(.dtcm) } > DTCM
 *     Without it the program does not link (tarn_declare.h).
 *
 * Without a DEFINE there is only the type. A `struct name` of the program's own, static or zeroed,
 * is an array of capacity 0 until its name_init or name_make. */

/* The bytes of an array of `capacity` elements of this LIST; a constant if `capacity` is one. It is
 * the sizing law, with the most that alignment can take. */
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

/* Names of earlier versions: the error says what to write. */
#define TARN_PACKED(name, LIST)                                                                    \
	_Static_assert(0, #name ": TARN_PACKED is now TARN_PACKED_DECLARE(" #name ", " #LIST       \
				"), and TARN_PACKED_DEFINE(" #name ", " #LIST ", capacity) once"); \
	TARN_PACKED_DECLARE(name, LIST)
#define TARN_PACKED_MEMORY(memory, LIST, capacity)                                       \
	_Static_assert(0, #memory ": TARN_PACKED_DEFINE(name, " #LIST ", " #capacity     \
				  ") reserves memory, and needs no TARN_PACKED_MEMORY"); \
	extern unsigned char memory[TARN_PACKED_BYTES(LIST, capacity)]

/* ---- Functions ---------------------------------------------------------------------------- */

/* For each function tarn_packed_x below, DECLARE makes a name_x that takes a `struct name *` in
 * place of the first argument, and of `type`: sparks_init(&sparks, memory, bytes, capacity). It
 * does to the columns what these cannot, because they do not know the columns' types. Costs are
 * instructions on a Cortex-M4. */
struct tarn_packed_type;

/* Makes an array of `capacity` elements over memory of the caller's, at any address, of
 * TARN_PACKED_BYTES(LIST, capacity) bytes. It destroys an array that was there before, whose memory
 * must still be there.
 *
 *   returns  false iff it raised a fault
 *   cost     O(1): it touches no element
 *   faults   TARN_FAULT_CAPACITY: capacity is 0, above TARN_PACKED_MAX, or does not fit.
 *            TARN_FAULT_OVERLAP, and nothing changed: the memory is a heap's, or a pool's
 *            (tarn_init says what that means). Arrays are on no registry: Tarn does not notice two
 *            arrays on the same memory */
TARN_MUST_USE bool tarn_packed_init(struct tarn_packed *packed, const struct tarn_packed_type *type,
				    void *memory, size_t bytes, uint32_t capacity);

/* The same with a block of `heap`. NULL is TARN_FAULT_HEAP. With TARN_TAGS (tarn_tag.h) the current
 * tag is charged. The array never takes more.
 *
 *   returns  false, too, iff the heap refuses */
TARN_MUST_USE bool tarn_packed_make(struct tarn_packed *packed, const struct tarn_packed_type *type,
				    struct tarn_heap *heap, uint32_t capacity);

/* Deactivates all elements, makes every handle stale for good, and gives the block of name_make
 * back. The array has no memory any more, not even that of a DEFINE. To empty an array, call
 * name_clear. O(slots ever made). */
void tarn_packed_destroy(struct tarn_packed *packed, const struct tarn_packed_type *type);

/* Makes one more element live, the last. Its COLUMNs hold nothing, from level 2 on 0xdeadbeef. Its
 * KEEPs have what they last held. It has no SPARSE.
 *
 *   returns  its index; TARN_NONE iff `capacity` elements are live or retired
 *   cost     about 30; moves no element
 *   faults   level 2: TARN_FAULT_USE_AFTER_FREE: an inactive element was written to. The call goes
 *            on */
uint32_t tarn_packed_activate(struct tarn_packed *packed);

/* Ends the life of an element. Its handles are stale. The last live element moves to `index` with
 * all its columns, and keeps its handles. A loop that deactivates visits each element once, if it
 * does not advance after a deactivation:
 *     for (uint32_t i = 0; i < sparks.packed.count;) {
 *             if (sparks.frames[i] == 0)
 *                     sparks_deactivate(&sparks, i);
 *             else
 *                     i++;
 *     }
 * A loop from the end does so, too, and needs no `else`.
 *
 * name_clear(array) deactivates all elements, from the last to the first. O(live).
 *
 *   returns  false, and nothing changed, iff it raised a fault
 *   cost     about 40, and a move for each column (COLUMN: of one element; KEEP: a swap)
 *   faults   TARN_FAULT_STALE for TARN_NONE, which name_index returns for a stale handle;
 *            TARN_FAULT_INDEX for any other index that is not live */
bool tarn_packed_deactivate(struct tarn_packed *packed, uint32_t index);

/* Two live elements change places, in all columns: to keep an order. Handles stay valid.
 *
 *   faults   TARN_FAULT_INDEX */
bool tarn_packed_swap(struct tarn_packed *packed, uint32_t i, uint32_t j);

/* Sorts the live elements, in all columns, by before(array, i, j). The sort is stable: i and j keep
 * their order if neither is before the other. Handles stay valid. `before` may read columns and
 * call tarn_find, and nothing else of the array. The array stays whole, whatever `before` returns.
 * If `before` never returns (longjmp), the array is whole again, and not sorted, from the next call
 * on that changes it. (This one writes into slot[].index where each element belongs.
 * tarn_packed_settle puts them there.)
 *
 *   cost     a merge sort of lists. It calls `before` at most count x log2(runs), rounded up, +
 *            count times, where a run is an ascending sequence. It swaps at most count - 1 times. A
 *            sorted array costs count - 1 calls and no swap. It takes 100 bytes of stack, no other
 *            memory
 *   faults   TARN_FAULT_REENTERED, and nothing changed: `before` activates, deactivates, swaps,
 *            sorts, attaches, detaches, groups, clears, destroys or makes anew */
bool tarn_packed_sort(struct tarn_packed *packed,
		      bool (*before)(const void *array, uint32_t i, uint32_t j), const void *array);

/* Verifies the invariants of the array, which pool/packed/README.md numbers. O(peak).
 *
 *   returns  0, or the number of the first one that is broken */
uint32_t tarn_packed_check(const struct tarn_packed *packed, const struct tarn_packed_type *type);

/* name_handle name_handle_of(array, index): the handle of an element. It names the element wherever
 * that moves. It is the zero handle for an index that is not live.
 *
 * uint64_t name_number(handle), name_handle name_of_number(number): a handle as a number, and back.
 * The zero handle is 0. A number that is no handle's is a stale handle.
 *
 * uint32_t name_index(array, handle): where the element is now, its index in every COLUMN and KEEP.
 * O(1).
 *
 *   returns  TARN_NONE iff the handle is stale: its element was deactivated, whatever became of its
 *            slot. It is never wrong, because a slot retires after 2^31 - 1 lives. The array then
 *            has one element of capacity less. A handle of an array of another type does not
 *            compile. One of another array of this type is almost always stale, because the
 *            generations of each array begin elsewhere */
static inline uint32_t tarn_packed_index(const struct tarn_packed *packed, uint32_t slot,
					 uint32_t generation)
{
	/* An element that is not live has no handle, whatever bits are passed: it is even. */
	if (slot < packed->slots && packed->slot[slot].generation == generation && generation & 1)
		return packed->slot[slot].index;
	return TARN_NONE;
}

/* ---- SPARSE columns ----------------------------------------------------------------------- */

/* These are macros: tarn_attach(array, column, index), where `column` is the name of a column, and
 * `array` is evaluated more than once. `index` is that of an element, `k` that of a component. */
#define tarn_attach(array, column, index) \
	tarn_sparse_attach(&(array)->TARN_PK_BASE_, &(array)->column.set, (index))
#define tarn_detach(array, column, index) \
	tarn_sparse_detach(&(array)->TARN_PK_BASE_, &(array)->column.set, (index))
#define tarn_find(array, column, index) \
	tarn_sparse_find(&(array)->TARN_PK_BASE_, &(array)->column.set, (index))
#define tarn_owner(array, column, k) \
	tarn_sparse_owner(&(array)->TARN_PK_BASE_, &(array)->column.set, (k))
#define tarn_sibling(array, column, k, other) \
	tarn_sparse_sibling(&(array)->column.set, (k), &(array)->other.set)
#define tarn_group(array, ...)           \
	tarn_sparse_group(               \
		&(array)->TARN_PK_BASE_, \
		(struct tarn_sparse *[]){TARN_PK_MAP_(TARN_PK_SET_, array, __VA_ARGS__), NULL})

/* Gives the element the component. An element that has it keeps it.
 *
 *   returns  k, its place in `column.at`; TARN_NONE iff `most` elements have it, or on a fault
 *   cost     about 45; 105 if the element thereby enters a group of two columns of words
 *   faults   as name_deactivate */
uint32_t tarn_sparse_attach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index);

/* Takes the component from the element. The last one moves to its place. name_deactivate does so by
 * itself.
 *
 *   returns  false iff the element has none
 *   cost     about 75, and a move; 110 if the element thereby leaves such a group */
bool tarn_sparse_detach(struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index);

/* tarn_group(array, column, column, ...) makes a group of 2 to 8 columns. From now on, each column
 * begins with the components of elements that have all of them, in the same order: place k <
 * `column.set.grouped` belongs to the same element in all. A loop over these elements is then a
 * plain loop (tarn_components). The group ends when the array is destroyed or made anew.
 *
 *   returns  false, and nothing changed, iff it raised a fault
 *   cost     O(components in the first column), once. Then tarn_attach, tarn_detach and
 *            name_deactivate swap at most one component more in each column of the group. Each of
 *            these calls may change the place k of others
 *   faults   TARN_FAULT_GROUP: fewer than two columns, a column twice, a column that is in a group,
 *            an array that was not made */
bool tarn_sparse_group(struct tarn_packed *packed, struct tarn_sparse *const *columns);

/* `place` is never cleared. So it counts only if `owner` says the same. */
static inline uint32_t tarn_sparse_place_of(const struct tarn_sparse *sparse, uint32_t slot)
{
	uint32_t k = sparse->place[slot];

	return k < sparse->count && sparse->owner[k] == slot ? k : TARN_NONE;
}

/* Where the component of the element lies in `column.at`; TARN_NONE iff it has none. O(1), 15. */
static inline uint32_t tarn_sparse_find(const struct tarn_packed *packed,
					const struct tarn_sparse *sparse, uint32_t index)
{
	return index < packed->count ? tarn_sparse_place_of(sparse, packed->owner[index])
				     : TARN_NONE;
}

/* The index of the element that has component k < column.set.count. O(1). */
static inline uint32_t tarn_sparse_owner(const struct tarn_packed *packed,
					 const struct tarn_sparse *sparse, uint32_t k)
{
	return k < sparse->count ? packed->slot[sparse->owner[k]].index : TARN_NONE;
}

/* Where the element with component k of `column` has its `other`; TARN_NONE iff it has none. It is
 * tarn_find of tarn_owner, at half the cost. O(1). */
static inline uint32_t tarn_sparse_sibling(const struct tarn_sparse *sparse, uint32_t k,
					   const struct tarn_sparse *other)
{
	return k < sparse->count ? tarn_sparse_place_of(other, sparse->owner[k]) : TARN_NONE;
}

/* Loops over columns: tarn_packed_loops.h. */

/* ---- Private, as is tarn_packed_declare.h. pool/packed has the functions ------------------- */

/* The columns of an array, in their order. After the record, an array has for each the address of
 * its elements; for a SPARSE, a struct tarn_sparse and that address. */
struct tarn_packed_column {
	uint32_t bytes; /* of an element */
	uint32_t alignment;
	uint32_t most; /* SPARSE: of components; 0: no SPARSE */
	bool kept;
};
struct tarn_packed_type {
	const struct tarn_packed_column *column; /* ends with one of 0 bytes */
	uint64_t each;                           /* bytes that an element takes, */
	uint64_t once; /* and those that the array takes once: the sizing law */
};

/* May the array change? False, and a fault, if a function that a walk calls asks. */
bool tarn_packed_quiet(struct tarn_packed *packed);
#define TARN_PK_QUIET_(packed) \
	(__builtin_expect(!(packed)->walking, 1) || tarn_packed_quiet(packed))
/* What the function that a walk calls may do, in `walking`. A C++ walk, which ends it whatever
 * happens, sets all bits above. */
#define TARN_PK_MAY_ADD_    1u
#define TARN_PK_MAY_ATTACH_ 2u
#define TARN_PK_MAY_        3u
#define TARN_PK_WALKS_      UINTPTR_MAX

/* What activate and deactivate do to the place of an element. At level 1 only an element that is
 * made for the first time, with KEEPs, needs the first. */
void tarn_packed_dig(const struct tarn_packed *packed, const struct tarn_packed_type *type,
		     uint32_t index, bool again);
void tarn_packed_bury(const struct tarn_packed *packed, const struct tarn_packed_type *type,
		      uint32_t index);
#define TARN_PK_DIGS_(keeps, again) (TARN_HARDEN >= 2 || ((keeps) && !(again)))

void tarn_sparse_drop(const struct tarn_packed *packed, struct tarn_sparse *sparse, uint32_t index);
uint32_t tarn_sparse_check(const struct tarn_packed *packed, const struct tarn_sparse *sparse);

/* Move large elements. An assignment would be a call of memcpy. */
void tarn_column_move(void *to, const void *from, size_t bytes);
void tarn_column_swap(void *a, void *b, size_t bytes);

/* Where the element at `index` belongs. It trades slots with the element that is there. */
static inline uint32_t tarn_packed_settle(struct tarn_packed *packed, uint32_t index)
{
	uint32_t slot = packed->owner[index];
	uint32_t place = packed->slot[slot].index;

	packed->owner[index] = packed->owner[place];
	packed->owner[place] = slot;
	return place;
}

TARN_C_END_

#pragma pop_macro("packed")
#pragma pop_macro("slots")

#endif
