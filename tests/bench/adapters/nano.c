/* SPDX-License-Identifier: MIT
 * The malloc of a libc in the bench, as the libc's archive has it: newlib, newlib-nano or picolibc
 * (BENCH_LIBC is the name). It takes memory from sbrk(), which hands out the bench's arena here.
 * To make a fresh heap, the adapter restores malloc's static objects as the program was loaded with
 * them, and takes back the whole arena.
 *
 * As linked here, none of them locks: their lock functions return at once. */
#include "../adapter.h"

#include <errno.h>
#include <stdlib.h>

#define TEXT_OF(name) #name
#define TEXT(name)    TEXT_OF(name)

#define SIZE_AT_BOOT 64
#define STATE_MAX    1200

const char adapter_name[] = TEXT(BENCH_LIBC);
const char *const adapter_configs[] = {"no-lock", NULL};

/* Every static object of each malloc. `nm` shows what the linker took: __malloc_*. */
#if defined(BENCH_LIBC_NEWLIB)
#define STATES(STATE)                        \
	STATE(__malloc_av_, 1032)            \
	STATE(__malloc_sbrk_base, 4)         \
	STATE(__malloc_trim_threshold, 4)    \
	STATE(__malloc_top_pad, 4)           \
	STATE(__malloc_current_mallinfo, 40) \
	STATE(__malloc_max_sbrked_mem, 4)    \
	STATE(__malloc_max_total_mem, 4)
#elif defined(BENCH_LIBC_NANO)
#define STATES(STATE)                \
	STATE(__malloc_free_list, 4) \
	STATE(__malloc_sbrk_start, 4)
#else
#define STATES(STATE)                 \
	STATE(__malloc_free_list, 4)  \
	STATE(__malloc_sbrk_start, 4) \
	STATE(__malloc_sbrk_top, 4)
#endif

#define DECLARE(name, size) extern char name[size];
#define ROW(name, size)     {name, size},
STATES(DECLARE)

static const struct {
	char *object;
	uint32_t bytes;
} states[] = {STATES(ROW)};

#define STATE_COUNT (sizeof(states) / sizeof(states[0]))

static struct {
	char *next; /* the one word of RAM that sbrk() needs */
	char *end;
} arena;

/* newlib calls _sbrk(), picolibc sbrk(). */
void *_sbrk(ptrdiff_t bytes);
void *_sbrk(ptrdiff_t bytes)
{
	char *block = arena.next;

	if (bytes > arena.end - block) {
		errno = ENOMEM;
		return (void *)-1;
	}
	arena.next = block + bytes;
	return block;
}
void *sbrk(ptrdiff_t bytes) __attribute__((alias("_sbrk")));

static void copy(char *to, const char *from, uint32_t bytes)
{
	while (bytes--)
		*to++ = *from++;
}

/* The first call saves the state that the program was loaded with. Later calls restore it. */
static void restore_state(void)
{
	static char saved[STATE_MAX];
	static bool is_saved;
	char *at = saved;

	for (uint32_t i = 0; i < STATE_COUNT; i++) {
		if (is_saved)
			copy(states[i].object, at, states[i].bytes);
		else
			copy(at, states[i].object, states[i].bytes);
		at += states[i].bytes;
	}
	is_saved = true;
}

static void start(void *memory, uint32_t bytes)
{
	restore_state();
	arena.next = memory;
	arena.end = arena.next + bytes;
}

bool adapter_start(uint32_t config, enum load_kind kind, void *memory, uint32_t bytes)
{
	(void)config, (void)kind;
	start(memory, bytes);
	return true;
}

uint32_t adapter_ram(void)
{
	uint32_t bytes = sizeof(arena.next);

	for (uint32_t i = 0; i < STATE_COUNT; i++)
		bytes += states[i].bytes;
	return bytes;
}

#ifdef BENCH_LIBC_NEWLIB
/* newlib asks sbrk() for pages. Their size was compiled into it. */
uint32_t adapter_step(void)
{
	return 4096;
}
#endif

void adapter_malloc(struct ruler_call *call, uint32_t size)
{
	call->function = (uintptr_t)malloc;
	call->argument[0] = size;
}

void adapter_free(struct ruler_call *call, void *block)
{
	call->function = (uintptr_t)free;
	call->argument[0] = (uintptr_t)block;
}

void adapter_realloc(struct ruler_call *call, void *block, uint32_t size)
{
	call->function = (uintptr_t)realloc;
	call->argument[0] = (uintptr_t)block;
	call->argument[1] = size;
}

/* No call sets up the heap. The first malloc does. */
bool adapter_init(struct ruler_call *call, uint32_t config, void *memory, uint32_t bytes)
{
	(void)config;
	start(memory, bytes);
	adapter_malloc(call, SIZE_AT_BOOT);
	return true;
}
