# SPDX-License-Identifier: MIT
# All logs' runs (jq -s), each of which was read by read.jq: {runs, duplicates}. A run that several
# logs tell of, copies of one another, counts once: as the copy that has an end, or goes farthest.
def told: .end.ops // .samples[-1].ops // 0;
def copies: group_by(.run) | map(
	map(select(.end)) as $ended
	| if $ended | length > 0 then $ended | unique_by(.end) else [max_by(told)] end) | add;

add as $all
| $all | copies | sort_by([.run.board, .run.arena, .run.harden, .run.seed, .run.at])
| {runs: ., duplicates: (($all | length) - length)}
