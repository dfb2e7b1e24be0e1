# tests/soak: see tests/soak/README.md
SOAK_FOLDERS = guest oracle objects scenarios inject
SRC = $(wildcard $(SOAK_FOLDERS:%=tests/soak/%/*.c)) \
      $(filter-out %/main.c,$(wildcard tests/examples/demo/*.c)) $(SOAK_TRACES)
CFLAGS_PROGRAM = -Ipool $(SOAK_FOLDERS:%=-iquote tests/soak/%) \
	$(if $(TABLE),-DSOAK_TABLE='"$(subst $() ,\\ ,$(TABLE))"')

# TAGS=n (boards/build/program.mk): the scenario `tags` uses four.
ifneq ($(filter 1 2 3,$(TAGS)),)
$(error TAGS=$(TAGS): 0, or 4 to 255)
endif

# The recorded programs, packed for this ARENA. Several builds may make the same file at once: each
# writes its own and renames it.
SOAK_TRACES = build/soak/traces-$(ARENA).c
TOOLS = python3
SOAK_RECORDED = $(sort $(wildcard tests/traces/*.rep.xz))

$(SOAK_TRACES): tests/soak/traces $(SOAK_RECORDED)
	@tests/soak/traces $(ARENA_BYTES) $@ $(SOAK_RECORDED)

# The deepest call with a tick needs more than 1 KB at TARN_HARDEN 3. (`override` replaces what
# boards/build/program.mk makes of STACK.)
ifeq ($(STACK),1K)
override STACK_BYTES := 1280
endif
# With two nested handlers it needs more than 2 KB.
ifeq ($(STACK),2K)
override STACK_BYTES := 2560
endif
