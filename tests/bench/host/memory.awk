# SPDX-License-Identifier: MIT
# awk -f memory.awk MEASURED: prints the memory rows. A line of MEASURED has allocator, config,
# arena, workload, and the five numbers of replay_memory. What is resident before the first block
# with the C library's malloc does not belong to an allocator: it is subtracted.
$1 == "glibc" { floor[$3, $4] = $7 }
{ line[NR] = $0 }
END {
	for (i = 1; i <= NR; i++) {
		split(line[i], f, " ")
		row = f[1] "," f[2] "," f[3] "," f[4]
		most = f[8] - floor[f[3], f[4]]
		last = f[9] - floor[f[3], f[4]]
		if (most <= 0 || last <= 0) {
			print "error: " row ": no memory is resident" >"/dev/stderr"
			exit 1
		}
		if (f[4] == "fresh" || f[4] == "churned") {
			printf "%s,%s,%s,W4,%s,%.2f\n", f[1], f[2], f[3], f[4], 100 * f[6] / last
			continue
		}
		print row "," (f[3] == "-" ? "peak" : "live-peak") "," f[5]
		print row ",resident," most
		if (f[3] == "-")
			printf "%s,resident-ratio,%.4f\n", row, most / f[5]
	}
}
