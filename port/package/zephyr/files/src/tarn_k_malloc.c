/* SPDX-License-Identifier: MIT
 * k_malloc() and its relatives over the default heap. The linker redirects the calls to these
 * functions (--wrap), so the kernel stays as it is. The kernel also allocates for a thread
 * (k_queue_alloc_append, k_msgq_alloc_init, k_thread_stack_alloc, ...). That memory comes from Tarn
 * if the thread's resource pool is the system heap, and otherwise from its k_heap. */
#include <zephyr/kernel.h>

#include "tarn.h"

#define CALLER __builtin_return_address(0)

void __real_k_free(void *block);
void *__real_z_thread_aligned_alloc(size_t align, size_t size);

/* Stands for Tarn as a thread's resource pool. It stays empty: nothing allocates from it. */
static struct k_heap system_pool;

void *__wrap_k_malloc(size_t size)
{
	return tarn_alloc_for(&tarn_default, size, CALLER);
}

void *__wrap_k_aligned_alloc(size_t align, size_t size)
{
	return tarn_alloc_aligned_for(&tarn_default, align, size, CALLER);
}

void *__wrap_k_calloc(size_t count, size_t size)
{
	return tarn_alloc_zeroed_for(&tarn_default, count, size, CALLER);
}

/* Any other block is one of a k_heap: the kernel finds its heap's address before it. */
static void free_for(void *block, void *caller)
{
	if (!block || tarn_owns(&tarn_default, block))
		tarn_free_for(&tarn_default, block, caller);
	else
		__real_k_free(block);
}

void __wrap_k_free(void *block)
{
	free_for(block, CALLER);
}

void *__wrap_k_realloc(void *block, size_t size)
{
	if (size == 0) {
		free_for(block, CALLER);
		return NULL;
	}
	return tarn_realloc_for(&tarn_default, block, size, CALLER);
}

void __wrap_k_thread_system_pool_assign(struct k_thread *thread)
{
	thread->resource_pool = &system_pool;
}

static void *thread_alloc(size_t align, size_t size, void *caller)
{
	if (tarn_zephyr_in_thread() && k_current_get()->resource_pool != &system_pool)
		return __real_z_thread_aligned_alloc(align, size);
	return tarn_alloc_aligned_for(&tarn_default, align ? align : TARN_ALIGN, size, caller);
}

void *__wrap_z_thread_aligned_alloc(size_t align, size_t size)
{
	return thread_alloc(align, size, CALLER);
}

/* A separate function since Zephyr's pull request 87003 (2025). Earlier kernels call the one
 * above. */
void *__wrap_z_thread_malloc(size_t size)
{
	return thread_alloc(0, size, CALLER);
}
