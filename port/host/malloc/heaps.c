/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE
#include "heaps.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "environment.h"
#include "tarn_port.h"
#include "trace.h"

#define SMALLEST ((size_t)1 << 20)
#define OVERHEAD 2048

static struct tarn_heap more[HEAPS_MAX - 1]; /* after the first, which is tarn_default */
static unsigned int heaps;
static size_t left; /* bytes of arena that may still be mapped */
static void *caller;
static struct heaps_stats counted; /* what the heaps do not count */

void heaps_enter(void *from)
{
	static bool ready;

	tarn_port_host_lock();
	caller = from;
	if (ready)
		return;
	ready = true;
	environment_read();
	left = heaps_environment.arena;
	trace_open();
}

static __attribute__((constructor)) void start(void)
{
	heaps_enter(NULL);
	heaps_leave();
	tarn_port_host_fork_safe();
}

/* Here, because what nothing refers to would be left out of a static link. Who asked for nothing at
 * exit gets nothing: not even the lock is taken. */
static __attribute__((destructor)) void finish(void)
{
	bool idle;

	if (!*heaps_environment.summary && !*heaps_environment.trace)
		return;
	idle = tarn_port_host_lock_last();
	trace_close(idle);
	report_at_exit(idle);
	if (idle)
		tarn_port_host_unlock();
}

void heaps_leave(void)
{
	caller = NULL;
	tarn_port_host_unlock();
}

void *heaps_caller(void)
{
	return caller;
}

static struct tarn_heap *heap_at(unsigned int index)
{
	return index ? &more[index - 1] : &tarn_default;
}

struct tarn_heap *heaps_at(unsigned int index)
{
	return index < heaps ? heap_at(index) : NULL;
}

/* Not counted where the system counts promises; touched page by page, as it is used. */
static void *map(size_t bytes)
{
	void *arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return arena == MAP_FAILED ? NULL : arena;
}

/* One heap more, with room for a block of `size`: as large as may be and the system gives, not
 * smaller than SMALLEST without need. A heap's own share, planes and the first one's pools, is far
 * less than what is added here. */
static bool grow(size_t size)
{
	const struct tarn_table *table = heaps ? &tarn_table_commons : &tarn_table_default;
	size_t bytes = left < TARN_ARENA_MAX ? left : TARN_ARENA_MAX;
	size_t least = size + size / (heaps ? 24 : 4) + OVERHEAD;
	void *arena = NULL;

	if (heaps == HEAPS_MAX || size > bytes)
		return false;
	if (least < SMALLEST && bytes >= SMALLEST)
		least = SMALLEST;
	while (bytes >= least && !(arena = map(bytes)))
		bytes /= 2;
	if (!arena)
		return false;
	if (tarn_init(heap_at(heaps), arena, bytes, table, NULL) != TARN_OK) {
		munmap(arena, bytes);
		return false;
	}
	left -= bytes;
	tarn_refused_quiet(heap_at(heaps++));
	return true;
}

static void *alloc_from(struct tarn_heap *from, size_t align, size_t size)
{
	return align > TARN_ALIGN ? tarn_alloc_aligned_for(from, align, size, caller)
				  : tarn_alloc_for(from, size, caller);
}

/* A block's bytes follow from the size asked for: the default table has a class for each
 * multiple of TARN_ALIGN up to its largest, and the commons round to that too. */
static void count(const void *block, size_t size)
{
	if (!block) {
		counted.refused++;
		return;
	}
	counted.calls++;
	counted.requested += size;
	counted.granted +=
		((size ? size : 1) + TARN_RECORD + TARN_ALIGN - 1) & ~(size_t)(TARN_ALIGN - 1);
}

static void *alloc_anywhere(size_t align, size_t size)
{
	void *block = NULL;

	for (unsigned int i = 0; i < heaps && !block; i++)
		block = alloc_from(heap_at(i), align, size);
	if (!block && align <= TARN_ARENA_MAX && size <= TARN_ARENA_MAX && grow(align + size))
		block = alloc_from(heap_at(heaps - 1), align, size);
	return block;
}

void *heaps_alloc(size_t align, size_t size)
{
	void *block = alloc_anywhere(align, size);

	count(block, size);
	return block;
}

struct tarn_heap *heaps_of(const void *pointer)
{
	for (unsigned int i = 0; i < heaps; i++)
		if (tarn_owns(heap_at(i), pointer))
			return heap_at(i);
	if (!heaps)
		grow(0); /* freed before anything was allocated: there must be one to say so */
	return &tarn_default;
}

/* The program allocates from the default heap by itself, before malloc did. */
bool tarn_port_heap_missing(const struct tarn_heap *missing, void *from)
{
	bool made = false;

	if (missing == &tarn_default) {
		heaps_enter(from);
		made = heaps || grow(0);
		heaps_leave();
	}
	return made || tarn_heap_missing(missing, from);
}

/* To another heap than that which it is in. */
static void *move(struct tarn_heap *from, void *block, size_t size)
{
	size_t old = tarn_usable_size(from, block);
	void *moved = alloc_anywhere(0, size);

	if (!moved)
		return NULL;
	memcpy(moved, block, old < size ? old : size);
	tarn_free(from, block);
	return moved;
}

void *heaps_resize(void *block, size_t size)
{
	struct tarn_heap *from = heaps_of(block);
	void *resized = tarn_realloc_for(from, block, size, caller);

	if (!resized && tarn_is_live(from, block))
		resized = move(from, block, size);
	count(resized, size);
	return resized;
}

bool heaps_live(void *block)
{
	return tarn_is_live(heaps_of(block), block);
}

void heaps_refused(size_t align, size_t size, void *from)
{
	struct tarn_heap *last;

	tarn_port_host_lock();
	last = heaps ? heap_at(heaps - 1) : NULL;
	tarn_port_host_unlock();
	if (last)
		tarn_refused_for(last, align ? align : TARN_ALIGN, size, from);
}

void heaps_free(void *block)
{
	if (block)
		tarn_free(heaps_of(block), block);
}

size_t heaps_usable(void *block)
{
	return block ? tarn_usable_size(heaps_of(block), block) : 0;
}

/* Of one heap's zones: the pools, and after them the commons. */
static void add(struct heaps_stats *stats, struct tarn_heap *of)
{
	struct tarn_heap_stats sum;
	struct tarn_class_stats class;
	struct tarn_block block = {.pointer = NULL};

	tarn_heap_stats(of, &sum);
	stats->arena += sum.arena;
	stats->in_use += sum.commons - sum.commons_free;
	stats->peak += sum.commons_peak;
	for (uint32_t i = 0; i < sum.classes; i++) {
		tarn_class_stats(of, i, &class);
		stats->in_use += (uint64_t) class.live * class.size;
		stats->peak += (uint64_t) class.peak * class.size;
	}
	while (tarn_walk(of, &block)) {
		stats->blocks++;
		stats->payload += block.requested;
	}
}

void heaps_stats(struct heaps_stats *stats)
{
	*stats = counted;
	stats->heaps = heaps;
	for (unsigned int i = 0; i < heaps; i++)
		add(stats, heap_at(i));
}
