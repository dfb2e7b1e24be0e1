/* SPDX-License-Identifier: MIT
 * The marks of slots with TARN_OBJECT_BITS, inline: two bits for each slot, outside the objects.
 *
 *   free  here   the slot is
 *   0     1      in use
 *   1     0, 1   idle
 *   0     0      between hands, spare or vacant; not carved
 *
 * An idle slot that was between hands gets its `here` when it comes in use. So a walk that reads
 * `free` before `here` needs no lock. (Without hooks, an idle slot has 1 and 1, and a get only
 * clears `free`.)
 *
 * With ROB_OLDEST a ring says which slots are idle. There they have 0 and 0.
 *
 * The marks lie after all slots of a part: a pair of words for each 32 slots. A bit of the record's
 * `some` (tarn_bits.h) says that a pair has an idle slot.
 *
 * If a type has more than 1,024 slots, two levels are between `some` and the pairs. They lie after
 * the pairs. `low` has a bit for each pair, and `high` has a bit for each word of `low`.
 *
 * All of them are written as slots are carved, so making a pool takes constant time. */
#ifndef TARN_OBJECT_BITS_H
#define TARN_OBJECT_BITS_H

#include "tarn_bits.h"
#include "tarn_object_slots.h"

TARN_C_BEGIN_

#define TARN_OBJECT_PAIR_ 2u /* words of a pair: the step from a word of `free` to the next */

/* Do bits say which slots are idle? */
TARN_OBJECT_INLINE bool tarn_object_by_bits_(const struct tarn_object_facts *facts)
{
	return (facts->options & (TARN_OBJECT_BITS | TARN_OBJECT_ROB_OLDEST)) == TARN_OBJECT_BITS;
}

/* Has a type more slots than one word of summary covers? */
TARN_OBJECT_INLINE bool tarn_object_tall_(const struct tarn_object_facts *facts)
{
	return facts->index_bits > 10;
}

/* The pair that slot 0 of a part is in, where the record does not hold it. */
TARN_OBJECT_INLINE struct tarn_object_marks *
tarn_object_marks_at_(const struct tarn_object_facts *facts, const struct tarn_object_part *part)
{
	unsigned char *first = part->base - facts->head;

	return (struct tarn_object_marks *)(void *)(first + (size_t)part->capacity * facts->stride);
}

/* The pair that a slot is in. */
TARN_OBJECT_INLINE struct tarn_object_marks *
tarn_object_marks_(const struct tarn_object_facts *facts, const struct tarn_object_part *part,
		   uint32_t index)
{
	struct tarn_object_marks *first =
		tarn_object_by_bits_(facts) ? part->marks : tarn_object_marks_at_(facts, part);

	return first + (index >> 5);
}

TARN_OBJECT_INLINE uint32_t tarn_object_bit_(uint32_t index)
{
	return UINT32_C(1) << (index & 31);
}

TARN_OBJECT_INLINE uint32_t *tarn_object_low_(const struct tarn_object_part *part)
{
	return &part->marks[((uint32_t)part->capacity + 31) >> 5].free;
}

TARN_OBJECT_INLINE uint32_t *tarn_object_high_(const struct tarn_object_part *part)
{
	return tarn_object_low_(part) + (((uint32_t)part->capacity + 1023) >> 10);
}

/* ---- Idle slots -------------------------------------------------------------------------- */

/* The lowest idle slot. part->some must not be 0. */
TARN_OBJECT_INLINE uint32_t tarn_object_first_(const struct tarn_object_facts *facts,
					       const struct tarn_object_part *part)
{
	uint32_t at;

	if (!tarn_object_tall_(facts))
		return tarn_bits_first_(&part->some, &part->marks->free, TARN_OBJECT_PAIR_);
	at = tarn_bits_first_(&part->some, tarn_object_high_(part), 1);
	return at << 10 | tarn_bits_first_(tarn_object_low_(part) + at, &part->marks[at << 5].free,
					   TARN_OBJECT_PAIR_);
}

/* Takes it. */
TARN_OBJECT_INLINE void tarn_object_drop_(const struct tarn_object_facts *facts,
					  struct tarn_object_part *part)
{
	uint32_t *low;
	uint32_t at;

	if (!tarn_object_tall_(facts)) {
		(void)tarn_bits_take_(&part->some, &part->marks->free, TARN_OBJECT_PAIR_);
		return;
	}
	at = tarn_bits_first_(&part->some, tarn_object_high_(part), 1);
	low = tarn_object_low_(part) + at;
	(void)tarn_bits_take_(low, &part->marks[at << 5].free, TARN_OBJECT_PAIR_);
	if (!*low)
		(void)tarn_bits_take_(&part->some, tarn_object_high_(part), 1);
}

/* Tells the words above that a pair, whose `free` was 0, has an idle slot. */
TARN_OBJECT_INLINE void tarn_object_note_(const struct tarn_object_facts *facts,
					  struct tarn_object_part *part, uint32_t pair)
{
	if (tarn_object_tall_(facts)) {
		tarn_object_low_(part)[pair >> 5] |= tarn_object_bit_(pair);
		tarn_object_high_(part)[pair >> 10] |= tarn_object_bit_(pair >> 5);
		pair >>= 10;
	}
	part->some |= UINT32_C(1) << pair;
}

/* Do they tell so? */
TARN_OBJECT_INLINE bool tarn_object_noted_(const struct tarn_object_facts *facts,
					   const struct tarn_object_part *part, uint32_t pair)
{
	if (tarn_object_tall_(facts)) {
		if (!(tarn_object_low_(part)[pair >> 5] & tarn_object_bit_(pair)) ||
		    !(tarn_object_high_(part)[pair >> 10] & tarn_object_bit_(pair >> 5)))
			return false;
		pair >>= 10;
	}
	return part->some & tarn_object_bit_(pair);
}

/* Makes a slot idle. False, and nothing changed, iff it is idle; with `taken`: iff it is not in
 * use. */
TARN_OBJECT_INLINE bool tarn_object_free_(const struct tarn_object_facts *facts,
					  struct tarn_object_part *part, uint32_t index, bool taken)
{
	struct tarn_object_marks *pair = part->marks + (index >> 5);
	uint32_t before;

	TARN_OBJECT_FORGET_(pair); /* one instruction then loads both words */
	if (TARN_OBJECT_RARE_(!tarn_bits_give_(&pair->free, index & 31, TARN_OBJECT_PAIR_,
					       taken ? ~pair->here : 0, &before)))
		return false;
	if (!before)
		tarn_object_note_(facts, part, index >> 5);
	return true;
}

/* ---- Slots in use ------------------------------------------------------------------------ */

/* From a slot on, which of its pair are in use: its own bit is bit 0. */
TARN_OBJECT_INLINE uint32_t tarn_object_used_(const struct tarn_object_facts *facts,
					      const struct tarn_object_part *part, uint32_t index)
{
	const volatile struct tarn_object_marks *marks = tarn_object_marks_(facts, part, index);
	uint32_t idle = marks->free;

	return (marks->here & ~idle) >> (index & 31);
}

/* Sets a slot's `here`. */
TARN_OBJECT_INLINE void tarn_object_here_(const struct tarn_object_facts *facts,
					  const struct tarn_object_part *part, uint32_t index,
					  bool here)
{
	struct tarn_object_marks *marks = tarn_object_marks_(facts, part, index);

	if (here)
		marks->here |= tarn_object_bit_(index);
	else
		marks->here &= ~tarn_object_bit_(index);
}

TARN_C_END_

#endif
