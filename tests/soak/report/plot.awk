# SPDX-License-Identifier: MIT
# Makes plots of the series (samples.jq): awk -v folder=FOLDER -f plot.awk FILE FILE
# It reads the file twice. It prints a gnuplot script and writes its data into the folder, where
# gnuplot writes <place>.<figure>.svg. Time is cut into buckets. In each bucket the band reaches
# from the least to the most of all measurements of all runs of the place. A thin line is the mean
# of a kind of round, the thick line the mean of those. A running extreme is a line alone.
BEGIN {
	FS = "\t"
	MOST_BUCKETS = 120
	figures = split("bytes commons longest refusals throughput waste latency stack", \
		figure, " ")
	plot["alloc_worst"] = "latency"
	plot["free_worst"] = "latency2"
	plot["stack_unused"] = "stack"
	scale_of["bytes"] = scale_of["commons"] = scale_of["longest"] = 1024
	scale_of["throughput"] = 1000
	scale_of["waste"] = 10
}

# First reading: the length of the runs, and their numbers of samples.
NR == FNR {
	if (!($2 in longest_ms))
		place[++places] = $2
	if ($5 > longest_ms[$2])
		longest_ms[$2] = $5
	if ($3 == "least")
		samples[$2, $1]++
	if (samples[$2, $1] > most_samples[$2])
		most_samples[$2] = samples[$2, $1]
	next
}

FNR == 1 {
	for (i = 1; i <= places; i++) {
		p = place[i]
		n = most_samples[p]
		buckets[p] = n > MOST_BUCKETS ? MOST_BUCKETS : n < 10 ? 10 : n
	}
}

# An interval counts in every bucket that it overlaps.
{
	split($3, part, "/")
	what = part[1] in plot ? plot[part[1]] : part[1]
	scale = what in scale_of ? scale_of[what] : 1
	first = bucket_of($2, $4)
	last = bucket_of($2, $5)
	if (last > first && $5 * buckets[$2] == last * longest_ms[$2])
		last--
	for (bucket = first; bucket <= last; bucket++)
		add($2, what, part[2], bucket)
}

function bucket_of(p, ms,    bucket) {
	bucket = longest_ms[p] ? int(ms / longest_ms[p] * buckets[p]) : 0
	return bucket < buckets[p] ? bucket : buckets[p] - 1
}

function add(p, what, kind, bucket,    key, of_kind) {
	key = p SUBSEP what SUBSEP bucket
	if (!seen[key]++ || $7 / scale < least[key])
		least[key] = $7 / scale
	if (seen[key] == 1 || $9 / scale > most[key])
		most[key] = $9 / scale
	if (most[key] > highest[p, what] || !((p, what) in highest))
		highest[p, what] = most[key]
	of_kind = key SUBSEP kind
	weight[of_kind] += $6
	sum[of_kind] += $6 * $8 / scale
	if (!((p, what, kind) in has)) {
		has[p, what, kind] = 1
		kinds[p, what]++
		kind_of[p, what, kinds[p, what]] = kind
	}
}

function unit(ms) {
	return ms < 300000 ? "s" : ms < 10800000 ? "min" : ms < 259200000 ? "h" : "days"
}

function ms_of(u) {
	return u == "s" ? 1000 : u == "min" ? 60000 : u == "h" ? 3600000 : 86400000
}

function number(value, known) {
	return known ? sprintf("%.4g", value) : "NaN"
}

# Writes rows of time, least, most, mean, second: for the page as attributes, and for gnuplot with
# the mean of each kind.
function write_data(p, what, file, u,
		i, k, key, of_kind, means, total, count, row, points, second, time) {
	for (i = 0; i < buckets[p]; i++) {
		key = p SUBSEP what SUBSEP i
		if (!(key in seen))
			continue
		means = total = count = ""
		for (k = 1; k <= kinds[p, what]; k++) {
			of_kind = key SUBSEP kind_of[p, what, k]
			if (!(of_kind in weight)) {
				means = means " NaN"
				continue
			}
			means = means sprintf(" %.4g", sum[of_kind] / weight[of_kind])
			total += sum[of_kind] / weight[of_kind]
			count++
		}
		second = p SUBSEP what "2" SUBSEP i
		time = (i + 0.5) / buckets[p] * longest_ms[p] / ms_of(u)
		row = sprintf("%.4g %.4g %.4g %.4g %s", time, least[key], most[key], \
			total / count, number(most[second], second in seen))
		print row means >(file ".dat")
		points = points (points ? ";" : "") row
	}
	printf "data-most=\"%.6g\" data-unit=\"%s\" data-points=\"%s\"", \
		longest_ms[p] / ms_of(u), u, points >(file ".attributes")
	close(file ".dat")
	close(file ".attributes")
}

# One line of a column of the data, in a colour of the page, of a width.
function line(column, colour, width) {
	return "data using 1:" column " with lines lc rgb '#" colour "' lw " width
}

function lines(p, what,    k, text) {
	if (what == "latency")
		return line(3, "050505", 1.8) ", " line(5, "060606", 1.8)
	if (what == "stack")
		return line(2, "050505", 1.8)
	if (what == "waste")
		return line(3, "050505", 1.8)
	text = "data using 1:2:3 with filledcurves lc rgb '#040404'"
	for (k = 1; kinds[p, what] > 1 && k <= kinds[p, what]; k++)
		text = text ", " line(5 + k, "070707", 0.8)
	return text ", " line(4, "050505", 1.8)
}

# The smallest step of 1, 2, 5 or 10 times a power of ten that is not below `about`.
function step_of(about,    power) {
	for (power = 1; power > about; power /= 10)
		;
	for (; power * 10 <= about; power *= 10)
		;
	return power * (about > 5 * power ? 10 : about > 2 * power ? 5 : about > power ? 2 : 1)
}

# About four tics, from 0.
function set_scale(p, what,    high, step) {
	high = highest[p, what] > 0 ? highest[p, what] : 1
	step = step_of(high / 4)
	printf "set ytics %g\nset yrange [0:%g]\n", step, int(high / step + 0.999) * step
}

function draw(p, what,    data, u) {
	data = folder "/" p "." what
	u = unit(longest_ms[p])
	write_data(p, what, data, u)
	printf "set terminal svg size 360,180 dynamic font 'inherit,11' noenhanced\n"
	printf "set output '%s.svg'\ndata = '%s.dat'\n", data, data
	printf "set xrange [0:%.6g]\nset format x '%%g %s'\n", longest_ms[p] / ms_of(u), u
	set_scale(p, what)
	print "plot " lines(p, what)
}

END {
	print "load '" here "/plot.gp'"
	for (i = 1; i <= places; i++)
		for (k = 1; k <= figures; k++)
			if ((place[i], figure[k]) in highest)
				draw(place[i], figure[k])
}
