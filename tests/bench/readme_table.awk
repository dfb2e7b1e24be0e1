# SPDX-License-Identifier: MIT
# awk -v board=B -f tests/bench/readme_table.awk <board>.csv <board>-memory.csv
# The measured table of README.md, in Markdown.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; next }
memory { value[$2, $3, $4, $5] = $6; next }
{
	median[$2, $3, $4, $5] = $8
	most[$2, $3, $4, $5] = $10
}

function pair(config, arena, workload, op) {
	return median[config, arena, workload, op] " / " most[config, arena, workload, op]
}

# row <label> <config> <workload> <suffix of op>
function row(label, config, workload, where,    a, first) {
	first = most[config, 65536, workload, "malloc-first"]
	a = "| " label " | " pair(config, 65536, workload, "malloc" where)
	if (first != "")
		a = a " (first carving " first ")"
	a = a " | " pair(config, 65536, workload, "free" where)
	a = a " | " most[config, 65536, workload, "malloc" where "-window"]
	a = a " / " most[config, 65536, workload, "free" where "-window"]
	print a " | " value[config, 65536, workload, "refused"] " |"
}

END {
	print "Instructions per call (median / worst), lock and checks included: " board " under QEMU,"
	print "64 KiB arena, `TARN_HARDEN=1`, `-O2`, 200,000 operations of each workload:"
	print ""
	print "| | malloc | free | interrupts masked at most, malloc / free | refused |"
	print "| --- | --- | --- | --- | --- |"
	row("pools, one size (W1)", "pools-h1", "W1", "-pool")
	row("pools, game frame (W2)", "pools-h1", "W2", "-pool")
	row("commons, game frame (W2)", "commons-h1", "W2", "")
	row("commons, 1 to 512 B (W3)", "commons-h1", "W3", "")
	row("default table, game frame (W2)", "default-h1", "W2", "")
	row("default table, 1 to 512 B (W3)", "default-h1", "W3", "")
	print ""
	print "| memory | 64 KiB | 256 KiB |"
	print "| --- | --- | --- |"
	share("commons alone", "commons-h1")
	share("default table", "default-h1")
	print ""
	printf "Boot with 16 classes: %s instructions at 64 KiB, %s at 4 MiB. ", \
		most["pools-h1", 65536, "boot", "init"], most["pools-h1", 4194304, "boot", "init"]
	printf "Flash of init, alloc and free at `-Os`: %s bytes, ", value["both-h1", "-", "flash", "Os"]
	printf "%s with pools only, %s with the commons only.\n", \
		value["pools-h1", "-", "flash", "Os"], value["commons-h1", "-", "flash", "Os"]
}

function share(label, config) {
	print "| payload of a full arena after churn (W4), " label " | " \
		value[config, 65536, "W4", "churned"] " % | " \
		value[config, 262144, "W4", "churned"] " % |"
}
