# SPDX-License-Identifier: MIT
# Usage: awk -f calls.awk -v configs="A B" [-v bounds=calls.bounds] OBJECTS.csv
# Prints a table in Markdown: a row for each call, a column for each config. A cell is the most, or
# `median / most` if both were measured. With `bounds`: only rows with a `must`.
BEGIN {
	FS = ","
	columns = split(configs, config, " ")
	while (bounds != "" && (getline line <bounds) > 0) {
		split(line, field, "\t")
		if (line !~ /^#/ && field[5] != "")
			wanted[field[2]]
	}
}
FNR > 1 && $2 !~ /^host/ && (bounds == "" || $4 in wanted) {
	name = ($1 == "tarn" ? "" : "by " $1 ": ") $4
	if (!(name in seen)) {
		seen[name]
		row[++rows] = name
	}
	cell[name, $2] = $5 == "median" ? $6 " / " : cell[name, $2] $6
}
END {
	for (i = 1; i <= columns; i++) {
		head = head " | " config[i]
		rule = rule " | ---"
	}
	print "| " head " |"
	print "| ---" rule " |"
	for (k = 1; k <= rows; k++) {
		line = "| " row[k]
		for (i = 1; i <= columns; i++)
			line = line " | " cell[row[k], config[i]]
		print line " |"
	}
	exit !rows
}
