# SPDX-License-Identifier: MIT
# The report (report.jq) for the terminal, on one page: jq -r -L HERE -f summary.jq
include "words";

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

# One line a quantity, in the order of the runs' own.
def most_moved:
	(reduce .[].title as $title ([]; if index([$title]) then . else . + [$title] end)) as $order
	| group_by(.title) | map(max_by([.level == "WARN", .alarm])) | sort_by(.title as $title | $order | index([$title]))
	| map("  \(.title): \(.text) (\(.board) seed \(.seed))");

def line_of_digests:
	(map(select(.unequal)) | length) as $unequal | (map(select(.changed and (.unequal | not))) | length) as $changed | (map(.compared) | add // 0) as $compared
	| if $unequal > 0 then "digests: unequal (above)"
	  elif $changed > 0 then "digests: equal but where the sources differ too (above)"
	  elif $compared == 0 then "digests: no two runs of the same seed to compare"
	  else "digests: equal at all \($compared | whole) places where runs of the same seed can be compared (\(
		map(.boards[]) | unique | join(", ")))" end;

"SOAK REPORT \(.verdict): \(.totals.runs | many("run"; "runs")) on \(.boards | length | many("board"; "boards")), \(
	.totals.ops | count) operations in \(.totals.hours * 3600 | duration)",
(.notices[:MOST][] | notice),
(if .notices | length > MOST then "  and \(.notices | length - MOST | many("more"; "more")): in the page" else empty end),
([["board", "verdict", "runs", "operations", "time", "refused", "waste", "stranded", "least run", "alloc", "free", "stack left"]]
	+ (.boards | map([.board, .level, (.runs | length | whole), (.ops | count), (.hours * 3600 | duration),
		(.refused | count), (.waste | percent), (.stranded | size), (.least_longest | size),
		(.alloc_worst | whole), (.free_worst | whole), (.stack_unused | size)])) | columns),
(.digests | line_of_digests),
"trends: \(.tests | many("test"; "tests")), \([.runs[].trends[] | select(.level == "WARN")] | length | many("warning"; "warnings"))\(if .tests > 0 then "; of each quantity, the run that moves most:" else "" end)",
(.runs | [.[] | {board, seed} as $of | .trends[] | select(.kind != "short" and .kind != "absent") | . + $of] | most_moved[]),
(if .faults | length > 0 then "injected faults: \(.found.detected) detected, \(.found.harmless) harmless, \(.found.escaped) escaped, \(.found.untried) not tried" else empty end),
(if .duplicates > 0 then "\(.duplicates | many("log is a copy"; "logs are copies")) of another: counted once" else empty end)
