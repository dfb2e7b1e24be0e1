# SPDX-License-Identifier: MIT
# awk -f tests/bench/table.awk <board>.csv <board>-memory.csv: the figures, to be read. Every
# allocator and configuration stands below the others of the same arena and workload.
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

# The runs, those of a place together.
function sort_runs(    i, j, n) {
	for (i = 1; i <= all_places; i++)
		for (j = 1; j <= runs; j++)
			if (substr(list[j], index(list[j], SUBSEP) + 1) == places_in_order[i])
				order[++n] = list[j]
}

# "median / max", or a dash
function pair(run, op) {
	return (run, op) in most ? median[run, op] " / " most[run, op] : "-"
}

function single(run, op) {
	return (run, op) in most ? most[run, op] : "-"
}

function calls(    i, key, run) {
	printf "%-17s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", "", "arena", "", \
		"malloc", "free", "stay", "move", "refused", "masked", "masked", "refused"
	printf "%-17s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", "", "", "", "med / max", \
		"med / max", "realloc", "realloc", "max", "malloc", "free", "requests"
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
	printf "\n%-17s %7s %-4s %11s %11s %11s %11s %11s %11s\n", "", "arena", "", \
		"malloc pool", "first", "larger", "commons", "free pool", "commons"
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
	printf "\n%-17s %7s %8s %9s %9s\n", "", "arena", "boot", "metadata", "fixed RAM"
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
	printf "\n%-17s %7s %8s %8s %8s %8s %8s   (%% of the arena)\n", "", "arena", \
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
	printf "\n%-17s %7s   masked at most: %7s %7s %7s %7s %7s\n", "", "arena", "check", \
		"walk", "stats", "largest", "cost"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if ((run, "check-window") in most)
			printf "%-17s %7s   %15s %7s %7s %7s %7s %7s\n", key[1], key[2], "", \
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
	print "\nflash of init, alloc and free, bytes (Cortex-M4, or the CORE); built: as its package has it"
	for (i = 1; i <= flashes; i++) {
		split(flash[i], key, SUBSEP)
		printf "%-17s %-5s %6s\n", key[1], key[2], value[key[1], "-", "flash", key[2]]
	}
}
