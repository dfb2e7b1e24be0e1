# tests/clients/lua: see tests/clients/README.md
LUA_SOURCE  := build/clients/src/lua/src
LUA_SCRIPTS := $(sort $(wildcard tests/clients/lua/*.lua))
LUA_EMBEDDED = build/clients/lua/$(BOARD)-h$(HARDEN)-scripts.c

# All but the interpreter, the compiler, and the libraries of files, processes and modules.
THEIRS      := $(filter-out $(addprefix $(LUA_SOURCE)/,lua.c luac.c linit.c liolib.c loslib.c \
	loadlib.c),$(wildcard $(LUA_SOURCE)/*.c))
THEIR_FLAGS := -I$(LUA_SOURCE) 
include tests/clients/client.mk

SRC            = tests/clients/lua/main.c $(LUA_EMBEDDED) $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)

$(LUA_EMBEDDED): $(LUA_SCRIPTS) tests/clients/support/embed
	@mkdir -p $(@D)
	@tests/clients/support/embed $@ $(LUA_SCRIPTS)
