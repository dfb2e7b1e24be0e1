# SPDX-License-Identifier: MIT
# awk -f tests/bench/table.awk <board>.csv <board>-memory.csv: the figures as tables. Allocators and
# configurations with the same arena and workload stand next to one another.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; next }
{ who = $1 " " $2 }
memory {
	value[who, $3, $4, $5] = $6
	if ($4 == "flash")
		flash[++flashes] = who SUBSEP $5
	next
}

{
	run = who SUBSEP $3 SUBSEP $4
	if (!(run in known)) {
		known[run] = 1
		list[++runs] = run
		place = $3 SUBSEP $4
		if (!(place in placed)) {
			placed[place] = 1
			places_in_order[++all_places] = place
		}
	}
	median[run, $5] = $8
	most[run, $5] = $10
}

# Sorts the runs, so that those with the same arena and workload are together.
function sort_runs(    i, j, n) {
	for (i = 1; i <= all_places; i++)
		for (j = 1; j <= runs; j++)
			if (substr(list[j], index(list[j], SUBSEP) + 1) == places_in_order[i])
				order[++n] = list[j]
}

# "median / worst", or a dash
function pair(run, op) {
	return (run, op) in most ? median[run, op] " / " most[run, op] : "-"
}

function single(run, op) {
	return (run, op) in most ? most[run, op] : "-"
}

function calls(    i, key, run) {
	print "Instructions per call, median / worst. realloc: the block stays, or it moves."
	print "NULL: the worst malloc that fails. masked: the longest time with interrupts"
	print "masked. failed: the number of mallocs that returned NULL.\n"
	printf "%-17s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", "", "", "", \
		"", "", "realloc", "realloc", "malloc", "masked", "masked", "malloc"
	printf "%-17s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", "", "arena", "", \
		"malloc", "free", "stays", "moves", "NULL", "malloc", "free", "failed"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (key[3] !~ /^W[1-5]/)
			continue
		printf "%-17s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", key[1], key[2], \
			key[3], pair(run, "malloc"), pair(run, "free"), \
			pair(run, "realloc-stay"), pair(run, "realloc-move"), \
			single(run, "malloc-refused"), single(run, "malloc-window"), \
			single(run, "free-window"), value[key[1], key[2], key[3], "refused"]
	}
}

# Is there a run with such calls?
function any(op,    i) {
	for (i = 1; i <= runs; i++)
		if ((order[i], op) in most)
			return 1
	return 0
}

function places(    i, key, run) {
	if (!any("malloc-pool"))
		return
	print "\nThe same calls by where they were served. First use: a pool's block that is used"
	print "for the first time.\n"
	printf "%-17s %7s %-4s %11s %11s %11s %11s %11s %11s\n", "", "", "", \
		"malloc", "malloc", "malloc", "malloc", "free", "free"
	printf "%-17s %7s %-4s %11s %11s %11s %11s %11s %11s\n", "", "arena", "", \
		"own pool", "first use", "larger pool", "commons", "pool", "commons"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (!((run, "malloc-pool") in most))
			continue
		printf "%-17s %7s %-4s %11s %11s %11s %11s %11s %11s\n", key[1], key[2], key[3], \
			pair(run, "malloc-pool"), pair(run, "malloc-first"), \
			pair(run, "malloc-larger"), pair(run, "malloc-commons"), \
			pair(run, "free-pool"), pair(run, "free-commons")
	}
}

function boots(    i, key, run) {
	print "\nBoot: instructions of init, worst. metadata: bytes of the arena that the heap"
	print "keeps. fixed RAM: bytes that the heap takes for an arena of any size.\n"
	printf "%-17s %7s %8s %9s %9s\n", "", "arena", "boot", "metadata", "fixed RAM"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (key[3] == "boot")
			printf "%-17s %7s %8s %9s %9s\n", key[1], key[2], single(run, "init"), \
				value[key[1], key[2], "boot", "metadata"], \
				value[key[1], key[2], "boot", "fixed-ram"]
	}
}

function shares(    i, key, run) {
	print "\nPayload of a full heap, in % of the arena. W4: 1 to 512 B, fresh and after churn."
	print "W5: 32 B; 64 B, after every other block was freed; 512 B, after all were freed.\n"
	printf "%-17s %7s %8s %8s %8s %8s %8s\n", "", "arena", \
		"W4 fresh", "churned", "W5 32 B", "64 B", "512 B"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (key[3] == "W4")
			printf "%-17s %7s %8s %8s %8s %8s %8s\n", key[1], key[2], \
				value[key[1], key[2], "W4", "fresh"], \
				value[key[1], key[2], "W4", "churned"], \
				value[key[1], key[2], "W5", "fill-32"], \
				value[key[1], key[2], "W5", "then-64"], \
				value[key[1], key[2], "W5", "then-512"]
	}
}

function audits(    i, key, run) {
	if (!any("check-window"))
		return
	print "\nThe longest time with interrupts masked, in instructions, of tarn_check,"
	print "tarn_walk, tarn_heap_stats, tarn_largest and tarn_cost.\n"
	printf "%-17s %7s %7s %7s %7s %7s %7s\n", "", "arena", "check", "walk", "stats", \
		"largest", "cost"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if ((run, "check-window") in most)
			printf "%-17s %7s %7s %7s %7s %7s %7s\n", key[1], key[2], \
				single(run, "check-window"), single(run, "walk-window"), \
				single(run, "stats-window"), single(run, "largest-window"), \
				single(run, "cost-window")
	}
}

END {
	sort_runs()
	calls()
	places()
	audits()
	boots()
	shares()
	print "\nBytes of flash of init, alloc and free, at -Os and -O2 (Cortex-M4, or the CORE)."
	print "built: malloc and free as the libc's package has them. ram: their static RAM.\n"
	for (i = 1; i <= flashes; i++) {
		split(flash[i], key, SUBSEP)
		printf "%-17s %-5s %6s\n", key[1], key[2], value[key[1], "-", "flash", key[2]]
	}
}
