/* SPDX-License-Identifier: MIT
 * Runs the scripts of this folder with malloc(), each in a state of its own. */
#include <stdio.h>

#include "client.h"
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include "embedded.h"

#define LOOK_EVERY 2000 /* instructions of the virtual machine */

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
	const struct embedded *script = lua_touserdata(lua, 1);

	open_libraries(lua);
	lua_sethook(lua, look, LUA_MASKCOUNT, LOOK_EVERY);
	if (luaL_loadbufferx(lua, (const char *)script->bytes, script->length, script->name, "t"))
		return lua_error(lua);
	lua_call(lua, 0, 0);
	return 0;
}

static int run_script(const struct embedded *script)
{
	lua_State *lua = luaL_newstate();
	int status = LUA_ERRMEM;

	printf("== %s\n", script->name);
	if (lua) {
		lua_pushcfunction(lua, run);
		lua_pushlightuserdata(lua, (void *)script);
		status = lua_pcall(lua, 1, 0, 0);
		client_sample();
		if (status)
			printf("%s\n", lua_tostring(lua, -1));
		lua_close(lua);
	} else {
		puts("no state");
	}
	return status;
}

/* Runs all scripts, also after one that was refused memory. */
int main(int argc, char **argv)
{
	int result = 0;

	client_begin(argc, argv);
	for (uint32_t i = 0; i < embedded_files; i++) {
		int status = run_script(&embedded[i]);

		if (status == LUA_ERRMEM)
			result = CLIENT_NO_MEMORY;
		else if (status)
			return 1;
	}
	return result;
}
