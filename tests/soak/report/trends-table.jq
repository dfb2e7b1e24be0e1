# SPDX-License-Identifier: MIT
# The report (report.jq) as a table of its trends: slopes an hour, half of their 95 % interval, and the smallest one
# that would have been found (- where the run is too short for its noise).
["board", "seed", "quantity", "scenario", "kind", "level", "slope", "half", "found"],
(.runs[] | {board, seed} as $of | .trends[] | [$of.board, $of.seed, .quantity, .scenario, .kind, .level, .slope, .half,
	(if .least_found.least then .found else null end)])
| map(if . == null or . == "" then "-" else . end) | @tsv
