# SPDX-License-Identifier: MIT
# What blocks.awk and trend.gp found, in words: for report.jq. See README.md.
include "words";

def quantities: {
	least: {title: "Live between rounds", unit: "bytes", bad: 1, needs: "whole rounds", room: "the arena is full"},
	commons: {title: "Commons in use", unit: "bytes", bad: 1, room: "the arena is full"},
	longest: {title: "Longest free run", unit: "bytes", bad: -1, room: "nothing is left of it"},
	refusals: {title: "Refusals", unit: "a round", bad: 1},
	throughput: {title: "Operations a second", unit: "a second", bad: -1, least: 0.25},
	alloc_worst: {title: "Longest alloc", unit: "instructions", needs: "RULER=1"},
	free_worst: {title: "Longest free", unit: "instructions", needs: "RULER=1"},
	stack_unused: {title: "Stack never used", unit: "bytes", needs: "a board"}};

def untested: "no trend was tested (fewer than 16 samples)";

# A table's lines, by tabs.
def cells: split("\n") | map(select(. != "") | split("\t"));

# Lines of blocks.awk, and behind those of kind slope what trend.gp says of each.
def joined($found; $slopes):
	($slopes | cells) as $slopes
	| foreach ($found | cells[]) as $line ({next: 0};
		{line: $line, slope: $slopes[.next], next: (.next + (if $line[2] == "slope" then 1 else 0 end))};
		($line[1] | split("/")) as $series
		| {run: ($line[0] | tonumber), quantity: $series[0], scenario: $series[1], kind: $line[2]}
		+ if $line[2] == "slope" then
			{mean: ($line[3] | tonumber), last: ($line[4] | tonumber)}
			+ (.slope | map(tonumber) | {slope: .[0], half: .[1], p: .[2], effective: .[3], found: .[4]})
		  elif $line[2] == "records" then
			($line[3:] | map(tonumber) | {from: .[0], to: .[1], times: .[2], p: .[3]})
		  elif $line[2] == "absent" then {}
		  else {value: ($line[3] | tonumber)} end);

# An hour's growth; of a run that is short against that, what the whole run would have.
def hours($run): if $run.hours >= 0.5 then 1 else $run.hours end;
def unit($about; $run): "\($about.unit) \(if $run.hours >= 0.5 then "an hour" else "over the run" end)";
def rate($about; $run): "\(.slope * hours($run) | signed) ± \(.half * hours($run) | short) \(unit($about; $run))";

# The smallest change to the bad side that would have been a warning; `least` is null where that is more than there is to
# lose, or than the arena holds.
def least_found($about; $run):
	if .kind == "slope" then
		(if $about.bad < 0 then .mean elif $about.unit == "bytes" then $run.arena else infinite end) as $all
		| {least: (if .found * $run.hours < $all then .found * hours($run) else null end), unit: unit($about; $run)}
	elif .kind == "constant" then {}
	else null end;

def where: .scenario // .board | if . then " (\(.))" else "" end;

# Of several series: the smallest change that would have been found where that is easiest, and where it is hardest.
def least_founds:
	[.[] | select(.least_found) | . + .least_found] as $series
	| [$series[] | select(.least)] as $seen
	| ([$series[] | select(.kind == "slope" and .least == null) | .scenario // .board // "it"] | unique) as $blind
	| ($seen | min_by(.least)) as $first | ($seen | max_by(.least)) as $last
	| if $series | length == 0 then null
	  elif all($series[]; .kind == "constant") then "any change"
	  elif $seen | length == 0 then "nothing: too short for its noise"
	  elif $seen | length == 1 then "above \($last.least | short) \($last.unit)"
	  else "above \($first.least | short)\($first | where) to \($last.least | short)\($last | where) \($last.unit)" end
	| if $seen != [] and $blind != [] then "\(.); nothing in \($blind | join(", "))" else . end;

# How long until it is over, for a trend that is bad; null where there is no such end.
def left($arena):
	if .quantity == "longest" then .last / -.slope
	elif .quantity == "least" or .quantity == "commons" then ($arena - .last) / .slope
	else null end
	| if . == null then null else . * 3600 | duration end;

def judge_slope($about; $tests; $alarms; $run):
	(.slope * $about.bad > 0) as $bad
	| (if .slope > 0 then "grows" else "falls" end) as $goes
	| (.p / 2 * $tests < $alarms) as $sure
	| ((.slope * $run.hours / .mean | fabs) >= ($about.least // 0)) as $much
	| if .p >= 0.05 then {level: "PASS", text: "no \(if $about.bad > 0 then "growth" else "fall" end) seen: \(rate($about; $run))"}
	  elif $bad and $sure and $much then
		{level: "WARN", text: "\($goes): \(rate($about; $run))\(left($run.arena)
			| if . then ": \($about.room) in \(.)" else "" end)"}
	  elif $bad and $sure then {level: "PASS", text: "\($goes) a little: \(rate($about; $run))"}
	  elif $bad then {level: "PASS", text: "\(rate($about; $run)): no more than chance gives one of \($tests) tests"}
	  else {level: "PASS", text: "\($goes): \(rate($about; $run))"} end;

def judge_records($about; $tests; $alarms):
	"\(.to | whole) \($about.unit)" as $value
	| if .times == 0 then {level: "PASS", text: "\($value), as at half-time"}
	  else "\($value), \(.from | whole) at half-time; new extremes in \(.times | many("block"; "blocks")) since" as $text
		| if .p * $tests < $alarms then {level: "WARN", text: "still moves: \($text)"}
		  else {level: "PASS", text: $text} end end;

# With the level, PASS or WARN, the text, and what would have been found; `tests` is how many could
# give a false alarm, `alarms` how many reports of a healthy run may.
def judged($tests; $alarms; $run):
	quantities[.quantity] as $about
	| if .kind == "slope" then .found = ([.found, .mean * ($about.least // 0) / $run.hours] | max) else . end
	| . + {title: $about.title, least_found: least_found($about; $run),
		alarm: (if .kind == "slope" then .slope * $about.bad / ([.half, 1e-300] | max)
		elif .kind == "records" then 1 - .p else -infinite end)}
	+ if .kind == "slope" then judge_slope($about; $tests; $alarms; $run)
	  elif .kind == "records" then judge_records($about; $tests; $alarms)
	  elif .kind == "constant" then {level: "PASS", text: "\(.value | short) \($about.unit), always"}
	  elif .kind == "short" then {level: "PASS", text: untested}
	  elif .kind == "sparse" then {level: "PASS", text: "no trend was tested (seen in too few stretches of time)"}
	  elif $about.needs == null then {level: "PASS", text: "not measured"}
	  else {level: "PASS", text: "not measured: needs \($about.needs)"} end;
