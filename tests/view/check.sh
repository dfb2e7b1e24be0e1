# SPDX-License-Identifier: MIT
# Sourced by the tests of `make view`, from the root folder.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
mkdir -p build/view
work=$(mktemp -d build/view/check.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
expat=tests/traces/expat.rep.xz

note()
{
	echo "FAIL $*"
	failed=1
}

# view ARGUMENTS: leaves its output in $work/said
view()
{
	tests/view/view.py "$@" >"$work/said" 2>&1 || note "view.py $*: $(cat "$work/said")"
}

# same NAME WANTED FOUND
same()
{
	[ "$2" = "$3" ] || note "$1: $3, but make size says $2"
}

# tagged FILE: writes a trace of two callers and three tags, with a clock that passes 2^32
tagged()
{
	awk 'BEGIN {
		print 1 "\n" 300 "\n" 500 "\n" 1
		for (i = 0; i < 500; i++) {
			clock = 4294967000 + i * 2
			if (i % 5 > 2)
				print "f", freed++
			else
				printf "a %d %d 0x0800%s %.0f %d\n", made++, 8 + i % 90,
					i % 2 ? "0101" : "0203", clock % 4294967296, i % 3
		}
	}' >"$1"
}

# firmware [VARIABLE]: writes a trace, $work/firmware.rep, of a program whose image is $elf
firmware()
{
	local program=(make -s -f boards/program.mk PROGRAM=tests/record BOARD=mps2-an386 ARENA=8K
		DEBUG_INFO=-g RECORD="$work/firmware.rep" "$@")
	"${program[@]}" run ARGS=seed=1 >"$work/ran" 2>&1 ||
		note "the firmware: $(tail -n 3 "$work/ran")"
	elf=$("${program[@]}" path)
}

# refused PATTERN ARGUMENTS: status 2, one line that matches, and nothing is written
refused()
{
	local pattern=$1 said got
	shift
	mkdir -p "$work/out"
	said=$(tests/view/view.py OUT="$work/out/file" "$@" 2>&1)
	got=$?
	[ $got = 2 ] || note "$*: status $got"
	[[ $said == "error: "* && $(wc -l <<<"$said") == 1 ]] || note "$*: not one line: $said"
	grep -qE -- "$pattern" <<<"$said" || note "$*: '$said' is not like '$pattern'"
	[ -z "$(ls "$work/out")" ] || note "$*: it wrote $(ls "$work/out")"
	echo "$said"
}
