/* SPDX-License-Identifier: MIT
 * The rest of the kernels. The linker gets it last, so the first thread begins after SYS_INIT. */

bool in_isr, in_boot = true;
int core;
unsigned long locks_taken;
static int failures;

void promise(bool holds, const char *what)
{
	if (holds)
		return;
	printf("FAIL %s\n", what);
	failures++;
}

__attribute__((constructor)) static void first_thread_begins(void)
{
	in_boot = false;
}

__attribute__((destructor)) static void last_thread_ends(void)
{
	fflush(stdout);
	if (failures)
		_Exit(1);
}

struct k_thread *current_thread(void)
{
	static long thread;

	promise(!in_boot, "the thread is not asked for before the first one runs");
	return (struct k_thread *)&thread;
}

#ifdef KERNEL_ALLOCATES
/* The functions that Zephyr's mempool.c has with CONFIG_HEAP_MEM_POOL_SIZE=0. */
static char kernels_own[64];

void k_free(void *block)
{
	promise(block == kernels_own, "k_free() of the kernel gets the kernel's block");
}

void *z_thread_aligned_alloc(size_t align, size_t size)
{
	(void)align, (void)size;
	return current_thread()->resource_pool ? kernels_own : NULL;
}

void *z_thread_malloc(size_t size)
{
	return z_thread_aligned_alloc(0, size);
}
#endif
