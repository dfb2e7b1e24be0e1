# SPDX-License-Identifier: MIT
# awk -f table.awk host.csv host-memory.csv: prints the figures as tables.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; next }
{ name = $1 ($2 == "-" ? "" : " " $2) }
memory {
	value[name, $3, $4, $5] = $6
	if (!(name in in_memory)) {
		in_memory[name] = 1
		column[++columns] = name
	}
	if ($5 == "peak" && !(($4) in peak)) {
		peak[$4] = $6
		trace[++traces] = $4
	}
	next
}
$5 == "time-ratio" {
	ratio[name, $4] = $8
	spread[name, $4] = $7 "-" $10
	if (!(name in in_time)) {
		in_time[name] = 1
		rival[++rivals] = name
	}
	if (!($4 in timed)) {
		timed[$4] = $6
		work[++works] = $4
	}
	next
}
{
	run = $4 SUBSEP name
	if (!(run in known)) {
		known[run] = 1
		order[++runs] = run
	}
	figures[run, $5] = $8 " / " $9 " / " $10
}

function instructions(    i, key) {
	print "Instructions per call under callgrind: median / 99.9 % / worst"
	printf "%-4s %-10s %18s %18s %24s %24s\n", "", "", "malloc", "free", \
		"realloc, stays", "realloc, moves"
	for (i = 1; i <= runs; i++) {
		split(order[i], key, SUBSEP)
		printf "%-4s %-10s %18s %18s %24s %24s\n", key[1], key[2], \
			figures[order[i], "malloc"], figures[order[i], "free"], \
			figures[order[i], "realloc-stay"], figures[order[i], "realloc-move"]
	}
}

function times(    i, j) {
	print "\nTarn's time (level 1) divided by the other's in the same round; below 1 Tarn is"
	print "faster: median (least-most)"
	printf "%-9s %6s", "", "rounds"
	for (j = 1; j <= rivals; j++)
		printf " %18s", rival[j]
	for (i = 1; i <= works; i++) {
		printf "\n%-9s %6d", work[i], timed[work[i]]
		for (j = 1; j <= rivals; j++)
			printf " %5s %12s", ratio[rival[j], work[i]], \
				"(" spread[rival[j], work[i]] ")"
	}
	print ""
}

function shares(    j, size) {
	print "\nW4: live bytes in % of resident bytes"
	printf "%-10s %16s %16s %16s %16s\n", "", "256K fresh", "churned", "16M fresh", "churned"
	for (j = 1; j <= columns; j++) {
		printf "%-10s", column[j]
		for (size = 262144; size <= 16777216; size *= 64)
			printf " %16s %16s", value[column[j], size, "W4", "fresh"], \
				value[column[j], size, "W4", "churned"]
		print ""
	}
}

function programs(    i, j, most) {
	if (!traces)
		return
	print "\nRecorded programs: peak of resident bytes over peak of live bytes"
	printf "%-9s %9s", "", "live"
	for (j = 1; j <= columns; j++)
		printf " %9s", column[j]
	for (i = 1; i <= traces; i++) {
		printf "\n%-9s %9d", trace[i], peak[trace[i]]
		for (j = 1; j <= columns; j++) {
			most = value[column[j], "-", trace[i], "resident"] / peak[trace[i]]
			sum[j] += log(most)
			printf " %9.3f", most
		}
	}
	printf "\n%-19s", "geometric mean"
	for (j = 1; j <= columns; j++)
		printf " %9.3f", exp(sum[j] / traces)
	print ""
}

END {
	instructions()
	if (works)
		times()
	shares()
	programs()
}
