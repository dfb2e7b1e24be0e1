# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/view/README.md.
VIEW_NAMES := TRACE AS ELF TABLE OUT

.PHONY: view
takes-view := $(VIEW_NAMES)
view: ## A recorded trace for a viewer: TRACE= AS=heaptrack|massif|perfetto|speedscope, ELF=
	@boards/bootstrap python3
	@tests/view/view.py $(call given,$(VIEW_NAMES))
