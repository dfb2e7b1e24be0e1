# SPDX-License-Identifier: MIT
# port/host/lib.mk: the library for programs of this machine: the core, the port, and malloc.
# Included by boards/program.mk where no PROGRAM is named.
#
# in:     DIR, HARDEN, TAG_DEFINE, DEFS; install: PREFIX (/usr/local), DESTDIR
# goals:  lib: libtarn.a, tarn_malloc.o, which takes over malloc, libtarn.so (both) and include/, below DIR
#         install: those, and what pkg-config and CMake find them by

LIB_SRC += $(call part,host)
MACHINE += -fPIC
POOL_DEFINES += -DTARN_ALIGN=16

# Absolute, for projects elsewhere, and as a shell takes it.
LIB_HERE    = $(subst $() ,\ ,$(CURDIR)/$(DIR))
LIB_DEFINES = -DTARN_HARDEN=$(HARDEN) -DTARN_ALIGN=16 $(TAG_DEFINE) $(DEFS)
LIB_COMPILE = -I$(LIB_HERE)/include $(LIB_DEFINES)
define LIB_LINK
$(LIB_HERE)/tarn_malloc.o $(LIB_HERE)/libtarn.a -pthread
without tarn_malloc.o malloc stays the libc's
preload with: LD_PRELOAD=$(LIB_HERE)/libtarn.so (port/host/README.md)
endef

# An object, as on bare metal: it serves whoever calls malloc, wherever it stands. Link-time optimization
# would not see who that is.
MALLOC_OBJECTS := $(patsubst %,$(DIR)/%.o,$(basename $(call part,posix)))
$(MALLOC_OBJECTS): MACHINE += -fno-lto
$(DIR)/tarn_malloc.o: $(MALLOC_OBJECTS)
	@$(LINKER) -nostdlib -r $^ -o $@

VERSION := $(shell port/package/version)
# The number changes with what a program that was linked before can see.
SONAME  := libtarn.so.$(firstword $(subst ., ,$(VERSION)))
EXPORTS := port/host/malloc/libtarn.map

.PHONY: lib-headers
build-lib: $(DIR)/libtarn.so $(DIR)/libtarn_built.o lib-headers
lib-headers:
	@mkdir -p $(DIR)/include
	@cp $(call part,headers) port/host/tarn_port_impl.h port/record/tarn_record.h $(DIR)/include

# The linker asks no shared library how it was built (tarn_agree.h). So what is linked as -ltarn is a script of the
# linker's, which names this object beside the library.
$(DIR)/libtarn_built.o: $(DIR)/stamp
	@echo '#include "tarn_config.h"' | $(COMPILER) $(MACHINE) -Ipool/include $(LIB_DEFINES) -x c -c - -o $@

$(DIR)/libtarn.so: $(DIR)/tarn_malloc.o $(DIR)/libtarn.a $(EXPORTS)
	@$(LINKER) $(MACHINE) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORTS) -Wl,-z,now,-z,nodelete \
		$(DIR)/tarn_malloc.o -Wl,--whole-archive $(DIR)/libtarn.a -Wl,--no-whole-archive -pthread -o $@

ifeq ($(strip $(PREFIX)),)
override PREFIX := /usr/local
endif
TARGET  = $(DESTDIR)$(PREFIX)
DEFINED = $(subst $() ,;,$(patsubst -D%,%,$(filter -D%,$(LIB_DEFINES))))

# $(call filled,FILE): what it is with the names of this library, which may hold any sign
filled = $(subst @tarn_version@,$(VERSION),$(subst @tarn_defines@,$(DEFINED),$(subst @tarn_flags@,$(LIB_DEFINES),$(subst \
	@tarn_libraries@,-pthread,$(subst @tarn_targets@,malloc cxx,$(subst @tarn_objects@,malloc/tarn_malloc.o,$(subst \
	@tarn_code@,host,$(subst @tarn_libc@,posix,$(file <$(1))))))))))
# $(call install_filled,FILE...,FOLDER)
define install_filled
	$(foreach file,$(1),$(file >$(DIR)/$(notdir $(file:.in=)),$(call filled,$(file))))
	@cp $(patsubst %.in,$(DIR)/%,$(notdir $(1))) '$(TARGET)/lib/$(2)'
endef

ifneq ($(words $(PREFIX))$(filter-out /%,$(PREFIX)),1)
$(error PREFIX=$(PREFIX): an absolute path, without spaces)
endif
# CMake takes definitions, each one word.
ifneq ($(and $(filter install,$(MAKECMDGOALS)),$(filter-out -D%,$(DEFS))),)
$(error DEFS=$(DEFS): make install takes -DNAME and -DNAME=VALUE, without spaces, not $(firstword $(filter-out -D%,$(DEFS))))
endif
$(call plain,PREFIX,a path)$(call plain,DESTDIR,a path)

# Built before the recipe is read: it writes into the folder as it is expanded.
.PHONY: install install-built
install-built: build-tools
	+@$(LOCKED) build-lib

install: install-built
	@mkdir -p '$(TARGET)/lib/pkgconfig' '$(TARGET)/lib/cmake/tarn' '$(TARGET)/lib/tarn/malloc' '$(TARGET)/include/tarn' \
		'$(TARGET)/share/tarn'
	@cp $(DIR)/include/* '$(TARGET)/include/tarn'
	@cp $(DIR)/libtarn.a '$(TARGET)/lib'
	@cp $(DIR)/tarn_malloc.o '$(TARGET)/lib/tarn/malloc'
	@cp $(DIR)/libtarn.so '$(TARGET)/lib/$(SONAME).new'
	@mv -f '$(TARGET)/lib/$(SONAME).new' '$(TARGET)/lib/$(SONAME)' # programs that run keep the file that they have
	@cp $(DIR)/libtarn_built.o '$(TARGET)/lib'
	@rm -f '$(TARGET)/lib/libtarn.so'
	@echo 'INPUT($(SONAME) libtarn_built.o)' >'$(TARGET)/lib/libtarn.so'
	$(call install_filled,$(wildcard port/host/pkgconfig/*.in),pkgconfig)
	$(call install_filled,$(wildcard port/cmake/*.cmake.in),cmake/tarn)
	@cp port/cmake/machine.cmake '$(TARGET)/lib/cmake/tarn/tarn-machine.cmake'
	@cp port/gdb/tarn.py '$(TARGET)/share/tarn'
	@echo 'installed below $(TARGET)'
	@echo 'link with:    $$(pkg-config --cflags --libs tarn-malloc), or tarn: malloc stays the libc'\''s'
	@echo 'preload with: LD_PRELOAD=$(PREFIX)/lib/$(SONAME) (port/host/README.md)'
	@echo 'in gdb:       source $(PREFIX)/share/tarn/tarn.py (port/gdb/README.md)'
