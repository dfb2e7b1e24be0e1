/* SPDX-License-Identifier: MIT
 * Compiler attributes and builtins: the one page of them.
 *
 * There is one path, the same at -O2 and at -Os. The flag only decides whether the compiler inlines
 * an `inline` function or calls its one copy in steps.c. ALWAYS marks functions whose inlining
 * makes the code smaller. */
#ifndef TARN_COMPILER_H
#define TARN_COMPILER_H

#include "tarn.h"

#define ALWAYS inline __attribute__((always_inline))
#define APART  __attribute__((noinline))
#define SLOW   __attribute__((noinline, cold))

#define CALLER __builtin_return_address(0)

/* The functions of a request leave by a jump to the next one. So none keeps its return address: the
 * last one finds the user's return address as its own, and gets NULL for `caller`. A compiler that
 * calls instead of jumping passes the address. */
#define TAIL_CALLER            (TARN_TAIL_CALLS ? NULL : __builtin_return_address(0))
#define TAIL_PASS(caller)      (TARN_TAIL_CALLS ? NULL : (caller))
#define CALLER_IF_NULL(caller) ((caller) ? (caller) : __builtin_return_address(0))

#ifndef likely /* a kernel whose headers hold the lock may define both */
#define likely(condition)   __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#endif

/* Hides from the compiler how it computed a value. It then computes the value once and keeps it, or
 * computes it again, as the source says. That spares registers. Emits nothing. */
#define FORGET(value) __asm__("" : "+r"(value))

/* Needs both of two neighbouring words here. So the compiler can load them with one instruction,
 * instead of postponing the second load. Emits nothing. */
#define TOGETHER(first, second) __asm__("" : "+r"(first), "+r"(second))

typedef uint32_t raw32 __attribute__((may_alias)); /* a word, whatever it holds */

#endif
