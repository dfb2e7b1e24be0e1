# SPDX-License-Identifier: MIT
# Host only. The core is compiled for this program alone, under a path of its own, with
# -fsanitize=thread but without the sanitizer's library. So each load and store of the core calls
# the program (reads.c). The wrapped lock is fast, and fails if windows nest or stay open.
ROOMS          =
STRAYS_POOL    = $(wildcard pool/guard/*.c pool/heap/*.c pool/audit/*.c)
SRC            = $(wildcard tests/pool/model/strays/*.c) $(STRAYS_POOL:%=tests/../%)
STRAYS_TRACE   = $(if $(SANITIZE),,-fsanitize=thread)
MODEL_OPT      = $(if $(filter-out -O2,$(OPT)), OPT=$(OPT))
MODEL_BUILD    = HARDEN=$(HARDEN)$(MODEL_OPT)$(if $(DEFS), DEFS=\"$(DEFS)\")
CFLAGS_PROGRAM = -Itests/pool/model/strays \
	$(if $(filter tests/../pool/%,$<),-ffreestanding $(STRAYS_TRACE)) \
	-DMODEL_BUILD='"$(MODEL_BUILD)"'
ifneq ($(SANITIZE),)
CFLAGS_PROGRAM += -DSTRAYS_SANITIZED
endif
LIBS           = -Wl,--wrap=tarn_port_host_lock,--wrap=tarn_port_host_unlock
