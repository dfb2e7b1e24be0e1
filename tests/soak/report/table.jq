# SPDX-License-Identifier: MIT
# The report (report.jq) as a table of its runs.
["board", "seed", "arena", "harden", "verdict", "reason", "warnings", "ops", "ms", "refused", "faults", "digest",
	"version", "file", "command"],
(.runs[] | [.board, .seed, .arena, .harden, .verdict, .reason,
	(.trends | map(select(.level == "WARN") | .quantity) | join(",")), .ops, .ms, .refused, .faults, .digest,
	(.versions | join(",")), .file, .command])
| map(if . == null or . == "" then "-" else . end) | @tsv
