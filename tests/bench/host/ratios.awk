# SPDX-License-Identifier: MIT
# awk -f ratios.awk TIMES: prints a row for each allocator and workload: Tarn's time over its own.
# A line of TIMES has allocator, config, arena, workload, nanoseconds. The lines of a round follow
# one another, and one of them is Tarn's.
$1 == "tarn" { tarn[$4, ++rounds[$4]] = $5 }
$1 != "tarn" {
	run = $1 "," $2 "," $3 "," $4
	if (!(run in n))
		order[++runs] = run
	time[run, ++n[run]] = $5
	workload[run] = $4
}

# Sorts value[1..n].
function sort(n,    i, j, kept) {
	for (i = 2; i <= n; i++) {
		kept = value[i]
		for (j = i - 1; j && value[j] > kept; j--)
			value[j + 1] = value[j]
		value[j + 1] = kept
	}
}

END {
	for (i = 1; i <= runs; i++) {
		run = order[i]
		count = n[run]
		if (count != rounds[workload[run]]) {
			print "error: " run ": " count " rounds, but Tarn has " \
				rounds[workload[run]] + 0 >"/dev/stderr"
			exit 1
		}
		for (j = 1; j <= count; j++)
			value[j] = tarn[workload[run], j] / time[run, j]
		sort(count)
		median = (value[int((count + 1) / 2)] + value[int(count / 2) + 1]) / 2
		printf "%s,time-ratio,%d,%.2f,%.2f,-,%.2f\n", run, count, value[1], median, \
			value[count]
	}
}
