# SPDX-License-Identifier: MIT
# The trends of a report (report.jq) as a table: slopes an hour, half of their 95 % interval, and
# the smallest slope that the test would have found (- if the run is too short for its noise).
["board", "seed", "quantity", "scenario", "kind", "level", "slope", "half", "found"],
(.runs[] | {board, seed} as $of | .trends[]
	| [$of.board, $of.seed, .quantity, .scenario, .kind, .level, .slope, .half,
		(if .least_found.least then .found else null end)])
| map(if . == null or . == "" then "-" else . end) | @tsv
