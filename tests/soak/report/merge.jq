# SPDX-License-Identifier: MIT
# Joins the runs of all logs (jq -s) that read.jq read: {runs, duplicates}. Several logs may contain
# the same run, as copies of one another. The run counts once: the copy that has an end counts, or
# else the longest copy.
def told: .end.ops // .samples[-1].ops // 0;
def copies: group_by(.run) | map(
	map(select(.end)) as $ended
	| if $ended | length > 0 then $ended | unique_by(.end) else [max_by(told)] end) | add;

add as $all
| $all | copies | sort_by([.run.board, .run.arena, .run.harden, .run.seed, .run.at])
| {runs: ., duplicates: (($all | length) - length)}
