# tests/boards/kit: the soak, and then a count of cycles (README.md)
include tests/soak/program.mk
SRC            += tests/boards/kit/kit.c
CFLAGS_PROGRAM += -DKIT_BOARD='"$(BOARD)"' -DKIT_OPT='"$(OPT)"'
LIBS           += $(patsubst %,-Wl$(COMMA)--wrap=%,main tarn_port_exit tarn_port_write)

# The kit counts a second core, of level 1, in one object. Its slots are those of the soak, which
# has ended by then.
KIT_COUNT := $(MAKE) -s -f boards/build/program.mk PROGRAM=tests/boards/kit/count BOARD=$(BOARD) \
	HARDEN=1 ARENA=$(ARENA) OPT=$(call quoted,$(OPT)) DEBUG_INFO=$(DEBUG_INFO) \
	DEFS=$(call quoted,$(DEFS)) CC=$(call quoted,$(CC)) BUILT_IN=
KIT_PART  := $(shell $(KIT_COUNT) part-path)
ARCHIVES  += $(KIT_PART)
LIBS      += -Wl,--defsym=bench_slot=slots

$(KIT_PART): force
	+@$(KIT_COUNT) part
