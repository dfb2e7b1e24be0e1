# tests/port/clients/hook: see tests/port/clients/README.md
LUA_SOURCE  := build/clients/src/lua/src
THEIRS      := $(filter-out $(addprefix $(LUA_SOURCE)/,lua.c luac.c linit.c liolib.c loslib.c \
	loadlib.c),$(wildcard $(LUA_SOURCE)/*.c))
THEIR_FLAGS := -I$(LUA_SOURCE)
include tests/port/clients/client.mk

# malloc stays the libc's.
SRC            = tests/port/clients/hook/main.c
CFLAGS_PROGRAM = -I$(LUA_SOURCE)
