/* SPDX-License-Identifier: MIT
 * Runs script.lua with malloc(). */
#include <stdio.h>

#include "client.h"
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

#define LOOK_EVERY 2000 /* instructions of the virtual machine */

/* The script is in the image, which has no file system. */
extern const char script[], script_end[];
__asm(".section .rodata\n"
      ".global script, script_end\n"
      "script:\n"
      ".incbin \"tests/port/clients/lua/script.lua\"\n"
      "script_end:\n"
      ".byte 0\n"
      ".text\n");

static void look(lua_State *lua, lua_Debug *debug)
{
	(void)lua, (void)debug;
	client_sample();
}

/* The libraries that need neither files nor processes. */
static void open_libraries(lua_State *lua)
{
	static const luaL_Reg libraries[] = {
		{LUA_GNAME, luaopen_base},       {LUA_COLIBNAME, luaopen_coroutine},
		{LUA_TABLIBNAME, luaopen_table}, {LUA_STRLIBNAME, luaopen_string},
		{LUA_MATHLIBNAME, luaopen_math}, {LUA_UTF8LIBNAME, luaopen_utf8},
	};

	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
		luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
		lua_pop(lua, 1);
	}
}

/* Runs in a protected call: a refusal of memory becomes a status. */
static int run(lua_State *lua)
{
	open_libraries(lua);
	lua_sethook(lua, look, LUA_MASKCOUNT, LOOK_EVERY);
	if (luaL_loadbufferx(lua, script, (size_t)(script_end - script), "script.lua", "t"))
		return lua_error(lua);
	lua_call(lua, 0, 0);
	return 0;
}

int main(int argc, char **argv)
{
	int status = LUA_ERRMEM;
	lua_State *lua;

	client_begin(argc, argv);
	lua = luaL_newstate();
	if (lua) {
		lua_pushcfunction(lua, run);
		status = lua_pcall(lua, 0, 0, 0);
		if (status)
			printf("%s\n", lua_tostring(lua, -1));
		lua_close(lua);
	}
	return status == LUA_ERRMEM ? CLIENT_NO_MEMORY : status != LUA_OK;
}
