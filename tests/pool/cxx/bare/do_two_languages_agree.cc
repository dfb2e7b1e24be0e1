/* SPDX-License-Identifier: MIT
 * An array in C and one in C++ with the same columns: random calls leave both in the same state. */
#include "../../unit/unit.h"
#include "random.h"
#include "tarn_packed.hpp"
#include "twin.h"

namespace
{
struct number : tarn::column<std::uint32_t> {
};
struct big : tarn::column<twin_large> {
};
struct small : tarn::column<std::uint8_t> {
};
struct kept : tarn::keep<std::uint64_t> {
};
struct store : tarn::keep<twin_large> {
};
struct light : tarn::sparse<std::uint16_t, TWIN_FEW> {
};
struct heat : tarn::sparse<twin_large, TWIN_FEWER> {
};
using array = tarn::packed<number, big, small, kept, store, light, heat>;
} // namespace
static array::memory<TWIN_CAPACITY> memory;
static array ours("ours", memory);

static void write(std::uint32_t index, std::uint32_t value)
{
	const std::uint32_t k = ours.find<light>(index);
	const std::uint32_t h = ours.find<heat>(index);

	ours.column<number>()[index] = value;
	ours.column<small>()[index] = static_cast<std::uint8_t>(value % 7);
	ours.column<kept>()[index] = value;
	for (std::uint32_t i = 0; i < 19; i++)
		ours.column<big>()[index].word[i] = ours.column<store>()[index].word[i] = value + i;
	if (k != TARN_NONE)
		ours.column<light>()[k] = static_cast<std::uint16_t>(value);
	for (std::uint32_t i = 0; i < 19 && h != TARN_NONE; i++)
		ours.column<heat>()[h].word[i] = value + i;
}

static std::uint32_t state_of_ours()
{
	const tarn_packed &packed = ours.record();
	std::uint32_t sum = mixed(packed.count, packed.peak);

	sum = mixed(mixed(sum, packed.placed), mixed(packed.slots, packed.refused));
	for (std::uint32_t i = 0; i < packed.count; i++) {
		sum = mixed(mixed(sum, packed.owner[i]), ours.column<number>()[i]);
		sum = mixed(mixed(sum, ours.column<small>()[i]),
			    static_cast<std::uint32_t>(ours.column<kept>()[i]));
		sum = mixed(mixed(sum, ours.column<big>()[i].word[18]),
			    ours.column<store>()[i].word[18]);
		sum = mixed(sum, packed.slot[packed.owner[i]].generation - packed.origin);
	}
	sum = mixed(sum, ours.set<light>().grouped);
	for (std::uint32_t k = 0; k < ours.set<light>().count; k++)
		sum = mixed(mixed(sum, ours.set<light>().owner[k]), ours.column<light>()[k]);
	for (std::uint32_t k = 0; k < ours.set<heat>().count; k++)
		sum = mixed(mixed(sum, ours.set<heat>().owner[k]), ours.column<heat>()[k].word[18]);
	return sum;
}

static std::uint32_t keep(std::uint32_t index)
{
	static array::handle kept;
	const std::uint32_t before = ours.index(kept);

	kept = ours.handle_of(index);
	return before;
}

static std::uint32_t state;

static void one_call()
{
	const std::uint32_t index = random_below(&state, TWIN_CAPACITY);
	const bool other = random_below(&state, 2);
	std::uint32_t added;

	if (index >= ours.count()) {
		added = ours.activate();
		CHECK_EQ(added, twin_activate());
		if (added != TARN_NONE) {
			twin_write(added, state);
			write(added, state);
		}
		return;
	}
	switch (random_below(&state, 9)) {
	case 0:
	case 1:
		CHECK_EQ(ours.deactivate(index), twin_deactivate(index));
		break;
	case 2:
		CHECK_EQ(ours.swap(0, index), twin_swap(0, index));
		break;
	case 3:
		ours.sort_by<small>([](std::uint8_t a, std::uint8_t b) { return a < b; });
		twin_sort();
		break;
	case 4:
		CHECK_EQ(other ? ours.detach<heat>(index) : ours.detach<light>(index),
			 twin_detach(other, index));
		break;
	case 5:
		CHECK_EQ(keep(index), twin_keep(index));
		if (random_below(&state, 64) == 0) {
			ours.clear();
			twin_clear();
		}
		break;
	default:
		added = other ? ours.attach<heat>(index) : ours.attach<light>(index);
		CHECK_EQ(added, twin_attach(other, index));
		twin_write(index, state);
		write(index, state);
	}
}

static void each_call_does_the_same()
{
	CHECK_EQ(twin_record, sizeof(array));
	CHECK_EQ(twin_bytes, array::bytes(TWIN_CAPACITY));
	if (!CHECK(twin_init(unit_arena(), unit_arena_bytes())))
		return;
	for (std::uint32_t seed = 0; seed < 4; seed++) {
		state = random32_seed(seed);
		for (std::uint32_t calls = 0; calls < 500; calls++) {
			one_call();
			if (!CHECK_EQ(state_of_ours(), twin_state()))
				return;
			if (seed == 1 && calls == 100) {
				CHECK((ours.group<light, heat>()));
				twin_group();
			}
		}
		CHECK_EQ(ours.check(), 0);
		CHECK_EQ(twin_check(), 0);
	}
	ours.clear();
	twin_close();
}

void do_two_languages_agree(void)
{
	CASE(each_call_does_the_same);
}
