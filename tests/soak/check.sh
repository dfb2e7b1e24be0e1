# SPDX-License-Identifier: MIT
# Sourced by the soak's tests, from the root folder. They call tests/soak/run, as `make soak` does.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
soak=tests/soak/run
# The guest without tests/soak/run.
program=(make -s -f boards/build/program.mk PROGRAM=tests/soak BOARD=mps2-an386 HARDEN=2)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0 runs=0

note()
{
	echo "FAIL $*"
	failed=1
}

# field NAME LINE: prints the value of NAME=
field()
{
	grep -o " $1=[^ ]*" <<<"$2" | cut -d= -f2-
}

# verdict ARGS...: runs a soak. Leaves its output in $work/out, the last line in $last, the status
# in $status. Several tests run at once, so each run has a log of its own, $work/N.jsonl.
verdict()
{
	runs=$((runs + 1))
	case " $* " in
	*" LOG="* | *" RESUME="* | *" REPLAY="*) $soak "$@" ;;
	*) $soak "$@" LOG="$work/$runs.jsonl" ;;
	esac >"$work/out" 2>&1
	status=$?
	last=$(tail -n 1 "$work/out")
	echo "$* : $last"
}

# told LOG PROGRAM: a program of Python about `run`, the run of a log (report/log.py)
told()
{
	python3 -B -c 'import json, sys
sys.path[:0] = ["port/tool/gdb", "tests/soak/report"]
import log, tarn
run = log.read(sys.argv[1])[0]
'"$2" "$1"
}

# maps LOG: prints a line for each map in it: why, operations, stranded bytes, free bytes, live
# blocks, their bytes
maps()
{
	told "$1" 'for record in run.maps:
    whole = tarn.read_map(record["lines"])
    live = [block[1] for block in whole.blocks()]
    free = sum(piece.size * piece.count for piece in whole.pieces) - sum(live)
    print(record["why"], record["ops"], record.get("stranded"), free, len(live), sum(live))'
}

# digest ARGS...: runs a soak that must pass; $verdict_digest is its digest
digest()
{
	verdict "$@" >"$work/line"
	verdict_digest=$(field digest "$last")
	[[ $status == 0 && $last == "SOAK PASS "* ]] || {
		tail -n 12 "$work/out"
		note "$*: $last"
	}
}
