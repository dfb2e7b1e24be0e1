# SPDX-License-Identifier: MIT
# Sourced by the tests of the sizing tool, from the root folder.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
mkdir -p build/size
work=$(mktemp -d build/size/check.XXXXXX) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
again=${0##*/}${*:+ $*}
expat=tests/traces/expat.rep.xz
# The lines of a valid report.
heap='heap arena=2048 metadata=256 pools=768 commons=1024 free=520 peak=504 longest=520'
heap+=' double-free=0'
class='class 0 size=16 capacity=24 live=0 peak=1 refused=0'
commons='commons 1 size=0 capacity=1024 live=0 peak=504 refused=0'

note()
{
	echo "FAIL $*"
	failed=1
}

# build [VARIABLE=value]: builds the program, and sets $size to its path
build()
{
	local program=(make -s -f boards/program.mk PROGRAM=tests/size BOARD=host "$@")
	"${program[@]}" || exit 1
	size=$("${program[@]}" path)
}

# refused STATUS PATTERN ARGUMENTS: the program must end with this status, and print one line only
refused()
{
	local status=$1 pattern=$2 said got
	shift 2
	said=$("$size" WORK="$work" "$@" 2>&1)
	got=$?
	[ $got = "$status" ] || note "$*: status $got, expected $status"
	[[ $said == "error: "* && $(wc -l <<<"$said") == 1 ]] || note "$*: not one line: $said"
	grep -qE -- "$pattern" <<<"$said" || note "$*: '$said' does not match '$pattern'"
	echo "$said"
}

# trace LINES: writes them to $work/bad.rep
trace()
{
	printf '%s\n' "$@" >"$work/bad.rep"
}

# answer ARGUMENTS: leaves the certificate in $work/answer
answer()
{
	rm -f "$work/classes"
	"$size" WORK="$work" HEAP=88 "$@" >"$work/answer" 2>&1 || note "$*: $(cat "$work/answer")"
}

# says PATTERN: the answer must have a line that matches
says()
{
	grep -qE -- "$1" "$work/answer" || note "no '$1' in: $(cat "$work/answer")"
}

# number LABEL: prints the first number of the answer's line LABEL
number()
{
	sed -n "s/^$1 *\([0-9]*\).*/\1/p" "$work/answer" | head -n 1
}

# small_trace SEED [IDS]: writes a random trace of few and small blocks to $work/small.rep
small_trace()
{
	awk -v seed="$1" -v ids="$2" 'BEGIN {
		srand(seed)
		ids = ids ? ids : 1 + int(rand() * 8)
		for (n = ids * ids / 6 + ids + int(rand() * 30); n > 0; n--) {
			id = int(rand() * ids)
			size = int(rand() * (rand() < 0.5 ? 40 : 300))
			if (!live[id])
				line[++lines] = (rand() < 0.1 ? "m " id " 16 " : "a " id " ") size
			else
				line[++lines] = rand() < 0.4 ? "r " id " " size : "f " id
			live[id] = line[lines] !~ /^f/
		}
		print 1 "\n" ids "\n" lines "\n" 1
		for (i = 1; i <= lines; i++)
			print line[i]
	}' >"$work/small.rep"
}

# check_small HARDEN [GRANULE [TRACES]]: tables for small arenas must compile at each place of the
# dial. Then the assertion in the table agrees with the replay.
check_small()
{
	local seed=${SEED:-$(date +%N | sed 's/^0*//')} level=$1 granule=${2:-8}
	local last=$((${3:-25} - 1)) dial i
	echo "replay: SEED=$seed tests/size/$again"
	for ((i = 0; i <= last; i++)); do
		small_trace $((seed + i))
		for dial in frugal fast guarantee; do
			answer TRACE="$work/small.rep" DIAL=$dial
			[ "$(number arena)" -ge 256 ] || note "an arena of $(number arena)"
			{ echo '#include "tarn_table.h"' && cat "$work/classes"; } >"$work/table.c"
			arm-none-eabi-gcc -std=c11 -fsyntax-only -Ipool/include \
				"-DTARN_HARDEN=$level" "-DTARN_ALIGN=$granule" "$work/table.c" \
				2>"$work/why" && continue
			note "SEED=$((seed + i)), DIAL=$dial, TARN_HARDEN $level," \
				"TARN_ALIGN $granule: $(grep -m 1 error: "$work/why")"
		done
	done
}
