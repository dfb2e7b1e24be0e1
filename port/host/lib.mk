# SPDX-License-Identifier: MIT
# port/host/lib.mk: the library for programs of this machine: the core, the port, and malloc.
# Included by boards/program.mk where no PROGRAM is named.
#
# in:     DIR, HARDEN, TAG_DEFINE, DEFS; install: PREFIX (/usr/local), DESTDIR
# goals:  lib: libtarn.a, libtarn.so (the same) and include/, below DIR
#         install: those, and tarn.pc for pkg-config

LIB_SRC += port/host/host.c port/host/lock.c port/host/guest.c port/host/fork.c port/arena.c $(wildcard port/host/malloc/*.c) \
	port/record/record.c port/record/posix.c
MACHINE += -fPIC
POOL_DEFINES += -DTARN_ALIGN=16

# Absolute, for projects elsewhere, and as a shell takes it.
LIB_HERE    = $(subst $() ,\ ,$(CURDIR)/$(DIR))
LIB_DEFINES = -DTARN_HARDEN=$(HARDEN) -DTARN_ALIGN=16 $(TAG_DEFINE) $(DEFS)
LIB_COMPILE = -I$(LIB_HERE)/include $(LIB_DEFINES)
# A program in C++ may call malloc from the C++ library alone, which the linker comes to later.
LIB_FORCE   = -Wl,-u,malloc
define LIB_LINK
$(LIB_FORCE) $(LIB_HERE)/libtarn.a -pthread
preload with: LD_PRELOAD=$(LIB_HERE)/libtarn.so (port/host/README.md)
endef

# The number changes with what a program that was linked before can see.
SONAME  := libtarn.so.0
EXPORTS := port/host/malloc/libtarn.map

.PHONY: lib-headers
build-lib: $(DIR)/libtarn.so $(DIR)/libtarn_built.o lib-headers
lib-headers:
	@mkdir -p $(DIR)/include
	@cp port/tarn_port.h port/host/tarn_port_impl.h port/cxx/*.hpp port/cxx/tarn_new.h port/record/tarn_record.h \
		$(DIR)/include

# The linker asks no shared library how it was built (tarn_agree.h). So what is linked as -ltarn is a script of the
# linker's, which names this object beside the library.
$(DIR)/libtarn_built.o: $(DIR)/stamp
	@echo '#include "tarn_config.h"' | $(COMPILER) $(MACHINE) -Ipool/include $(LIB_DEFINES) -x c -c - -o $@

$(DIR)/libtarn.so: $(DIR)/libtarn.a $(EXPORTS)
	@$(LINKER) $(MACHINE) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORTS) -Wl,-z,now,-z,nodelete \
		-Wl,--whole-archive $< -Wl,--no-whole-archive -pthread -o $@

ifeq ($(strip $(PREFIX)),)
override PREFIX := /usr/local
endif
TARGET   = $(DESTDIR)$(PREFIX)
VERSION := $(shell port/package/version)

define PKG_CONFIG
prefix=$(PREFIX)
libdir=$${prefix}/lib
includedir=$${prefix}/include/tarn

Name: tarn
Description: Segregated pool allocator; takes over malloc in what is linked with it
Version: $(VERSION)
Cflags: -I$${includedir} $(LIB_DEFINES)
Libs: -L$${libdir} $(LIB_FORCE),--push-state,--no-as-needed -ltarn -Wl,--pop-state
Libs.private: -pthread
endef

ifneq ($(words $(PREFIX))$(filter-out /%,$(PREFIX)),1)
$(error PREFIX=$(PREFIX): an absolute path, without spaces)
endif
$(call plain,PREFIX,a path)$(call plain,DESTDIR,a path)

.PHONY: install
install: lib
	@mkdir -p '$(TARGET)/lib/pkgconfig' '$(TARGET)/include/tarn'
	@cp $(DIR)/include/* '$(TARGET)/include/tarn'
	@cp $(DIR)/libtarn.a '$(TARGET)/lib'
	@cp $(DIR)/libtarn.so '$(TARGET)/lib/$(SONAME)'
	@cp $(DIR)/libtarn_built.o '$(TARGET)/lib'
	@rm -f '$(TARGET)/lib/libtarn.so'
	@echo 'INPUT($(SONAME) libtarn_built.o)' >'$(TARGET)/lib/libtarn.so'
	$(file >$(DIR)/tarn.pc,$(PKG_CONFIG))
	@cp $(DIR)/tarn.pc '$(TARGET)/lib/pkgconfig'
	@echo 'installed below $(TARGET)'
