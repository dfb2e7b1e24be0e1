/* SPDX-License-Identifier: MIT
 * What a C++ program may define beside port/cxx/new.cc. */
#ifndef TARN_NEW_H
#define TARN_NEW_H

/* The new-handler of a program that sets none with std::set_new_handler(); weak, so it may be left
 * out. As the standard asks of any, it does one of three things: makes memory available and
 * returns, and the allocation is tried again; throws std::bad_alloc; does not return. Without
 * a handler a throwing `new` throws std::bad_alloc (built with -fno-exceptions: std::abort()), and
 * a nothrow one answers nullptr. */
extern "C" void tarn_new_handler() __attribute__((weak));

#endif
