/* SPDX-License-Identifier: MIT
 * The lock on a POSIX host: one mutex for all heaps. Not for signal handlers. */
#ifndef TARN_PORT_IMPL_H
#define TARN_PORT_IMPL_H

typedef int tarn_port_key;

void port_host_lock(void);
void port_host_unlock(void);

static inline tarn_port_key tarn_port_lock(void)
{
	port_host_lock();
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
	port_host_unlock();
}

#endif
