/* SPDX-License-Identifier: MIT
 * What Tarn needs from Zephyr: its lock, a default heap, and an end for a fault. */
#include <errno.h>
#include <zephyr/init.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "tarn.h"

struct k_spinlock tarn_zephyr_lock;

#if CONFIG_TARN_TAGS > 0
__thread uint32_t tarn_zephyr_tags;
#endif

/* Replaces that of tarn.c, which traps. For another end, a program calls tarn_on_fault(). */
void tarn_port_fault(const struct tarn_fault *fault)
{
	printk("tarn: fault %s, pointer %p, called from %p\n", tarn_fault_name(fault->kind),
	       fault->pointer, fault->caller);
	k_panic();
}

/* Makes the default heap before the kernel's objects (priority 30 of this level): they may
 * allocate. */
#if defined(CONFIG_TARN_MALLOC)
void tarn_malloc_init(void); /* tarn_malloc.c */

static int make_default_heap(void)
{
	tarn_malloc_init();
	return 0;
}
#elif defined(CONFIG_TARN_DEFAULT_HEAP)
struct tarn_heap tarn_default;
static uint8_t arena[CONFIG_TARN_HEAP_SIZE] __noinit __aligned(256);

static int make_default_heap(void)
{
	return tarn_init(&tarn_default, arena, sizeof(arena), &tarn_table_default, NULL) == TARN_OK
		       ? 0
		       : -ENOMEM;
}
#endif

#ifdef CONFIG_TARN_DEFAULT_HEAP
SYS_INIT(make_default_heap, PRE_KERNEL_1, 0);
#endif
