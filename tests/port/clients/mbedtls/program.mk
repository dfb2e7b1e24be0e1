# tests/port/clients/mbedtls: see tests/port/clients/README.md
MBEDTLS_SOURCE := build/clients/src/mbedtls
THEIRS         := $(wildcard $(MBEDTLS_SOURCE)/library/*.c)
THEIR_FLAGS    := -I$(MBEDTLS_SOURCE)/include
include tests/port/clients/client.mk

SRC            = tests/port/clients/mbedtls/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS) -include tests/port/clients/mbedtls/config.h
