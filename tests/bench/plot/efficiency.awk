# SPDX-License-Identifier: MIT
# W4: the share of the memory that is payload, fresh and churned. A panel for each arena.
function row(    key) {
	if (cell["workload"] != "W4" || cell["metric"] !~ /^(fresh|churned)$/)
		return
	key = cell["arena"] SUBSEP this_series()
	share[key, cell["metric"]] = number(cell["value"])
	if (!(key in has)) {
		has[key] = 1
		lines[cell["arena"]]++
	}
	if (!(cell["arena"] in known)) {
		known[cell["arena"]] = 1
		arena[++arenas] = cell["arena"]
	}
}

function value(key, metric) {
	return (key, metric) in share ? share[key, metric] : "NaN"
}

function one(bytes,    i, key, n) {
	panel(kib(bytes), "payload, % of the memory taken", lines[bytes])
	for (i = 1; i <= ranks; i++) {
		key = bytes SUBSEP rank[i]
		if (key in has)
			line(rank[i], value(key, "fresh") " " value(key, "churned"))
	}
	end_lines()
	for (n = 1; n <= panel_lines; n++) {
		key = bytes SUBSEP line_series[n]
		figure(n, 72, shown(value(key, "fresh"), "%.1f"))
		figure(n, 14, shown(value(key, "churned"), "%.1f"))
	}
	figure(0, 72, "fresh")
	figure(0, 14, "churned")
	print "plot " bars(2, 0, -0.36, -0.02, "light", 4) ", \\"
	print "  " bars(3, 0, 0.02, 0.36, "colour", 4)
}

function draw(    i, most) {
	if (!arenas)
		nothing("no row of W4")
	for (i = 1; i <= arenas; i++)
		if (lines[arena[i]] > most)
			most = lines[arena[i]]
	page("Memory efficiency, W4: blocks of 1 to 512 B, " board, \
		"a fresh heap filled (pale); filled after 200,000 operations or more (dark)", \
		arenas > 1 ? 2 : 1, int((arenas + 1) / 2), most, 118)
	linear_axis(0, 100, 20)
	for (i = 1; i <= arenas; i++)
		one(arena[i])
	print "unset multiplot"
}
