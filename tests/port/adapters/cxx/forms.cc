/* SPDX-License-Identifier: MIT
 * Each form of new, with each form of delete that may follow it. */
#include <initializer_list>
#include <new>

#include "cxx.hpp"
#include "tarn.hpp"

using std::align_val_t;
using std::nothrow;
using std::size_t;

static bool aligned(const void *block, size_t align)
{
	return tarn_is_live(&tarn_default, block) &&
	       reinterpret_cast<std::uintptr_t>(block) % align == 0;
}

static void plain(size_t size)
{
	void *block[6];

	block[0] = operator new(size);
	block[1] = operator new[](size);
	block[2] = operator new(size, nothrow);
	block[3] = operator new[](size, nothrow);
	block[4] = operator new(size);
	block[5] = operator new[](size);
	for (int i = 0; i < 6; i++) {
		CHECK(aligned(block[i], alignof(std::max_align_t)));
		CHECK(size == 0 || tarn_usable_size(&tarn_default, block[i]) >= size);
		for (int j = 0; j < i; j++)
			CHECK(block[i] != block[j]);
	}
	operator delete(block[0]);
	operator delete[](block[1]);
	operator delete(block[2], nothrow);
	operator delete[](block[3], nothrow);
	operator delete(block[4], size);
	operator delete[](block[5], size);
}

static void over_aligned(size_t size, align_val_t align)
{
	void *block[6];

	block[0] = operator new(size, align);
	block[1] = operator new[](size, align);
	block[2] = operator new(size, align, nothrow);
	block[3] = operator new[](size, align, nothrow);
	block[4] = operator new(size, align);
	block[5] = operator new[](size, align);
	for (void *each : block)
		CHECK(aligned(each, static_cast<size_t>(align)));
	operator delete(block[0], align);
	operator delete[](block[1], align);
	operator delete(block[2], align, nothrow);
	operator delete[](block[3], align, nothrow);
	operator delete(block[4], size, align);
	operator delete[](block[5], size, align);
}

struct alignas(64) line {
	char byte[64];
};

struct counted {
	static int alive;
	int number;
	counted() : number(++alive)
	{
	}
	~counted()
	{
		alive--;
	}
};
int counted::alive;

static void objects()
{
	line *one = new line;
	line *more = new line[3];
	counted *array = new counted[10];

	CHECK(aligned(one, 64) && aligned(more, 64));
	CHECK(counted::alive == 10 && array[9].number == 10);
	delete one;
	delete[] more;
	delete[] array;
	CHECK(counted::alive == 0);
}

static void nothing()
{
	void *none = nullptr;

	operator delete(none);
	operator delete[](none);
	operator delete(none, size_t(8));
	operator delete(none, align_val_t(64));
	operator delete(none, nothrow);
}

/* Level 3: a block's owner is the function that contains `new`, whichever forms call each other. */
#if TARN_HARDEN >= 3
#define OWNER_BYTES 64 /* such a function is shorter */

template <int form> __attribute__((noinline)) static void *by_new()
{
	void *block;

	switch (form) {
	case 0:
		block = operator new(40);
		break;
	case 1:
		block = operator new[](40);
		break;
	case 2:
		block = operator new[](40, nothrow);
		break;
	default:
		block = operator new[](40, align_val_t(64));
		break;
	}
	__asm__ volatile("" : "+r"(block));
	return block;
}

static void owned(void *(*function)())
{
	void *pointer = function();
	std::uint32_t start = reinterpret_cast<std::uintptr_t>(function) & ~1u;
	tarn_block block = {};

	while (block.pointer != pointer && tarn_walk(&tarn_default, &block))
		;
	CHECK(block.owner - start < OWNER_BYTES);
	operator delete(pointer);
}

static void owners()
{
	owned(by_new<0>);
	owned(by_new<1>);
	owned(by_new<2>);
	owned(by_new<3>);
}
#else
static void owners()
{
}
#endif

void forms()
{
	unsigned before = live_blocks();

	for (size_t size : {0, 1, 8, 100, 1000})
		plain(size);
	for (size_t align : {16, 64, 1024})
		over_aligned(40, align_val_t(align));
	objects();
	owners();
	nothing();
	CHECK(live_blocks() == before);
}
