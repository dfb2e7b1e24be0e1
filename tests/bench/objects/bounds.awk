# SPDX-License-Identifier: MIT
# Usage: awk -f bounds.awk BOUNDS COUNTS.csv
# Prints each bound of loops.bounds with its figure, and fails if one is not kept.
FNR == NR {
	if (!/^#/)
		bound[++bounds] = $0
	next
}
FNR == 1 {
	split($0, heading, ",")
	next
}
{
	split($0, field, ",")
	for (i in heading)
		count[field[1], heading[i]] = field[i]
}
function value(loop, event)
{
	if (!((loop, event) in count)) {
		print "FAIL no count of " event " for " loop
		failed = 1
	}
	return count[loop, event] / 1000
}
function judge(kept, text, actual)
{
	printf "%s %s: %.3f\n", kept ? "ok" : "FAIL", text, actual
	failed = failed || !kept
}
END {
	for (i = 1; i <= bounds; i++) {
		split(bound[i], word, "\t")
		actual = word[1] == "ratio" ? word[4] : word[3]
		limit = word[1] == "ratio" ? word[5] : word[4]
		text = bound[i]
		gsub("\t", " ", text)
		if (word[1] == "ratio") {
			below = value(word[3], actual)
			actual = value(word[2], actual) / (below ? below : 0.001)
		} else {
			actual = value(word[2], actual)
		}
		judge(word[1] == "most" ? actual <= limit + 0 : actual >= limit + 0, text, actual)
	}
	exit failed || !bounds
}
