# tests/clients/cxx: see tests/clients/README.md
include tests/clients/client.mk

SRC = $(addprefix tests/clients/cxx/,main.cc containers.cc pointers.cc exceptions.cc) $(CLIENT_SRC)
CFLAGS_PROGRAM   = $(CLIENT_FLAGS)
CXXFLAGS_PROGRAM = $(CLIENT_FLAGS)
