# SPDX-License-Identifier: MIT
# What blocks.awk and trend.gp found, in words: for report.jq. See README.md.
include "words";

# One in a hundred reports of healthy runs may warn, by all of its tests together.
def false_alarms: 0.01;

def quantities: {
	least: {title: "Live bytes, at least", unit: "bytes", bad: 1, needs: "whole rounds", room: "the arena is full"},
	commons: {title: "Commons in use", unit: "bytes", bad: 1, room: "the arena is full"},
	longest: {title: "Longest free run", unit: "bytes", bad: -1, room: "nothing is left of it"},
	refusals: {title: "Refusals", unit: "of 1,000 operations", bad: 1},
	throughput: {title: "Operations a second", unit: "a second", bad: -1, least: 0.25},
	alloc_worst: {title: "Longest alloc", unit: "instructions", needs: "RULER=1"},
	free_worst: {title: "Longest free", unit: "instructions", needs: "RULER=1"},
	stack_unused: {title: "Stack never used", unit: "bytes", needs: "a board"}};

# A table's lines, by tabs.
def cells: split("\n") | map(select(. != "") | split("\t"));

# Lines of blocks.awk, and behind those of kind slope what trend.gp says of each.
def joined($found; $slopes):
	($slopes | cells) as $slopes
	| foreach ($found | cells[]) as $line ({next: 0};
		{line: $line, slope: $slopes[.next], next: (.next + (if $line[2] == "slope" then 1 else 0 end))};
		{run: ($line[0] | tonumber), quantity: $line[1], kind: $line[2]}
		+ if $line[2] == "slope" then
			{mean: ($line[3] | tonumber), last: ($line[4] | tonumber)}
			+ (.slope | map(tonumber) | {slope: .[0], half: .[1], p: .[2], effective: .[3]})
		  elif $line[2] == "records" then
			($line[3:] | map(tonumber) | {from: .[0], to: .[1], times: .[2], p: .[3]})
		  elif $line[2] == "absent" then {}
		  else {value: ($line[3] | tonumber)} end);

# An hour's growth; of a run that is short against that, what the whole run would have.
def rate($about; $run):
	if $run.hours >= 0.5 then "\(.slope | signed) ± \(.half | short) \($about.unit) an hour"
	else "\(.slope * $run.hours | signed) ± \(.half * $run.hours | short) \($about.unit) over the run" end;

# How long until it is over, for a trend that is bad; null where there is no such end.
def left($arena):
	if .quantity == "longest" then .last / -.slope
	elif .quantity == "least" or .quantity == "commons" then ($arena - .last) / .slope
	else null end
	| if . == null then null else . * 3600 | duration end;

def judge_slope($about; $tests; $run):
	(.slope * $about.bad > 0) as $bad
	| (if .slope > 0 then "grows" else "falls" end) as $goes
	| (.p / 2 * $tests < false_alarms) as $sure
	| ((.slope * $run.hours / .mean | fabs) >= ($about.least // 0)) as $much
	| if .p >= 0.05 then {level: "PASS", text: "no \(if $about.bad > 0 then "growth" else "fall" end): \(rate($about; $run))"}
	  elif $bad and $sure and $much then
		{level: "WARN", text: "\($goes): \(rate($about; $run))\(left($run.arena)
			| if . then ": \($about.room) in \(.)" else "" end)"}
	  elif $bad and $sure then {level: "PASS", text: "\($goes) a little: \(rate($about; $run))"}
	  elif $bad then {level: "PASS", text: "\(rate($about; $run)): no more than chance gives one of \($tests) tests"}
	  else {level: "PASS", text: "\($goes): \(rate($about; $run))"} end;

def judge_records($about; $tests):
	"\(.to | whole) \($about.unit)" as $value
	| if .times == 0 then {level: "PASS", text: "\($value), as at half-time"}
	  else "\($value), \(.from | whole) at half-time; new extremes in \(.times | many("block"; "blocks")) since" as $text
		| if .p * $tests < false_alarms then {level: "WARN", text: "still moves: \($text)"}
		  else {level: "PASS", text: $text} end end;

# With the level, PASS or WARN, and the text; `tests` is how many could give a false alarm.
def judged($tests; $run):
	quantities[.quantity] as $about
	| . + {title: $about.title, alarm: (if .kind == "slope" then .slope * $about.bad / ([.half, 1e-300] | max)
		elif .kind == "records" then 1 - .p else -infinite end)}
	+ if .kind == "slope" then judge_slope($about; $tests; $run)
	  elif .kind == "records" then judge_records($about; $tests)
	  elif .kind == "constant" then {level: "PASS", text: "\(.value | whole) \($about.unit), always"}
	  elif .kind == "short" then {level: "PASS", text: "too short to say"}
	  elif $about.needs == null then {level: "PASS", text: "not measured"}
	  else {level: "PASS", text: "not measured: needs \($about.needs)"} end;
