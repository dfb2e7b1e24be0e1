/* SPDX-License-Identifier: MIT
 * The lock under Zephyr: a spinlock, which masks the interrupts of its core. With one core it is
 * irq_lock(). It does not mask zero-latency interrupts: they may not call Tarn. */
#ifndef TARN_ZEPHYR_H
#define TARN_ZEPHYR_H

#include <zephyr/kernel.h>
#include <zephyr/spinlock.h>

#if defined(CONFIG_USERSPACE)
#error "Tarn: CONFIG_USERSPACE is not supported: user threads cannot take its lock"
#endif

typedef int tarn_port_key;

extern struct k_spinlock tarn_zephyr_lock;
#define TARN_PORT_LOCK 0x5a5048

static inline tarn_port_key tarn_port_lock(void)
{
	return k_spin_lock(&tarn_zephyr_lock).key;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	k_spinlock_key_t held;

	held.key = key;
	k_spin_unlock(&tarn_zephyr_lock, held);
}

#ifdef CONFIG_SMP
#define TARN_PORT_ORDER __ATOMIC_SEQ_CST
#endif

/* Is the caller a thread? It is not in a handler, nor before the kernel starts the first thread.
 * Until then nothing thread-local may be read, and k_current_get() may read that. */
static inline bool tarn_zephyr_in_thread(void)
{
	return !k_is_in_isr() && !k_is_pre_kernel();
}

/* The thread. 0 in handlers: several may be nested, and nothing tells which one runs. */
#define TARN_PORT_CONTEXT() (tarn_zephyr_in_thread() ? (uintptr_t)k_current_get() : (uintptr_t)0)

/* Each thread has its own word of tags, which the kernel clears when it makes the thread. The
 * handlers of a core, and code before the first thread, share one. */
#if defined(CONFIG_TARN_TAGS) && CONFIG_TARN_TAGS > 0
extern __thread uint32_t tarn_zephyr_tags;
#ifdef CONFIG_SMP
#define TARN_PORT_TAG_WORDS CONFIG_MP_MAX_NUM_CPUS
#define TARN_ZEPHYR_CORE()  arch_curr_cpu()->id
#else
#define TARN_ZEPHYR_CORE() 0
#endif
#define TARN_PORT_TAGS() \
	(tarn_zephyr_in_thread() ? &tarn_zephyr_tags : &tarn_tags_here[TARN_ZEPHYR_CORE()])
#endif

#endif
