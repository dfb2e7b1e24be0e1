# SPDX-License-Identifier: MIT
# Host only. The sweep of tests/pool/preempt, with another shot. The wrapped lock makes its
# interrupts.
SRC            = $(wildcard tests/pool/model/windows/*.c) tests/pool/preempt/look.c \
	$(filter-out %/shot.c,$(wildcard tests/pool/preempt/sweep/*.c))
MODEL_BUILD    = HARDEN=$(HARDEN)$(if $(DEFS), DEFS=\"$(DEFS)\")
CFLAGS_PROGRAM = -Ipool -Itests/pool/model/windows -DPORT_CLOCK_HZ=1 \
	-DMODEL_BUILD='"$(MODEL_BUILD)"'
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
