# SPDX-License-Identifier: MIT
# awk -f tests/bench/minarena/table.awk <board>-memory.csv: a table of the smallest arena for each
# trace, over its peak payload. -v markdown=1: in Markdown.
BEGIN { FS = "," }
$5 != "min-arena-ratio" { next }
{
	who = $1 == "tarn" ? $1 " " $2 : $1
	if (!(who in column)) {
		column[who] = ++columns
		title[columns] = who
	}
	if (!($4 in row)) {
		row[$4] = ++rows
		trace[rows] = $4
	}
	ratio[row[$4], column[who]] = $6
}

function line(name, i, mean,    c, text) {
	text = markdown ? "| " name " |" : sprintf("%-15s", name)
	for (c = 1; c <= columns; c++)
		text = text sprintf(markdown ? " %s |" : " %16s", \
				    i ? (i, c) in ratio ? sprintf("%.3f", ratio[i, c]) : "-" : \
				    mean ? sprintf("%.3f", mean_of(c)) : title[c])
	print text
}

function mean_of(c,    i, sum) {
	for (i = 1; i <= rows; i++)
		sum += log(ratio[i, c])
	return exp(sum / rows)
}

END {
	if (!rows) {
		print "error: no min-arena rows (make bench-memory)"
		exit 1
	}
	line(markdown ? "smallest arena over peak payload" : "", 0, 0)
	if (markdown) {
		text = "| --- |"
		for (i = 1; i <= columns; i++)
			text = text " --- |"
		print text
	}
	for (i = 1; i <= rows; i++)
		line(trace[i], i, 0)
	line("geometric mean", 0, 1)
}
