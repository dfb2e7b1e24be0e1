/* SPDX-License-Identifier: MIT
 * The lock of a process with one thread and no signal handler: it keeps nothing out. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

#include <stdint.h>

typedef int tarn_port_key;

static inline tarn_port_key tarn_port_lock(void)
{
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
}

#define TARN_PORT_CONTEXT() ((uintptr_t)1)

#endif
