/* SPDX-License-Identifier: MIT
 * The part of Zephyr's kernel that the module and the tests use. */
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
extern bool in_boot; /* no thread has run yet: nothing thread-local may be read */
struct k_thread *k_current_get(void);
bool k_is_in_isr(void);
bool k_is_pre_kernel(void);
void k_panic(void);

void *k_malloc(size_t size);
void *k_calloc(size_t count, size_t size);
void *k_realloc(void *block, size_t size);
void *k_aligned_alloc(size_t align, size_t size);
void k_free(void *block);
void k_thread_system_pool_assign(struct k_thread *thread);
void *z_thread_aligned_alloc(size_t align, size_t size);
#ifdef THREAD_MALLOC_INLINE /* as Zephyr had it until 2025 */
static inline void *z_thread_malloc(size_t size)
{
	return z_thread_aligned_alloc(0, size);
}
#else
void *z_thread_malloc(size_t size);
#endif
void *a_kernel_object(void); /* the kernel allocates for the calling thread */
#endif
