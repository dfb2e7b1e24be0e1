# SPDX-License-Identifier: MIT
# tests/package/ecosystems/common.sh: what these tests share. Sourced from the root folder.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS TARN_MAKE
here=$PWD/tests/package/ecosystems
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

complain()
{
	echo "FAIL $*"
	exit 1
}

# package FORM: made, and copied to $package, where a test may spoil it
package()
{
	make -s package FORM="$1" >"$work/log" 2>&1 || complain "make package FORM=$1: $(tail -5 "$work/log")"
	package=$work/$1
	cp -r "build/package/$1" "$package"
}

# quiet COMMAND...: shows what it prints only if it fails
quiet()
{
	"$@" >"$work/log" 2>&1 || complain "$*: $(tail -20 "$work/log")"
}

# refuses TEXT COMMAND...: it fails, and says that
refuses()
{
	text=$1
	shift
	! "$@" >"$work/log" 2>&1 || complain "accepted, though \"$text\": $*"
	grep -q -e "$text" "$work/log" || complain "$*: does not say \"$text\": $(tail -5 "$work/log")"
}

# spoils KIND FILE SED TEXT: a copy of the package with FILE edited is refused, and TEXT says why
spoils()
{
	rm -rf "$work/spoilt"
	cp -r "$package" "$work/spoilt"
	sed -i "$3" "$work/spoilt/$2"
	! cmp -s "$package/$2" "$work/spoilt/$2" || complain "$2: the edit $3 changes nothing"
	refuses "$4" "$here/manifest" "$1" "$work/spoilt"
}

# linked BUILD: its firmware links, and the linker has a place for each section of Tarn's: with
# ESP-IDF 6 it is an error
linked()
{
	quiet cmake --build "$1"
	! grep 'orphan section .[^ ]*tarn' "$work/log" || complain "it has no place"
}

# A board of the emulator for the firmware of a package: a stranger's startup and linker script.
board=tests/adapters/stranger
startup()
{
	cp "$board/startup.c" "$board/chip.ld" "$1"
}

# prints ELF LINE: in the emulator it prints that line and nothing that begins with FAIL, and ends
# with 0
prints()
{
	output=$(timeout 60 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$1" 2>&1) || complain "$1: status $?: $output"
	! echo "$output" | grep '^FAIL' || exit 1
	echo "$output" | grep -q "$2" || complain "$1: no line \"$2\": $output"
}
