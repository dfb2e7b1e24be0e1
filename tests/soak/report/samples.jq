# SPDX-License-Identifier: MIT
# The samples of an array of runs, for blocks.awk and plot.awk: jq -r -L HERE -f samples.jq
# It prints a line for each interval from one sample to the next and each series of that interval:
#   run  place  series  from  to (ms)  weight  least  mean  most
# A series belongs to one kind of round, such as `commons/frames`, because kinds differ too much to
# be compared. Some series, such as `least`, have no kind.
include "words";

def row($series; $weight; $range): [.run, .place, $series, .from, .to, $weight, $range[]] | @tsv;
def rate($series; $weight; $value):
	if $weight <= 0 then empty else row($series; $weight; [$value, $value, $value]) end;
def alone($series; $value): if $value == null then empty else rate($series; 1; $value) end;

# The first round of the fixed load differs from the others, because the heap is fresh.
def kind($name; $now; $last):
	($now.rounds - $last.rounds) as $rounds
	| select($name != "fixed" or $last.rounds > 0)
	| (if $now.looks > 0 then
		row("bytes/\($name)"; $now.looks; $now.bytes),
		row("commons/\($name)"; $now.looks; $now.commons),
		row("longest/\($name)"; $now.looks; $now.longest) else empty end),
	(if $now.refused and $rounds > 0 then
		rate("refusals/\($name)"; $rounds; ($now.refused - $last.refused) / $rounds)
	 else empty end);

def interval($now; $last):
	($now.ms - $last.ms - ($now.beside_ms - $last.beside_ms)) as $ms
	| alone("least"; $now.least),
	  rate("throughput"; $ms; ($now.ops - $last.ops) * 1000 / ([$ms, 1] | max)),
	  alone("alloc_worst"; $now.alloc_worst), alone("free_worst"; $now.free_worst),
	  alone("stack_unused"; $now.stack_unused), alone("waste"; $now | worst_of("waste")),
	  (. as $of | $now.scenarios | to_entries[] | . as $entry
	  | $of | kind($entry.key; $entry.value;
		$last.scenarios[$entry.key] // {rounds: 0, refused: 0}));

(map(place) | unique) as $places
| to_entries[] | .key as $run | .value as $of
| foreach .value.samples[] as $now ({now: {ms: 0, ops: 0, beside_ms: 0, scenarios: {}}};
	{last: .now, now: $now};
	. as $pair
	| {run: $run, place: ($of | place as $place | $places | index([$place])),
	   from: .last.ms, to: .now.ms}
	| interval($pair.now; $pair.last))
