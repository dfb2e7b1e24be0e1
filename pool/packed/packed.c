/* SPDX-License-Identifier: MIT
 * The records of a packed array: each slot's index and its generation.
 *
 * `owner` is a permutation of the slots. First come those of the live elements, in their order.
 * After them, up to `placed`, come the free ones. So the next free slot is owner[count], and an
 * activation moves nothing. A slot is made when it is first needed, so a new array writes to none.
 *
 * A slot's generations run from `born` upwards, two for each life. They go from origin - 1 once
 * around 2^32 to origin - 3. So no two lives of a slot in one struct tarn_packed have the same
 * generation. */
#include "../guard/guard.h"
#include "packed.h"

/* The generation of a slot that is used up. It is even. */
static uint32_t last_generation(const struct tarn_packed *packed)
{
	return packed->origin - 3;
}

/* A function that a walk calls runs below the walk's frame. If the frame is not above `stack`, the
 * walk was left, by a jump. A sort may then have left links in slot[].index. */
SLOW bool packed_quiet(struct tarn_packed *packed, void *caller, uintptr_t stack_what)
{
	if ((packed->walking | TARN_PK_MAY_) > (stack_what | TARN_PK_MAY_)) {
		if (packed->walking & stack_what & TARN_PK_MAY_)
			return true;
		packed_fault(packed, packed->heap, TARN_FAULT_REENTERED, caller);
		return false;
	}
	for (uint32_t index = 0; index < packed->placed; index++)
		packed->slot[packed->owner[index]].index = index;
	packed->walking = 0;
	return true;
}

bool tarn_packed_quiet(struct tarn_packed *packed)
{
	return packed_quiet(packed, CALLER, STACK);
}

bool packed_judge(const struct tarn_packed *packed, uint32_t index, void *caller)
{
	if (index < packed->count)
		return true;
	packed_fault(packed, packed->heap, index == TARN_NONE ? TARN_FAULT_STALE : TARN_FAULT_INDEX,
		     caller);
	return false;
}

/* ---- Elements ----------------------------------------------------------------------------- */

/* Each array's generations begin at another number, so that another array's handle is stale
 * here. */
static uint32_t new_origin(void)
{
	static TARN_STATE_ uint32_t arrays;
	tarn_port_key key = tarn_port_lock();
	uint32_t origin = arrays++ * (2 * UINT32_C(0x9e3779b9)) | 1;

	tarn_port_unlock(key);
	return origin;
}

static bool slot_make(struct tarn_packed *packed)
{
	uint32_t slot = packed->slots;

	if (!packed->origin) {
		packed->origin = new_origin();
		packed->born = packed->origin - 1;
	}
	if (slot == packed->capacity || packed->born == last_generation(packed))
		return false;
	packed->slots = slot + 1;
	packed->slot[slot].generation = packed->born;
	packed->slot[slot].index = packed->placed;
	packed->owner[packed->placed++] = slot;
	return true;
}

uint32_t tarn_packed_activate(struct tarn_packed *packed)
{
	uint32_t index = packed->count;

	if (!packed_still(packed, TARN_PK_MAY_ADD_))
		return TARN_NONE;
	if (index == packed->placed && !slot_make(packed)) {
		packed->refused++;
		return unlikely(refusals) ? refusals->array(packed, 0, TAIL_CALLER(packed))
					  : TARN_NONE;
	}
	packed->slot[packed->owner[index]].generation++;
	packed->count = index + 1;
	if (packed->peak == index)
		packed->peak = index + 1;
	return index;
}

static void exchange(struct tarn_packed *packed, uint32_t i, uint32_t j)
{
	uint32_t a = packed->owner[i];
	uint32_t b = packed->owner[j];

	packed->owner[i] = b;
	packed->slot[b].index = i;
	packed->owner[j] = a;
	packed->slot[a].index = j;
}

bool tarn_packed_deactivate(struct tarn_packed *packed, uint32_t index)
{
	uint32_t last = packed->count - 1;
	uint32_t slot;

	if (!packed_still(packed, 0) || !packed_judge(packed, index, CALLER))
		return false;
	packed->count = last;
	exchange(packed, index, last);
	slot = packed->owner[last];
	if (++packed->slot[slot].generation == last_generation(packed))
		exchange(packed, last, --packed->placed); /* retired: the slot is out of reach */
	return true;
}

bool tarn_packed_swap(struct tarn_packed *packed, uint32_t i, uint32_t j)
{
	if (!packed_still(packed, 0) || !packed_judge(packed, i, CALLER) ||
	    !packed_judge(packed, j, CALLER))
		return false;
	exchange(packed, i, j);
	return true;
}

/* ---- Contents ----------------------------------------------------------------------------- */

typedef uintptr_t raw_word __attribute__((may_alias));
#define WORD sizeof(raw_word)

/* How many bytes can be handled by words; 0 if a pointer is not aligned. */
static size_t by_words(const void *a, const void *b, size_t bytes)
{
	if (((uintptr_t)a | (uintptr_t)b) & (WORD - 1))
		return 0;
	return bytes & ~(WORD - 1);
}

