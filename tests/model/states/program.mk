# SPDX-License-Identifier: MIT
# Host only. The wrapped lock costs nothing, and fails when windows nest or stay open.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/model/states/*.c)
CFLAGS_PROGRAM = -Ipool -Itests/model/states -DMODEL_BUILD='"HARDEN=$(HARDEN)$(if $(DEFS), DEFS=\"$(DEFS)\")"'
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
