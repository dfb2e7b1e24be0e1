# SPDX-License-Identifier: MIT
# The samples of an array of runs, one a line: for blocks.awk and plot.awk. An empty heap, as between
# two rounds and at the end of a run, says nothing of what is in use.
to_entries[] | .key as $run | .value.run.board as $board | .value.samples[]
| (if .live == 0 then null else . end) as $used
| [$run, .ms, .ops, .least, $used.commons, $used.longest, .refused, .alloc_worst, .free_worst, .stack_unused,
	$used.bytes, $used.waste, $board]
| map(if . == null then "-" else . end) | @tsv
