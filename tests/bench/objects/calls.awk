# SPDX-License-Identifier: MIT
# What tests/bench/objects/measure wrote, as a table: a row for each call, a column for each board;
# the median, and behind a stroke the most where it differs. -v markdown=1: as in README.md.
BEGIN {
	FS = ","
	core["microbit"] = "M0"
	core["mps2-an385"] = "M3"
	core["mps2-an386"] = "M4"
	core["mps2-an500"] = "M7"
	core["mps2-an505"] = "M33"
}
FNR > 1 {
	if (!($2 in seen)) {
		seen[$2] = 1
		call[++calls] = $2
	}
	if (!($1 in column)) {
		column[$1] = 1
		board[++boards] = $1
	}
	cell[$2, $1] = $4 == $5 ? $4 : $4 " / " $5
}
function row(name, sum) {
	if (markdown)
		printf "| %s |", name
	else
		printf "%-44s", name
}
END {
	row(markdown ? "" : "instructions, median / most")
	for (i = 1; i <= boards; i++)
		printf markdown ? " %s |" : "%12s", core[board[i]]
	print ""
	if (markdown) {
		printf "| --- |"
		for (i = 1; i <= boards; i++)
			printf " --- |"
		print ""
	}
	for (k = 1; k <= calls; k++) {
		row(call[k])
		for (i = 1; i <= boards; i++)
			printf markdown ? " %s |" : "%12s", cell[call[k], board[i]]
		print ""
	}
	exit !calls
}
