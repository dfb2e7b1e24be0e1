/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE
#include "heaps.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "environment.h"
#include "tarn_port.h"
#include "trace.h"

#define SMALLEST   ((size_t)1 << 20)
#define OVERHEAD   2048
#define FIRST      ((size_t)64 << 20)  /* of the heap with the default table */
#define POOLS_MOST ((size_t)112 << 20) /* that table needs too many pools in a larger arena */

static struct tarn_heap more[HEAPS_MAX - 1]; /* all heaps but the first, tarn_default */
static unsigned int heaps;
static size_t left; /* bytes of arenas that may still be mapped */
static void *caller;
static struct heaps_stats counted; /* the numbers that the heaps do not count */

/* A program with a sanitizer that has a malloc of its own may link this one, or have it preloaded.
 * The sanitizer then calls it before it can serve the lock. None wraps syscall(2). */
#define REFUSE(init, name)                                                               \
	do {                                                                             \
		static const char text[] =                                               \
			"tarn: " name " has a malloc of its own: link tarn in place of " \
			"tarn-malloc, or do not preload libtarn.so "                     \
			"(port/malloc/host/README.md)\n";                                \
		extern void init(void) __attribute__((weak));                            \
		if (init) {                                                              \
			syscall(SYS_write, STDERR_FILENO, text, sizeof(text) - 1);       \
			syscall(SYS_exit_group, HEAPS_STATUS);                           \
		}                                                                        \
	} while (0)

static void refuse_sanitizers(void)
{
	REFUSE(__asan_init, "AddressSanitizer");
	REFUSE(__hwasan_init, "HWAddressSanitizer");
	REFUSE(__msan_init, "MemorySanitizer");
	REFUSE(__tsan_init, "ThreadSanitizer");
}

void heaps_enter(void *from)
{
	static bool ready;

	if (!__atomic_load_n(&ready, __ATOMIC_RELAXED))
		refuse_sanitizers();
	tarn_port_host_lock();
	caller = from;
	if (ready)
		return;
	__atomic_store_n(&ready, true, __ATOMIC_RELAXED);
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

/* Writes the summary and ends the trace. It stands in this file, because a static link would leave
 * out a file that nothing refers to. Without TARN_SUMMARY and TARN_TRACE it does nothing: it does
 * not even take the lock. */
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

/* The system does not count the arena as committed memory, and provides each page at its first
 * use. */
static void *map(size_t bytes)
{
	void *arena = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return arena == MAP_FAILED ? NULL : arena;
}

static bool made(void *arena, size_t bytes, const struct tarn_table *table)
{
	return tarn_init(heap_at(heaps), arena, bytes, table, NULL) == TARN_OK;
}

/* Maps *bytes, or half as much, and so on, down to `least`. */
static void *map_most(size_t *bytes, size_t least)
{
	void *arena = map(*bytes);

	while (!arena && *bytes > least) {
		*bytes = *bytes / 2 > least ? *bytes / 2 : least;
		arena = map(*bytes);
	}
	return arena;
}

/* Makes one more heap, with room for a block of `size`. Its arena is as large as allowed and as the
 * system gives, and not below SMALLEST without need. OVERHEAD and the share of `size` that is added
 * are far more than the heap's own planes and pools.
 *
 * What a request gets may not depend on those before it. So the first heap leaves enough for one of
 * TARN_ARENA_MAX, and where there is not so much, the one heap takes all, whatever is asked. */
static bool grow(size_t size)
{
	bool last = left <= TARN_ARENA_MAX;
	size_t most = last ? left : TARN_ARENA_MAX;
	size_t spare = left - most;
	size_t bytes = last ? left : spare < FIRST ? spare : FIRST;
	size_t least = size + size / 4 + OVERHEAD;
	bool pools = !heaps && bytes <= POOLS_MOST && (last || least <= bytes);

	if (!pools) {
		bytes = most;
		least = size + size / 24 + OVERHEAD;
	}
	if (heaps == HEAPS_MAX || size > bytes || (least > bytes && !last))
		return false;
	if (least < SMALLEST)
		least = SMALLEST;
	void *arena = map_most(&bytes, least < bytes ? least : bytes);
	if (!arena)
		return false;
	if (!(pools && made(arena, bytes, &tarn_table_default)) &&
	    !made(arena, bytes, &tarn_table_commons)) {
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

/* Counts a request. The bytes of the block follow from `size`: the default table has a class for
 * each multiple of TARN_ALIGN up to its largest, and the commons round up to TARN_ALIGN, too. */
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
		grow(0); /* a free before the first allocation: a heap must report it */
	return &tarn_default;
}

/* Makes the default heap for a program that calls it directly before its first malloc. */
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

/* Moves a block to another heap. */
static void *move(struct tarn_heap *from, void *block, size_t size)
{
	size_t old = tarn_usable_size(from, block);
	void *moved = alloc_anywhere(0, size);

	if (!moved)
		return NULL;
	memcpy(moved, block, old < size ? old : size);
	tarn_free_for(from, block, caller);
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
	last = heaps || grow(0) ? heap_at(heaps - 1) : NULL;
	tarn_port_host_unlock();
	if (last)
		tarn_refused_for(last, align ? align : TARN_ALIGN, size, from);
}

void heaps_free(void *block)
{
	if (block)
		tarn_free_for(heaps_of(block), block, caller);
}

size_t heaps_usable(void *block)
{
	return block ? tarn_usable_size(heaps_of(block), block) : 0;
}

/* Adds the numbers of one heap: of its pools and its commons. */
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
