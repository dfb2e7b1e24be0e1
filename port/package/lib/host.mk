# SPDX-License-Identifier: MIT
# port/package/lib/host.mk: the library for programs of this machine: the core, the port, and
# malloc. boards/build/program.mk includes it if no PROGRAM is named.
#
# in:     DIR, HARDEN, TAG_DEFINE, DEFS; for install also PREFIX (/usr/local), DESTDIR
# goals:  lib: makes these below DIR: libtarn.a; tarn_malloc.o, which replaces malloc; libtarn.so,
#         which has both; include/
#         install: installs them, with files for pkg-config and CMake

LIB_SRC += $(call part,host)
MACHINE += -fPIC
POOL_DEFINES += -DTARN_ALIGN=16

# Absolute, for projects in other folders, and quoted for a shell. The loader splits LD_PRELOAD at
# spaces, quoted or not.
LIB_HERE    = $(subst $() ,\ ,$(CURDIR)/$(DIR))
LIB_CHOICES = -DTARN_HARDEN=$(HARDEN) -DTARN_ALIGN=16 $(TAG_DEFINE)
LIB_DEFINES = $(LIB_CHOICES) $(DEFS)
LIB_COMPILE = -isystem $(LIB_HERE)/include $(LIB_CHOICES) $(LIB_DEFS) $(ACCESS_COMPILE)
define LIB_LINK
$(LIB_HERE)/tarn_malloc.o $(LIB_HERE)/libtarn.a $(ACCESS_LINK) -pthread
without tarn_malloc.o malloc stays the libc's
preload with: $(if $(word 2,$(CURDIR)),a copy elsewhere of ,LD_PRELOAD=)$(LIB_HERE)/libtarn.so \
(port/malloc/host/README.md)
endef

# malloc is an object, as on bare metal. So it serves every caller, wherever it stands on the
# command line. Link-time optimization would not see all callers.
MALLOC_OBJECTS := $(patsubst %,$(DIR)/%.o,$(basename $(call part,posix)))
$(MALLOC_OBJECTS): MACHINE += -fno-lto
$(DIR)/tarn_malloc.o: $(MALLOC_OBJECTS)
	@$(LINKER) -nostdlib -r $^ -o $@

VERSION := $(shell port/package/version)
# The number changes if a program that was linked before may no longer run.
SONAME  := libtarn.so.$(firstword $(subst ., ,$(VERSION)))
EXPORTS := port/malloc/host/libtarn.map

.PHONY: lib-headers
build-lib: $(DIR)/libtarn.so $(DIR)/libtarn_built.o lib-headers
lib-headers:
	@mkdir -p $(DIR)/include
	@cp port/machine/host/tarn_port_impl.h port/tool/record/tarn_record.h $(DIR)/include

# This object holds the mark of how the library was built (tarn_agree.h). The linker does not read
# marks in a shared library. So -ltarn names a linker script, which links this object, too.
$(DIR)/libtarn_built.o: $(DIR)/stamp
	@echo '#include "tarn_config.h"' | \
		$(COMPILER) $(MACHINE) -Ipool/include $(LIB_DEFINES) -x c -c - -o $@

$(DIR)/libtarn.so: $(DIR)/tarn_malloc.o $(DIR)/libtarn.a $(EXPORTS)
	@$(LINKER) $(MACHINE) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(EXPORTS) \
		-Wl,-z,now,-z,nodelete $(DIR)/tarn_malloc.o \
		-Wl,--whole-archive $(DIR)/libtarn.a -Wl,--no-whole-archive -pthread -o $@

ifeq ($(strip $(PREFIX)),)
override PREFIX := /usr/local
endif
TARGET  = $(DESTDIR)$(PREFIX)
DEFINED = $(subst $() ,;,$(patsubst -D%,%,$(filter -D%,$(LIB_DEFINES))))

# $(call filled,FILE): the file, with the values of this library. They may hold any character.
filled = $(subst @tarn_version@,$(VERSION),$(subst @tarn_defines@,$(DEFINED),$(call \
	filled_flags,$(1))))
filled_flags = $(subst @tarn_flags@,$(LIB_DEFINES),$(subst @tarn_libraries@,-pthread,$(call \
	filled_names,$(1))))
filled_names = $(subst @tarn_targets@,malloc cxx,$(subst \
	@tarn_objects@,malloc/tarn_malloc.o,$(subst \
	@tarn_code@,host,$(subst @tarn_libc@,posix,$(file <$(1))))))
# $(call install_filled,FILE...,FOLDER): installs files of that kind below lib/FOLDER
define install_filled
	$(foreach file,$(1),$(file >$(DIR)/$(notdir $(file:.in=)),$(call filled,$(file))))
	@cp $(patsubst %.in,$(DIR)/%,$(notdir $(1))) '$(TARGET)/lib/$(2)'
endef

ifneq ($(words $(PREFIX))$(filter-out /%,$(PREFIX)),1)
$(error PREFIX=$(PREFIX): it must be an absolute path, without spaces)
endif
# CMake takes definitions that are one word each.
NO_DEFINITION := $(firstword $(filter-out -D%,$(DEFS)))
ifneq ($(and $(filter install,$(MAKECMDGOALS)),$(NO_DEFINITION)),)
$(error DEFS=$(DEFS): make install takes -DNAME and -DNAME=VALUE, \
	without spaces, not $(NO_DEFINITION))
endif
$(call plain,PREFIX,a path)$(call plain,DESTDIR,a path)
$(if $(filter install,$(MAKECMDGOALS)),$(call plain,DEFS,definitions))

# A goal of its own: make writes files into DIR while it expands the recipe of `install`, so DIR has
# to be built before.
.PHONY: install install-built
install-built: build-tools
	+@$(LOCKED) build-lib

install: install-built
	@mkdir -p '$(TARGET)/lib/pkgconfig' '$(TARGET)/lib/cmake/tarn' '$(TARGET)/lib/tarn/malloc' \
		'$(TARGET)/include/tarn' '$(TARGET)/share/tarn'
	@cp $(DIR)/include/* '$(TARGET)/include/tarn'
	@cp $(DIR)/libtarn.a '$(TARGET)/lib'
	@cp $(DIR)/tarn_malloc.o '$(TARGET)/lib/tarn/malloc'
	@cp $(DIR)/libtarn.so '$(TARGET)/lib/$(SONAME).new'
	@# A rename: programs that are running keep the old file.
	@mv -f '$(TARGET)/lib/$(SONAME).new' '$(TARGET)/lib/$(SONAME)'
	@cp $(DIR)/libtarn_built.o '$(TARGET)/lib'
	@rm -f '$(TARGET)/lib/libtarn.so'
	@echo 'INPUT($(SONAME) libtarn_built.o)' >'$(TARGET)/lib/libtarn.so'
	$(call install_filled,$(wildcard port/package/pkgconfig/*.in),pkgconfig)
	$(call install_filled,$(wildcard port/package/cmake/*.cmake.in),cmake/tarn)
	@cp port/package/cmake/machine.cmake '$(TARGET)/lib/cmake/tarn/tarn-machine.cmake'
	@port/tool/gdb/join >'$(TARGET)/share/tarn/tarn.py'
	@echo 'installed below $(TARGET)'
	@echo 'link with:    $$(pkg-config --cflags --libs tarn-malloc)'
	@echo '              with tarn instead, malloc stays the libc'\''s'
	@echo 'preload with: LD_PRELOAD=$(PREFIX)/lib/$(SONAME) (port/malloc/host/README.md)'
	@echo 'in gdb:       source $(PREFIX)/share/tarn/tarn.py (port/tool/gdb/README.md)'
