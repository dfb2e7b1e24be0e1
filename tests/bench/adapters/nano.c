/* SPDX-License-Identifier: MIT
 * The malloc of newlib-nano in the bench, as the libc's archive has it. It takes memory from
 * sbrk(), which hands out the bench's arena here. As linked here it does not lock: its lock
 * functions return at once. */
#include "../adapter.h"

#include <errno.h>
#include <stdlib.h>

#define SIZE_AT_BOOT 64

const char adapter_name[] = "nano";
const char *const adapter_configs[] = {"no-lock", NULL};

/* Every static object of this malloc. NULL is a fresh heap. */
extern char *__malloc_free_list;
extern char *__malloc_sbrk_start;

static struct {
	char *next; /* the one word of RAM that sbrk() needs */
	char *end;
} arena;

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

bool adapter_start(uint32_t config, enum load_kind kind, void *memory, uint32_t bytes)
{
	(void)config, (void)kind;
	__malloc_free_list = __malloc_sbrk_start = NULL;
	arena.next = memory;
	arena.end = arena.next + bytes;
	return true;
}

uint32_t adapter_ram(void)
{
	return sizeof(__malloc_free_list) + sizeof(__malloc_sbrk_start) + sizeof(arena.next);
}

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
	adapter_start(config, LOAD_W3, memory, bytes);
	adapter_malloc(call, SIZE_AT_BOOT);
	return true;
}
