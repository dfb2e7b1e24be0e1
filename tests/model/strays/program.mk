# SPDX-License-Identifier: MIT
# Host only. The core is compiled for this program, under a path of its own, with -fsanitize=thread
# and without its library: so each load and store of the core calls the program (reads.c). The
# wrapped lock costs nothing, and fails when windows nest or stay open.
ROOMS          =
STRAYS_POOL    = $(wildcard pool/guard/*.c pool/heap/*.c pool/audit/*.c)
SRC            = $(wildcard tests/model/strays/*.c) $(STRAYS_POOL:%=tests/../%)
STRAYS_TRACE   = $(if $(SANITIZE),,-fsanitize=thread)
CFLAGS_PROGRAM = -Itests/model/strays \
	$(if $(filter tests/../pool/%,$<),-ffreestanding $(STRAYS_TRACE)) \
	-DMODEL_BUILD='"HARDEN=$(HARDEN)$(if $(filter-out -O2,$(OPT)), OPT=$(OPT))$(if $(DEFS), DEFS=\"$(DEFS)\")"'
ifneq ($(SANITIZE),)
CFLAGS_PROGRAM += -DSTRAYS_SANITIZED
endif
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
