# SPDX-License-Identifier: MIT
# Reads what the bench wrote, for the plots: awk -f csv.awk -f panel.awk -f PLOT.awk FILE.csv.
# PLOT.awk has two functions. row() is called for each row, with its columns in cell["op"] and so
# on; draw() at the end. A malformed file gives one line on standard error, and status 1.
BEGIN {
	FS = ","
	head[10] = "allocator,config,arena,workload,op,n,min,median,p999,max"
	head[6] = "allocator,config,arena,workload,metric,value"
	text[10] = 5
	text[6] = 5
}

function refuse(why) {
	print "error: " FILENAME ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

# The file has no row for this picture: prints one line; the status is 3.
function nothing(why) {
	print FILENAME ": " why ": not drawn" >"/dev/stderr"
	exit 3
}

FNR == 1 {
	columns = NF
	if (!(NF in head) || $0 != head[NF])
		refuse("line 1: must be the columns " head[6] " or " head[10])
	split($0, name, ",")
	next
}

{
	if (NF != columns)
		refuse("line " FNR ": " NF " fields, not " columns)
	for (i = 1; i <= NF; i++) {
		if (i <= text[columns] && i != 3 ? $i == "" : $i !~ /^([0-9]+(\.[0-9]+)?|-|)$/)
			refuse("line " FNR ": " name[i] "=" $i)
		cell[name[i]] = $i
	}
	rows++
	add_series($1, $2)
	row()
}

# A series is an allocator with a config. rank[] is their order: Tarn's first, then as in the file.
function add_series(allocator, config,    key) {
	key = allocator SUBSEP config
	if (key in series_seen)
		return
	series_seen[key] = ++series
	series_allocator[series] = allocator
	series_config[series] = config
	configs[allocator]++
}

function this_series() {
	return series_seen[cell["allocator"], cell["config"]]
}

# A figure, or gnuplot's sign for a missing one.
function number(value) {
	return value == "-" || value == "" ? "NaN" : value + 0
}

function shown(value, format) {
	return value == "NaN" ? "–" : sprintf(format, value)
}

function is_tarn(s) {
	return series_allocator[s] == "tarn"
}

# An allocator with one config needs only its name.
function label(s) {
	return series_allocator[s] (configs[series_allocator[s]] == 1 && !is_tarn(s) ? "" : \
		" " series_config[s])
}

function kib(bytes) {
	return bytes % 1048576 ? bytes / 1024 " KiB" : bytes / 1048576 " MiB"
}

END {
	if (failed)
		exit 1
	if (!rows)
		refuse("no row")
	for (tarn = 1; tarn >= 0; tarn--)
		for (i = 1; i <= series; i++)
			if (is_tarn(i) == tarn)
				rank[++ranks] = i
	draw()
}
