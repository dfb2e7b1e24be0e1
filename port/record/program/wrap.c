/* SPDX-License-Identifier: MIT
 * The wrapper: every call of the heap that another object file makes, the adapters and the typed
 * pools included, is recorded. Linked with wrap.flags, which send those calls here.
 *
 * Each holds the lock from the real call to its line in the trace, so that the trace has the order
 * of the heap: a recording program has long windows, and its fault handlers run inside them. */
#include <stdbool.h>

#include "tarn_port.h"
#include "tarn_record.h"

#define WRAPPED(type, name, ...)              \
	type __real_tarn_##name(__VA_ARGS__); \
	type __wrap_tarn_##name(__VA_ARGS__)

WRAPPED(void *, alloc, struct tarn_heap *heap, size_t size);
WRAPPED(void *, alloc_for, struct tarn_heap *heap, size_t size, void *caller);
WRAPPED(void *, alloc_zeroed, struct tarn_heap *heap, size_t count, size_t size);
WRAPPED(void *, alloc_zeroed_for, struct tarn_heap *heap, size_t count, size_t size, void *caller);
WRAPPED(void *, alloc_aligned, struct tarn_heap *heap, size_t align, size_t size);
WRAPPED(void *, alloc_aligned_for, struct tarn_heap *heap, size_t align, size_t size, void *caller);
WRAPPED(void *, realloc, struct tarn_heap *heap, void *block, size_t size);
WRAPPED(void *, realloc_for, struct tarn_heap *heap, void *block, size_t size, void *caller);
WRAPPED(void, free, struct tarn_heap *heap, void *block);
WRAPPED(_Noreturn void, port_exit, int status);

#define CALLER __builtin_return_address(0)

static bool begun;
static bool inside; /* a realloc, which allocates and frees where it moves */

static tarn_port_key enter(void)
{
	tarn_port_key key = tarn_port_lock();

	if (!begun) {
		begun = true;
		tarn_record_begin();
	}
	return key;
}

void *__wrap_tarn_alloc_for(struct tarn_heap *heap, size_t size, void *caller)
{
	tarn_port_key key = enter();
	void *block = __real_tarn_alloc_for(heap, size, caller);

	if (!inside)
		tarn_record_alloc(block, size);
	tarn_port_unlock(key);
	return block;
}

void *__wrap_tarn_alloc_zeroed_for(struct tarn_heap *heap, size_t count, size_t size, void *caller)
{
	tarn_port_key key = enter();
	void *block = __real_tarn_alloc_zeroed_for(heap, count, size, caller);

	tarn_record_alloc(block, count * size);
	tarn_port_unlock(key);
	return block;
}

void *__wrap_tarn_alloc_aligned_for(struct tarn_heap *heap, size_t align, size_t size, void *caller)
{
	tarn_port_key key = enter();
	void *block = __real_tarn_alloc_aligned_for(heap, align, size, caller);

	tarn_record_aligned(block, align, size);
	tarn_port_unlock(key);
	return block;
}

void *__wrap_tarn_realloc_for(struct tarn_heap *heap, void *block, size_t size, void *caller)
{
	tarn_port_key key = enter();
	void *resized;

	inside = true;
	resized = __real_tarn_realloc_for(heap, block, size, caller);
	inside = false;
	tarn_record_realloc(block, resized, size);
	tarn_port_unlock(key);
	return resized;
}

void *__wrap_tarn_alloc(struct tarn_heap *heap, size_t size)
{
	return __wrap_tarn_alloc_for(heap, size, CALLER);
}

void *__wrap_tarn_alloc_zeroed(struct tarn_heap *heap, size_t count, size_t size)
{
	return __wrap_tarn_alloc_zeroed_for(heap, count, size, CALLER);
}

void *__wrap_tarn_alloc_aligned(struct tarn_heap *heap, size_t align, size_t size)
{
	return __wrap_tarn_alloc_aligned_for(heap, align, size, CALLER);
}

void *__wrap_tarn_realloc(struct tarn_heap *heap, void *block, size_t size)
{
	return __wrap_tarn_realloc_for(heap, block, size, CALLER);
}

/* A free that was refused left the block live. */
void __wrap_tarn_free(struct tarn_heap *heap, void *block)
{
	tarn_port_key key = enter();

	__real_tarn_free(heap, block);
	if (!inside && block && !tarn_is_live(heap, block))
		tarn_record_free(block);
	tarn_port_unlock(key);
}

_Noreturn void __wrap_tarn_port_exit(int status)
{
	tarn_record_end();
	__real_tarn_port_exit(status);
}

__attribute__((weak)) void tarn_record_begin(void)
{
}

__attribute__((weak)) void tarn_record_end(void)
{
}
