# tests/clients/cxx: see tests/clients/README.md
include tests/clients/client.mk

SRC = tests/clients/cxx/main.cc $(CLIENT_SRC)
CFLAGS_PROGRAM   = $(CLIENT_FLAGS)
CXXFLAGS_PROGRAM = $(CLIENT_FLAGS)
