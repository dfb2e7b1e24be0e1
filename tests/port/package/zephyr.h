/* SPDX-License-Identifier: MIT
 * Stands in for Zephyr's headers: the part of its kernel that the module and its sample use. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define __noinit          __attribute__((section(".bss.noinit")))
#define __aligned(at)     __attribute__((aligned(at)))
#define printk            printf
#define k_panic           abort
#define k_current_get()   ((struct k_thread *)1)
#define k_is_in_isr()     false
#define k_is_pre_kernel() false
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

static inline k_spinlock_key_t k_spin_lock(struct k_spinlock *lock)
{
	assert(!lock->taken++);
	return (k_spinlock_key_t){42};
}

static inline void k_spin_unlock(struct k_spinlock *lock, k_spinlock_key_t key)
{
	assert(key.key == 42 && !--lock->taken);
}

/* --wrap replaces these. */
void *k_malloc(size_t size);
void k_free(void *block);
__attribute__((weak)) void __real_k_free(void *block)
{
	(void)block;
	abort();
}
__attribute__((weak)) void *__real_z_thread_aligned_alloc(size_t align, size_t size)
{
	(void)align, (void)size;
	abort();
}
