/* SPDX-License-Identifier: MIT
 * operator new and delete in all forms, over the default heap. Each is weak, so a program may
 * replace it. The standard builds some forms on another one; they then call the program's. */
#include <cerrno>

#include "tarn.hpp"
extern "C" {
#include "../private/libc_heaps.h"
}
#include "tarn_new.h"

using std::align_val_t;
using std::size_t;

#ifdef __cpp_exceptions
#define TRY       try
#define OTHERWISE catch (...)
#else
#define TRY       if (true)
#define OTHERWISE else
#endif

/* With -flto no form becomes a part of its caller: then the caller would be another one's. */
#define APART __attribute__((noinline))
#define WEAK  __attribute__((weak, noinline))

namespace
{
void *aligned_block(size_t align, size_t size, void *caller)
{
	int unused;

	return libc_memalign(align, size, &unused, caller);
}

/* Calls the new-handlers after a refusal. Returns nullptr iff there is neither memory nor a
 * handler. */
void *ask_handlers(size_t size, size_t align, void *caller)
{
	return tarn::ask_handlers([=] { return aligned_block(align, size, caller); });
}

void *allocate(size_t size, size_t align, void *caller)
{
	void *block = aligned_block(align, size, caller);

	return block ? block : ask_handlers(size, align, caller);
}

void *not_null(void *block)
{
	if (!block)
		TARN_NO_MEMORY_();
	return block;
}

size_t bytes(align_val_t align)
{
	return static_cast<size_t>(align);
}

void *get(size_t size, void *caller)
{
	void *block = libc_malloc(size, caller);

	return __builtin_expect(block != nullptr, 1) ? block
						     : not_null(ask_handlers(size, 1, caller));
}

void *get_aligned(size_t size, align_val_t align, void *caller)
{
	return not_null(allocate(size, bytes(align), caller));
}
} // namespace

/* ---- new -------------------------------------------------------------------------------- */

/* These have names of their own, so that ours() can tell whether the program has replaced one. If
 * it has, the other forms call the program's. They do not call ours: GCC makes no jump of such a
 * call, so the owner of the block would be an address in this file. */
extern "C" {
APART void *tarn_new(size_t size);
APART void *tarn_new_aligned(size_t size, align_val_t align);
APART void *tarn_new_array(size_t size);
APART void *tarn_new_array_aligned(size_t size, align_val_t align);
}
WEAK __attribute__((alias("tarn_new"))) void *operator new(size_t size);
WEAK __attribute__((alias("tarn_new_array"))) void *operator new[](size_t size);
WEAK __attribute__((alias("tarn_new_aligned"))) void *operator new(size_t size, align_val_t align);
WEAK __attribute__((alias("tarn_new_array_aligned"))) void *operator new[](size_t size,
									   align_val_t align);

namespace
{
using plain = void *(*)(size_t);
using aligned = void *(*)(size_t, align_val_t);

bool ours()
{
	return static_cast<plain>(::operator new) == tarn_new;
}

bool ours_aligned()
{
	return static_cast<aligned>(::operator new) == tarn_new_aligned;
}
} // namespace

void *tarn_new(size_t size)
{
	return get(size, LIBC_CALLER);
}

void *tarn_new_aligned(size_t size, align_val_t align)
{
	return get_aligned(size, align, LIBC_CALLER);
}

void *tarn_new_array(size_t size)
{
	return ours() ? get(size, LIBC_CALLER) : ::operator new(size);
}

void *tarn_new_array_aligned(size_t size, align_val_t align)
{
	return ours_aligned() ? get_aligned(size, align, LIBC_CALLER) : ::operator new(size, align);
}

/* ---- new that answers nullptr ----------------------------------------------------------- */

/* These do not call the throwing form above. A throw takes memory itself, and ends the program if
 * there is none. They call only a throwing form that the program has replaced. */
namespace
{
template <typename Request>
void *or_null(bool own, size_t size, size_t align, void *caller, Request request) noexcept
{
	TRY
	{
		return own ? allocate(size, align, caller) : request();
	}
	OTHERWISE
	{
		return nullptr;
	}
}
} // namespace

WEAK void *operator new(size_t size, const std::nothrow_t &) noexcept
{
	return or_null(ours(), size, 1, LIBC_CALLER, [=] { return ::operator new(size); });
}

