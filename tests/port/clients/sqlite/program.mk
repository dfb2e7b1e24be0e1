# tests/port/clients/sqlite: see tests/port/clients/README.md

# What speedtest1 fills does not fit the 4 MB that the board's programs otherwise have.
ifeq ($(BOARD),mps2-an500)
CHIP      := mps2-an500-psram
RAM       := $(call region,RAM)
RAM_BYTES := $(shell echo $$(($(RAM:%M=%) * 1048576)))
endif

SQLITE_SOURCE := build/clients/src/sqlite/deps/sqlite3
THEIRS        := $(SQLITE_SOURCE)/sqlite3.c build/clients/src/speedtest1/test/speedtest1.c
THEIR_FLAGS   := -I$(SQLITE_SOURCE)
include tests/port/clients/client.mk

SRC            = tests/port/clients/sqlite/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)
