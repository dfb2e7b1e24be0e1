# SPDX-License-Identifier: MIT
# Usage: awk -f judge.awk calls.bounds OBJECTS.csv
# Fails if a row takes more than its bound, or is missing although its config was measured. Prints
# each row that takes more than its `must`, too.
FNR == NR {
	if (/^#/)
		next
	split($0, field, "\t")
	bound[++bounds] = $0
	next
}
FNR == 1 { FS = ","; $0 = $0; next }
$1 == "tarn" {
	measured[$2]
	value[$2, $4, $5] = $6
}
function fail(text) {
	print "FAIL " text
	failed = 1
}
END {
	for (i = 1; i <= bounds; i++) {
		split(bound[i], field, "\t")
		if (!(field[1] in measured) || field[4] == "-")
			continue
		name = field[1] " " field[2] ", " field[3]
		limit = field[4] == "" ? field[5] : field[4]
		judged++
		if (!((field[1], field[2], field[3]) in value)) {
			fail(name ": not measured")
			continue
		}
		is = value[field[1], field[2], field[3]]
		if (is > limit + 0)
			fail(name ": " is " > " limit)
		else if (field[5] != "" && is > field[5] + 0)
			print "goal not reached: " name ": " is ", goal " field[5]
	}
	if (!judged)
		fail("no measured config has a bound")
	print judged + 0 " bounds judged"
	exit failed
}
