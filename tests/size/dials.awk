# SPDX-License-Identifier: MIT
# tests/size/dials.awk BARS ROWS: prints the table of tests/size/dials. The status is 1 if a bar is
# not reached.
function field(name,    i) {
	for (i = 1; i <= NF; i++) {
		if (index($i, name "=") == 1)
			return substr($i, length(name) + 2)
	}
	print "error: a row has no " name
	exit failed = 1
}
function means(name, logs,    i) {
	printf "%-9s", name
	for (i = 1; i <= count; i++)
		printf "  %-9.4f", rows ? exp(logs[dials[i]] / rows) : 0
	print ""
}
/^#/ { next }
FNR == NR {
	dials[++count] = $1
	ratio_most[$1] = $2
	pools_least[$1] = $3
	next
}
{
	trace = field("trace")
	dial = field("dial")
	if (field("refused") > 0)
		fails[++wrong] = trace ", " dial ", TARN_ALIGN " field("granule") \
			": requests are refused"
	if (field("granule") == 16) {
		value = field("ratio")
		ratio_16[trace, dial] = value
		logs_16[dial] += log(value)
		logs_better[dial] += log(value < ratio[trace, dial] ? value : ratio[trace, dial])
		next
	}
	if (!(trace in seen)) {
		seen[trace] = 1
		traces[++rows] = trace
	}
	ratio[trace, dial] = field("ratio")
	pools[trace, dial] = field("pools")
	instructions[trace, dial] = field("instructions")
	logs[dial] += log(field("ratio"))
	if (field("pools") + 0 < pools_least[dial])
		fails[++wrong] = trace ", " dial ": pools serve " field("pools") " %, less than " \
			pools_least[dial]
}
END {
	if (failed)
		exit 1
	if (!rows)
		fails[++wrong] = "no rows"
	printf "%-9s", "trace"
	for (i = 1; i <= count; i++)
		printf "  %-9s pools %%  insns", dials[i]
	print ""
	for (t = 1; t <= rows; t++) {
		printf "%-9s", traces[t]
		for (i = 1; i <= count; i++)
			printf "  %-9s %7s %6s", ratio[traces[t], dials[i]], \
				pools[traces[t], dials[i]], instructions[traces[t], dials[i]]
		print ""
	}
	printf "%-9s", "mean"
	for (i = 1; i <= count; i++) {
		mean = rows ? exp(logs[dials[i]] / rows) : 0
		printf "  %-9.4f %7s %6s", mean, "", ""
		if (mean > ratio_most[dials[i]])
			fails[++wrong] = sprintf("%s: the mean is %.4f, more than %s", dials[i], \
				mean, ratio_most[dials[i]])
	}
	print "\n(smallest RAM over peak live payload; calls that pools serve; " \
		"instructions per call, mps2-an386)"
	printf "\n%-9s", "at 16"
	for (i = 1; i <= count; i++)
		printf "  %-9s", dials[i]
	print ""
	for (t = 1; t <= rows; t++) {
		printf "%-9s", traces[t]
		for (i = 1; i <= count; i++)
			printf "  %-9s", ratio_16[traces[t], dials[i]]
		print ""
	}
	means("mean", logs_16)
	means("better", logs_better)
	print "(that RAM with TARN_ALIGN 16; " \
		"better: the mean with the better granule for each program)"
	for (i = 1; i <= wrong; i++)
		print "FAIL " fails[i]
	exit wrong > 0
}
