# tests/clients/mbedtls: see tests/clients/README.md
MBEDTLS_SOURCE := build/clients/src/mbedtls
THEIRS         := $(wildcard $(MBEDTLS_SOURCE)/library/*.c)
THEIR_FLAGS    := -I$(MBEDTLS_SOURCE)/include
include tests/clients/client.mk

SRC            = tests/clients/mbedtls/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS) -include tests/clients/mbedtls/config.h
