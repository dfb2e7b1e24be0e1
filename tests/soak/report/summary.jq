# SPDX-License-Identifier: MIT
# The report (report.jq) for the terminal, on one page: jq -r -L HERE -f summary.jq
include "words";
include "trends";

def MOST: 12; # lines of what to look at

def right($wide): (" " * ([$wide - length, 0] | max) // "") + .;
def left($wide): . + (" " * ([$wide - length, 0] | max) // "");

# Columns: the first on the left, the others on the right.
def columns:
	. as $rows
	| [range(.[0] | length) as $i | $rows | map(.[$i] | length) | max] as $wide
	| .[] | [.[0] | left($wide[0])] + [range(1; length) as $i | .[$i] | right($wide[$i])] | "  " + join("  ");

def notice: "  \(.level): \(if .board then "\(.board) seed \(.seed): " else "" end)\(.text)",
	(if .replay then "    \(.replay)" else empty end);

# One line a quantity, in the order of the runs' own: the series that moves most, and what would have been found.
def most_moved:
	(reduce .[].title as $title ([]; if index([$title]) then . else . + [$title] end)) as $order
	| group_by(.title) | sort_by(.[0].title as $title | $order | index([$title]))
	| map(least_founds as $founds | max_by([.level == "WARN", .alarm])
		| "  \(.title): \(.text) (\([.board, "seed \(.seed)", .scenario // empty] | join(", ")))",
		(if $founds then "    would have been seen: \($founds)" else empty end));

def line_of_digests:
	(map(select(.unequal)) | length) as $unequal | (map(select(.changed and (.unequal | not))) | length) as $changed | (map(.compared) | add // 0) as $compared
	| if $unequal > 0 then "digests: unequal (above)"
	  elif $changed > 0 then "digests: equal but where the sources differ too (above)"
	  elif $compared == 0 then "digests: no two runs of the same seed to compare"
	  else "digests: equal at all \($compared | whole) places where runs of the same seed can be compared (\(
		map(.boards[]) | unique | join(", ")))" end;

def when: todate | sub("T"; " ") | sub(":..Z$"; "");

"SOAK REPORT \(.verdict): \(.totals.runs | many("run"; "runs")) on \(.boards | length | many("board"; "boards")), \(
	.totals.ops | count) operations in \(.totals.hours * 3600 | duration)",
"began \(.totals.from | when), ended \(.totals.until | when) (UTC)\(if .left_out > 0 then "; \(.left_out | many("log"; "logs")) of other runs left out (LOGS=build/soak/log takes all)" else "" end)",
(.notices[:MOST][] | notice),
(if .notices | length > MOST then "  and \(.notices | length - MOST | many("more"; "more")): in the page" else empty end),
([["board", "verdict", "arena", "level", "seed", "version", "runs", "operations", "time"]]
	+ (.places | map([.board, .level, (.arena | size), (.harden | tostring), (.seeds | seeds), (.versions | join(",")),
		(.runs | length | whole), (.ops | count), (.hours * 3600 | duration)])) | columns),
(.places | map(select(.judged > 0)) | if length == 0 then empty else
	[["board", "refused", "waste", "stranded", "least run", "alloc", "free", "stack left"]]
	+ map([.board, (.refused | count), (.waste | percent), (.stranded | size), (.least_longest | size),
		(.alloc_worst | whole), (.free_worst | whole), (.stack_unused | size)]) | columns end),
(.digests | line_of_digests),
(if .tests == 0 and .untested == .totals.runs then "trends: \(untested)"
 else "trends: \(.tests | many("test"; "tests")), \([.runs[].trends[] | select(.level == "WARN")] | length | many("warning"; "warnings"))\(
	if .untested > 0 then "; of \(.untested | many("run"; "runs")) \(untested)" else "" end); of each quantity, the series that moves most:" end),
(.runs | [.[] | {board, seed, hours} as $of | .trends[] | select(.kind | IN("short", "sparse", "absent") | not) | . + $of] | most_moved[]),
(if .faults | length > 0 then "injected faults: \(.found.detected) detected, \(.found.harmless) harmless, \(.found.escaped) escaped, \(.found.untried) not tried" else empty end),
(if .duplicates > 0 then "\(.duplicates | many("log is a copy"; "logs are copies")) of another: counted once" else empty end)
