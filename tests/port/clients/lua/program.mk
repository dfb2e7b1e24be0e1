# tests/port/clients/lua: see tests/port/clients/README.md
LUA_SOURCE  := build/clients/src/lua/src

# All but the interpreter, the compiler, and the libraries of files, processes and modules.
THEIRS      := $(filter-out $(addprefix $(LUA_SOURCE)/,lua.c luac.c linit.c liolib.c loslib.c \
	loadlib.c),$(wildcard $(LUA_SOURCE)/*.c))
THEIR_FLAGS := -I$(LUA_SOURCE)
include tests/port/clients/client.mk

SRC            = tests/port/clients/lua/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)

build/%/tests/port/clients/lua/main.o: tests/port/clients/lua/script.lua
