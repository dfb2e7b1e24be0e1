# SPDX-License-Identifier: MIT
# port/board/cortex-m/rp2040/build.mk: what an RP2040 needs beyond other Cortex-M chips.
# port/cortex-m/build.mk includes it.
#
# out:  FINISH: a command that completes the linked ELF
#       IMAGE_KIND: the kind of file that the chip's drive takes

IMAGE_TOOL := build/rp2040/image
FINISH     := $(IMAGE_TOOL) checksum
IMAGE_KIND := uf2

$(ELF): $(IMAGE_TOOL)

%.uf2: %.elf
	@$(IMAGE_TOOL) uf2 $< $@

# Written whole, then renamed: several builds may run at a time.
$(IMAGE_TOOL): port/board/cortex-m/rp2040/tool/image.c
	@mkdir -p $(@D)
	@gcc -std=c11 -Wall -Wextra -Werror -O2 $< -o $@.$$$$ && mv -f $@.$$$$ $@
