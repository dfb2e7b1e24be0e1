# SPDX-License-Identifier: MIT
# The samples of an array of runs, for blocks.awk and plot.awk: jq -r -L HERE -f samples.jq. A line for each
# stretch from one sample to the next, and each series of what was seen in it:
#   run  place  series  from  to (ms)  weight  least  mean  most
# Like is compared with like: a series is of one kind of round, `commons/frames`, or of what has no kind.
include "words";

def row($series; $weight; $range): [.run, .place, $series, .from, .to, $weight, $range[]] | @tsv;
def alone($series; $value): if $value == null then empty else row($series; 1; [$value, $value, $value]) end;
def rate($series; $weight; $value): if $weight <= 0 then empty else row($series; $weight; [$value, $value, $value]) end;

# The fixed load's first round warms up, and is not like the others.
def kind($name; $now; $last):
	(if $now.looks > 0 and ($name != "fixed" or $last.rounds > 0) then
		row("bytes/\($name)"; $now.looks; $now.bytes), row("commons/\($name)"; $now.looks; $now.commons),
		row("longest/\($name)"; $now.looks; $now.longest) else empty end),
	(($now.rounds - $last.rounds) as $rounds
	| if $now.refused and $rounds > 0 and ($name != "fixed" or $last.rounds > 0)
		then rate("refusals/\($name)"; $rounds; ($now.refused - $last.refused) / $rounds) else empty end);

def stretch($now; $last):
	($now.ms - $last.ms - ($now.beside_ms - $last.beside_ms)) as $ms
	| alone("least"; $now.least),
	  rate("throughput"; $ms; ($now.ops - $last.ops) * 1000 / ([$ms, 1] | max)),
	  alone("alloc_worst"; $now.alloc_worst), alone("free_worst"; $now.free_worst),
	  alone("stack_unused"; $now.stack_unused), alone("waste"; $now | worst_of("waste")),
	  (. as $of | $now.scenarios | to_entries[] | . as $entry
	  | $of | kind($entry.key; $entry.value; $last.scenarios[$entry.key] // {rounds: 0, refused: 0}));

(map(place) | unique) as $places
| to_entries[] | .key as $run | .value as $of
| foreach .value.samples[] as $now ({now: {ms: 0, ops: 0, beside_ms: 0, scenarios: {}}};
	{last: .now, now: $now};
	. as $pair | {run: $run, place: ($of | place as $place | $places | index([$place])), from: .last.ms, to: .now.ms}
	| stretch($pair.now; $pair.last))
