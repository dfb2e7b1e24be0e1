# SPDX-License-Identifier: MIT
# Sourced: makes ROMs for the Game Boy Advance, and finds its emulator.
#
# make_rom ELF OUT TEXT: writes the image of a program to OUT, with TEXT as its arguments. The image
# lacks the header's logo, which a real console demands (boards/README.md).

refuse()
{
	echo "error: $*" >&2
	exit 2
}

# Debian installs games in a folder that is not in root's PATH.
mgba_path()
{
	PATH=$PATH:/usr/games command -v mgba
}

make_rom()
{
	local elf=$1 out=$2 text=$3 at room

	[ -f "$elf" ] || refuse "$elf: no such program"
	read -r at room < <(arm-none-eabi-nm -S "$elf" 2>/dev/null |
		sed -n 's/ [RrTt] port_argument_text$//p')
	[ -n "$at" ] || refuse "$elf: not built for BOARD=gba (it has no port_argument_text)"
	((${#text} < 0x$room)) || {
		echo "error: the command line is too long for this board:" \
			"${#text} characters, $((0x$room - 1)) at most"
		return 1
	}
	arm-none-eabi-objcopy -O binary "$elf" "$out" || refuse "$elf: objcopy cannot make an image"
	printf '%s\0' "$text" | dd of="$out" bs=64K oflag=seek_bytes seek=$((0x$at - 0x08000000)) \
		conv=notrunc 2>/dev/null
}
