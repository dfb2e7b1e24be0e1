/* SPDX-License-Identifier: MIT
 * The lock on a POSIX host: one mutex for all heaps. Not for signal handlers. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int tarn_port_key;

#ifdef __cplusplus
extern "C" {
#endif

/* A thread that holds the lock may take it again: malloc/ holds it over a whole call. */
void tarn_port_host_lock(void);
void tarn_port_host_unlock(void);

/* As a process ends: false, and the lock is not taken, where this thread has it (a handler that called
 * exit), or where another thread has had it for two seconds (it was ended inside a call). */
bool tarn_port_host_lock_last(void);

/* An address of each thread's own. */
uintptr_t tarn_port_host_thread(void);
#define TARN_PORT_CONTEXT() tarn_port_host_thread()
#define TARN_PORT_ORDER     __ATOMIC_SEQ_CST

/* Each thread's word of tags. A new thread has none entered; a child process has those of the thread
 * that forked. Static TLS: it is there before the first constructor, and no lookup allocates. */
extern __thread __attribute__((tls_model("initial-exec"))) uint32_t tarn_port_host_tags;
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS() (&tarn_port_host_tags)
#endif

/* From now on no fork() finds the lock in the hands of a thread that the child will not have. */
void tarn_port_host_fork_safe(void);

/* All of `bytes` to a file descriptor; gives up at the first error. */
void tarn_port_host_write(int file, const char *bytes, size_t length);

static inline tarn_port_key tarn_port_lock(void)
{
	tarn_port_host_lock();
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
	tarn_port_host_unlock();
}

#ifdef __cplusplus
}
#endif

#endif
