# tests/clients/lwip: see tests/clients/README.md
LWIP_SOURCE := build/clients/src/lwip/src
THEIRS      := $(wildcard $(LWIP_SOURCE)/core/*.c $(LWIP_SOURCE)/core/ipv4/*.c)
THEIR_FLAGS := -I$(LWIP_SOURCE)/include
include tests/clients/client.mk

SRC            = tests/clients/lwip/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)
