# SPDX-License-Identifier: MIT
# Host only. The wrapped lock makes an "interrupt" when a window closes.
ROOMS          = guard heap audit
SRC            = $(wildcard tests/pool/model/windows/*.c)
MODEL_BUILD    = HARDEN=$(HARDEN)$(if $(DEFS), DEFS=\"$(DEFS)\")
CFLAGS_PROGRAM = -Ipool -Itests/pool/model/windows -DMODEL_BUILD='"$(MODEL_BUILD)"'
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
