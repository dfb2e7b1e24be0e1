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

#define WEAK __attribute__((weak))

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
void *tarn_new(size_t size);
void *tarn_new_aligned(size_t size, align_val_t align);
void *tarn_new_array(size_t size);
void *tarn_new_array_aligned(size_t size, align_val_t align);
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

WEAK void operator delete(void *block) noexcept
{
	libc_free(block);
}

WEAK void operator delete[](void *block) noexcept
{
	::operator delete(block);
}

WEAK void operator delete(void *block, size_t) noexcept
{
	::operator delete(block);
}

WEAK void operator delete[](void *block, size_t) noexcept
{
	::operator delete[](block);
}

WEAK void operator delete(void *block, const std::nothrow_t &) noexcept
{
	::operator delete(block);
}

WEAK void operator delete[](void *block, const std::nothrow_t &) noexcept
{
	::operator delete[](block);
}

WEAK void operator delete(void *block, align_val_t) noexcept
{
	libc_free(block);
}

WEAK void operator delete[](void *block, align_val_t align) noexcept
{
	::operator delete(block, align);
}

WEAK void operator delete(void *block, size_t, align_val_t align) noexcept
{
	::operator delete(block, align);
}

WEAK void operator delete[](void *block, size_t, align_val_t align) noexcept
{
	::operator delete[](block, align);
}

WEAK void operator delete(void *block, align_val_t align, const std::nothrow_t &) noexcept
{
	::operator delete(block, align);
}

WEAK void operator delete[](void *block, align_val_t align, const std::nothrow_t &) noexcept
{
	::operator delete[](block, align);
}
