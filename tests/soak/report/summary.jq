# SPDX-License-Identifier: MIT
# The report (report.jq) as a summary for the terminal: jq -r -L HERE -f summary.jq
include "words";
include "trends";

def MOST: 12; # findings shown; the page has all

def right($wide): (" " * ([$wide - length, 0] | max) // "") + .;
def left($wide): . + (" " * ([$wide - length, 0] | max) // "");

# Columns: the first on the left, the others on the right.
def columns:
	. as $rows
	| [range(.[0] | length) as $i | $rows | map(.[$i] | length) | max] as $wide
	| .[] | [.[0] | left($wide[0])] + [range(1; length) as $i | .[$i] | right($wide[$i])]
	| "  " + join("  ");

def notice: "  \(.level): \(if .board then "\(.board) seed \(.seed): " else "" end)\(.text)",
	(if .replay then "    \(.replay)" else empty end);

# For each quantity: the series that moves most, and the smallest change that the test would have
# found.
def most_moved:
	in_order(.title)
	| map(least_founds as $founds | max_by([.level == "WARN", .alarm])
		| "  \(.title): \(.text) (\(
			[.board, "seed \(.seed)", .scenario // empty] | join(", ")))",
		(if $founds then "    changes that would be found: \($founds)" else empty end));

def line_of_digests:
	(map(.compared) | add // 0) as $compared
	| if any(.[]; .unequal) then "digests: different (above)"
	  elif any(.[]; .changed)
	  then "digests: different only between versions of the sources (above)"
	  elif $compared == 0 then "digests: no two runs of the same seed to compare"
	  else "digests: equal in \($compared | many("comparison"; "comparisons"))"
		+ " of runs with the same seed (\(map(.boards[]) | unique | join(", ")))" end;

def when: todate | sub("T"; " ") | sub(":..Z$"; "");

"SOAK REPORT \(.verdict): \(.totals.runs | many("run"; "runs"))"
	+ " on \(.boards | length | many("board"; "boards")),"
	+ " \(.totals.ops | count) operations in \(.totals.hours * 3600 | duration)",
"began \(.totals.from | when), ended \(.totals.until | when) (UTC)\(
	if .left_out > 0 then "; " + others_left_out else "" end)",
(.notices[:MOST][] | notice),
(if .notices | length > MOST then "  and \(.notices | length - MOST) more, on the page"
 else empty end),
([["board", "verdict", "arena", "level", "seed", "version", "runs", "operations", "time"]]
	+ (.places | map([.board, .level, (.arena | size), (.harden | tostring), (.seeds | seeds),
		(.versions | join(",")), (.runs | length | whole), (.ops | count),
		(.hours * 3600 | duration)])) | columns),
(.places | map(select(.judged > 0)) | if length == 0 then empty else
	[["board", "refused", "most waste", "most stranded", "least longest free run",
		"slowest alloc", "slowest free", "stack left"]]
	+ map([.board, (.refused | count), (.waste | percent), (.stranded | size),
		(.least_longest | size), (.alloc_worst | whole), (.free_worst | whole),
		(.stack_unused | size)]) | columns end),
(if .leaks.rounds + .leaks.failed > 0
 then "fragmentation: \(of_fragmentation)", "leaks: \(of_leaks)" else empty end),
(.digests | line_of_digests),
(if .tests == 0 and .untested == .totals.runs then "trends: \(untested)"
 else "trends: \(.tests | many("test"; "tests")), \(
		[.runs[].trends[] | select(.level == "WARN")] | length
		| many("warning"; "warnings"))"
	+ (if .untested > 0 then "; \(.untested | many("run"; "runs")) \(untested)" else "" end)
	+ ". The largest change of each quantity:" end),
([.runs[] | {board, seed, hours} as $of | .trends[]
	| select(.kind | IN("short", "sparse", "absent") | not) | . + $of] | most_moved[]),
(if .faults | length > 0 then .found | "injected faults: \(.detected) detected, "
	+ "\(.harmless) harmless, \(.escaped) escaped, \(.untried) not tried" else empty end),
(if .duplicates > 0
 then "\(.duplicates | many("log is a copy"; "logs are copies")) of another, counted once"
 else empty end)
