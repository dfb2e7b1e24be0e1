/* SPDX-License-Identifier: MIT
 * The obligations of a port. A port is a folder with tarn_port_impl.h, which has the lock as inline
 * functions, and one or more C files for the rest. The build names the folder with -I. Start from
 * port/machine/template, which compiles. */
#ifndef TARN_PORT_H
#define TARN_PORT_H

#include <stddef.h>
#include <stdint.h>

#include "tarn.h"

/* The lock: `static inline`, in tarn_port_impl.h.
 *
 *   tarn_port_key tarn_port_lock(void);        keeps every other context out of Tarn
 *   void tarn_port_unlock(tarn_port_key key);  restores what lock() found
 *
 * tarn_port_key is an integer type of the port's choice.
 *
 * The lock must keep out every context that calls Tarn. For interrupts, mask them and return the
 * old mask. For threads, take a mutex. For other cores, take a spinlock, too. Windows are short. On
 * a Cortex-M4 (level 1, -O2) they have at most 272 instructions, and 277 in tarn_realloc. With
 * TARN_TAGS they have up to about 370. Tarn never nests windows. But interrupt handlers call
 * lock(), too. So unlock() has to restore the mask that lock() found, and not simply enable
 * interrupts. The compiler may not move a memory access across either function: use a "memory"
 * clobber, a volatile asm or an atomic. */
#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" /* a function and a struct of one name */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
#include "tarn_port_impl.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Optional, a macro in tarn_port_impl.h: a number (uintptr_t) of the calling context. Two pieces
 * of code may have one number only if neither can interrupt or preempt the other, nor run at the
 * same time. 0: the port cannot tell. An object pool refuses a call that has the number of one of
 * its hooks, because that hook must have made it (tarn_object.h). A kernel may define the macro,
 * for instance as its running task. */
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT() ((uintptr_t)0)
#endif

/* Optional, a macro in tarn_port_impl.h: the same number, or any number where TARN_PORT_CONTEXT()
 * is 0. Each get and put of an object with a hook calls this. Only a call that meets a hook calls
 * the other. */
#ifndef TARN_PORT_CONTEXT_HERE
#define TARN_PORT_CONTEXT_HERE() TARN_PORT_CONTEXT()
#endif

/* Optional. Is the code outside of interrupt handlers one context? So it is in a program without a
 * kernel or other preemptive threads. pool/ has a weak definition, which returns false. No register
 * tells threads on one stack apart. */
bool tarn_port_one_thread(void);

/* Optional, a macro in tarn_port_impl.h: a number (uint32_t) that nobody can foresee. tarn_init
 * reads it once. It is part of a heap's key. Tarn stores each link in free memory xor the key.
 * Without it the key depends on the address of the heap's record. */
#ifndef TARN_PORT_RANDOM
#define TARN_PORT_RANDOM() UINT32_C(0)
#endif

/* Optional, a macro in tarn_port_impl.h: the order of one read. Object pools read whether they are
 * open before they take the lock. Nothing that an open writes may be read before that. Define it as
 * __ATOMIC_SEQ_CST if threads on several cores call Tarn, and the cores reorder reads or writes.
 * Without it the order binds only the compiler. That is enough on an RP2040, whose cores keep the
 * order. */
#ifndef TARN_PORT_ORDER
#define TARN_PORT_ORDER __ATOMIC_RELAXED
#endif

/* Optional, macros in tarn_port_impl.h or of a kernel, used with TARN_TAGS. TARN_PORT_TAGS() is the
 * address (uint32_t *) of the calling context's word of tags. TARN_PORT_TAG_WORDS is the number of
 * words in tarn_tags_here. Tarn reads the word without a check, inside the lock, too. The port
 * makes sure that a word is 0 at first, and that only Tarn writes to it. A context that interrupts
 * this one leaves the word as it was. tarn_tags_here[0] belongs to the main program: a kernel
 * exchanges it when it switches tasks.
 *
 * Contexts that share a word share their tags: a handler that enters no tag allocates on behalf of
 * what it interrupted. Without these macros the program has one word. */
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS() tarn_tags_here
#endif
#ifndef TARN_PORT_TAG_WORDS
#define TARN_PORT_TAG_WORDS 1
#endif
extern uint32_t tarn_tags_here[TARN_PORT_TAG_WORDS];

/* Optional, a macro in tarn_port_impl.h: a name of this lock. The code of typed pools is compiled
 * into the program's own files, and takes the lock there. Each file has a mark with the name of its
 * lock. The linker refuses a program with two locks: "multiple definition of
 * `tarn_locked_one_way'". */
#if defined(TARN_PORT_LOCK) && defined(__ELF__)
TARN_ONE_WAY_(tarn_locked_one_way, "tarn_locked_by_" TARN_VALUE_(TARN_PORT_LOCK))
#endif

/* Handles a misuse that Tarn detected, if the program set no handler by tarn_on_fault(). Tarn calls
 * it outside the lock. It may return, as a handler of tarn_on_fault() may. */
void tarn_port_fault(const struct tarn_fault *fault);

/* On a chip: the fault that stopped the program. The tarn_port_fault() of this repository writes
 * it, and then executes an undefined instruction. */
extern struct tarn_fault tarn_port_last_fault;

/* Optional. A call on a heap that was never made calls this, outside the lock. `caller` is the
 * address that a fault would name. pool/ has a weak definition, which calls tarn_heap_missing().
 * The definition of malloc_init.c makes the default heap.
 *
 *   returns  true: the heap is made now. The call goes on; a request begins anew. false: the call
 *            returns NULL, or what it returns for no heap */
bool tarn_port_heap_missing(const struct tarn_heap *heap, void *caller);

/* Raises TARN_FAULT_HEAP. Returns false. */
bool tarn_heap_missing(const struct tarn_heap *heap, void *caller);

/* Wakes the tasks that wait for an object of this pool. Only a program with a type of
 * TARN_OBJECT_WAITED needs it. There is no default: without it such a program does not link.
 *
 *   called   outside the lock, in the context of the call: after each put, a refused one included,
 *            and after each release that returns true. Once after a reset, a prewarm, a trim and a
 *            load, however many objects they free
 *   may      get and put, of this pool, too
 *
 * A task that wakes has to look again, because another one may have taken the object. To lose no
 * wake-up, note a task here before the get that finds nothing: port/rtos/freertos does so. */
struct tarn_object_pool;
void tarn_port_object_put(struct tarn_object_pool *pool);

/* The functions below are for programs such as the soak and the benches. pool/ calls none of them.
 *
 * Optional: writes `length` bytes to the console. */
void tarn_port_write(const char *bytes, size_t length);

/* Optional: milliseconds since some fixed moment. Wraps at 2^32. */
uint32_t tarn_port_milliseconds(void);

/* Optional: ends the program with a status, 0 for success. Does not return. */
__attribute__((__noreturn__)) void tarn_port_exit(int status);

#ifdef __cplusplus
#pragma GCC diagnostic pop
}
#endif

#endif
