# SPDX-License-Identifier: MIT
# awk -v board=B -f tests/bench/readme_table.awk <board>.csv <board>-memory.csv
# Prints the measured tables of README.md in Markdown. tests/bench/readme adds the table of
# minarena/.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; next }
{ who = $1 "," $2 }
memory { value[who, $3, $4, $5] = $6; next }
{
	median[who, $3, $4, $5] = $8
	most[who, $3, $4, $5] = $10
}

# A figure that must be there.
function figure(table, who, arena, workload, what) {
	if ((who, arena, workload, what) in table)
		return table[who, arena, workload, what]
	print "error: no row " who "," arena "," workload "," what " (make bench)" >"/dev/stderr"
	missing = 1
}

function pair(who, workload, op) {
	return figure(median, who, 65536, workload, op) " / " figure(most, who, 65536, workload, op)
}

# row <label> <allocator,config> <workload> <suffix of op>
function row(label, who, workload, where,    a, first) {
	first = most[who, 65536, workload, "malloc-first"]
	a = "| " label " | " pair(who, workload, "malloc" where)
	if (first != "")
		a = a " (" first " at a block's first use)"
	a = a " | " pair(who, workload, "free" where) " | "
	if ((who, 65536, workload, "malloc-window") in most)
		a = a most[who, 65536, workload, "malloc" where "-window"] " / " \
			most[who, 65536, workload, "free" where "-window"]
	else
		a = a "no lock"
	print a " | " figure(value, who, 65536, workload, "refused") " |"
}

# The workload `meet` counts frees only.
function meeting(label, who) {
	print "| " label " | - | " pair(who, "meet", "free") " | - / " \
		figure(most, who, 65536, "meet", "free-window") " | - |"
}

function peers_rows(workload, text,    i) {
	for (i = 1; i <= peers; i++)
		row(peer[i] ", " text, peer[i] ",no-lock", workload, "")
}

function worst(who, arena) {
	return figure(most, who, arena, "W3", "malloc") " / " figure(most, who, arena, "W3", "free")
}

function growth(label, who) {
	print "| " label " | " worst(who, 65536) " | " worst(who, 4194304) " |"
}

function share(label, who) {
	print "| payload of a full arena after churn (W4), " label " | " \
		figure(value, who, 65536, "W4", "churned") " % | " \
		figure(value, who, 262144, "W4", "churned") " % |"
}

END {
	peers = split("newlib nano picolibc", peer, " ")
	print "Instructions per call, median / worst, on " board " under QEMU: 64 KiB arena,"
	print "`TARN_HARDEN=1`, `-O2`, 200,000 operations of each workload. Tarn's rows include its"
	print "lock and checks. newlib, newlib-nano and picolibc are as Debian builds them, without"
	print "lock or checks:"
	print ""
	print "| | malloc | free | interrupts masked at most, malloc / free | refused |"
	print "| --- | --- | --- | --- | --- |"
	row("pools, one size (W1)", "tarn,pools-h1", "W1", "-pool")
	row("pools, game frame (W2)", "tarn,pools-h1", "W2", "-pool")
	row("pools, 1 to 512 B (W3)", "tarn,pools-h1", "W3", "")
	meeting("pools, a block where two pools meet", "tarn,pools-h1")
	row("commons, game frame (W2)", "tarn,commons-h1", "W2", "")
	row("commons, 1 to 512 B (W3)", "tarn,commons-h1", "W3", "")
	row("default table, game frame (W2)", "tarn,default-h1", "W2", "")
	row("default table, 1 to 512 B (W3)", "tarn,default-h1", "W3", "")
	peers_rows("W2", "game frame (W2)")
	peers_rows("W3", "1 to 512 B (W3)")
	print ""
	print "| worst malloc / free as the arena grows (W3) | 64 KiB | 4 MiB |"
	print "| --- | --- | --- |"
	growth("commons alone", "tarn,commons-h1")
	growth("default table", "tarn,default-h1")
	for (i = 1; i <= peers; i++)
		growth(peer[i], peer[i] ",no-lock")
	print ""
	print "| memory, static RAM counted | 64 KiB | 256 KiB |"
	print "| --- | --- | --- |"
	share("commons alone", "tarn,commons-h1")
	share("default table", "tarn,default-h1")
	for (i = 1; i <= peers; i++)
		share(peer[i], peer[i] ",no-lock")
	print ""
	print "newlib takes memory in pages of 4 KiB, so it gets whole pages here. It cannot use"
	print "what an arena has beyond them. Its smallest arenas below are whole pages, too."
	print ""
	print "Boot, which clears the planes:"
	print ""
	print "| instructions of tarn_init | 64 KiB | 4 MiB |"
	print "| --- | --- | --- |"
	booted("commons alone", "tarn,commons-h1")
	booted("default table", "tarn,default-h1")
	booted("16 classes", "tarn,pools-h1")
	print ""
	print "Flash of the builds above (`-O2`), and of the same source at `-Os`:"
	print ""
	print "| bytes of init, alloc and free | both zones | pools | commons |"
	print "| --- | --- | --- | --- |"
	flashes("`-O2`", "O2")
	flashes("`-Os`", "Os")
	print ""
	printf "malloc and free, as built: "
	for (i = 1; i <= peers; i++)
		printf "%s %s%s", peer[i], flash(peer[i] ",no-lock", "built"), \
			i < peers ? ", " : ".\n"
	print ""
	print "The seven recorded programs of [tests/traces](../traces), each in the smallest arena"
	print "that serves it (`make bench-memory`). The table has the median of the seven medians,"
	print "and the worst call:"
	print ""
	print "| | malloc | free |"
	print "| --- | --- | --- |"
	traced("commons alone", "tarn,commons-h1")
	traced("default table", "tarn,default-h1")
	for (i = 1; i <= peers; i++)
		traced(peer[i], peer[i] ",no-lock")
	traces()
	exit missing
}

