#!/bin/sh
# SPDX-License-Identifier: MIT
# Usage: tests/bench/baseline.sh write|there|compare <board> <folder>
# The committed figures are in tests/bench/baseline: all allocators, Tarn at level 1.
#   write    takes them from the tables in <folder>
#   there    fails if there are none for the board
#   compare  fails if a figure in <folder> is worse or gone. It leaves out what ALLOCATORS, TRACES
#            and SHORT (see tests/bench/run) did not measure.
set -e
. tests/bench/common.sh
action=$1
name=$(tables_of "$2")
folder=$3
baseline=${BASELINE:-tests/bench/baseline}

there()
{
	[ -f "$1/$name.csv" ] && [ -f "$1/$name-memory.csv" ] ||
		refuse "$1/$name.csv and $name-memory.csv: no such files" \
			"($2 BOARD=${name%-cortex-m0}${CORE:+ CORE=$CORE} writes them)"
}

# expected and without: extended regular expressions for diff.awk
expected()
{
	[ -z "$ALLOCATORS" ] || echo "($(echo "$ALLOCATORS" | tr ' ' '|')),"
}

without()
{
	printf '^$'
	[ "${SHORT:-0}" = 0 ] || printf '|,262144,W[123]R?,'
	[ "${SHORT:-0}" -lt 2 ] || printf '|,4194304,W3,'
	[ "${SHORT:-0}" -lt 3 ] || printf '%s' '|-tags,|-window,|(pools|commons)-h1,-,flash,'
	for trace in $(all_traces); do
		case " ${TRACES-$(all_traces)} " in
		*" $trace "*) ;;
		*) printf '|,-,%s,' "$trace" ;;
		esac
	done
}

case $action in
write)
	there "$folder" 'make bench'
	for allocator in tarn newlib nano picolibc; do
		for trace in $(all_traces); do
			grep -q "^$allocator,.*,$trace,min-arena," "$folder/$name-memory.csv" ||
				refuse "$folder/$name-memory.csv: no row of $trace for $allocator"
		done
	done
	mkdir -p "$baseline"
	for table in "$name.csv" "$name-memory.csv"; do
		grep -v '^tarn,[a-z]*-h[023],' "$folder/$table" >"$baseline/$table"
	done
	echo "written: $baseline/$name.csv $baseline/$name-memory.csv"
	;;
there)
	there "$baseline" 'make bench bench-baseline'
	;;
compare)
	there "$baseline" 'make bench bench-baseline'
	there "$folder" 'make bench-diff'
	status=0
	for table in "$name.csv" "$name-memory.csv"; do
		awk -f tests/bench/diff.awk -v expected="$(expected)" -v without="$(without)" \
			"$baseline/$table" "$folder/$table" || status=1
	done
	exit $status
	;;
*)
	refuse "baseline.sh $action: the first argument is write, there or compare"
	;;
esac
