# tests/clients/probe: see tests/clients/check
include tests/clients/client.mk

SRC            = tests/clients/probe/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)
