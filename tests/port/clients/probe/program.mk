# tests/port/clients/probe: see tests/port/clients/check
include tests/port/clients/client.mk

SRC            = tests/port/clients/probe/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)
