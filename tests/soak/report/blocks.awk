# SPDX-License-Identifier: MIT
# Turns the series (samples.jq) into the data of the tests for trends. The means over blocks of time
# go to -v data=FILE, one data set of gnuplot for each series. Standard output has a line for each
# series: run, series, kind, and by kind
#   slope     mean, last: the next data set of FILE
#   constant  value: it never changed
#   records   from, to, times, p: of a running extreme, in the second half of the run
#   short     samples: the run has too few to test
#   sparse    blocks: the series has values in too few of them
#   absent    never measured
# README.md has the reasons.
BEGIN {
	FS = OFS = "\t"
	SAMPLES = 16 # a run with fewer is not tested
	BLOCKS = 40
	LEAST = 8    # a series with values in fewer blocks is not tested
	WARM_UP = 10 # the first tenth of the run is left out
	tests = split("least commons longest refusals throughput " \
		"alloc_worst free_worst stack_unused", tested, " ")
}

$1 != run || NR == 1 {
	if (NR > 1)
		finish()
	run = $1
}

# Rounds beside a tick differ from one another: they depend on when the ticks come.
$3 ~ /\/interrupt$/ { next }

{
	if (!($3 in rows))
		series[++known] = $3
	i = ++rows[$3]
	from[$3, i] = $4
	to[$3, i] = $5
	weight[$3, i] = $6
	least[$3, i] = $7
	mean[$3, i] = $8
	if (!samples || $5 != end)
		samples++
	end = $5
}

END {
	if (NR)
		finish()
}

# Chooses the number of blocks, so that samples fill them. False: the run is too short.
function divide(    i, later) {
	start = end / WARM_UP
	for (i = 1; i <= rows["least"]; i++)
		later += (from["least", i] + to["least", i]) / 2 >= start
	blocks = int(later * 3 / 4)
	blocks = blocks > BLOCKS ? BLOCKS : blocks
	width = blocks ? (end - start) / blocks : 0
	return samples >= SAMPLES && blocks >= LEAST && width > 0
}

# The block that the middle of an interval lies in; -1: it is in the first tenth.
function block_of(what, i,    into) {
	into = ((from[what, i] + to[what, i]) / 2 - start) / width
	return into < 0 ? -1 : into >= blocks ? blocks - 1 : int(into)
}

# value[b]: the mean of all measurements in block b; of the series `least`, the least.
function fill(what,    i, b, sum, seen) {
	split("", value)
	for (i = 1; i <= rows[what]; i++) {
		b = block_of(what, i)
		if (b < 0)
			continue
		if (what == "least") {
			if (!(b in value) || least[what, i] < value[b])
				value[b] = least[what, i]
			continue
		}
		sum[b] += weight[what, i] * mean[what, i]
		seen[b] += weight[what, i]
	}
	for (b in seen)
		value[b] = sum[b] / seen[b]
}

function slope(what,    b, count, sum, last, low, high, hour) {
	fill(what)
	for (b = 0; b < blocks; b++)
		if (b in value) {
			low = !count || value[b] < low ? value[b] : low
			high = !count || value[b] > high ? value[b] : high
			sum += last = value[b]
			count++
		}
	if (count < LEAST)
		print run, what, "sparse", count + 0
	else if (low == high)
		print run, what, "constant", low
	else {
		print run, what, "slope", sum / count, last
		for (b = 0; b < blocks; b++) {
			hour = (start + (b + 0.5) * width) / 3600000
			if (b in value)
				printf "%.9g %.9g\n", hour, value[b] >data
		}
		printf "\n\n" >data
	}
}

# The probability of at least `times` new extremes in the second half. If blocks are alike, block i
# is a new extreme with probability 1/i. The first tenth counts as two more blocks.
function chance(times, half,    i, k, p, most, tail) {
	p[0] = 1
	most = blocks - half
	for (i = half; i < blocks; i++)
		for (k = most; k >= 0; k--)
			p[k] = p[k] * (1 - 1 / (i + 3)) + (k ? p[k - 1] / (i + 3) : 0)
	for (k = times; k <= most; k++)
		tail += p[k]
	return tail > 1 ? 1 : tail
}

# A running extreme: in how many blocks of the second half does it move?
function records(what,    i, b, half, before, now, times) {
	half = int(blocks / 2)
	split("", value)
	for (i = 1; i <= rows[what]; i++)
		if ((b = block_of(what, i)) >= 0)
			value[b] = mean[what, i]
	for (b = 0; b < blocks; b++) {
		if (!(b in value))
			continue
		if (b >= half && now != "" && value[b] != now)
			times++
		now = value[b]
		if (b < half)
			before = now
	}
	if (before == "")
		print run, what, "sparse", 0
	else
		print run, what, "records", before, now, times + 0, chance(times + 0, half)
}

function test(what) {
	if (!enough)
		print run, what, samples < SAMPLES ? "short" : "sparse", samples
	else if (what ~ /_(worst|unused)$/)
		records(what)
	else
		slope(what)
}

function finish(    i, k, any) {
	enough = divide()
	for (i = 1; i <= tests; i++) {
		any = 0
		for (k = 1; k <= known; k++)
			if (series[k] == tested[i] || index(series[k], tested[i] "/") == 1) {
				test(series[k])
				any = 1
			}
		if (!any)
			print run, tested[i], "absent"
	}
	split("", rows)
	known = samples = end = 0
}
