/* SPDX-License-Identifier: MIT
 * k_malloc and its relatives allocate from Tarn for every caller. A block of the kernel's own heap
 * is not Tarn's. */
#include "tarn.h"

void of_k_malloc(void);
static int faults;

static void count_fault(const struct tarn_fault *fault)
{
	(void)fault;
	faults++;
}

static bool is_ours(const void *block)
{
	return tarn_owns(&tarn_default, block) && tarn_is_live(&tarn_default, block);
}

/* Both ways of the kernel to allocate for the calling thread. */
static void gives(bool ours, const char *what)
{
	void *aligned = z_thread_aligned_alloc(64, 8), *plain = z_thread_malloc(24);

	promise(aligned && is_ours(aligned) == ours && plain && is_ours(plain) == ours, what);
	promise(!ours || (uintptr_t)aligned % 64 == 0, "an aligned block is aligned");
	k_free(aligned);
	k_free(plain);
}

static void of_threads(void)
{
	static struct k_heap other;
	struct k_thread *self = current_thread();

	promise(!z_thread_malloc(24), "a thread without a resource pool gets nothing");
	self->resource_pool = &other;
	gives(false, "a thread with a k_heap of its own gets that one's");
	promise(!k_realloc(z_thread_malloc(24), 100) && faults == 1, "which k_realloc refuses");
	k_thread_system_pool_assign(self);
	gives(true, "a thread with the system heap gets Tarn's");
	self->resource_pool = NULL;
	in_isr = true;
	gives(true, "a handler gets Tarn's");
	in_isr = false;
	in_boot = true;
	gives(true, "before the first thread all is Tarn's");
	in_boot = false;
}

void of_k_malloc(void)
{
	unsigned char *zeroed = k_calloc(3, 7);
	void *block = k_malloc(100), *aligned = k_aligned_alloc(128, 40);

	tarn_on_fault(count_fault);
	promise(is_ours(zeroed) && is_ours(block) && is_ours(aligned), "all of them are Tarn's");
	promise(zeroed[20] == 0 && (uintptr_t)aligned % 128 == 0, "cleared, and aligned");
	block = k_realloc(block, 300);
	promise(is_ours(block), "k_realloc");
	promise(!k_malloc(100000) && !k_calloc(SIZE_MAX / 2, 4), "too much is refused");
	k_free(zeroed);
	k_free(aligned);
	k_free(NULL);
	promise(!k_realloc(block, 0) && !is_ours(block), "k_realloc to 0 frees");
	of_threads();
}