WEAK void *operator new[](size_t size, const std::nothrow_t &) noexcept
{
	bool own = ours() && static_cast<plain>(::operator new[]) == tarn_new_array;

	return or_null(own, size, 1, LIBC_CALLER, [=] { return ::operator new[](size); });
}

WEAK void *operator new(size_t size, align_val_t align, const std::nothrow_t &) noexcept
{
	return or_null(ours_aligned(), size, bytes(align), LIBC_CALLER,
		       [=] { return ::operator new(size, align); });
}

WEAK void *operator new[](size_t size, align_val_t align, const std::nothrow_t &) noexcept
{
	bool own =
		ours_aligned() && static_cast<aligned>(::operator new[]) == tarn_new_array_aligned;

	return or_null(own, size, bytes(align), LIBC_CALLER,
		       [=] { return ::operator new[](size, align); });
}

/* ---- delete ----------------------------------------------------------------------------- */

/* As new above: a form that builds on another one calls the program's if it has replaced that. */
extern "C" {
APART void tarn_delete(void *block) noexcept;
APART void tarn_delete_array(void *block) noexcept;
APART void tarn_delete_aligned(void *block, align_val_t align) noexcept;
APART void tarn_delete_array_aligned(void *block, align_val_t align) noexcept;
}
WEAK __attribute__((alias("tarn_delete"))) void operator delete(void *block) noexcept;
WEAK __attribute__((alias("tarn_delete_array"))) void operator delete[](void *block) noexcept;
WEAK __attribute__((alias("tarn_delete_aligned"))) void operator delete(void *block,
									align_val_t align) noexcept;
WEAK __attribute__((alias("tarn_delete_array_aligned"))) void
operator delete[](void *block, align_val_t align) noexcept;

namespace
{
using plain_delete = void (*)(void *);
using aligned_delete = void (*)(void *, align_val_t);

__attribute__((always_inline)) inline void give(void *block, void *caller) noexcept
{
	if (static_cast<plain_delete>(::operator delete) == tarn_delete)
		libc_free(block, caller);
	else
		::operator delete(block);
}

__attribute__((always_inline)) inline void give_array(void *block, void *caller) noexcept
{
	if (static_cast<plain_delete>(::operator delete[]) == tarn_delete_array)
		give(block, caller);
	else
		::operator delete[](block);
}

__attribute__((always_inline)) inline void give_aligned(void *block, align_val_t align,
							void *caller) noexcept
{
	if (static_cast<aligned_delete>(::operator delete) == tarn_delete_aligned)
		libc_free(block, caller);
	else
		::operator delete(block, align);
}

__attribute__((always_inline)) inline void give_array_aligned(void *block, align_val_t align,
							      void *caller) noexcept
{
	if (static_cast<aligned_delete>(::operator delete[]) == tarn_delete_array_aligned)
		give_aligned(block, align, caller);
	else
		::operator delete[](block, align);
}
} // namespace

void tarn_delete(void *block) noexcept
{
	libc_free(block, LIBC_CALLER);
}

void tarn_delete_array(void *block) noexcept
{
	give(block, LIBC_CALLER);
}

void tarn_delete_aligned(void *block, align_val_t /*align*/) noexcept
{
	libc_free(block, LIBC_CALLER);
}

void tarn_delete_array_aligned(void *block, align_val_t align) noexcept
{
	give_aligned(block, align, LIBC_CALLER);
}

WEAK void operator delete(void *block, size_t) noexcept
{
	give(block, LIBC_CALLER);
}

WEAK void operator delete[](void *block, size_t) noexcept
{
	give_array(block, LIBC_CALLER);
}

WEAK void operator delete(void *block, const std::nothrow_t &) noexcept
{
	give(block, LIBC_CALLER);
}

WEAK void operator delete[](void *block, const std::nothrow_t &) noexcept
{
	give_array(block, LIBC_CALLER);
}

WEAK void operator delete(void *block, size_t, align_val_t align) noexcept
{
	give_aligned(block, align, LIBC_CALLER);
}

WEAK void operator delete[](void *block, size_t, align_val_t align) noexcept
{
	give_array_aligned(block, align, LIBC_CALLER);
}

WEAK void operator delete(void *block, align_val_t align, const std::nothrow_t &) noexcept
{
	give_aligned(block, align, LIBC_CALLER);
}

WEAK void operator delete[](void *block, align_val_t align, const std::nothrow_t &) noexcept
{
	give_array_aligned(block, align, LIBC_CALLER);
}
