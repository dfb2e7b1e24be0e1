# SPDX-License-Identifier: MIT
# Runs (read.jq) and their trends to what a report says, as one object:
#   jq -n -L HERE --slurpfile runs ... --rawfile found ... --rawfile slopes ... --rawfile faults ... -f report.jq
include "words";
include "trends";

def levels: {PASS: 0, WARN: 1, UNFINISHED: 2, FAIL: 3};
def worst: map(select(. != null)) | max_by(levels[.]) // "PASS";

# The log has no quotation marks around it.
def replay: if .end then .end.line | capture("replay=[ \"](?<command>make soak[^\"]*?)[ \"]*(stopped=1)?$").command? // null else null end;
def extreme($name; f): [.samples[] | select(.live > 0) | .[$name] | select(. != null)] | f;

# ---- A run ---------------------------------------------------------------------------------

def figures:
	(.samples[-1] // {}) as $last
	| {ops: (.end.ops // $last.ops // 0), ms: (.end.ms // $last.ms // 0), beside: ($last.beside // 0),
	   refused: $last.refused, refused_by_class: ($last.refused_by_class // []), faults: ($last.faults // 0),
	   peak: $last.peak, stranded: $last.stranded, waste: extreme("waste"; max),
	   least_longest: extreme("longest"; min), commons: extreme("commons"; max),
	   alloc_worst: $last.alloc_worst, free_worst: $last.free_worst, stack_unused: $last.stack_unused};

def summary_of_run:
	{file, board: .run.board, seed: .run.seed, arena: .run.arena, harden: .run.harden, inject: .run.inject,
	 scenarios: .run.scenarios, limit: .run.limit, table: .run.table, command: .run.command,
	 at: .run.at, image: .run.image, torn, replay: replay,
	 versions: ([.run.version] + (.resumes | map(.version)) | unique),
	 machines: ([.run.machine] + (.resumes | map(.machine)) | unique),
	 resumed: (.resumes | length), digest: .end.digest,
	 verdict: (if .end then .end.verdict else "UNFINISHED" end), reason: (.end.reason // ""),
	 stopped: (.end.stopped == 1)}
	+ figures
	| .hours = .ms / 3600000
	| .rate = (if .ms > 0 then .ops * 1000 / .ms else null end);

# The fixed load's figures must be what they were.
def fixed($name; $what):
	[.samples[] | select(.[$name] != null) | {value: .[$name], ms}]
	| .[0] as $first | ([.[] | select(.value != $first.value)][0]) as $other
	| if $other then {level: "FAIL", text:
		"the fixed load \($what) \($first.value | whole) bytes, and \($other.value | whole) after \($other.ms / 1000 | duration)"}
	  else empty end;

# Beyond its trends: what is wrong with a run, or to be known of it.
def notices($run):
	(if .end == null then {level: "UNFINISHED", text:
		"has no end: under way still, or cut off after \($run.ms / 1000 | duration), \($run.ops | count) operations"}
	 elif .end.verdict != "PASS" then {level: "FAIL", replay: $run.replay, text:
		"reason \(.end.reason) after \($run.ops | count) operations\(if $run.inject != "" then ", injected: \($run.inject)" else "" end)"}
	 else empty end),
	(if .end != null and .end.verdict == "PASS" and $run.faults > 0
	 then {level: "FAIL", text: "passed, though \($run.faults | many("fault was"; "faults were")) raised"} else empty end),
	fixed("fixed_held"; "held"), fixed("fixed_longest"; "left a longest run of"),
	(if .torn then {level: "NOTE", text: "a line was torn when the log was cut: passed over"} else empty end),
	(if $run.stopped then {level: "NOTE", text: "stopped by hand before its time"} else empty end),
	(if $run.versions | length > 1 then {level: "NOTE", text: "went on with other sources: \($run.versions | join(", "))"} else empty end);

# ---- Digests -------------------------------------------------------------------------------

def same_work: [.run.seed, .run.arena, .run.harden, .run.scenarios, .run.inject, .run.table];
def place: {board: .run.board, seed: .run.seed, file};

# All places where two runs of the same work can be compared: marks, and ends.
def points:
	(place + {version: .run.version}) as $of
	| (.marks[] | {kind: "mark", ops, digest}), (.end | select(. != null and .verdict == "PASS") | {kind: "end", ops, digest})
	| . + {of: $of};

# Two of a place's points that differ, or null.
def two: unique_by(.digest) | if length > 1 then .[0:2] else null end;

# `unequal`: of the same sources, at the first such place; `changed`: only the sources differ as well.
def digests:
	group_by(same_work)
	| map(select(length > 1) | {runs: length, boards: (map(.run.board) | unique),
		seed: .[0].run.seed, arena: .[0].run.arena, harden: .[0].run.harden}
		+ ([.[] | points] | group_by([.ops, .kind]) | map(select(length > 1))
			| {compared: length, ops: (map(.[0].ops) | max),
			   unequal: (first(.[] | group_by(.of.version)[] | two | values) // null),
			   changed: (first(.[] | two | values) // null)}));

def digest_notices:
	def told: "digests differ at operation \(.[0].ops | whole): \(map("\(.digest) on \(.of.board) (\(.of.file))") | join(", "))";
	map("seed \(.seed), \(.arena | size), level \(.harden): " as $which
		| if .unequal then {level: "FAIL", text: ($which + (.unequal | told))}
		  elif .changed then {level: "NOTE", text: ($which + (.changed | told)
			+ "; so do the sources: " + (.changed | map(.of.version) | join(", ")))}
		  else empty end);

# ---- Faults --------------------------------------------------------------------------------

# selftest.tsv (tests/soak/selftest): fault, detector, board, level, operations and ms to detection, result, note.
# `harmless`: nothing noticed, and nothing was changed. `impossible`, `skipped`: not tried, the note says why.
def faults($table):
	($table | cells | map(select(.[0] != "fault")))
	| map({fault: .[0], detector: .[1], place: "\(.[2]), level \(.[3])", ops: (.[4] | tonumber? // null),
		ms: (.[5] | tonumber? // null), result: .[6], note: (.[7] // "")});

def fault_notices:
	group_by([.fault, .place]) | map(map(select(.result == "escaped")) as $escaped | select($escaped | length > 0)
		| {level: "FAIL", text: "injected \(.[0].fault) on \(.[0].place), escaped \($escaped | length) of \(length | many("time"; "times")): \($escaped[0].note)"});

def results: {detected: (map(select(.result == "detected")) | length), harmless: (map(select(.result == "harmless")) | length),
	escaped: (map(select(.result == "escaped")) | length), untried: (map(select(.result == "skipped" or .result == "impossible")) | length)};

# ---- All -----------------------------------------------------------------------------------

# Of a board's runs, for each quantity, the one that moves most to the bad side.
def board_trends:
	(length) as $runs
	| [.[] | .seed as $seed | .trends[] | . + {seed: $seed}]
	| (reduce .[] as $t ([]; if any(.[]; . == $t.quantity) then . else . + [$t.quantity] end)) as $order
	| group_by(.quantity) | map(max_by([levels[.level], .alarm]))
	| map(if $runs > 1 and (.kind == "slope" or .kind == "records")
		then .text = "\(.text) (seed \(.seed), the worst of \($runs) runs)" else . end)
	| sort_by(.quantity as $q | $order | index($q))
	| map({title, level, text});

def boards:
	to_entries | group_by(.value.board) | map({board: .[0].value.board, runs: map(.key),
		level: (map(.value.level) | worst), trends: (map(.value) | board_trends),
		ops: (map(.value.ops) | add), hours: (map(.value.hours) | add),
		refused: (map(.value.refused // 0) | add),
		refused_by_class: (map(.value.refused_by_class) | transpose | map(map(. // 0) | add)),
		arenas: (map(.value.arena) | unique),
		faults: (map(.value.faults) | add)}
		+ (map(.value) | {waste: (map(.waste) | max), stranded: (map(.stranded) | max), peak: (map(.peak) | max),
			least_longest: (map(.least_longest) | min), commons: (map(.commons) | max),
			alloc_worst: (map(.alloc_worst) | max), free_worst: (map(.free_worst) | max),
			stack_unused: (map(.stack_unused | select(. != null)) | min)}));

$runs[0] as $raw
| [joined($found; $slopes)] as $trends
| ($trends | map(select(.kind == "slope" or .kind == "records")) | length) as $tests
| [$raw | to_entries[] | .key as $i | .value | summary_of_run as $run
	| $run + {trends: [$trends[] | select(.run == $i) | judged($tests; $run)], notices: [notices($run)]}
	| .level = ([.trends[].level, (.notices[].level | select(. != "NOTE"))] | worst)] as $all
| ($raw | digests) as $digests
| faults($faults) as $matrix
| [($all[] | {board, seed, file} as $of
	| ((.notices[]), (.trends[] | select(.level == "WARN") | {level, text: "\(.title): \(.text)"})) + $of),
   ($digests | digest_notices[]), ($matrix | fault_notices[])] as $notices
| {verdict: ($notices | map(.level | select(. != "NOTE")) | worst),
   runs: $all, boards: ($all | boards), $digests, faults: $matrix, found: ($matrix | results), tests: $tests,
   notices: ($notices | sort_by(-(levels[.level] // -1))),
   duplicates: $duplicates,
   totals: {runs: ($all | length), ops: ($all | map(.ops) | add), hours: ($all | map(.hours) | add),
	refused: ($all | map(.refused // 0) | add), faults: ($all | map(.faults) | add),
	passed: ($all | map(select(.verdict == "PASS")) | length),
	failed: ($all | map(select(.verdict == "FAIL")) | length),
	unfinished: ($all | map(select(.verdict == "UNFINISHED")) | length)}}
