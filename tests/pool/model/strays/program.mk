# SPDX-License-Identifier: MIT
# Host only. The wrapped lock is fast, and fails if windows nest or stay open.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/pool/model/strays/*.c)
MODEL_OPT      = $(if $(filter-out -O2,$(OPT)), OPT=$(OPT))
MODEL_BUILD    = HARDEN=$(HARDEN)$(MODEL_OPT)$(if $(DEFS), DEFS=\"$(DEFS)\")
CFLAGS_PROGRAM = -Itests/pool/model/strays -DMODEL_BUILD='"$(MODEL_BUILD)"'
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
