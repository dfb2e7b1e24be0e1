/* SPDX-License-Identifier: MIT
 * What a port owes the allocator. A port is a folder: it supplies tarn_port_impl.h (the lock,
 * inline) and one or more C files (the rest). port/template compiles and does nothing clever:
 * start from it. The build names the folder with -I. */
#ifndef TARN_PORT_H
#define TARN_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "tarn.h"

/* The lock: `static inline`, in tarn_port_impl.h.
 *
 *   tarn_port_key tarn_port_lock(void);       keep every other context out of Tarn
 *   void tarn_port_unlock(tarn_port_key key);  restore what lock() found
 *
 * tarn_port_key is an integer type of the port's choice.
 *
 * It must keep out each context that calls Tarn: interrupts (mask them and return the old
 * mask), threads (a mutex), other cores (a spinlock besides). Windows are short: at most about
 * 250 instructions, in tarn_realloc and tarn_free_tag 340. Tarn never nests them. But interrupt
 * handlers call lock() too, so unlock() restores the mask that lock() found. It does not simply
 * enable interrupts. */
#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
#include "tarn_port_impl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Optional, a macro in tarn_port_impl.h: a number (uintptr_t) for the context that asks, other than
 * that of every context which may interrupt it or run beside it; 0 where that cannot be told. With
 * it an object pool finds a hook that calls the pool that called it (tarn_object.h). */
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT() ((uintptr_t)0)
#endif

/* Optional, a macro in tarn_port_impl.h: the same number; any, where TARN_PORT_CONTEXT() is 0. A get or a
 * put of an object with a hook asks this, and only a call that meets a hook asks the other. */
#ifndef TARN_PORT_CONTEXT_HERE
#define TARN_PORT_CONTEXT_HERE() TARN_PORT_CONTEXT()
#endif

/* Optional, a macro in tarn_port_impl.h: a number (uint32_t) that nobody can foresee, read once as a heap
 * is made. The links in free memory are stored xor a key that it is a part of. Without it a key
 * depends on where the heap's record lies. */
#ifndef TARN_PORT_RANDOM
#define TARN_PORT_RANDOM() UINT32_C(0)
#endif

/* Optional, a macro in tarn_port_impl.h: __ATOMIC_SEQ_CST where threads on several cores that reorder reads or
 * writes call Tarn. That an object pool is open is asked before the lock is taken, and nothing that opening it writes
 * may be read before that. Else, also on an RP2040, whose cores keep the order, only the compiler is told. */
#ifndef TARN_PORT_ORDER
#define TARN_PORT_ORDER __ATOMIC_RELAXED
#endif

/* Optional, macros in tarn_port_impl.h or of a kernel, used with TARN_TAGS: the address (uint32_t *)
 * of the calling context's word of tags, and how many words tarn_tags_here has for it. Read inside
 * the lock too, and without a check: the port sees to it that a word is 0 at first, and that only
 * Tarn writes to it. A context that interrupts this one leaves the word as it was.
 * tarn_tags_here[0] is the main program's: a kernel exchanges it as it switches tasks.
 *
 * Contexts that share a word share their tags: a handler that enters none allocates on behalf of
 * what it interrupted. Without these macros the program has one word. */
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS() tarn_tags_here
#endif
#ifndef TARN_PORT_TAG_WORDS
#define TARN_PORT_TAG_WORDS 1
#endif
extern uint32_t tarn_tags_here[TARN_PORT_TAG_WORDS];

/* Optional, a macro in tarn_port_impl.h: a number or a few words that tell this lock from any other.
 * Typed pools are compiled into the program's own files, and take the lock there. Each file says which
 * one it has, and the linker refuses a program with two: "multiple definition of
 * `tarn_locked_one_way'". */
#if defined(TARN_PORT_LOCK) && defined(__ELF__)
TARN_ONE_WAY_(tarn_locked_one_way, "tarn_locked_by_" TARN_VALUE_(TARN_PORT_LOCK))
#endif

/* Called, outside the lock, when Tarn refuses a misuse and no handler was set with
 * tarn_on_fault(). May return: the heap is as it was before the faulty call. */
void tarn_port_fault(const struct tarn_fault *fault);

/* On a chip, of the fault that stopped the program: the tarn_port_fault() that Tarn brings along writes
 * it, and executes an undefined instruction. */
extern struct tarn_fault tarn_port_last_fault;

/* Optional. A call asks this of a heap that nobody made. True: the heap is made now, and the call goes
 * on; for a block it then looks at the heap from the start. False: the call answers NULL, or what it
 * answers of no heap. The one of pool/ is weak, and is tarn_heap_missing(); malloc's makes its default
 * heap (malloc_init.c). Outside the lock; `caller` is the one that a fault names. */
bool tarn_port_heap_missing(const struct tarn_heap *heap, void *caller);

/* Raises TARN_FAULT_HEAP. False. */
bool tarn_heap_missing(const struct tarn_heap *heap, void *caller);

/* Owed only where a type of object pools has TARN_OBJECT_WAITED: wake whoever waits for an object of
 * this pool. There is no default: without it such a program does not link.
 *   called   outside the lock, in the context of the call: after each put (one that was refused
 *            too), and each release that is true; once after a reset, a prewarm, a trim and a load,
 *            however many objects may then be had
 *   may      get and put, of this pool too
 * Whoever waits looks again: what is told may be another's already. No wake-up is lost if he is
 * known to this function before the get that finds nothing: port/freertos does so. */
struct tarn_object_pool;
void tarn_port_object_put(struct tarn_object_pool *pool);

/* Optional: needed by whoever calls them (the soak, the benches), never by pool/.
 * Output of `length` bytes on the console. */
void tarn_port_write(const char *bytes, size_t length);

/* Optional: milliseconds since some fixed moment; wraps at 2^32. */
uint32_t tarn_port_milliseconds(void);

/* Optional: end the program with a status (0 = success). Does not return. */
__attribute__((__noreturn__)) void tarn_port_exit(int status);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
