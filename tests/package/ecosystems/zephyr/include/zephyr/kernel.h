/* SPDX-License-Identifier: MIT
 * Of Zephyr's kernel what the module and the tests use. */
#ifndef ZEPHYR_KERNEL_H
#define ZEPHYR_KERNEL_H
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zephyr/spinlock.h>

#include <sys/cdefs.h> /* __aligned */
#define likely(x)   __builtin_expect((bool)!!(x), true)
#define unlikely(x) __builtin_expect((bool)!!(x), false)
#define __noinit    __attribute__((section(".bss.noinit")))

struct k_heap {
	const char *name;
};
struct k_thread {
	struct k_heap *resource_pool;
};
extern bool in_isr;
struct k_thread *k_current_get(void);
bool k_is_in_isr(void);
void k_panic(void);

void *k_malloc(size_t size);
void *k_calloc(size_t count, size_t size);
void *k_realloc(void *block, size_t size);
void *k_aligned_alloc(size_t align, size_t size);
void k_free(void *block);
void k_thread_system_pool_assign(struct k_thread *thread);
void *z_thread_aligned_alloc(size_t align, size_t size);
void *a_kernel_object(void); /* what the kernel allocates for the thread that calls */
#endif
