# SPDX-License-Identifier: MIT
# Instructions of malloc and free in W2 and W3, in an arena of -v arena=BYTES.
function row(    key) {
	if (cell["arena"] != arena || cell["workload"] !~ /^W[23]$/)
		return
	if (cell["op"] !~ /^(malloc|free)$/)
		return
	key = cell["workload"] SUBSEP cell["op"] SUBSEP this_series()
	least[key] = number(cell["min"])
	median[key] = number(cell["median"])
	p999[key] = number(cell["p999"])
	most[key] = number(cell["max"])
	if (most[key] != "NaN" && most[key] > highest)
		highest = most[key]
	if (least[key] != "NaN" && (!lowest || least[key] < lowest))
		lowest = least[key]
}

function lines_of(workload, op,    s, n) {
	for (s = 1; s <= series; s++)
		n += (workload, op, s) in most
	return n
}

function one(workload, op,    i, key, n) {
	if (!lines_of(workload, op))
		return
	panel(workload ": " op, "instructions", lines_of(workload, op))
	for (i = 1; i <= ranks; i++) {
		key = workload SUBSEP op SUBSEP rank[i]
		if (key in most)
			line(rank[i], least[key] " " median[key] " " p999[key] " " most[key])
	}
	end_lines()
	for (n = 1; n <= panel_lines; n++) {
		key = workload SUBSEP op SUBSEP line_series[n]
		figure(n, 130, shown(median[key], "%d"))
		figure(n, 72, shown(p999[key], "%d"))
		figure(n, 14, shown(most[key], "%d"))
	}
	figure(0, 130, "median")
	figure(0, 72, "99.9 %")
	figure(0, 14, "max")
	print "plot " bars(5, "$2", -0.16, 0.16, "light", 6) ", \\"
	print "  $data using 4:1:(colour($6)) with points pt 12 ps 0.8 lw 1.5 lc rgb variable, \\"
	print "  $data using 3:1:(colour($6)) with points pt 7 ps 0.6 lc rgb variable"
}

function draw(    lines) {
	if (!highest)
		nothing("no malloc or free of W2 or W3")
	lines = lines_of("W2", "malloc")
	if (lines_of("W3", "malloc") > lines)
		lines = lines_of("W3", "malloc")
	page("Instructions per call, " board ", " kib(arena) " arena", \
		"bar: least to most     ● median     ◇ 99.9 % of the calls take no more", \
		2, 2, lines, 176)
	log_axis(lowest < 2 ? 1 : lowest * 0.8, highest * 1.2)
	one("W2", "malloc")
	one("W2", "free")
	one("W3", "malloc")
	one("W3", "free")
	print "unset multiplot"
}
