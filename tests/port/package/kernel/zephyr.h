/* SPDX-License-Identifier: MIT
 * Stands in for Zephyr's headers: the part of its kernel that the module uses. */
#include <errno.h>

#include "kernel.h"

#define KERNEL_ALLOCATES

#define __noinit      __attribute__((section(".bss.noinit")))
#define __aligned(at) __attribute__((aligned(at)))
#define printk        printf
#define k_panic       abort
/* Runs before main(), at any level and priority. */
#define SYS_INIT(function, level, priority)                                   \
	__attribute__((constructor)) static void function##_before_main(void) \
	{                                                                     \
		(void)function();                                             \
	}

struct k_heap {
	const char *name;
};
struct k_thread {
	struct k_heap *resource_pool;
};
struct k_spinlock {
	int taken;
};
typedef struct {
	int key;
} k_spinlock_key_t;

#define k_current_get     current_thread
#define k_is_in_isr()     in_isr
#define k_is_pre_kernel() in_boot
static inline k_spinlock_key_t k_spin_lock(struct k_spinlock *lock)
{
	lock_taken(&lock->taken);
	return (k_spinlock_key_t){42};
}
static inline void k_spin_unlock(struct k_spinlock *lock, k_spinlock_key_t key)
{
	promise(key.key == 42, "the lock gets back its key");
	lock_given(&lock->taken);
}

void *k_malloc(size_t size);
void *k_calloc(size_t count, size_t size);
void *k_realloc(void *block, size_t size);
void *k_aligned_alloc(size_t align, size_t size);
void k_free(void *block);
void k_thread_system_pool_assign(struct k_thread *thread);
void *z_thread_aligned_alloc(size_t align, size_t size);
void *z_thread_malloc(size_t size);
