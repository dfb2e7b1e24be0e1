# SPDX-License-Identifier: MIT
# The results of blocks.awk and trend.gp in words, for report.jq. See README.md.
include "words";

def quantities: {
	least: {title: "Live between rounds", unit: "bytes", bad: 1, needs: "whole rounds",
		room: "the arena is full"},
	commons: {title: "Commons in use", unit: "bytes", bad: 1, room: "the arena is full"},
	longest: {title: "Longest free run", unit: "bytes", bad: -1, room: "no free run is left"},
	refusals: {title: "Refusals", unit: "a round", bad: 1},
	throughput: {title: "Operations a second", unit: "a second", bad: -1, least: 0.25},
	alloc_worst: {title: "Slowest alloc", unit: "instructions", needs: "RULER=1"},
	free_worst: {title: "Slowest free", unit: "instructions", needs: "RULER=1"},
	stack_unused: {title: "Stack never used", unit: "bytes", needs: "a board"}};

def untested: "not tested for growth (fewer than 16 samples)";

# The lines of a table whose columns are separated by tabs.
def cells: split("\n") | map(select(. != "") | split("\t"));

# The lines of blocks.awk. Each of kind `slope` gets its line of trend.gp.
def joined($found; $slopes):
	($slopes | cells) as $slopes
	| foreach ($found | cells[]) as $line ({next: 0};
		{line: $line, slope: $slopes[.next],
		 next: (.next + (if $line[2] == "slope" then 1 else 0 end))};
		($line[1] | split("/")) as $series
		| {run: ($line[0] | tonumber), quantity: $series[0], scenario: $series[1],
		   kind: $line[2]}
		+ if $line[2] == "slope" then
			{mean: ($line[3] | tonumber), last: ($line[4] | tonumber)}
			+ (.slope | map(tonumber)
				| {slope: .[0], half: .[1], p: .[2], effective: .[3], found: .[4]})
		  elif $line[2] == "records" then
			($line[3:] | map(tonumber) | {from: .[0], to: .[1], times: .[2], p: .[3]})
		  elif $line[2] == "absent" then {}
		  else {value: ($line[3] | tonumber)} end);

# Growth is told for an hour, or for the whole run if that is shorter than half an hour.
def hours($run): if $run.hours >= 0.5 then 1 else $run.hours end;
def unit($about; $run):
	"\($about.unit) \(if $run.hours >= 0.5 then "an hour" else "over the run" end)";
def rate($about; $run): "\(.slope * hours($run) | signed) ± "
	+ "\(.half * hours($run) | short) \(unit($about; $run))";

# The smallest change in the bad direction that would have caused a warning. `least` is null if
# that is more than the arena holds, or than the mean of the longest free run.
def least_found($about; $run):
	if .kind == "slope" then
		(if $about.bad < 0 then .mean elif $about.unit == "bytes" then $run.arena
		 else infinite end) as $all
		| {unit: unit($about; $run),
		   least: (if .found * $run.hours < $all then .found * hours($run) else null end)}
	elif .kind == "constant" then {}
	else null end;

def in_series: .scenario // .board | if . then " (\(.))" else "" end;

# The smallest change that the test would have found: in the series where it is smallest, and in
# the series where it is largest.
def least_founds:
	[.[] | select(.least_found) | . + .least_found] as $series
	| [$series[] | select(.least)] as $seen
	| ([$series[] | select(.kind == "slope" and .least == null)
		| .scenario // .board // "it"] | unique) as $blind
	| ($seen | min_by(.least)) as $first | ($seen | max_by(.least)) as $last
	| if $series | length == 0 then null
	  elif all($series[]; .kind == "constant") then "any change"
	  elif $seen | length == 0 then "nothing: the run is too short for its noise"
	  elif $seen | length == 1 then "above \($last.least | short) \($last.unit)"
	  else "above \($first.least | short)\($first | in_series) to "
		+ "\($last.least | short)\($last | in_series) \($last.unit)" end
	| if $seen != [] and $blind != [] then "\(.); nothing in \($blind | join(", "))" else . end;

# The time until nothing is left, for a bad trend; null for a quantity that has no such end.
def left($arena):
	if .quantity == "longest" then .last / -.slope
	elif .quantity == "least" or .quantity == "commons" then ($arena - .last) / .slope
	else null end
	| if . == null then null else . * 3600 | duration end;

def pass($text): {level: "PASS", text: $text};
def warn($text): {level: "WARN", text: $text};

def judge_slope($about; $tests; $alarms; $run):
	(.slope * $about.bad > 0) as $bad
	| (if .slope > 0 then "grows" else "falls" end) as $goes
	| (.p / 2 * $tests < $alarms) as $sure
	| ((.slope * $run.hours / .mean | fabs) >= ($about.least // 0)) as $much
	| rate($about; $run) as $rate
	| if .p >= 0.05 then
		pass("no \(if $about.bad > 0 then "growth" else "fall" end) found: \($rate)")
	  elif $bad and $sure and $much then
		warn("\($goes): \($rate)\(left($run.arena)
			| if . then "; at this rate \($about.room) in \(.)" else "" end)")
	  elif $bad and $sure then pass("\($goes) a little: \($rate)")
	  elif $bad then pass("\($rate): may be chance, as one of \($tests) tests")
	  else pass("\($goes): \($rate)") end;

def judge_records($about; $tests; $alarms):
	"\(.to | whole) \($about.unit)" as $value
	| if .times == 0 then pass("\($value), unchanged since half-time")
	  else "\($value), \(.from | whole) at half-time; since then new extremes in \(
			.times | many("block"; "blocks")) of time" as $text
		| if .p * $tests < $alarms then warn("still changing: \($text)")
		  else pass($text) end end;

# Adds the level (PASS or WARN), the text, and the smallest change that the test would have found.
# `tests` is the number of tests that can give a false alarm. `alarms` is the share of reports of
# healthy runs that may warn.
def judged($tests; $alarms; $run):
	quantities[.quantity] as $about
	| if .kind == "slope"
	  then .found = ([.found, .mean * ($about.least // 0) / $run.hours] | max)
	  else . end
	| . + {title: $about.title, least_found: least_found($about; $run),
		alarm: (if .kind == "slope" then .slope * $about.bad / ([.half, 1e-300] | max)
		elif .kind == "records" then 1 - .p else -infinite end)}
	+ if .kind == "slope" then judge_slope($about; $tests; $alarms; $run)
	  elif .kind == "records" then judge_records($about; $tests; $alarms)
	  elif .kind == "constant" then pass("constant: \(.value | short) \($about.unit)")
	  elif .kind == "short" then pass(untested)
	  elif .kind == "sparse" then
		pass("not tested for growth (measured in too few blocks of time)")
	  elif $about.needs == null then pass("not measured")
	  else pass("not measured: needs \($about.needs)") end;
