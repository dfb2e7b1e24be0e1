/* SPDX-License-Identifier: MIT
 * Stands in for the kernel: a lock that reports its misuse, and a heap of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <zephyr/kernel.h>

bool in_isr, in_boot = true;
unsigned long locks_taken;
static struct k_thread thread;
static char kernels_own[64];

struct k_thread *k_current_get(void)
{
	if (in_boot)
		printf("FAIL k_current_get() is called before the first thread\n");
	return &thread;
}

bool k_is_in_isr(void)
{
	return in_isr;
}

bool k_is_pre_kernel(void)
{
	return in_boot;
}

/* The first thread: --wrap redirects the call of main() here. */
int __real_main(void);
int __wrap_main(void)
{
	in_boot = false;
	return __real_main();
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

/* The functions that Zephyr's mempool.c has with CONFIG_HEAP_MEM_POOL_SIZE=0. */
void k_free(void *block)
{
	if (block != kernels_own)
		printf("FAIL k_free() gets a block that is not the kernel's\n");
}

void *z_thread_aligned_alloc(size_t align, size_t size)
{
	(void)align, (void)size;
	return thread.resource_pool ? kernels_own : NULL;
}

#ifndef THREAD_MALLOC_INLINE
void *z_thread_malloc(size_t size)
{
	(void)size;
	return thread.resource_pool ? kernels_own : NULL;
}
#endif

/* The thread-local variables of the only thread. Before it runs, the result is an address without
 * memory. The call keeps all registers except r0. */
void __aeabi_read_tp(void);
__attribute__((used)) static uint64_t tls_block[8];

__attribute__((naked)) void __aeabi_read_tp(void)
{
	__asm("ldr r0, =in_boot\n\tldrb r0, [r0]\n\tcmp r0, #0\n\tite eq\n\t"
	      "ldreq r0, =tls_block\n\tldrne r0, =0x70000000\n\tbx lr\n\t.ltorg");
}
