/* SPDX-License-Identifier: MIT
 * The hook of port/README.md under the real Lua, on a heap of its own: in the end each byte is
 * back, also in an arena that is too small. tarn_realloc alone leaks, and the test sees that. The
 * step example-readme compares the hook with the page's. */
#include <stdio.h>

#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include "tarn.h"

static uint64_t arena[256 * 1024 / 8];
static struct tarn_heap heap;

static void *hook(void *heap, void *block, size_t old, size_t size)
{
	(void)old;
	if (size > 0)
		return tarn_realloc(heap, block, size);
	tarn_free(heap, block);
	return NULL;
}

static void *one_line(void *user, void *block, size_t old, size_t size)
{
	(void)old;
	return tarn_realloc(user, block, size);
}

static int run(lua_State *lua)
{
	luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 1);
	if (luaL_loadstring(lua, "local all = {}\n"
				 "for i = 1, 300 do all[i] = { i, ('x'):rep(i) .. i } end\n"
				 "for i = 1, 300, 2 do all[i] = nil end\n"))
		return lua_error(lua);
	lua_call(lua, 0, 0);
	return 0;
}

/* Runs Lua in `bytes` of memory. Returns the bytes that are lost, or UINT32_MAX: not `wanted`. */
static uint32_t lost(lua_Alloc takes, size_t bytes, int wanted)
{
	struct tarn_heap_stats before;
	struct tarn_heap_stats after;
	int status = LUA_ERRMEM;
	lua_State *lua;

	if (tarn_init(&heap, arena, bytes, NULL, NULL) != TARN_OK)
		return UINT32_MAX;
	tarn_heap_stats(&heap, &before);
	lua = lua_newstate(takes, &heap);
	if (lua) {
		lua_pushcfunction(lua, run);
		status = lua_pcall(lua, 0, 0, 0);
		lua_close(lua);
	}
	tarn_heap_stats(&heap, &after);
	if (status != wanted || tarn_check(&heap, NULL))
		return UINT32_MAX;
	tarn_forget(&heap);
	return before.free - after.free;
}

int main(void)
{
	uint32_t leaked = lost(one_line, sizeof(arena), LUA_OK);
	uint32_t bytes = lost(hook, sizeof(arena), LUA_OK);

	for (size_t room = 4096; room < 32 * 1024; room += 1024)
		bytes |= lost(hook, room, LUA_ERRMEM);
	printf("hook: %u bytes lost; by tarn_realloc alone %u\n", (unsigned)bytes,
	       (unsigned)leaked);
	return bytes || leaked == 0 || leaked == UINT32_MAX;
}
