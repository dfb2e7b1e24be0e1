# SPDX-License-Identifier: MIT
# Sourced by the sizing tool's tests, from the root folder.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
mkdir -p build/size
work=$(mktemp -d build/size/check.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
expat=tests/traces/expat.rep.xz
# The lines of a sound report.
heap='heap arena=2048 metadata=256 pools=768 commons=1024 free=520 peak=504 longest=520 double-free=0'
class='class 0 size=16 capacity=24 live=0 peak=1 refused=0'
commons='commons 1 size=0 capacity=1024 live=0 peak=504 refused=0'

note()
{
	echo "FAIL $*"
	failed=1
}

# build [VARIABLE=value]: the program; its path in $size
build()
{
	local program=(make -s -f boards/program.mk PROGRAM=tests/size BOARD=host "$@")
	"${program[@]}" || exit 1
	size=$("${program[@]}" path)
}

# refused STATUS PATTERN ARGUMENTS: the program says it, in one line, and nothing else
refused()
{
	local status=$1 pattern=$2 said got
	shift 2
	said=$("$size" WORK="$work" "$@" 2>&1)
	got=$?
	[ $got = "$status" ] || note "$*: status $got, not $status"
	[[ $said == "error: "* && $(wc -l <<<"$said") == 1 ]] || note "$*: not one line: $said"
	grep -qE -- "$pattern" <<<"$said" || note "$*: '$said' is not like '$pattern'"
	echo "$said"
}

# trace LINES: one line for each, in $work/bad.rep
trace()
{
	printf '%s\n' "$@" >"$work/bad.rep"
}
