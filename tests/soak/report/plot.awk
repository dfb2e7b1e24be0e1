# SPDX-License-Identifier: MIT
# Samples (samples.jq) to plots: awk -v folder=FOLDER, the gnuplot script to standard output, data and
# FOLDER/<board>.<figure>.svg in the folder. Time is cut into buckets, and of each bucket there is a
# band, least to most over all samples of all runs of the board, and a line, their mean; running
# extremes are lines alone.
BEGIN {
	FS = "\t"
	split("run ms ops least commons longest refused alloc_worst free_worst stack_unused bytes waste board", name, " ")
	MOST_BUCKETS = 120
	figures = split("live floor commons longest waste refusals throughput latency stack", figure, " ")
}

{
	n++
	for (i = 1; i <= NF; i++)
		at[name[i], n] = $i
	if (!samples[$NF]++)
		board[++boards] = $NF
	if (!seen[$1]++)
		runs[$NF]++
	if ($2 > longest_ms[$NF])
		longest_ms[$NF] = $2
}

function add(b, what, bucket, value,    key) {
	if (value == "-")
		return
	key = b SUBSEP what SUBSEP bucket
	if (!count[key]++ || value < least[key])
		least[key] = value
	if (count[key] == 1 || value > most[key])
		most[key] = value
	sum[key] += value
	if (!has[b, what]++)
		lowest[b, what] = highest[b, what] = value + 0
	if (value < lowest[b, what])
		lowest[b, what] = value + 0
	if (value > highest[b, what])
		highest[b, what] = value + 0
}

# What changed since the sample before, if that is of the same run.
function add_rates(b, bucket, i,    ops) {
	if (i == 1 || at["run", i] != at["run", i - 1])
		return
	ops = at["ops", i] - at["ops", i - 1]
	if (ops > 0 && at["ms", i] > at["ms", i - 1]) {
		add(b, "refusals", bucket, (at["refused", i] - at["refused", i - 1]) * 1000 / ops)
		add(b, "throughput", bucket, ops / (at["ms", i] - at["ms", i - 1]))
	}
}

function fill(    i, b, bucket) {
	for (i = 1; i <= n; i++) {
		b = at["board", i]
		bucket = longest_ms[b] ? int(at["ms", i] / longest_ms[b] * buckets[b]) : 0
		if (bucket >= buckets[b])
			bucket = buckets[b] - 1
		add(b, "live", bucket, at["bytes", i] / 1024)
		add(b, "floor", bucket, at["least", i])
		add(b, "commons", bucket, at["commons", i] / 1024)
		add(b, "longest", bucket, at["longest", i] / 1024)
		add(b, "waste", bucket, at["waste", i] / 10)
		add(b, "latency", bucket, at["alloc_worst", i])
		add(b, "latency2", bucket, at["free_worst", i])
		add(b, "stack", bucket, at["stack_unused", i])
		add_rates(b, bucket, i)
	}
}

function unit(ms) {
	return ms < 300000 ? "s" : ms < 10800000 ? "min" : ms < 259200000 ? "h" : "days"
}

function ms_of(u) {
	return u == "s" ? 1000 : u == "min" ? 60000 : u == "h" ? 3600000 : 86400000
}

function second_of(what) {
	return what == "latency" ? "latency2" : ""
}

function number(value, key) {
	return key in count ? sprintf("%.4g", value) : "NaN"
}

# Time, least, most, mean, second: for gnuplot, and as attributes for the page.
function write_data(b, what, file, u,    i, key, second, row, points) {
	for (i = 0; i < buckets[b]; i++) {
		key = b SUBSEP what SUBSEP i
		if (!(key in count))
			continue
		second = b SUBSEP second_of(what) SUBSEP i
		row = sprintf("%.4g %.4g %.4g %.4g %s", (i + 0.5) / buckets[b] * longest_ms[b] / ms_of(u), \
			least[key], most[key], sum[key] / count[key], \
			number(most[second], second))
		print row >(file ".dat")
		points = points (points ? ";" : "") row
	}
	printf "data-most=\"%.6g\" data-unit=\"%s\" data-points=\"%s\"", longest_ms[b] / ms_of(u), u, \
		points >(file ".attributes")
	close(file ".dat")
	close(file ".attributes")
}

function lines(what) {
	if (what == "latency")
		return "data using 1:3 with lines lc rgb '#050505' lw 1.8, data using 1:5 with lines lc rgb '#060606' lw 1.8"
	if (what == "stack")
		return "data using 1:2 with lines lc rgb '#050505' lw 1.8"
	return "data using 1:2:3 with filledcurves lc rgb '#040404', data using 1:4 with lines lc rgb '#050505' lw 1.6"
}

# A step of 1, 2 or 5 times a power of ten, not below `about`.
function step_of(about,    power) {
	for (power = 1; power > about; power /= 10)
		;
	for (; power * 10 <= about; power *= 10)
		;
	return power * (about > 5 * power ? 10 : about > 2 * power ? 5 : about > power ? 2 : 1)
}

# Some four tics from nought on; of the floor from where it is, for it is to be seen how it moves.
function scale(b, what,    i, low, high, step) {
	low = what == "floor" ? lowest[b, what] : 0
	high = highest[b, what]
	if (high <= low)
		high = low + 1
	step = step_of((high - low) / 4)
	low = int(low / step) * step
	printf "set ytics %g\nset yrange [%g:%g]\n", step, low, low + int((high - low) / step + 0.999) * step
}

function draw(b, what,    data, u) {
	data = folder "/" b "." what
	u = unit(longest_ms[b])
	write_data(b, what, data, u)
	printf "set terminal svg size 360,180 dynamic font 'inherit,11' noenhanced\n"
	printf "set output '%s.svg'\ndata = '%s.dat'\n", data, data
	printf "set xrange [0:%.6g]\nset format x '%%g %s'\n", longest_ms[b] / ms_of(u), u
	scale(b, what)
	print "plot " lines(what)
}

END {
	for (i = 1; i <= boards; i++) {
		b = board[i]
		buckets[b] = int(samples[b] / runs[b] / 3)
		buckets[b] = buckets[b] > MOST_BUCKETS ? MOST_BUCKETS : buckets[b] < 10 ? 10 : buckets[b]
	}
	fill()
	print "load '" here "/plot.gp'"
	for (i = 1; i <= boards; i++)
		for (k = 1; k <= figures; k++)
			if (has[board[i], figure[k]])
				draw(board[i], figure[k])
}
