/* SPDX-License-Identifier: MIT
 * operator new and delete in all forms, over the default heap. Each is weak: a program may replace
 * it, and the forms that the standard builds upon another one call that one. */
#include <cstdlib>
#include <new>

#include "tarn.hpp"
#include "tarn_new.h"

#ifdef __cpp_exceptions
#define REFUSE() throw std::bad_alloc()
#define OR_NULL(expression, size, align) \
	try {                            \
		return expression;       \
	} catch (...) {                  \
		return nullptr;          \
	}
#else
#define REFUSE()                         std::abort()
#define OR_NULL(expression, size, align) return allocate(size, align);
#endif

#define WEAK __attribute__((weak))

namespace
{
/* nullptr iff there is no memory and no handler. */
void *allocate(std::size_t size, std::size_t align)
{
	for (;;) {
		void *block = tarn_alloc_aligned(&tarn_default, align, size);

		if (block)
			return block;
		std::new_handler handler = std::get_new_handler();

		if (!handler)
			handler = tarn_new_handler;
		if (!handler)
			return nullptr;
		handler();
	}
}

void *allocate_or_refuse(std::size_t size, std::size_t align)
{
	void *block = allocate(size, align);

	if (!block)
		REFUSE();
	return block;
}
} // namespace

/* ---- new -------------------------------------------------------------------------------- */

WEAK void *operator new(std::size_t size)
{
	void *block = tarn_alloc(&tarn_default, size);

	return __builtin_expect(block != nullptr, 1) ? block : allocate_or_refuse(size, 1);
}

WEAK void *operator new(std::size_t size, std::align_val_t align)
{
	return allocate_or_refuse(size, static_cast<std::size_t>(align));
}

WEAK void *operator new[](std::size_t size)
{
	return ::operator new(size);
}

WEAK void *operator new[](std::size_t size, std::align_val_t align)
{
	return ::operator new(size, align);
}

WEAK void *operator new(std::size_t size,
			const std::nothrow_t &) noexcept {OR_NULL(::operator new(size), size, 1)}

WEAK void *
operator new[](std::size_t size,
	       const std::nothrow_t &) noexcept {OR_NULL(::operator new[](size), size, 1)}

WEAK void *
operator new(std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept {
	OR_NULL(::operator new(size, align), size, static_cast<std::size_t>(align))}

WEAK void *
operator new[](std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept {
	OR_NULL(::operator new[](size, align), size, static_cast<std::size_t>(align))}

/* ---- delete ----------------------------------------------------------------------------- */

WEAK void
operator delete(void *block) noexcept
{
	tarn_free(&tarn_default, block);
}

WEAK void operator delete[](void *block) noexcept
{
	::operator delete(block);
}

WEAK void operator delete(void *block, std::size_t) noexcept
{
	::operator delete(block);
}

WEAK void operator delete[](void *block, std::size_t) noexcept
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

WEAK void operator delete(void *block, std::align_val_t) noexcept
{
	tarn_free(&tarn_default, block);
}

WEAK void operator delete[](void *block, std::align_val_t align) noexcept
{
	::operator delete(block, align);
}

WEAK void operator delete(void *block, std::size_t, std::align_val_t align) noexcept
{
	::operator delete(block, align);
}

WEAK void operator delete[](void *block, std::size_t, std::align_val_t align) noexcept
{
	::operator delete[](block, align);
}

WEAK void operator delete(void *block, std::align_val_t align, const std::nothrow_t &) noexcept
{
	::operator delete(block, align);
}

WEAK void operator delete[](void *block, std::align_val_t align, const std::nothrow_t &) noexcept
{
	::operator delete[](block, align);
}
