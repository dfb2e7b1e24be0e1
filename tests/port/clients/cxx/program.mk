# tests/port/clients/cxx: see tests/port/clients/README.md
include tests/port/clients/client.mk

SRC = tests/port/clients/cxx/main.cc $(CLIENT_SRC)
CFLAGS_PROGRAM   = $(CLIENT_FLAGS)
CXXFLAGS_PROGRAM = $(CLIENT_FLAGS)
