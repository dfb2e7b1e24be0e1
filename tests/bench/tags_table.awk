# SPDX-License-Identifier: MIT
# awk -f tests/bench/tags_table.awk M4.csv M4-memory.csv M0.csv M0-memory.csv
# Prints the tables of README.md that say what tags cost, in Markdown. The files of a Cortex-M0 have
# `cortex-m0` in their names.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; core = FILENAME ~ /cortex-m0/ ? "M0" : "M4"; next }
$1 != "tarn" { next }
memory { value[core, $2, $4, $5] = $6; size[core, $2, $3, $4, $5] = $6; next }
$3 == 65536 {
	median[core, $2, $4, $5] = $8
	most[core, $2, $4, $5] = $10
}

# A figure that must be there.
function figure(table, core, config, workload, what) {
	if ((core, config, workload, what) in table)
		return table[core, config, workload, what]
	print "error: no row of tags: " core "," config "," workload "," what \
		" (make bench)" >"/dev/stderr"
	missing = 1
}

function pair(core, config, workload, op) {
	return figure(median, core, config, workload, op) " / " \
		figure(most, core, config, workload, op)
}

# Without tags and with them, on both cores.
function row(label, zone, workload, where,    line, i) {
	line = "| " label
	for (i = 1; i <= cores; i++)
		line = line " | " pair(name[i], zone "-h1", workload, "malloc" where) " | " \
			pair(name[i], zone "-tags", workload, "malloc" where) " | " \
			pair(name[i], zone "-h1", workload, "free" where) " | " \
			pair(name[i], zone "-tags", workload, "free" where)
	print line " | " refused("M4", zone "-tags", workload) " |"
}

function refused(core, config, workload) {
	if ((core, config, 65536, workload, "refused") in size)
		return size[core, config, 65536, workload, "refused"]
	missing = 1
}

function call(label, zone, op) {
	print "| " label " | " pair("M4", zone "-tags", "tags", op) " | " \
		pair("M0", zone "-tags", "tags", op) " |"
}

function each_block(core, zone) {
	return int(figure(most, core, zone "-tags", "tags", "free-tag") / \
		figure(value, core, zone "-tags", "tags", "free-tag-blocks") + 0.5)
}

function freed(label, zone) {
	print "| `tarn_free_tag`, for each block: " label " | " each_block("M4", zone) " | " \
		each_block("M0", zone) " |"
}

function masked(core, config, workload, op) {
	return figure(most, core, config, workload, op "-window")
}

function windows(core) {
	return masked(core, "default-tags", "W3", "malloc") " / " \
		masked(core, "default-tags", "W3", "free") " / " \
		masked(core, "default-tags", "tags", "free-tag")
}

function flash(label, core, opt) {
	print "| flash of init, alloc and free, " label " | " \
		figure(value, core, "both-h1", "flash", opt) " | " \
		figure(value, core, "both-tags", "flash", opt) " |"
}

function payload(label, zone) {
	print "| payload of a full arena after churn (W4), " label " | " \
		size["M4", zone "-h1", 65536, "W4", "churned"] " % | " \
		size["M4", zone "-tags", 65536, "W4", "churned"] " % |"
}

END {
	cores = split("M4 M0", name, " ")
	print "Instructions without tags and with them, median / worst. The build has"
	print "`TARN_TAGS=3`. One tag is entered, and no limit is near. There are 50,000"
	print "operations. The rows of pools count only requests that their own pool served. With"
	print "tags each block is four bytes longer. So the same arena holds less, and cannot serve"
	print "all of W2:"
	print ""
	print "| | Cortex-M4: malloc | with tags | free | with tags " \
		"| Cortex-M0: malloc | with tags | free | with tags | refused with tags |"
	print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
	row("pools, one size (W1)", "pools", "W1", "-pool")
	row("pools, game frame (W2)", "pools", "W2", "-pool")
	row("pools, 1 to 512 B (W3)", "pools", "W3", "-pool")
	row("commons, game frame (W2)", "commons", "W2", "")
	row("commons, 1 to 512 B (W3)", "commons", "W3", "")
	row("default table, game frame (W2)", "default", "W2", "")
	row("default table, 1 to 512 B (W3)", "default", "W3", "")
	print ""
	print "| calls of a build with tags, on a heap as W3 left it | Cortex-M4 | Cortex-M0 |"
	print "| --- | --- | --- |"
	call("`tarn_tag_enter`", "default", "tag-enter")
	call("`tarn_tag_leave`", "default", "tag-leave")
	call("`tarn_alloc_tagged`, default table", "default", "alloc-tagged")
	call("a refusal by budget, commons alone", "commons", "malloc-refused")
	call("a refusal by budget, default table", "default", "malloc-refused")
	freed("pools", "pools")
	freed("commons alone", "commons")
	freed("default table", "default")
	print "| interrupts masked at most, default table: malloc / free / `tarn_free_tag` | " \
		windows("M4") " | " windows("M0") " |"
	print ""
	print "| bytes | without tags | with tags |"
	print "| --- | --- | --- |"
	flash("Cortex-M4 `-O2`", "M4", "O2")
	flash("Cortex-M4 `-Os`", "M4", "Os")
	flash("Cortex-M0 `-Os`", "M0", "Os")
	payload("commons alone", "commons")
	payload("default table", "default")
	exit missing
}
