/* SPDX-License-Identifier: MIT
 * The host's port without a lock, for a program with one thread: replays take half the time. The
 * rest is port/machine/host's. */
#ifndef SIZE_TARN_PORT_IMPL_H
#define SIZE_TARN_PORT_IMPL_H

#define tarn_port_lock   tarn_port_host_lock_of_threads
#define tarn_port_unlock tarn_port_host_unlock_of_threads
#include "../../../machine/host/tarn_port_impl.h"
#undef tarn_port_lock
#undef tarn_port_unlock

static inline tarn_port_key tarn_port_lock(void)
{
	return 0;
}

static inline void tarn_port_unlock(tarn_port_key key)
{
	(void)key;
}

#endif
