# SPDX-License-Identifier: MIT
# Host only. The wrapped lock lets an "interrupt" in where a window closes.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/model/windows/*.c)
CFLAGS_PROGRAM = -Ipool -Itests/model/windows -DMODEL_BUILD='"HARDEN=$(HARDEN)$(if $(DEFS), DEFS=\"$(DEFS)\")"'
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
