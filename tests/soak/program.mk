# tests/soak: see tests/soak/README.md
SRC = $(addprefix tests/soak/,main.c rounds.c progress.c verdict.c stop.c meter.c frames.c firmware.c \
      exhaust.c replay.c fixed.c interrupt.c pools.c packed.c demo.c inject.c age.c audit.c \
      stand.c stand_open.c books.c worlds.c loan.c block.c shadow.c gaps.c pattern.c) \
      $(filter-out %/main.c,$(wildcard tests/examples/demo/*.c)) $(SOAK_TRACES)
CFLAGS_PROGRAM = -Itests/soak $(if $(TABLE),-DSOAK_TABLE='"$(TABLE)"')

# The recorded programs, packed for this ARENA by a tool of the host. Several builds may want the
# same file at once: each writes its own and renames it.
SOAK_TRACES = build/soak/traces-$(ARENA).c
SOAK_RECORDED = $(sort $(wildcard tests/traces/*.rep.xz))

$(SOAK_TRACES): tests/soak/traces tests/soak/pack.c tests/soak/size.h $(SOAK_RECORDED)
	@tests/soak/traces $(ARENA_BYTES) $@ $(SOAK_RECORDED)

# A tick on top of the deepest call needs more than 1 KB at TARN_HARDEN 3. (`override`: it stands
# against what boards/program.mk makes of STACK.)
ifeq ($(STACK),1K)
override STACK_BYTES := 1280
endif
