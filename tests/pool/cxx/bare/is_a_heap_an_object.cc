/* SPDX-License-Identifier: MIT
 * tarn::heap, in the program's memory or in its own: objects, wrong use, the recorded caller. */
#include <initializer_list>

#include "../../unit/unit.h"
#include "tarn_memory.hpp"

static tarn::heap heap;

static std::uint32_t alive;

struct orc {
	std::uint32_t health;

	explicit orc(std::uint32_t health) noexcept : health(health)
	{
		alive++;
	}
	~orc()
	{
		alive--;
	}
};
struct alignas(64) aligned_line {
	unsigned char byte[64];
};

static bool made()
{
	return CHECK(heap.init(unit_arena(), unit_arena_bytes(),
			       TARN_COMMONS ? tarn_table_commons : tarn_table_default));
}

static void it_begins_as_none()
{
	static tarn::heap none;

	CHECK(none.alloc(8) == nullptr);
	EXPECT_FAULT(TARN_FAULT_HEAP, &none, nullptr);
}

static void it_gives_blocks()
{
	if (!made())
		return;
	void *block = heap.alloc(40);
	auto *cleared = static_cast<unsigned char *>(heap.alloc_zeroed(5, 3));

	CHECK(heap.owns(block) && heap.is_live(block) && tarn_is_live(&heap, block));
	CHECK(heap.usable_size(block) >= 40);
	CHECK(cleared && cleared[0] == 0 && cleared[14] == 0);
	block = heap.realloc(block, 80);
	CHECK(heap.usable_size(block) >= 80);
	heap.free(block);
	heap.free(cleared);
	heap.free(nullptr);
	heap.free(block);
	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &heap, block);
	CHECK_EQ(heap.stats().arena, unit_arena_bytes());
	CHECK_EQ(heap.check(), 0);
}

static void it_makes_objects()
{
	if (!made())
		return;
	orc *first = heap.make<orc>(70u);
	aligned_line *aligned = heap.make<aligned_line>();

	CHECK(first && first->health == 70 && alive == 1);
	CHECK(aligned && reinterpret_cast<std::uintptr_t>(aligned) % 64 == 0);
	heap.destroy(first);
	CHECK_EQ(alive, 0);
	CHECK(!heap.is_live(first));
	heap.destroy(aligned);
	heap.destroy(static_cast<orc *>(nullptr));
	CHECK_EQ(alive, 0);
	CHECK_EQ(heap.check(), 0);
}

/* By a constructor if there is one, or else by braces. */
struct point {
	int x, y;
};
struct pair_sum {
	explicit pair_sum(int x, int y) : sum(x + y)
	{
	}
	pair_sum(std::initializer_list<int>) : sum(-1)
	{
	}
	int sum;
};

static void braces_come_second()
{
	if (!made())
		return;
	CHECK_EQ(heap.make<point>(3, 4)->y, 4);
	CHECK_EQ(heap.make<pair_sum>(3, 4)->sum, 7);
}

static void no_room_constructs_nothing()
{
	if (!made())
		return;
	alive = 0;
	while (heap.make<orc>(1u))
		;
	const std::uint32_t most = alive;

	CHECK(most > 3);
	CHECK(heap.make<orc>(1u) == nullptr);
	CHECK_EQ(alive, most);
	alive = 0;
}

static std::uint32_t registered()
{
	std::uint32_t heaps = 0;

	for (tarn_heap *each = tarn_heap_first(); each; each = tarn_heap_next(each))
		heaps++;
	return heaps;
}

static void one_of_a_scope_ends_with_it()
{
	const std::uint32_t before = registered();
	{
		tarn::scoped<tarn::arena_heap<512>> local;

		if (!CHECK(local.init(TARN_COMMONS ? tarn_table_commons : tarn_table_default)))
			return;
		CHECK_EQ(registered(), before + 1);
		CHECK(local.owns(local.alloc(20)));
	}
	CHECK_EQ(registered(), before);
}

static void the_default_heap_is_one()
{
	CHECK_PTR(&tarn::default_heap(), &tarn_default);
	CHECK_PTR(&tarn::heap::of(heap), &heap);
}

/* The compiler must not turn the last call into a jump. */
__attribute__((noinline)) static void frees(void *block)
{
	heap.free(block);
	__asm__ volatile("");
}

static void the_caller_is_the_programs()
{
	if (!made())
		return;
	void *block = heap.alloc(8);

	heap.free(block);
	frees(block);
	const auto caller = reinterpret_cast<std::uintptr_t>(unit_fault.caller);

	EXPECT_FAULT(TARN_FAULT_DOUBLE_FREE, &heap, block);
	CHECK(caller - (reinterpret_cast<std::uintptr_t>(frees) & ~std::uintptr_t{1}) < 256);
}

void is_a_heap_an_object(void)
{
	CASE(it_begins_as_none);
	CASE(it_gives_blocks);
	CASE(it_makes_objects);
	CASE(braces_come_second);
	CASE(no_room_constructs_nothing);
	CASE(one_of_a_scope_ends_with_it);
	CASE(the_default_heap_is_one);
	CASE(the_caller_is_the_programs);
}
