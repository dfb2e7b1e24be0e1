/* SPDX-License-Identifier: MIT
 * How often a sort compares, and an order that is wrong. The model asks whether equal elements stay
 * in their order, and whether handles and all columns go along. */
#include "mob.h"
#include "random.h"

#define DECK(COLUMN, KEEP, SPARSE) \
	COLUMN(uint32_t, key)      \
	COLUMN(uint32_t, serial)   \
	KEEP(uint32_t, kept)       \
	SPARSE(uint32_t, mark, 9)
#define CARDS 50
TARN_PACKED_DECLARE(deck, DECK);
struct deck deck;
static uint32_t calls, state;

static bool key_before(const struct deck *array, uint32_t i, uint32_t j)
{
	calls++;
	return array->key[i] < array->key[j];
}

static bool anything(const struct deck *array, uint32_t i, uint32_t j)
{
	(void)array, (void)i, (void)j;
	return random_below(&state, 2);
}

/* Makes all elements, with keys drawn from a seed, and a mark on every sixth. */
static bool dealt(uint32_t seed)
{
	if (!CHECK(deck_init(&deck, unit_arena(), unit_arena_bytes(), CARDS)))
		return false;
	calls = 0;
	state = random32_seed(seed);
	for (uint32_t i = 0; i < CARDS; i++) {
		CHECK_EQ(deck_activate(&deck), i);
		deck.key[i] = random_below(&state, 1000);
		deck.serial[i] = deck.kept[i] = i;
		if (i % 6 == 0)
			deck.mark.at[tarn_attach(&deck, mark, i)] = i;
	}
	return true;
}

/* Each element is there, and has all that belongs to it. */
static void check_deck(void)
{
	uint64_t seen = 0;

	CHECK_EQ(deck.packed.count, CARDS);
	CHECK_EQ(deck_check(&deck), 0);
	for (uint32_t i = 0; i < CARDS; i++) {
		uint32_t k = tarn_find(&deck, mark, i);

		seen |= UINT64_C(1) << deck.serial[i];
		CHECK_EQ(deck.kept[i], deck.serial[i]);
		CHECK_EQ(k == TARN_NONE ? 1 : deck.mark.at[k] - deck.serial[i],
			 deck.serial[i] % 6 != 0);
	}
	CHECK_EQ(seen, (UINT64_C(1) << CARDS) - 1);
}

static void check_sorted(void)
{
	check_deck();
	for (uint32_t i = 1; i < CARDS; i++)
		CHECK(deck.key[i - 1] <= deck.key[i]);
}

static void the_calls_are_bounded(void)
{
	if (!dealt(1))
		return;
	deck_sort(&deck, key_before);
	CHECK(calls <= CARDS * 6 + CARDS); /* log2(50) < 6 */
	calls = 0;
	deck_sort(&deck, key_before);
	CHECK_EQ(calls, CARDS - 1);
	check_sorted();
	deck.key[20] = 0; /* one is out of place: two runs */
	calls = 0;
	deck_sort(&deck, key_before);
	CHECK(calls < 2 * CARDS);
	check_sorted();
}

/* A wrong order leaves the elements in any order, but whole. */
static void a_wrong_order_breaks_nothing(void)
{
	for (uint32_t seed = 0; seed < 20 && dealt(seed); seed++) {
		deck_sort(&deck, anything);
		check_deck();
	}
}

/* Makes each call that changes the array. */
static bool meddles(const struct deck *array, uint32_t i, uint32_t j)
{
	CHECK_EQ(deck_activate(&deck), TARN_NONE);
	CHECK(!deck_deactivate(&deck, i));
	CHECK(!deck_swap(&deck, i, j));
	CHECK_EQ(tarn_attach(&deck, mark, i), TARN_NONE);
	CHECK(!tarn_detach(&deck, mark, i));
	CHECK(!deck_init(&deck, unit_arena(), unit_arena_bytes(), CARDS));
	deck_sort(&deck, anything);
	deck_clear(&deck);
	CHECK_EQ(unit_faults, 8);
	unit_faults = 0;
	deck_destroy(&deck);
	EXPECT_FAULT(TARN_FAULT_REENTERED, NULL, &deck.packed);
	return array->key[i] < array->key[j];
}

/* An order that changes the array is refused each time, and the sort goes on. */
static void an_order_changes_nothing(void)
{
	if (!dealt(3))
		return;
	deck_sort(&deck, meddles);
	check_sorted();
	CHECK(deck_deactivate(&deck, 0));
}

#if !defined(__clang__) || defined(__x86_64__)
static void *frame[5];

static bool leaves(const struct deck *array, uint32_t i, uint32_t j)
{
	if (calls++ == 60)
		__builtin_longjmp(frame, 1);
	return array->key[i] < array->key[j];
}

static __attribute__((noinline)) void sort_and_leave(void)
{
	if (!__builtin_setjmp(frame))
		deck_sort(&deck, leaves);
}
#else
static void sort_and_leave(void)
{
}
#endif

/* An order that never returns leaves links; the next change makes the array whole. */
static void an_order_may_never_return(void)
{
	if (!dealt(4))
		return;
	sort_and_leave();
	CHECK(deck_swap(&deck, 0, 1));
	check_deck();
	deck_sort(&deck, key_before);
	check_sorted();
}

static void what_was_never_made_is_sorted(void)
{
	static struct deck zeros;

	deck_sort(&zeros, key_before);
	CHECK_EQ(deck_check(&zeros), 0);
}

void is_the_sort_stable(void)
{
	CASE(the_calls_are_bounded);
	CASE(a_wrong_order_breaks_nothing);
	CASE(an_order_changes_nothing);
	CASE(an_order_may_never_return);
	CASE(what_was_never_made_is_sorted);
}
