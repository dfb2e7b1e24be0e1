# SPDX-License-Identifier: MIT
# awk -f tests/bench/peers/table.awk TABLES...: prints the tables of peers/README.md in Markdown.
# TABLES are <board>.csv and <board>-memory.csv of Tarn and the libcs, and of the peers.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; next }
{ who = $1 "," $2 }
memory { value[who, $3, $4, $5] = $6; next }
{
	median[who, $3, $4, $5] = $8
	most[who, $3, $4, $5] = $10
}

# A figure that must be there. Only pools run no recorded program.
function figure(table, arena, workload, what) {
	if ((who, arena, workload, what) in table)
		return table[who, arena, workload, what]
	if (who ~ /pools/ && what ~ /^min-arena/)
		return "-"
	print "error: no row " who "," arena "," workload "," what >"/dev/stderr"
	missing = 1
}

function pair(workload, op) {
	return figure(median, 65536, workload, op) " / " figure(most, 65536, workload, op)
}

# The median of the medians of the recorded programs, and their most.
function recorded(op,    i, j, v, n, list, top) {
	for (i = 1; i <= traces; i++) {
		v = figure(value, "-", trace[i], "min-arena-" op "-median")
		if (v == "-")
			return v
		v += 0
		for (j = n++; j > 0 && list[j - 1] > v; j--)
			list[j] = list[j - 1]
		list[j] = v
		v = figure(value, "-", trace[i], "min-arena-" op "-max") + 0
		top = v > top ? v : top
	}
	return list[int(n / 2)] " / " top
}

function smallest(    i, sum, v) {
	for (i = 1; i <= traces; i++) {
		v = figure(value, "-", trace[i], "min-arena-ratio")
		if (v == "-")
			return v
		sum += log(v)
	}
	return sprintf("%.3f", exp(sum / traces))
}

function calls(label) {
	print "| " label " | " pair("W2", "malloc") " | " pair("W2", "free") " | " \
		pair("W3", "malloc") " | " pair("W3", "free") " | " \
		figure(most, 65536, "W4", "malloc-refused") " | " \
		figure(most, 4194304, "W3", "malloc") " / " figure(most, 4194304, "W3", "free") \
		" | " recorded("malloc") " | " recorded("free") " |"
}

function bytes(label, flash_of,    flash) {
	if (flash_of == "libc")
		flash = figure(value, "-", "flash", "built") " as built"
	else
		flash = value[flash_of, "-", "flash", "O2"] " / " \
			value[flash_of, "-", "flash", "Os"]
	print "| " label " | " \
		figure(value, 65536, "W2", "refused") " / " figure(value, 65536, "W3", "refused") \
		" | " figure(value, 65536, "W4", "fresh") " / " \
		figure(value, 65536, "W4", "churned") " | " smallest() " | " flash " |"
}

# Prints a row of the first table, or of the second, for each allocator.
function each(what,    i, part) {
	for (i = 1; i <= rows; i++) {
		split(row[i], part, ";")
		who = part[2]
		if (what == 1)
			calls(part[1])
		else
			bytes(part[1], part[3] == "" ? who : part[3])
	}
}

END {
	traces = split("chipmunk cjson expat lua lwip mbedtls sqlite", trace, " ")
	rows = split("**Tarn, pools**;tarn,pools-h1|**Tarn, commons**;tarn,commons-h1|" \
		     "**Tarn, default table**;tarn,default-h1;tarn,both-h1|" \
		     "TLSF;tlsf,lock|TLSF of ESP-IDF;tlsf-espressif,lock|O1Heap;o1heap,lock|" \
		     "Zephyr sys_heap;zephyr,lock|NuttX mm;nuttx-mm,lock|" \
		     "FreeRTOS heap_4;heap_4,lock|FreeRTOS heap_5;heap_5,lock|" \
		     "newlib;newlib,no-lock;libc|newlib-nano;nano,no-lock;libc|" \
		     "picolibc;picolibc,no-lock;libc", row, "|")
	print "| instructions, median / worst | malloc W2 | free W2 | malloc W3 | free W3 " \
		"| failed malloc, worst | malloc / free in 4 MiB, worst " \
		"| malloc, recorded programs | free, recorded programs |"
	print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
	each(1)
	print ""
	print "| memory | refused of 200,000 operations, W2 / W3 " \
		"| full arena, % payload: fresh / churned (W4) " \
		"| smallest arena over peak payload, recorded programs " \
		"| flash, bytes, `-O2` / `-Os` |"
	print "| --- | --- | --- | --- | --- |"
	each(2)
	exit missing
}
