# SPDX-License-Identifier: MIT
# Turns runs (read.jq) and their trends into the contents of a report, as one object:
#   jq -n -L HERE --slurpfile runs ... --rawfile found ... --rawfile slopes ... \
#     --rawfile faults ... --argjson alarms N --argjson duplicates N --arg left_out TEXT \
#     -f report.jq
include "words";
include "trends";

def levels: {PASS: 0, WARN: 1, UNFINISHED: 2, FAIL: 3};
def worst: map(select(. != null)) | max_by(levels[.]) // "PASS";

# In the log a space replaces each quotation mark around the command.
def replay:
	if .end then
		.end.line | capture("replay=[ \"](?<command>make soak[^\"]*?)[ \"]*(stopped=1)?$")
			.command? // null
	else null end;

# ---- A run ---------------------------------------------------------------------------------

# For a kind of round, over all samples: the least, the mean of all measurements, the most.
def span($name; $figure):
	[.samples[].scenarios[$name] | values | select(.looks > 0) | {looks, range: .[$figure]}]
	| if length == 0 then null
	  else [(map(.range[0]) | min), ((map(.looks * .range[1]) | add) / (map(.looks) | add)),
		(map(.range[2]) | max)] end;

def kinds: . as $run | (.samples[-1].scenarios // {}) | to_entries
	| map({name: .key} + (.value | {rounds, refused, waste, stranded})
		+ (.key as $name | $run | {bytes: span($name; "bytes"),
			commons: span($name; "commons"), longest: span($name; "longest")}));

# A run that failed gets no counters: its last sample is from before the failure, and would look
# sound.
def figures:
	. as $all | (.samples[-1] // {scenarios: {}}) as $last
	| {ops: (.end.ops // $last.ops // 0), ms: (.end.ms // $last.ms // 0),
	   rounds: ($last.rounds // 0)}
	+ if .end != null and .end.verdict != "PASS"
	  then {refused_by_class: [], kinds: [], tags: []}
	  else {refused: $last.refused, refused_by_class: ($last.refused_by_class // []),
		faults: ($last.faults // 0), kinds: kinds, tags: ($last.tags // []),
		stranded: ($last | worst_of("stranded")), waste: ($last | worst_of("waste")),
		alloc_worst: $last.alloc_worst, free_worst: $last.free_worst,
		stack_unused: $last.stack_unused}
		| .live = ([$all.samples[].least | values] | max)
		| .least_longest = ([.kinds[].longest | values | .[0]] | min) end;

# The maps of a run that the page shows: the last of each kind. `run` and `map` locate its lines.
def maps($run):
	[.maps | to_entries[]
		| (.value | del(.lines)) + {$run, map: .key, name: "map.\($run).\(.key)"}]
	| [(map(select(.why == "failure")), map(select(.why == "worst"))) | last | values];

def summary_of_run($number):
	{file, board: .run.board, seed: .run.seed, arena: .run.arena, harden: .run.harden,
	 inject: .run.inject,
	 scenarios: .run.scenarios, limit: .run.limit, table: .run.table, command: .run.command,
	 at: .run.at, until, place: place, image: .run.image, torn, replay: replay,
	 versions: ([.run.version] + (.resumes | map(.version)) | unique),
	 machines: ([.run.machine] + (.resumes | map(.machine)) | unique),
	 resumed: (.resumes | length), digest: .end.digest,
	 verdict: (if .end then .end.verdict else "UNFINISHED" end), reason: (.end.reason // ""),
	 stopped: (.end.stopped == 1), maps: maps($number)}
	+ figures
	| .hours = .ms / 3600000
	| .rate = (if .ms > 0 then .ops * 1000 / .ms else null end);

# From its second round on, the fixed load must give the same figures in each round.
def fixed($figure; $what):
	[foreach .samples[] as $now ({rounds: 0};
		{last: .rounds, rounds: ($now.scenarios.fixed.rounds // 0), now: $now};
		select(.last > 0 and .now.scenarios.fixed.looks > 0)
		| {value: .now.scenarios.fixed[$figure], ms: .now.ms})]
	| def told: .value | "\(.[0] | whole) to \(.[2] | whole)";
	.[0] as $first | ([.[] | select(.value != $first.value)][0]) as $other
	| if $other then {level: "FAIL", text:
		("the fixed load changed: \($what) was \($first | told) bytes, and \($other | told)"
			+ " bytes after \($other.ms / 1000 | duration)")}
	  else empty end;

def note($text): {level: "NOTE", text: $text};

# What is wrong with a run or worth knowing about it, except for its trends.
def notices($run):
	(if .end == null then {level: "UNFINISHED", text:
		("no end in the log: still running, or interrupted after "
			+ "\($run.ms / 1000 | duration), \($run.ops | count) operations")}
	 elif .end.verdict != "PASS" then {level: "FAIL", replay: $run.replay, text:
		("failed with reason=\(.end.reason) after \($run.ops | count) operations"
			+ (if $run.inject != "" then ", INJECT=\($run.inject)" else "" end))}
	 elif $run.faults > 0 then {level: "FAIL", text:
		"ended with PASS, but Tarn raised unexpected faults: \($run.faults | whole)"}
	 else empty end),
	fixed("commons"; "its commons in use"), fixed("longest"; "its longest free run"),
	(if .torn then note("the report skips an incomplete line of the log") else empty end),
	(if $run.stopped then note("stopped with Ctrl-C before its time") else empty end),
	(if $run.versions | length > 1
	 then note("resumed with other versions of the sources: \($run.versions | join(", "))")
	 else empty end);

# ---- Digests -------------------------------------------------------------------------------

def same_work: [.run.seed, .run.arena, .run.harden, .run.scenarios, .run.inject, .run.table,
	(.run.tags // "0")];
def place: {board: .run.board, seed: .run.seed, file};

# The points at which two runs of the same work can be compared: marks, and ends.
def points:
	(place + {version: .run.version}) as $of
	| (.marks[] | {kind: "mark", ops, digest}),
	  (.end | select(. != null and .verdict == "PASS") | {kind: "end", ops, digest})
	| . + {of: $of};

# Two digests of one point that differ, or null.
def two: unique_by(.digest) | if length > 1 then .[0:2] else null end;

# `unequal`: the first point at which runs of the same version differ. `changed`: the first one at
# which runs of any version differ.
def digests:
	group_by(same_work)
	| map(select(length > 1) | {runs: length, boards: (map(.run.board) | unique),
		seed: .[0].run.seed, arena: .[0].run.arena, harden: .[0].run.harden}
		+ ([.[] | points] | group_by([.ops, .kind]) | map(select(length > 1))
			| {compared: length, ops: (map(.[0].ops) | max),
			   unequal: (first(.[] | group_by(.of.version)[] | two | values) // null),
			   changed: (first(.[] | two | values) // null)}));

def digest_notices:
	def told: "digests differ at operation \(.[0].ops | whole): "
		+ (map("\(.digest) on \(.of.board) (\(.of.file))") | join(", "));
	map("seed \(.seed), \(.arena | size), level \(.harden): " as $which
		| if .unequal then {level: "FAIL", text: ($which + (.unequal | told))}
		  elif .changed then {level: "NOTE", text: ($which + (.changed | told)
			+ "; the versions of the sources differ, too: "
			+ (.changed | map(.of.version) | join(", ")))}
		  else empty end);

# ---- Faults --------------------------------------------------------------------------------

# selftest.tsv (tests/soak/selftest): fault, detector, board, level, operations and ms to detection,
# result, note. `harmless`: nothing noticed it, and it changed nothing. `impossible`, `skipped`: not
# tried; the note says why.
def faults($table):
	($table | cells | map(select(.[0] != "fault")))
	| map({fault: .[0], detector: .[1], place: "\(.[2]), level \(.[3])",
		ops: (.[4] | tonumber? // null), ms: (.[5] | tonumber? // null),
		result: .[6], note: (.[7] // "")});

def fault_notices:
	group_by([.fault, .place])
	| map(map(select(.result == "escaped")) as $escaped | select($escaped | length > 0)
		| {level: "FAIL", text:
			("injected fault \(.[0].fault) on \(.[0].place): escaped in "
				+ "\($escaped | length) of \(length | many("run"; "runs")): "
				+ $escaped[0].note)});

def results:
	def count_of(f): map(select(.result | f)) | length;
	{detected: count_of(. == "detected"), harmless: count_of(. == "harmless"),
	 escaped: count_of(. == "escaped"), untried: count_of(IN("skipped", "impossible"))};

# ---- Fragmentation and leaks ---------------------------------------------------------------

# The kind of round, and its run, that stranded the most of its arena.
def worst_stranded:
	[.[] | {board, seed, arena, limited: (.table // "" | . == "")} as $of
		| .kinds[] | select(.stranded > 0)
		| {name, stranded, part: (.stranded * 1000 / $of.arena)} + $of] | max_by(.part);

# Of the runs that did not fail: rounds, and the most bytes that were live after one of them.
def leaks:
	{failed: (map(select(.reason | IN("leak", "object-leak"))) | length)}
	+ (map(select(.verdict != "FAIL"))
		| {live: (map(.live // 0) | max // 0), rounds: (map(.rounds) | add // 0)});

# ---- All -----------------------------------------------------------------------------------

# For the runs of a place and each quantity: the series that moves most in the bad direction, and
# the smallest change that the test would have found.
def place_trends:
	[.[] | .seed as $seed | .trends[] | . + {seed: $seed}]
	| in_order(.quantity)
	| map(least_founds as $founds | max_by([levels[.level], .alarm])
		| {quantity, title, level, text, seed, scenario, kind} + {least_found: $founds});

def merged_kinds:
	def over(f): map(f | values)
		| if length == 0 then null
		  else [(map(.[0]) | min), (map(.[1]) | add / length), (map(.[2]) | max)] end;
	[.[].kinds[]] | in_order(.name)
	| map({name: .[0].name, rounds: (map(.rounds) | add),
		refused: (map(.refused | values) | add),
		waste: (map(.waste | values) | max), stranded: (map(.stranded | values) | max),
		bytes: over(.bytes), commons: over(.commons), longest: over(.longest)});

# With TAGS=n, for each tag: the most of all runs, all refusals, and the last run's limit.
def merged_tags:
	map(.tags | select(length > 0)) | transpose
	| map({name: .[0].name, live: (map(.live) | max), blocks: (map(.blocks) | max),
		peak: (map(.peak) | max), peak_blocks: (map(.peak_blocks) | max),
		refused: (map(.refused) | add), limit: .[-1].limit});

# For the runs of a place: up to three failures, and the one worst moment.
def merged_maps:
	[.[] | {seed, arena, reason} as $of | .maps[] | . + $of]
	| (map(select(.why == "failure")) | .[:3])
		+ [map(select(.why == "worst")) | max_by(.stranded) | values];

def places:
	to_entries | group_by(.value.place)
	| map({runs: map(.key)} + (map(.value)
		| (.[0] | {board, arena, harden, table, scenarios, inject})
		+ {level: (map(.level) | worst), trends: place_trends, kinds: merged_kinds,
		tags: merged_tags, maps: merged_maps,
		seeds: (map(.seed) | unique), versions: (map(.versions[]) | unique),
		at: (map(.at) | min), until: (map(.until) | max),
		ops: (map(.ops) | add), hours: (map(.hours) | add), rounds: (map(.rounds) | add),
		failed: (map(select(.verdict == "FAIL") | .reason) | unique),
		judged: (map(select(.verdict != "FAIL")) | length),
		refused: (map(.refused // 0) | add),
		refused_by_class: (map(.refused_by_class) | transpose | map(map(. // 0) | add)),
		waste: (map(.waste | values) | max), stranded: (map(.stranded | values) | max),
		least_longest: (map(.least_longest | values) | min),
		alloc_worst: (map(.alloc_worst) | max), free_worst: (map(.free_worst) | max),
		stack_unused: (map(.stack_unused | values) | min)}))
	| to_entries | map(.value + {id: .key});

$runs[0] as $raw
| [joined($found; $slopes)] as $trends
| ($trends | map(select(.kind == "slope" or .kind == "records")) | length) as $tests
| [$raw | to_entries[] | .key as $i | .value | summary_of_run($i) as $run
	| $run + {trends: [$trends[] | select(.run == $i) | judged($tests; $alarms; $run)],
		notices: [notices($run)]}
	| .level = ([.trends[].level, (.notices[].level | select(. != "NOTE"))] | worst)] as $all
| ($raw | digests) as $digests
| faults($faults) as $matrix
| [($all[] | {board, seed, file} as $of
	| ((.notices[]), (.trends[] | select(.level == "WARN")
		| {level, text: "\([.title, .scenario // empty] | join(", ")): \(.text)"})) + $of),
   ($digests | digest_notices[]), ($matrix | fault_notices[])] as $notices
| ([$all[] | select(all(.trends[]; .kind == "short" or .kind == "absent"))] | length) as $untested
| ($all | places) as $places
| {verdict: ($notices | map(.level | select(. != "NOTE")) | worst),
   runs: $all, $places, boards: ($all | map(.board) | unique), $untested, $digests,
   fragmentation: ($all | worst_stranded), leaks: ($all | leaks),
   faults: $matrix, found: ($matrix | results), tests: $tests,
   notices: ($notices | sort_by(-(levels[.level] // -1))),
   duplicates: $duplicates, left_out: ($left_out | tonumber),
   totals: {runs: ($all | length), ops: ($all | map(.ops) | add), hours: ($all | map(.hours) | add),
	stopped: ($all | map(select(.stopped)) | length),
	refused: ($all | map(.refused // 0) | add), faults: ($all | map(.faults // 0) | add),
	from: ($all | map(.at) | min), until: ($all | map(.until) | max),
	passed: ($all | map(select(.verdict == "PASS")) | length),
	failed: ($all | map(select(.verdict == "FAIL")) | length),
	unfinished: ($all | map(select(.verdict == "UNFINISHED")) | length)}}
