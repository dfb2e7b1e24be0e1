/* SPDX-License-Identifier: MIT
 * What a C++ program may define beside port/cxx/new.cc, and what happens when there is no memory. */
#ifndef TARN_NEW_H
#define TARN_NEW_H

#include <cstdlib>
#include <new>

/* The new-handler of a program that sets none with std::set_new_handler(); weak, so it may be left
 * out. As the standard asks of any, it does one of three things: makes memory available and
 * returns, and the allocation is tried again; throws std::bad_alloc; does not return. Without
 * a handler a throwing `new` throws std::bad_alloc (built with -fno-exceptions: std::abort()), and
 * a nothrow one answers nullptr. tarn::allocator and tarn::memory_resource (tarn_memory.hpp) do as a
 * throwing `new`. */
extern "C" void tarn_new_handler() __attribute__((weak));

#ifdef __cpp_exceptions
#define TARN_NO_MEMORY_() throw std::bad_alloc()
#else
#define TARN_NO_MEMORY_() std::abort()
#endif

namespace tarn
{
/* After a refusal: calls the new-handler, and `request` again, until that answers a block. nullptr iff
 * there is no handler. */
template <typename Request> void *ask_handlers(Request request)
{
	for (;;) {
		std::new_handler handler = std::get_new_handler();

		if (!handler)
			handler = tarn_new_handler;
		if (!handler)
			return nullptr;
		handler();
		void *block = request();

		if (block)
			return block;
	}
}
} // namespace tarn

#endif
