/* SPDX-License-Identifier: MIT
 * The core's loads and stores. -fsanitize=thread puts a call before each of them, and this file
 * answers instead of the sanitizer's library. A word that a call does not read cannot change what
 * the call does. So one run serves for all values of that word. */
#include "strays.h"

uint64_t reads, writes;
uintptr_t reads_from;
uint32_t reads_bytes;
bool reads_wild;
bool reads_work;

#define BELOW 2048 /* bytes before the arena, in its page, that are surely not part of it */

void reads_begin(void)
{
	reads = 0;
	writes = 0;
}

void reads_end(void)
{
	if (!reads_work) {
		reads = UINT64_MAX;
		writes = 0;
	}
}

static inline uint64_t mask_of(uintptr_t at, uint32_t bytes)
{
	uint64_t mask = UINT64_C(1) << (at >> 2);

	return bytes > 4 ? mask | mask << 1 : mask;
}

static inline void note_read(const char *place, uint32_t bytes)
{
	uintptr_t at = (uintptr_t)place - reads_from;

	reads_work = true;
	if (at < reads_bytes)
		reads |= mask_of(at, bytes) & ~writes;
}

/* clang reports no load that is followed by a store to the same place. So each store may have
 * loaded, too. A word that is stored only in part counts as read, because the result depends on its
 * value. */
static inline void note_write(const char *place, uint32_t bytes)
{
	uintptr_t at = (uintptr_t)place - reads_from;

	if (at >= reads_bytes) {
		if ((uintptr_t)arena - 1 - (uintptr_t)place < BELOW)
			reads_wild = true;
		return;
	}
#ifndef __clang__
	if (bytes < 4)
#endif
		reads |= mask_of(at, bytes) & ~writes;
	writes |= mask_of(at, bytes);
}

void reads_written(const void *place, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += 4)
		note_write((const char *)place + i, 4);
}

void __tsan_init(void);
uint32_t __tsan_atomic32_load(const volatile uint32_t *place, int order);
void __tsan_atomic32_store(volatile uint32_t *place, uint32_t value, int order);
void __tsan_atomic64_store(volatile uint64_t *place, uint64_t value, int order);
void __tsan_atomic8_store(volatile uint8_t *place, uint8_t value, int order);
uint8_t __tsan_atomic8_load(const volatile uint8_t *place, int order);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);

void __tsan_init(void)
{
}

uint32_t __tsan_atomic32_load(const volatile uint32_t *place, int order)
{
	(void)order;
	note_read((const char *)(uintptr_t)place, 4);
	return *place;
}

void __tsan_atomic32_store(volatile uint32_t *place, uint32_t value, int order)
{
	(void)order;
	note_write((const char *)(uintptr_t)place, 4);
	*place = value;
}

void __tsan_atomic64_store(volatile uint64_t *place, uint64_t value, int order)
{
	(void)order;
	note_write((const char *)(uintptr_t)place, 8);
	*place = value;
}

/* The watch's flags lie in the heap's record, of which no stray write is tried. */
void __tsan_atomic8_store(volatile uint8_t *place, uint8_t value, int order)
{
	(void)order;
	*place = value;
}

uint8_t __tsan_atomic8_load(const volatile uint8_t *place, int order)
{
	(void)order;
	return *place;
}

void __tsan_func_entry(void *caller)
{
	(void)caller;
}

void __tsan_func_exit(void)
{
}

#define HOOKS(size)                                     \
	void __tsan_read##size(char *place);            \
	void __tsan_write##size(char *place);           \
	void __tsan_unaligned_read##size(char *place);  \
	void __tsan_unaligned_write##size(char *place); \
	void __tsan_read##size(char *place)             \
	{                                               \
		note_read(place, size);                 \
	}                                               \
	void __tsan_write##size(char *place)            \
	{                                               \
		note_write(place, size);                \
	}                                               \
	void __tsan_unaligned_read##size(char *place)   \
	{                                               \
		note_read(place, 1);                    \
		note_read(place + size - 1, 1);         \
	}                                               \
	void __tsan_unaligned_write##size(char *place)  \
	{                                               \
		note_write(place, 1);                   \
		note_write(place + size - 1, 1);        \
	}

HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_read_range(const char *place, uintptr_t bytes);
void __tsan_write_range(const char *place, uintptr_t bytes);

void __tsan_read_range(const char *place, uintptr_t bytes)
{
	for (uintptr_t i = 0; i < bytes; i += 4)
		note_read(place + i, 4);
}

void __tsan_write_range(const char *place, uintptr_t bytes)
{
	reads_written(place, bytes);
}