void tarn_column_move(void *to, const void *from, size_t bytes)
{
	unsigned char *t = to;
	const unsigned char *f = from;
	size_t words = by_words(t, f, bytes);
	size_t i = 0;

	for (; i + 3 * WORD < words; i += 4 * WORD) {
		const raw_word *source = (const raw_word *)(const void *)(f + i);
		raw_word *target = (raw_word *)(void *)(t + i);
		uintptr_t a = source[0], b = source[1], c = source[2], d = source[3];

		target[0] = a;
		target[1] = b;
		target[2] = c;
		target[3] = d;
	}
	for (; i < words; i += WORD)
		*(raw_word *)(void *)(t + i) = *(const raw_word *)(const void *)(f + i);
	for (; i < bytes; i++)
		t[i] = f[i];
}

void tarn_column_swap(void *a, void *b, size_t bytes)
{
	unsigned char *x = a;
	unsigned char *y = b;
	size_t words = by_words(x, y, bytes);
	size_t i = 0;

	for (; i < words; i += WORD) {
		raw_word *one = (raw_word *)(void *)(x + i);
		raw_word *other = (raw_word *)(void *)(y + i);
		uintptr_t held = *one;

		*one = *other;
		*other = held;
	}
	for (; i < bytes; i++) {
		unsigned char held = x[i];

		x[i] = y[i];
		y[i] = held;
	}
}

static void fill(unsigned char *place, size_t bytes, uint32_t word)
{
	for (size_t i = 0; i < bytes; i++)
		place[i] = fill_byte(word, (uint32_t)i);
}

void column_bury(void *place, size_t bytes)
{
	fill(place, bytes, WORD_BURIED);
}

bool column_buried(const void *place, size_t bytes, uint32_t elements)
{
	const unsigned char *byte = place;

	for (; elements; elements--) {
		for (size_t i = 0; i < bytes; i++) {
			if (*byte++ != fill_byte(WORD_BURIED, (uint32_t)i))
				return false;
		}
	}
	return true;
}

void column_dig(const struct tarn_packed *packed, void *place, size_t bytes, bool again,
		void *caller)
{
	if (again && !column_buried(place, bytes, 1))
		fault_raise_named(NULL, TARN_FAULT_USE_AFTER_FREE, place, caller, packed->label);
	fill(place, bytes, WORD_DUG);
}

void tarn_packed_dig(const struct tarn_packed *packed, const struct tarn_packed_type *type,
		     uint32_t index, bool again)
{
	const void *next = packed + 1;

	for (const struct tarn_packed_column *column = type->column; column->bytes; column++) {
		void *place = element(column, column_at(column, &next), index);

		if (column->kept && !again)
			fill(place, column->bytes, 0);
		else if (TARN_HARDEN >= 2 && !column->kept && !column->most)
			column_dig(packed, place, column->bytes, again, CALLER);
	}
}

void tarn_packed_bury(const struct tarn_packed *packed, const struct tarn_packed_type *type,
		      uint32_t index)
{
	const void *next = packed + 1;

	for (const struct tarn_packed_column *column = type->column; column->bytes; column++) {
		void *place = element(column, column_at(column, &next), index);

		if (!column->kept && !column->most)
			column_bury(place, column->bytes);
	}
}

/* ---- Audit -------------------------------------------------------------------------------- */

/* P2: owner and index agree. P3: odd generations are live. */
static uint32_t index_check(const struct tarn_packed *packed, uint32_t index)
{
	uint32_t slot = packed->owner[index];

	if (slot >= packed->slots || packed->slot[slot].index != index)
		return 2;
	return (packed->slot[slot].generation & 1) == (index < packed->count) ? 0 : 3;
}

/* P5 of the COLUMNs: what was live, and is not, is buried. */
static bool columns_buried(const struct tarn_packed *packed, const struct tarn_packed_type *type)
{
	const void *next = packed + 1;
	bool buried = true;

	for (const struct tarn_packed_column *column = type->column; column->bytes; column++) {
		void *place = element(column, column_at(column, &next), packed->count);

		if (!column->kept && !column->most)
			buried &= column_buried(place, column->bytes, packed->peak - packed->count);
	}
	return buried;
}

uint32_t tarn_packed_check(const struct tarn_packed *packed, const struct tarn_packed_type *type)
{
	uint32_t retired = 0;
	uint32_t broken = 0;

	if (packed->count > packed->placed || packed->placed > packed->slots ||
	    packed->slots > packed->capacity || packed->count > packed->peak ||
	    packed->peak > packed->slots)
		return 1;
	for (uint32_t index = 0; index < packed->placed && !broken; index++)
		broken = index_check(packed, index);
	for (uint32_t slot = 0; slot < packed->slots; slot++)
		retired += packed->slot[slot].generation == last_generation(packed);
	if (!broken && retired != packed->slots - packed->placed)
		broken = 4;
	if (TARN_HARDEN >= 2 && !broken && !columns_buried(packed, type))
		broken = 5;
	(void)type;
	return broken;
}
