/* SPDX-License-Identifier: MIT
 * Sorting: the order, equal elements in the order that they had, handles and all columns. */
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
static deck_handle handle[CARDS];
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

/* Makes `cards` elements, with keys below `keys` drawn from a seed, and a mark on every sixth. */
static bool dealt(uint32_t cards, uint32_t keys, uint32_t seed)
{
	if (!CHECK(deck_init(&deck, unit_arena(), unit_arena_bytes(), CARDS)))
		return false;
	calls = 0;
	state = random32_seed(seed);
	for (uint32_t i = 0; i < cards; i++) {
		CHECK_EQ(deck_activate(&deck), i);
		deck.key[i] = random_below(&state, keys);
		deck.serial[i] = deck.kept[i] = i;
		handle[i] = deck_handle_of(&deck, i);
		if (i % 6 == 0)
			deck.mark.at[tarn_attach(&deck, mark, i)] = i;
	}
	return true;
}

/* Each element still has all that belongs to it. */
static void check_deck(uint32_t cards)
{
	CHECK_EQ(deck.packed.count, cards);
	CHECK_EQ(deck_check(&deck), 0);
	for (uint32_t serial = 0; serial < cards; serial++) {
		uint32_t i = deck_index(&deck, handle[serial]);
		uint32_t k;

		if (!CHECK(i < cards))
			continue;
		k = tarn_find(&deck, mark, i);
		CHECK_EQ(deck.serial[i], serial);
		CHECK_EQ(deck.kept[i], serial);
		CHECK_EQ(k != TARN_NONE, serial % 6 == 0);
		if (k != TARN_NONE)
			CHECK_EQ(deck.mark.at[k], serial);
	}
}

static void check_sorted(uint32_t cards)
{
	check_deck(cards);
	for (uint32_t i = 1; i < cards; i++) {
		CHECK(deck.key[i - 1] <= deck.key[i]);
		if (deck.key[i - 1] == deck.key[i])
			CHECK(deck.serial[i - 1] < deck.serial[i]);
	}
}

static void equal_ones_keep_their_order(void)
{
	static const uint32_t keys[] = {1, 2, 7, 1000};

	for (uint32_t cards = 0; cards <= CARDS; cards += 1 + cards / 4) {
		for (uint32_t i = 0; i < 4 && dealt(cards, keys[i], cards + i); i++) {
			deck_sort(&deck, key_before);
			check_sorted(cards);
		}
	}
}

static void the_calls_are_bounded(void)
{
	if (!dealt(CARDS, 1000, 1))
		return;
	deck_sort(&deck, key_before);
	CHECK(calls <= CARDS * 6 + CARDS); /* log2(50) < 6 */
	calls = 0;
	deck_sort(&deck, key_before);
	CHECK_EQ(calls, CARDS - 1);
	check_sorted(CARDS);
	deck.key[20] = 0; /* one is out of place: two runs */
	calls = 0;
	deck_sort(&deck, key_before);
	CHECK(calls < 2 * CARDS);
	CHECK_EQ(deck_check(&deck), 0);
}

/* A wrong order leaves the elements in any order, but whole. */
static void a_wrong_order_breaks_nothing(void)
{
	for (uint32_t seed = 0; seed < 20 && dealt(CARDS, 1000, seed); seed++) {
		deck_sort(&deck, anything);
		check_deck(CARDS);
	}
}

/* An order that changes the array is refused each time, and the sort goes on. */
static bool meddles(const struct deck *array, uint32_t i, uint32_t j)
{
	switch (calls++ % 9) {
	case 0:
		CHECK_EQ(deck_activate(&deck), TARN_NONE);
		break;
	case 1:
		CHECK(!deck_deactivate(&deck, i));
		break;
	case 2:
		CHECK(!deck_swap(&deck, i, j));
		break;
	case 3:
		CHECK_EQ(tarn_attach(&deck, mark, i), TARN_NONE);
		break;
	case 4:
		CHECK(!tarn_detach(&deck, mark, i));
		break;
	case 5:
		deck_sort(&deck, anything);
		break;
	case 6:
		deck_clear(&deck);
		break;
	case 7:
		deck_destroy(&deck);
		break;
	default:
		CHECK(!deck_init(&deck, unit_arena(), unit_arena_bytes(), CARDS));
	}
	unit_expect(TARN_FAULT_REENTERED, NULL, &deck.packed, __FILE__, __LINE__);
	return array->key[i] < array->key[j];
}

static void an_order_changes_nothing(void)
{
	if (!dealt(CARDS, 1000, 3))
		return;
	deck_sort(&deck, meddles);
	check_deck(CARDS);
	for (uint32_t i = 1; i < CARDS; i++)
		CHECK(deck.key[i - 1] <= deck.key[i]);
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

/* An order that never returns leaves links; the next change makes the array whole. */
static void an_order_may_never_return(void)
{
	if (!dealt(CARDS, 1000, 4))
		return;
	sort_and_leave();
	CHECK(deck_swap(&deck, 0, 1));
	check_deck(CARDS);
	deck_sort(&deck, key_before);
	check_deck(CARDS);
}
#else
static void an_order_may_never_return(void)
{
}
#endif

static void what_was_never_made_is_sorted(void)
{
	static struct deck zeros;

	deck_sort(&zeros, key_before);
	CHECK_EQ(deck_check(&zeros), 0);
}

void is_the_sort_stable(void)
{
	CASE(equal_ones_keep_their_order);
	CASE(the_calls_are_bounded);
	CASE(a_wrong_order_breaks_nothing);
	CASE(an_order_changes_nothing);
	CASE(an_order_may_never_return);
	CASE(what_was_never_made_is_sorted);
}
