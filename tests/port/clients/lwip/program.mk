# tests/port/clients/lwip: see tests/port/clients/README.md
LWIP_SOURCE := build/clients/src/lwip/src
THEIRS      := $(wildcard $(LWIP_SOURCE)/core/*.c $(LWIP_SOURCE)/core/ipv4/*.c)
THEIR_FLAGS := -I$(LWIP_SOURCE)/include
include tests/port/clients/client.mk

SRC            = tests/port/clients/lwip/main.c $(CLIENT_SRC)
CFLAGS_PROGRAM = $(CLIENT_FLAGS)
