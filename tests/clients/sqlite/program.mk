# tests/clients/sqlite: see tests/clients/README.md
include tests/clients/client.mk

# What speedtest1 fills does not fit the 4 MB that the board's programs otherwise have.
ifeq ($(BOARD),mps2-an500)
CHIP      := mps2-an500-psram
RAM       := $(call region,RAM)
RAM_BYTES := $(shell echo $$(($(RAM:%M=%) * 1048576)))
endif

SQLITE_SOURCE := build/clients/src/sqlite/deps/sqlite3
SPEEDTEST     := build/clients/src/speedtest1/test/speedtest1.c

SRC = $(addprefix tests/clients/sqlite/,main.c fill.c vfs.c) $(CLIENT_SRC) \
      $(SQLITE_SOURCE)/sqlite3.c $(SPEEDTEST)

# In memory alone, without threads and without an operating system (vfs.c), everywhere the same.
CFLAGS_PROGRAM = $(CLIENT_FLAGS) -I$(SQLITE_SOURCE) -Itests/clients/sqlite \
	-DSQLITE_OS_OTHER=1 -DSQLITE_THREADSAFE=0 -DSQLITE_TEMP_STORE=3 -DSQLITE_OMIT_LOAD_EXTENSION \
	-DSQLITE_OMIT_WAL -DSQLITE_OMIT_LOCALTIME $(if $(findstring speedtest1,$@),-Dmain=speedtest1_main)
LIBS += -lm
