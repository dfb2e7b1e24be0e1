# SPDX-License-Identifier: MIT
# Sourced by the soak's tests, from the root folder: they drive tests/soak/run as `make soak` does.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
soak=tests/soak/run
program=(make -s -f boards/program.mk PROGRAM=tests/soak BOARD=mps2-an386 HARDEN=2) # not through the driver
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0 runs=0

note()
{
	echo "FAIL $*"
	failed=1
}

# field NAME LINE: the value behind NAME=
field()
{
	grep -o " $1=[^ ]*" <<<"$2" | cut -d= -f2-
}

# verdict ARGS...: run, keep all output in $work/out, the last line in $last, the status in $status. Its log
# is one of its own, $work/N.jsonl: several runs are under way at once.
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

# maps LOG: its maps, a line each: why, operations, stranded bytes, free bytes, live blocks, their
# bytes
maps()
{
	jq -n -R -c --arg file "$1" -f tests/soak/report/read.jq "$1" | jq -c '.[].maps[]' |
		python3 -B -c '
import json, sys
sys.path.insert(0, "port/gdb")
import tarn
for line in sys.stdin:
    record = json.loads(line)
    whole = tarn.read_map(record["lines"])
    live = [block[1] for block in whole.blocks()]
    free = sum(piece.size * piece.count for piece in whole.pieces) - sum(live)
    print(record["why"], record["ops"], record.get("stranded"), free, len(live), sum(live))'
}

# The digest of a run that passes.
digest()
{
	verdict "$@" >"$work/line"
	verdict_digest=$(field digest "$last")
	[[ $status == 0 && $last == "SOAK PASS "* ]] || { tail -n 12 "$work/out" && note "$*: $last"; }
}
