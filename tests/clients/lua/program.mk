# tests/clients/lua: see tests/clients/README.md
include tests/clients/client.mk

LUA_SOURCE  := build/clients/src/lua/src
LUA_SCRIPTS := $(sort $(wildcard tests/clients/lua/*.lua))
LUA_EMBEDDED = build/clients/lua/scripts.c

# All but the interpreter, the compiler, and the libraries of files, processes and modules.
SRC = tests/clients/lua/main.c $(LUA_EMBEDDED) $(CLIENT_SRC) $(filter-out $(addprefix \
      $(LUA_SOURCE)/,lua.c luac.c linit.c liolib.c loslib.c loadlib.c),$(wildcard $(LUA_SOURCE)/*.c))

# A fixed seed of the strings' hash: the order of a table is then the same in every run.
CFLAGS_PROGRAM = $(CLIENT_FLAGS) -I$(LUA_SOURCE) '-Dluai_makeseed(lua)=0x7461726eu'
LIBS += -lm

$(LUA_EMBEDDED): $(LUA_SCRIPTS) tests/clients/support/embed
	@mkdir -p $(@D)
	@tests/clients/support/embed $@ $(LUA_SCRIPTS)
