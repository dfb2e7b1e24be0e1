# SPDX-License-Identifier: MIT
# boards/chip/cortex-m/rp2040/build.mk: what an RP2040 needs beyond other Cortex-M chips.
# boards/build/cortex-m.mk includes it.
#
# out:  IMAGE_KIND: the kind of file that the chip's drive takes

IMAGE_KIND := uf2

%.uf2: %.elf
	@boards/chip/cortex-m/rp2040/uf2 $< $@
