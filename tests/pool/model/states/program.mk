# SPDX-License-Identifier: MIT
# Host only. The wrapped lock is fast, and fails if windows nest or stay open.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/pool/model/states/*.c)
MODEL_BUILD    = HARDEN=$(HARDEN)$(if $(DEFS), DEFS=\"$(DEFS)\")
CFLAGS_PROGRAM = -Ipool -Itests/pool/model/states -DMODEL_BUILD='"$(MODEL_BUILD)"'
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
