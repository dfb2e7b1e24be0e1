# SPDX-License-Identifier: MIT
# Included by the Makefile. See port/tool/view/README.md.
VIEW_NAMES := TRACE AS ELF OUT

.PHONY: view
takes-view := $(VIEW_NAMES)
view: ## Convert a recorded trace: TRACE= AS=heaptrack|speedscope, ELF=
	@boards/build/bootstrap python3
	@port/tool/view/view.py $(call given,$(VIEW_NAMES))

.PHONY: watch
WATCH_NAMES := FROM PORT BAUD
takes-watch := $(WATCH_NAMES)
watch: ## Show a heap while it works: PORT=/dev/ttyACM0, FROM=file, FROM=/dev/stdin
	@boards/build/bootstrap python3
	@python3 port/tool/watch/watch.py $(call given,$(WATCH_NAMES))

PICTURE_NAMES := FROM AT OUT

.PHONY: picture
takes-picture := $(PICTURE_NAMES)
picture: ## Draw the arena that a console printed: FROM=, AT=all: over time
	@boards/build/bootstrap python3
	@port/tool/picture/picture.py $(call given,$(PICTURE_NAMES))
