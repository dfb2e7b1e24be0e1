/* SPDX-License-Identifier: MIT
 * What the compiler is asked for: the one page of attributes.
 *
 * There is one path, the same at -O2 and at -Os. The flag decides one thing: whether the compiler
 * inlines what is `inline` or calls the one function of it in steps.c. What is ALWAYS inline is
 * smaller so. */
#ifndef TARN_COMPILER_H
#define TARN_COMPILER_H

#include "tarn.h"

#define ALWAYS inline __attribute__((always_inline))
#define APART  __attribute__((noinline))
#define SLOW   __attribute__((noinline, cold))

#define CALLER __builtin_return_address(0)

/* Each function of a request is left by a jump to the next. So none needs to keep its return
 * address: the one that asks for it at last finds the caller's as its own, and is passed NULL
 * for it. Where the compiler calls instead, the address is passed. */
#define TAIL_CALLER            (TARN_TAIL_CALLS ? NULL : __builtin_return_address(0))
#define TAIL_PASS(caller)      (TARN_TAIL_CALLS ? NULL : (caller))
#define CALLER_IF_NULL(caller) ((caller) ? (caller) : __builtin_return_address(0))

#ifndef likely /* a kernel, whose lock is in this program, may have both */
#define likely(condition)   __builtin_expect(!!(condition), 1)
#define unlikely(condition) __builtin_expect(!!(condition), 0)
#endif

/* Hides from the compiler how a value came about: it is then computed once and kept, or computed
 * again, as stands in the source, and registers are spared. Emits nothing. */
#define FORGET(value) __asm__("" : "+r"(value))

/* Two neighbouring words are wanted here, both: lets the compiler load them with one
 * instruction, where it would else put off the second. Emits nothing. */
#define TOGETHER(first, second) __asm__("" : "+r"(first), "+r"(second))

typedef uint32_t raw32 __attribute__((may_alias)); /* a word, whatever it holds */

#endif
