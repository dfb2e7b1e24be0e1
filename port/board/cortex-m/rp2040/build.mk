# SPDX-License-Identifier: MIT
# port/board/cortex-m/rp2040/build.mk: what an RP2040 needs beyond other Cortex-M chips.
# port/cortex-m/build.mk includes it.
#
# out:  IMAGE_KIND: the kind of file that the chip's drive takes

IMAGE_KIND := uf2

%.uf2: %.elf
	@port/board/cortex-m/rp2040/uf2 $< $@
