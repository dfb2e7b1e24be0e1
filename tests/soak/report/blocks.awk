# SPDX-License-Identifier: MIT
# Samples of runs, one a line (columns as in the names below, `-` for null), to what is tested for a
# trend: means over blocks of time to -v data=FILE, for gnuplot, a data set each, and to standard
# output a line each: run, quantity, kind, and by kind
#   slope     mean, last: the next data set of FILE
#   constant  value: it never changed
#   records   from, to, times, p: of a running extreme, over the second half
#   short     samples: too few to say
#   absent    never measured
# README.md says why so.
BEGIN {
	FS = OFS = "\t"
	BLOCKS = 20
	LEAST = 10   # samples
	WARM_UP = 10 # the share of the run, its first, that is passed over: a tenth
	split("run ms ops least commons longest refused alloc_worst free_worst stack_unused bytes waste board", name, " ")
}

run != "" && $1 != run { finish() }

{
	run = $1
	n++
	for (i = 2; i <= NF; i++)
		at[name[i], n] = $i
}

END {
	if (n)
		finish()
}

# Which block, and which bucket in it, has the time of a sample.
function place(i,    into) {
	into = (at["ms", i] - start) / width
	block[i] = into >= blocks ? blocks - 1 : int(into)
	bucket[i] = int((into - block[i]) * buckets)
	if (bucket[i] >= buckets)
		bucket[i] = buckets - 1
}

# The start, and the blocks: as many as BLOCKS; buckets in a block as wide as the widest gap.
function divide(    i, gap) {
	start = at["ms", 1] + (at["ms", n] - at["ms", 1]) / WARM_UP
	for (first = 1; first <= n && at["ms", first] <= start; first++)
		;
	blocks = n - first + 1 < BLOCKS ? n - first + 1 : BLOCKS
	if (blocks < LEAST || first < 2)
		return 0
	width = (at["ms", n] - start) / blocks
	for (i = first; i <= n; i++)
		if (at["ms", i] - at["ms", i - 1] > gap)
			gap = at["ms", i] - at["ms", i - 1]
	buckets = gap < width ? int(width / gap) : 1
	for (i = first; i <= n; i++)
		place(i)
	return 1
}

function measured(what,    i) {
	for (i = first; i <= n; i++)
		if (at[what, i] != "-")
			return 1
	return 0
}

# mean[b] over buckets, of each its mean or its minimum. An awk has no arrays of its own in a
# function but those it is not given.
function means(what, minimum,    i, b, k, key, sum, count, buckets_in) {
	split("", mean)
	for (i = first; i <= n; i++) {
		if (at[what, i] == "-")
			continue
		key = block[i] SUBSEP bucket[i]
		if (!(key in count))
			sum[key] = minimum ? at[what, i] : 0
		count[key]++
		if (!minimum)
			sum[key] += at[what, i]
		else if (at[what, i] < sum[key])
			sum[key] = at[what, i]
	}
	for (key in count) {
		split(key, k, SUBSEP)
		mean[k[1]] += sum[key] / (minimum ? 1 : count[key])
		buckets_in[k[1]]++
	}
	for (b in buckets_in)
		mean[b] /= buckets_in[b]
}

# mean[b] = what changed, for so much of another quantity.
function rates(what, per, factor,    i, b, base) {
	split("", mean)
	for (i = first; i <= n; i++) {
		mean[block[i]] += at[what, i] - at[what, i - 1]
		base[block[i]] += at[per, i] - at[per, i - 1]
	}
	for (b in mean)
		mean[b] = base[b] > 0 ? mean[b] * factor / base[b] : 0
}

function slope(what,    b, count, sum, last, least, most) {
	for (b = 0; b < blocks; b++)
		if (b in mean) {
			if (!count || mean[b] < least)
				least = mean[b]
			if (!count || mean[b] > most)
				most = mean[b]
			sum += last = mean[b]
			count++
		}
	if (count < LEAST)
		print run, what, "short", count
	else if (least == most)
		print run, what, "constant", least
	else {
		print run, what, "slope", sum / count, last
		for (b = 0; b < blocks; b++)
			if (b in mean)
				printf "%.9g %.9g\n", (start + (b + 0.5) * width) / 3600000, mean[b] >data
		printf "\n\n" >data
	}
}

# At least `times` new extremes in the second half, where block i of i is one in 1/i of the cases.
function chance(times, from,    i, k, p, most) {
	p[0] = 1
	most = blocks - from
	for (i = from; i < blocks; i++)
		for (k = most; k >= 0; k--)
			p[k] = p[k] * (1 - 1 / (i + 3)) + (k ? p[k - 1] / (i + 3) : 0)
	sum_of_tail = 0
	for (k = times; k <= most; k++)
		sum_of_tail += p[k]
	return sum_of_tail > 1 ? 1 : sum_of_tail
}

# A running extreme: how often does it still move? Before the blocks were two more, passed over.
function records(what,    i, b, half, from, times, end_of) {
	for (i = first; i <= n; i++)
		if (at[what, i] != "-")
			end_of[block[i]] = at[what, i]
	half = int(blocks / 2)
	for (b = 0; b < half; b++)
		if (b in end_of)
			from = end_of[b]
	if (from == "") {
		print run, what, "short", 0
		return
	}
	i = from
	for (b = half; b < blocks; b++)
		if (b in end_of && end_of[b] != i) {
			times++
			i = end_of[b]
		}
	print run, what, "records", from, i, times + 0, chance(times + 0, half)
}

function test(what, kind) {
	if (!enough)
		print run, what, "short", n
	else if (!measured(what))
		print run, what, "absent"
	else if (kind == "records")
		records(what)
	else {
		means(what, kind == "minimum")
		slope(what)
	}
}

function finish() {
	enough = divide()
	test("least", "minimum")
	test("commons")
	test("longest")
	if (enough) {
		rates("refused", "ops", 1000)
		slope("refusals")
		rates("ops", "ms", 1000)
		slope("throughput")
	} else {
		print run, "refusals", "short", n
		print run, "throughput", "short", n
	}
	test("alloc_worst", "records")
	test("free_worst", "records")
	test("stack_unused", "records")
	n = 0
}
