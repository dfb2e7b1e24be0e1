/* SPDX-License-Identifier: MIT
 * In the kernel's place: a lock that knows when it is misused, a heap that shows who was asked. */
#include <stdio.h>
#include <stdlib.h>
#include <zephyr/kernel.h>

bool in_isr;
unsigned long locks_taken;
static struct k_thread thread;
static char kernels_own[64];

struct k_thread *k_current_get(void)
{
	return &thread;
}

bool k_is_in_isr(void)
{
	return in_isr;
}

void k_panic(void)
{
	exit(70);
}

k_spinlock_key_t k_spin_lock(struct k_spinlock *lock)
{
	if (lock->taken++)
		printf("FAIL the lock is taken twice\n");
	locks_taken++;
	return (k_spinlock_key_t){42};
}

void k_spin_unlock(struct k_spinlock *lock, k_spinlock_key_t key)
{
	if (--lock->taken || key.key != 42)
		printf("FAIL the lock is given back wrongly\n");
}

/* Of Zephyr's mempool.c, with CONFIG_HEAP_MEM_POOL_SIZE 0, these two are there, the others are not. */
void k_free(void *block)
{
	if (block != kernels_own)
		printf("FAIL the kernel is given a block that is not its own\n");
}

void *z_thread_aligned_alloc(size_t align, size_t size)
{
	(void)align, (void)size;
	return thread.resource_pool ? kernels_own : NULL;
}

void *a_kernel_object(void)
{
	return z_thread_aligned_alloc(0, 24);
}

/* The one thread's thread-local variables. The call keeps all registers but r0. */
void __aeabi_read_tp(void);
__attribute__((used)) static uint64_t tls_block[8];

__attribute__((naked)) void __aeabi_read_tp(void)
{
	__asm("ldr r0, =tls_block\n\tbx lr\n\t.ltorg");
}
