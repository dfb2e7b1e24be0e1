/* SPDX-License-Identifier: MIT
 * The new-handler of a C++ program with port/malloc/new.cc, and what happens when there is no
 * memory. */
#ifndef TARN_NEW_H
#define TARN_NEW_H

#include <cstdlib>
#include <new>

/* The new-handler of a program that sets none with std::set_new_handler(). It is weak, so a program
 * may leave it out. The standard asks it to do one of three things:
 *
 *   - make memory available and return; then the allocation is tried again
 *   - throw std::bad_alloc
 *   - not return
 *
 * Without a handler, a throwing `new` throws std::bad_alloc; built with -fno-exceptions, it calls
 * std::abort(). A nothrow `new` returns nullptr. tarn::allocator and tarn::memory_resource
 * (tarn_memory.hpp) do as a throwing `new`. */
extern "C" void tarn_new_handler() __attribute__((__weak__));

#ifdef __cpp_exceptions
#define TARN_NO_MEMORY_() throw std::bad_alloc()
#else
#define TARN_NO_MEMORY_() std::abort()
#endif

namespace tarn
{
/* After a refusal: calls the new-handler and then `request`, until that returns a block. Returns
 * nullptr iff there is no handler. */
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
