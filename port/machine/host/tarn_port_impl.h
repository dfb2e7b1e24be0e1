/* SPDX-License-Identifier: MIT
 * The lock on a POSIX host: one mutex for all heaps. Signal handlers may not call Tarn. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int tarn_port_key;

#ifdef __cplusplus
extern "C" {
#endif

/* A thread that holds the lock may take it again. malloc/ holds it over a whole call. */
void tarn_port_host_lock(void);
void tarn_port_host_unlock(void);

/* Takes the lock at the end of a process.
 *
 *   returns  false, without the lock, if this thread has it: a handler called exit. Or if another
 *            thread has had it for two seconds: it was ended inside a call */
bool tarn_port_host_lock_last(void);

/* An address that each thread has for itself. A program with fibers whose hooks may switch to
 * another one defines TARN_PORT_CONTEXT() as ((uintptr_t)0) before. */
uintptr_t tarn_port_host_thread(void);
#ifndef TARN_PORT_CONTEXT
#define TARN_PORT_CONTEXT() tarn_port_host_thread()
#endif
#define TARN_PORT_ORDER __ATOMIC_SEQ_CST

/* The word of tags of each thread. A new thread has entered no tag. A child process has the tags of
 * the thread that forked. The TLS is static: it exists before the first constructor, and reading it
 * does not allocate. */
extern __thread __attribute__((__tls_model__("initial-exec"))) uint32_t tarn_port_host_tags;
#ifndef TARN_PORT_TAGS
#define TARN_PORT_TAGS() (&tarn_port_host_tags)
#endif

/* From now on, fork() waits for the lock. So no thread that the child does not have can hold it
 * there. */
void tarn_port_host_fork_safe(void);

/* Writes all of `bytes` to a file descriptor. It gives up at the first error. */
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
