# SPDX-License-Identifier: MIT
# tests/port/package/ecosystems/common.sh: functions of these tests. Sourced from the root folder.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS TARN_MAKE
here=$PWD/tests/port/package/ecosystems
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

complain()
{
	echo "FAIL $*"
	exit 1
}

# package FORM: makes the package, and copies it to $package, where a test may change it
package()
{
	make -s package FORM="$1" >"$work/log" 2>&1 ||
		complain "make package FORM=$1: $(tail -5 "$work/log")"
	package=$work/$1
	cp -r "build/package/$1" "$package"
}

# quiet COMMAND...: shows the command's output only if it fails
quiet()
{
	"$@" >"$work/log" 2>&1 || complain "$*: $(tail -20 "$work/log")"
}

# refuses TEXT COMMAND...: the command fails, and prints TEXT
refuses()
{
	text=$1
	shift
	! "$@" >"$work/log" 2>&1 || complain "$*: succeeds, and must fail: \"$text\""
	grep -q -e "$text" "$work/log" ||
		complain "$*: does not print \"$text\": $(tail -5 "$work/log")"
}

# spoils KIND FILE SED TEXT: manifest refuses a copy of the package with FILE edited, and prints
# TEXT
spoils()
{
	rm -rf "$work/spoilt"
	cp -r "$package" "$work/spoilt"
	sed -i "$3" "$work/spoilt/$2"
	! cmp -s "$package/$2" "$work/spoilt/$2" || complain "$2: the edit $3 changes nothing"
	refuses "$4" "$here/manifest" "$1" "$work/spoilt"
}

# linked BUILD: its firmware links, and the linker script places each section of Tarn. With ESP-IDF
# 6 an orphan section is an error.
linked()
{
	quiet cmake --build "$1"
	! grep 'orphan section .[^ ]*tarn' "$work/log" || complain "an orphan section"
}

# startup FOLDER: copies startup code and a linker script for a board of the emulator
board=tests/port/adapters/stranger
startup()
{
	cp "$board/startup.c" "$board/chip.ld" "$1"
}

# prints ELF LINE: in the emulator the program prints LINE and no line that begins with FAIL, and
# ends with 0
prints()
{
	output=$(timeout 60 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$1" 2>&1) ||
		complain "$1: status $?: $output"
	! echo "$output" | grep '^FAIL' || exit 1
	echo "$output" | grep -q "$2" || complain "$1: no line \"$2\": $output"
}
