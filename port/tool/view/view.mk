# SPDX-License-Identifier: MIT
# Included by the Makefile. See port/tool/view/README.md.
VIEW_NAMES := TRACE AS ELF TABLE OUT

.PHONY: view
takes-view := $(VIEW_NAMES)
view: ## Convert a recorded trace: TRACE= AS=heaptrack|massif|perfetto|speedscope, ELF=
	@boards/build/bootstrap python3
	@port/tool/view/view.py $(call given,$(VIEW_NAMES))

.PHONY: watch
WATCH_SOAK  := $(filter-out PORT GDB MAPS,$(SOAK_NAMES))
WATCH_NAMES := FROM PORT BAUD WEB WEB_PORT
takes-watch := BOARD ARENA HARDEN $(WATCH_SOAK) $(WATCH_NAMES)
watch: | $(if $(FROM)$(PORT),,tools)
watch: ## Show a heap while it works: of a soak, PORT=/dev/ttyACM0, FROM=file; WEB=1: a page
	@boards/build/bootstrap python3
	@python3 port/tool/watch/watch.py $(call given,BOARD HARDEN $(WATCH_SOAK) $(WATCH_NAMES)) \
		$(if $(ARENA_TYPED),ARENA=$(ARENA_TYPED))

PICTURE_NAMES := FROM ELF AT OUT

.PHONY: picture
takes-picture := $(PICTURE_NAMES)
picture: ## Draw an arena from a log, a console or a dump: FROM= ELF= AT=worst|failure|all
	@boards/build/bootstrap python3
	@port/tool/picture/picture.py $(call given,$(PICTURE_NAMES))
