/* SPDX-License-Identifier: MIT
 * Each form of new, with each form of delete that may follow it. At level 3 the function that
 * contains `new` owns the block, and a fault names the one that contains `delete`, whichever forms
 * call each other. */
#include <new>

#include "cxx.hpp"
#include "tarn.hpp"

using std::align_val_t;
using std::nothrow;
using std::size_t;

#define SITE_BYTES 64 /* the functions below are shorter */

/* Hides a value from the compiler. Otherwise a call could be a jump, and Tarn would name its
 * caller; or the functions below would be inlined. */
template <typename Value> static inline __attribute__((always_inline)) Value hidden(Value value)
{
	__asm__ volatile("" : "+r"(value));
	return value;
}

#define FORM(align, allocate, release)                                                             \
	{                                                                                          \
		align, [](size_t size) { return hidden allocate; }, [](void *block, size_t size) { \
			release;                                                                   \
			__asm__ volatile("" ::: "memory");                                         \
			(void)size;                                                                \
		}                                                                                  \
	}
static const struct form {
	size_t align;
	void *(*allocate)(size_t size);
	void (*release)(void *block, size_t size);
} all[] = {
	FORM(8, (operator new(size)), operator delete(block)),
	FORM(8, (operator new[](size)), operator delete[](block)),
	FORM(8, (operator new(size, nothrow)), operator delete(block, nothrow)),
	FORM(8, (operator new[](size, nothrow)), operator delete[](block, nothrow)),
	FORM(8, (operator new(size)), operator delete(block, size)),
	FORM(8, (operator new[](size)), operator delete[](block, size)),
	FORM(64, (operator new(size, align_val_t(64))), operator delete(block, align_val_t(64))),
	FORM(64,
	     (operator new[](size, align_val_t(64))), operator delete[](block, align_val_t(64))),
	FORM(64, (operator new(size, align_val_t(64), nothrow)),
		 operator delete(block, align_val_t(64), nothrow)),
	FORM(1024, (operator new[](size, align_val_t(1024), nothrow)),
		   operator delete[](block, align_val_t(1024), nothrow)),
	FORM(64,
	     (operator new(size, align_val_t(64))), operator delete(block, size, align_val_t(64))),
	FORM(64, (operator new[](size, align_val_t(64))),
		 operator delete[](block, size, align_val_t(64))),
};
static const unsigned forms_count = sizeof(all) / sizeof(all[0]);

static bool is_in(std::uintptr_t address, const void *site)
{
	return (address & ~std::uintptr_t(1)) -
		       (reinterpret_cast<std::uintptr_t>(site) & ~std::uintptr_t(1)) <
	       SITE_BYTES;
}

static std::uintptr_t owner_of(const void *pointer)
{
	tarn_block block = {};

	while (block.pointer != pointer && tarn_walk(&tarn_default, &block))
		;
	return block.owner;
}

static void each_form(size_t size)
{
	void *block[forms_count];

	for (unsigned i = 0; i < forms_count; i++) {
		block[i] = hidden(all[i].allocate)(size);
		CHECK(tarn_is_live(&tarn_default, block[i]));
		CHECK(reinterpret_cast<std::uintptr_t>(block[i]) % all[i].align == 0);
		CHECK(size == 0 || tarn_usable_size(&tarn_default, block[i]) >= size);
		if (TARN_HARDEN >= 3)
			CHECK(is_in(owner_of(block[i]),
				    reinterpret_cast<const void *>(all[i].allocate)));
		for (unsigned j = 0; j < i; j++)
			CHECK(block[i] != block[j]);
	}
	for (unsigned i = 0; i < forms_count; i++)
		hidden(all[i].release)(block[i], size);
}

struct alignas(64) line {
	char byte[64];
};

struct counted {
	static int alive;
	counted()
	{
		alive++;
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

	CHECK(reinterpret_cast<std::uintptr_t>(one) % 64 == 0);
	CHECK(reinterpret_cast<std::uintptr_t>(more) % 64 == 0);
	CHECK(counted::alive == 10);
	delete one;
	delete[] more;
	delete[] array;
	CHECK(counted::alive == 0);
	for (const form &form : all)
		form.release(nullptr, 8);
}

static const void *culprit;

static void blame(const tarn_fault *fault)
{
	culprit = fault->caller;
	blamed++;
}

void does_a_fault_name_who_deleted()
{
	tarn_fault_handler *before = tarn_on_fault(blame);
	void *block = operator new(8);
	void *volatile dead = block; /* volatile: the compiler would warn */

	operator delete(block);
	for (const form &form : all) {
		hidden(form.release)(dead, 8);
		CHECK(is_in(reinterpret_cast<std::uintptr_t>(culprit),
			    reinterpret_cast<const void *>(form.release)));
	}
	tarn_on_fault(before);
}

void forms()
{
	unsigned before = live_blocks();

	for (size_t size : {0, 1, 8, 100, 1000})
		each_form(size);
	objects();
	CHECK(live_blocks() == before);
}
