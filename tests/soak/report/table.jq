# SPDX-License-Identifier: MIT
# The runs of a report (report.jq) as a table.
["board", "seed", "arena", "harden", "verdict", "reason", "warnings", "ops", "ms", "refused",
	"faults", "digest", "began", "ended", "version", "file", "command"],
(.runs[] | [.board, .seed, .arena, .harden, .verdict, .reason,
	(.trends | map(select(.level == "WARN") | [.quantity, .scenario // empty] | join("/"))
		| join(",")),
	.ops, .ms, .refused, .faults, .digest, (.at | todate), (.until | todate),
	(.versions | join(",")), .file, .command])
| map(if . == null or . == "" then "-" else . end) | @tsv
