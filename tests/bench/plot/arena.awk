# SPDX-License-Identifier: MIT
# Recorded programs: the memory that each needs, over its peak payload. On a board this is the
# smallest arena (min-arena-ratio), on the host the resident memory (resident-ratio).
function row(    s) {
	if (cell["metric"] ~ /^(min-arena|resident)$/)
		bytes[cell["workload"], this_series()] = cell["value"]
	if (cell["metric"] !~ /^(min-arena|resident)-ratio$/)
		return
	metric = cell["metric"]
	s = this_series()
	add(cell["workload"], s, cell["value"])
	sum[s] += log(cell["value"])
	n[s]++
	if (cell["value"] > highest)
		highest = cell["value"]
}

function add(name, s, value) {
	ratio[name, s] = value
	if (!lines[name]++)
		trace[++traces] = name
}

# The geometric mean over all programs, of each series that ran all of them.
function add_means(    s, programs) {
	programs = traces
	for (s = 1; s <= series; s++)
		if (n[s] == programs)
			add("geometric mean", s, exp(sum[s] / n[s]))
}

# Fewer decimals for large values.
function short(value, decimals) {
	return sprintf("%." (value < 10 ? decimals : value < 1000 ? 1 : 0) "f", value)
}

function one(name,    i, key, known_bytes) {
	panel(name, metric == "resident-ratio" ? "resident / live" : \
		"arena / live", lines[name])
	for (i = 1; i <= ranks; i++)
		if ((name, rank[i]) in ratio)
			line(rank[i], ratio[name, rank[i]])
	end_lines()
	for (i = 1; i <= panel_lines; i++) {
		key = name SUBSEP line_series[i]
		if (key in bytes) {
			figure(i, 72, short(bytes[key] / 1024, 1))
			known_bytes = 1
		}
		figure(i, 14, short(ratio[key], 3))
	}
	if (known_bytes)
		figure(0, 72, "KiB")
	figure(0, 14, "ratio")
	print "plot " bars(2, 1, -0.32, 0.32, "colour", 3)
}

function draw(    i, most) {
	if (!traces)
		nothing("no row of min-arena-ratio or resident-ratio")
	add_means()
	for (i = 1; i <= traces; i++)
		if (lines[trace[i]] > most)
			most = lines[trace[i]]
	page("Memory that recorded programs need, " board, \
		(metric == "resident-ratio" ? "peak of resident memory" : \
		"smallest arena that serves every request") \
		", in KiB and as a ratio to the peak of live bytes (1: no overhead)", \
		2, int((traces + 1) / 2), most, 124)
	if (highest > 3)
		log_axis(1, highest * 1.1)
	else
		linear_axis(1, 1 + (highest - 1) * 1.05, highest > 1.6 ? 0.5 : 0.1)
	for (i = 1; i <= traces; i++)
		one(trace[i])
	print "unset multiplot"
}