# The recorded programs in an arena a tenth larger than the smallest.
function traces(    i, n, trace) {
	print ""
	print "The same programs in an arena a tenth larger than the smallest: median / mean /"
	print "99.9 % / worst of each. The last row has the median of the medians, the mean of the"
	print "means, and the worst of the rest. realloc: the mean."
	print ""
	print "| | commons alone: malloc | free | realloc " \
		"| default table: malloc | free | realloc |"
	print "| --- | --- | --- | --- | --- | --- | --- |"
	n = split("chipmunk cjson expat lua lwip mbedtls sqlite", trace, " ")
	for (i = 1; i <= n; i++)
		print "| " trace[i] " | " of_trace("tarn,commons-h1", trace[i]) " | " \
			of_trace("tarn,default-h1", trace[i]) " |"
	print "| all | " of_traces("tarn,commons-h1") " | " of_traces("tarn,default-h1") " |"
}

function tenth(who, trace, metric) {
	return figure(value, who, "-", trace, "min-arena-tenth-" metric)
}

function four(who, trace, call) {
	return tenth(who, trace, call "-median") " / " tenth(who, trace, call "-mean") " / " \
		tenth(who, trace, call "-p999") " / " tenth(who, trace, call "-max")
}

function of_trace(who, trace) {
	return four(who, trace, "malloc") " | " four(who, trace, "free") " | " \
		((who, "-", trace, "min-arena-tenth-realloc-mean") in value ? \
			tenth(who, trace, "realloc-mean") : "-")
}

function of_all(who, call,    metric) {
	metric = "min-arena-tenth-" call
	return median_of(who, metric "-median") " / " mean_of(who, metric "-mean") " / " \
		most_of(who, metric "-p999") " / " most_of(who, metric "-max")
}

function of_traces(who) {
	return of_all(who, "malloc") " | " of_all(who, "free") " | " \
		mean_of(who, "min-arena-tenth-realloc-mean")
}

function mean_of(who, metric,    key, part, n, sum) {
	for (key in value) {
		split(key, part, SUBSEP)
		if (part[1] != who || part[4] != metric)
			continue
		sum += value[key]
		n++
	}
	return n ? sprintf("%.0f", sum / n) : "-"
}

function booted(label, who) {
	print "| " label " | " figure(most, who, 65536, "boot", "init") " | " \
		figure(most, who, 4194304, "boot", "init") " |"
}

function flashes(label, opt) {
	print "| " label " | " flash("tarn,both-h1", opt) " | " flash("tarn,pools-h1", opt) " | " \
		flash("tarn,commons-h1", opt) " |"
}

# The median of an odd number of values.
function median_of(who, metric,    key, part, n, i, j, v, list) {
	for (key in value) {
		split(key, part, SUBSEP)
		if (part[1] != who || part[4] != metric)
			continue
		v = value[key] + 0
		for (i = n++; i > 0 && list[i - 1] > v; i--)
			list[i] = list[i - 1]
		list[i] = v
	}
	if (n % 2 == 0) {
		print "error: " n " rows of " who " " metric " (make bench)" >"/dev/stderr"
		missing = 1
	}
	return list[int(n / 2)]
}

function most_of(who, metric,    key, part, top) {
	for (key in value) {
		split(key, part, SUBSEP)
		if (part[1] == who && part[4] == metric && value[key] + 0 > top + 0)
			top = value[key]
	}
	return top
}

function traced(label, who) {
	print "| " label " | " median_of(who, "min-arena-malloc-median") " / " \
		most_of(who, "min-arena-malloc-max") " | " \
		median_of(who, "min-arena-free-median") " / " \
		most_of(who, "min-arena-free-max") " |"
}

function flash(who, what) {
	return figure(value, who, "-", "flash", what)
}
