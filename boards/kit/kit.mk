# SPDX-License-Identifier: MIT
# Included by the Makefile. See boards/README.md, "Seen on hardware".
.PHONY: kit seen
takes-kit := BOARD OPT
kit: ## Write the image and page for BOARD's owner (soak, then cycles) to build/kit/<board>/
	@boards/build/bootstrap $(board_tools)
	@boards/kit/run $(call quoted,$(BOARD_TYPED)) $(call given,OPT)

takes-seen := LOG
seen: ## Verify the block in a kit's LOG=file, and print its row for boards/README.md
	@boards/kit/seen $(call quoted,$(LOG))
