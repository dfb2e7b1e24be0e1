/* SPDX-License-Identifier: MIT
 * Makes the default heap before the first constructor runs, or at the first request before that.
 * For instance, newlib's crt0 for --specs=rdimon.specs opens stdio first. */
#include "tarn_libc.h"
#include "tarn_port.h"

static TARN_STATE_ bool begun;
static TARN_STATE_ bool made;

#if TARN_MALLOC_HEAPS > 1
struct tarn_heap TARN_STATE_ tarn_malloc_more[TARN_MALLOC_HEAPS - 1];
uint32_t TARN_STATE_ tarn_malloc_heaps;

enum tarn_status tarn_malloc_add(void *arena, size_t bytes)
{
	enum tarn_status status;

	if (tarn_malloc_heaps == TARN_MALLOC_HEAPS - 1)
		return TARN_HEAP_COUNT;
	status = tarn_init(&tarn_malloc_more[tarn_malloc_heaps], arena, bytes, &tarn_table_commons,
			   NULL);
	if (status == TARN_OK) {
		tarn_refused_quiet(&tarn_default);
		tarn_refused_quiet(&tarn_malloc_more[tarn_malloc_heaps++]);
	}
	return status;
}

static void forget_more(void)
{
	while (tarn_malloc_heaps)
		tarn_forget(&tarn_malloc_more[--tarn_malloc_heaps]);
}
#else
static void forget_more(void)
{
}
#endif

__attribute__((noinline)) void tarn_malloc_init(void) /* so that port/malloc/one-heap finds it */
{
	const struct tarn_table *table =
		&tarn_malloc_table ? &tarn_malloc_table : &tarn_table_default;
	struct tarn_misfit why;
	enum tarn_status status;

	begun = true; /* a context that interrupts this finds no heap, and makes none */
	status = tarn_default_init(table, &why);
	forget_more();
	made = status == TARN_OK;
	if (made)
		return;
	made = tarn_default_init(&tarn_table_commons, NULL) == TARN_OK;
	if (tarn_malloc_misfit)
		tarn_malloc_misfit(status, table, &why);
}

bool tarn_port_heap_missing(const struct tarn_heap *heap, void *caller)
{
	if (heap == &tarn_default && !begun) {
		tarn_malloc_init();
		if (made)
			return true;
	}
	return tarn_heap_missing(heap, caller);
}

/* With TARN_MALLOC_BY_CALL the startup does not run .preinit_array. It calls tarn_malloc_init()
 * itself. */
#ifndef TARN_MALLOC_BY_CALL
static void make_unless_begun(void)
{
	if (!begun)
		tarn_malloc_init();
}
__attribute__((section(".preinit_array"),
	       used)) static void (*const before_constructors)(void) = make_unless_begun;
#endif
