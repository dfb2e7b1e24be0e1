/* SPDX-License-Identifier: MIT
 * k_malloc and its relatives allocate from Tarn for every caller, and so does malloc. A block of
 * the kernel's own heap is not Tarn's. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zephyr/kernel.h>

#include "tarn.h"

static int failures;

static void promise(bool holds, const char *what)
{
	if (!holds) {
		printf("FAIL %s\n", what);
		failures++;
	}
}

static int faults_seen;

static void count_fault(const struct tarn_fault *fault)
{
	(void)fault;
	faults_seen++;
}

static bool is_ours(const void *block)
{
	return tarn_owns(&tarn_default, block) && tarn_is_live(&tarn_default, block);
}

static void of_threads(void)
{
	static struct k_heap other;
	void *object;

	promise(a_kernel_object() == NULL, "a thread without a resource pool gets nothing");
	k_current_get()->resource_pool = &other;
	object = z_thread_aligned_alloc(0, 8);
	promise(object && !is_ours(object), "a thread with a k_heap of its own gets that one's");
	promise(k_realloc(object, 100) == NULL && faults_seen == 1, "which k_realloc refuses");
	k_free(object);
	object = a_kernel_object();
	promise(object && !is_ours(object), "and so does the kernel for it");
	k_free(object);
	k_thread_system_pool_assign(k_current_get());
	object = z_thread_aligned_alloc(0, 8);
	promise(is_ours(object), "a thread with the system heap gets Tarn's");
	k_free(object);
	object = a_kernel_object();
	promise(is_ours(object), "and so does the kernel for it");
	k_free(object);
	k_current_get()->resource_pool = NULL;
	in_isr = true;
	object = z_thread_aligned_alloc(64, 8);
	in_isr = false;
	promise(is_ours(object) && (uintptr_t)object % 64 == 0, "a handler gets Tarn's");
	k_free(object);
}

static void before_threads(void)
{
	void *block, *object;

	in_boot = true;
	block = k_malloc(50);
	object = a_kernel_object();
	in_boot = false;
	promise(is_ours(block) && is_ours(object), "before the first thread all is Tarn's");
	promise(tarn_tag_of(&tarn_default, block) == 0, "and of the handlers' tag");
	k_free(block);
	k_free(object);
}

int main(void)
{
	unsigned char *zeroed = k_calloc(3, 7);
	void *block = k_malloc(100);
	void *aligned = k_aligned_alloc(128, 40);

	promise(is_ours(zeroed) && is_ours(block) && is_ours(aligned),
		"k_malloc, k_calloc, k_aligned_alloc");
	promise(zeroed[20] == 0, "k_calloc clears");
	promise((uintptr_t)aligned % 128 == 0, "k_aligned_alloc aligns");
	block = k_realloc(block, 300);
	promise(is_ours(block), "k_realloc");
	promise(k_malloc(100000) == NULL && k_calloc(SIZE_MAX / 2, 4) == NULL,
		"too much is refused");
	k_free(zeroed);
	k_free(aligned);
	k_free(NULL);
	promise(k_realloc(block, 0) == NULL && !is_ours(block), "k_realloc to 0 frees");
	tarn_on_fault(count_fault);
	of_threads();
	block = strdup("allocated inside the libc");
	promise(is_ours(block), "malloc");
	free(block);
	promise(tarn_tag_enter(2), "a tag is entered");
	block = k_malloc(50);
	tarn_tag_leave(2);
	promise(tarn_tag_of(&tarn_default, block) == 2, "a block is its thread's tag's");
	in_isr = true;
	aligned = k_malloc(50);
	in_isr = false;
	promise(tarn_tag_of(&tarn_default, aligned) == 0, "a handler's is not");
	k_free(block);
	k_free(aligned);
	promise(tarn_tag_enter(2), "a tag is entered again");
	before_threads();
	tarn_tag_leave(2);
	promise(tarn_check(&tarn_default, NULL) == 0, "the heap is sound");
	promise(locks_taken > 20, "the module's lock is the one that is taken");
	if (!failures)
		printf("heaps: passed\n");
	return failures;
}
