# SPDX-License-Identifier: MIT
# Usage: awk -f wanted.awk calls.bounds OBJECTS.csv
# Prints a table in Markdown: each row with a `must`, and what was measured. Bold: more than `must`.
FNR == NR {
	split($0, field, "\t")
	if (!/^#/ && field[5] != "")
		line[++lines] = $0
	next
}
FNR == 1 { next }
{
	split($0, field, ",")
	value[field[1], field[2], field[4], field[5]] = field[6]
}
END {
	print "| | Tarn | must | aim | by hand | peers |"
	print "| --- | --- | --- | --- | --- | --- |"
	for (i = 1; i <= lines; i++) {
		split(line[i] "\t\t\t", field, "\t")
		at = field[1] SUBSEP field[2] SUBSEP field[3]
		is = value["tarn", at]
		if (is == "") {
			print "error: " field[1] " " field[2] " was not measured" >"/dev/stderr"
			exit 1
		}
		if (is > field[5] + 0)
			is = "**" is "**"
		print "| " field[2] (field[3] == "most" ? "" : ", " field[3]) " | " is " | " \
			field[5] " | " field[6] " | " value["hand", at] " | " field[7] " |"
	}
	exit !lines
}
