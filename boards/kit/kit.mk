# SPDX-License-Identifier: MIT
# Included by the Makefile. See boards/README.md, "Seen on hardware".
.PHONY: kit seen
takes-kit := BOARD OPT
kit: ## The image and the page for whoever has BOARD: ten minutes of soak, then cycles; to build/kit/<board>/
	@boards/bootstrap xz
	@boards/kit/run $(call quoted,$(BOARD_TYPED)) $(call given,OPT)

takes-seen := LOG
seen: ## Verify the block of a kit's LOG=file, and print its row for the table in boards/README.md
	@boards/kit/seen $(call quoted,$(LOG))
