/* SPDX-License-Identifier: MIT
 * Each request holds the lock from its begin to its line in the trace. So the trace has the order
 * of the heap, even if an interrupt or another thread would run between two windows of a
 * request. */
#include "tarn_port.h"
#include "tarn_record.h"

#ifdef TARN_SPINLOCK
#error "port/tool/record needs a lock that nests, and an RP2040's spinlock does not nest"
#endif

static tarn_port_key outer; /* the key of the outermost request */
static uint32_t depth;      /* above 1 inside a realloc that moves */

void tarn_record_enter(void)
{
	tarn_port_key key = tarn_port_lock();

	if (depth++ == 0)
		outer = key;
	else
		tarn_port_unlock(key);
}

void tarn_record_leave(void)
{
	tarn_port_key key = outer;

	if (--depth == 0)
		tarn_port_unlock(key);
}

__attribute__((weak)) void tarn_record_begin(void)
{
}
