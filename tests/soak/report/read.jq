# SPDX-License-Identifier: MIT
# Reads a log (tests/soak/log/README.md), or several one after another, into an array of runs:
#   jq -n -R --arg file NAME -f read.jq NAME
# A run: {file, run, resumes, samples, marks, maps, end, torn}. Work that a resumed run repeats is
# in it once. A file that is no such log gives one line on standard error and status 2.
def refuse($why): "error: \($file): \($why)\n" | halt_error(2);

def must($names; $number):
	. as $record
	| if all($names[]; . as $name | $record | has($name)) then .
	  else refuse("line \($number): `\(.record)` without `\(
		[$names[] | select(. as $name | $record | has($name) | not)][0])`") end;

def checked($number):
	if type != "object" or (.record | type) != "string" then
		refuse("line \($number): not a record of a soak")
	elif .record == "run" then
		if .schema == 2 then .
		else refuse("line \($number): schema \(.schema); this report reads schema 2") end
		| must(["at", "group", "version", "board", "arena", "harden", "seed", "scenarios",
			"limit", "inject", "table", "image", "machine", "command"]; $number)
	elif .record == "sample" then
		must(["at", "ms", "ops", "beside", "beside_ms", "rounds", "scenarios", "peak",
			"least", "refused", "refused_by_class", "faults", "alloc_worst",
			"free_worst", "stack_unused"]; $number)
	elif .record == "mark" then must(["ops", "digest"]; $number) | del(.state)
	elif .record == "map" then
		must(["ms", "ops", "why", "scenario", "round", "lines"]; $number)
		| if .why != "worst" then . else must(["stranded"]; $number) end
		| if (.lines | type) == "array" and all(.lines[]; type == "string") then .
		  else refuse("line \($number): `lines` of a map is not an array of texts") end
	elif .record == "resume" then must(["ms", "ops", "version", "machine"]; $number)
	elif .record == "end" then
		must(["verdict", "reason", "ops", "ms", "digest", "stopped", "line"]; $number)
	else refuse("line \($number): record `\(.record)` is not of schema 2") end;

# The machine may die while it writes. So an incomplete line is the last one, or a `resume` follows.
def lines:
	[inputs | try fromjson catch {record: "torn"}]
	| if length == 0 then refuse("empty") else . end
	| . as $all
	| to_entries
	| map(.key as $i | .value
		| if type == "object" and .record == "torn" then
			$all[$i + 1] as $next
			| if $i > 0 and ($next == null or $next.record == "resume") then .
			else refuse("line \($i + 1): not JSON") end
		  else checked($i + 1) end)
	| if .[0].record == "run" then .
	  else refuse("line 1: not a log of the soak, which begins with a `run`") end;

# Goes from the end to the start. A resumed run goes back to a mark: records after that mark, from
# before the interruption, are left out.
def once:
	[foreach reverse[] as $record ({until: infinite};
		if $record.record == "resume" then {until: ([.until, $record.ops] | min)}
		else {until: .until,
			kept: (if $record.ops <= .until then $record else null end)} end;
		.kept // empty)]
	| reverse
	| [foreach .[] as $record ({at: [-1, 0]};
		if $record.record != "sample" then {at: .at, kept: $record}
		else [$record.ops, $record.beside] as $now
			| if $now > .at then {at: $now, kept: $record}
			  else {at: .at, kept: null} end end;
		.kept // empty)];

def one:
	{file: $file,
	 run: .[0],
	 resumes: map(select(.record == "resume")),
	 until: (map(.at | values) | max),
	 torn: any(.[]; .record == "torn"),
	 end: (if .[-1].record == "end" then .[-1] else null end)}
	+ (map(select(.record | IN("sample", "mark", "map", "resume"))) | once
		| {samples: map(select(.record == "sample")), marks: map(select(.record == "mark")),
		   maps: map(select(.record == "map"))});

lines
| . as $records
| [range(length) | select($records[.].record == "run")] as $starts
| [range($starts | length) | $records[$starts[.]:($starts[. + 1] // ($records | length))] | one]
