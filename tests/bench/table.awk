# SPDX-License-Identifier: MIT
# awk -f tests/bench/table.awk <board>.csv <board>-memory.csv: the figures, to be read.
BEGIN { FS = "," }
FNR == 1 { memory = NF == 6; next }
memory {
	value[$2, $3, $4, $5] = $6
	if ($4 == "flash")
		flash[++flashes] = $2 SUBSEP $5
	next
}

{
	run = $2 SUBSEP $3 SUBSEP $4
	if (!(run in known)) {
		known[run] = 1
		order[++runs] = run
	}
	median[run, $5] = $8
	most[run, $5] = $10
}

# "median / max", or a dash
function pair(run, op) {
	return (run, op) in most ? median[run, op] " / " most[run, op] : "-"
}

function single(run, op) {
	return (run, op) in most ? most[run, op] : "-"
}

function calls(    i, key, run) {
	printf "%-11s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", "config", "arena", "", \
		"malloc", "free", "stay", "move", "refused", "masked", "masked", "refused"
	printf "%-11s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", "", "", "", "med / max", \
		"med / max", "realloc", "realloc", "max", "malloc", "free", "requests"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (key[3] !~ /^W[1-5]/)
			continue
		printf "%-11s %7s %-4s %11s %11s %11s %11s %8s %7s %7s %8s\n", key[1], key[2], \
			key[3], pair(run, "malloc"), pair(run, "free"), \
			pair(run, "realloc-stay"), pair(run, "realloc-move"), \
			single(run, "malloc-refused"), single(run, "malloc-window"), \
			single(run, "free-window"), value[key[1], key[2], key[3], "refused"]
	}
}

function places(    i, key, run) {
	printf "\n%-11s %7s %-4s %11s %11s %11s %11s %11s %11s\n", "config", "arena", "", \
		"malloc pool", "first", "larger", "commons", "free pool", "commons"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (!((run, "malloc-pool") in most))
			continue
		printf "%-11s %7s %-4s %11s %11s %11s %11s %11s %11s\n", key[1], key[2], key[3], \
			pair(run, "malloc-pool"), pair(run, "malloc-first"), \
			pair(run, "malloc-larger"), pair(run, "malloc-commons"), \
			pair(run, "free-pool"), pair(run, "free-commons")
	}
}

function boots(    i, key, run) {
	printf "\n%-11s %7s %8s %9s %9s\n", "config", "arena", "boot", "metadata", "fixed RAM"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (key[3] == "boot")
			printf "%-11s %7s %8s %9s %9s\n", key[1], key[2], single(run, "init"), \
				value[key[1], key[2], "boot", "metadata"], \
				value[key[1], key[2], "boot", "fixed-ram"]
	}
}

function shares(    i, key, run) {
	printf "\n%-11s %7s %8s %8s %8s %8s %8s   (%% of the arena)\n", "config", "arena", \
		"W4 fresh", "churned", "W5 32 B", "64 B", "512 B"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if (key[3] == "W4")
			printf "%-11s %7s %8s %8s %8s %8s %8s\n", key[1], key[2], \
				value[key[1], key[2], "W4", "fresh"], \
				value[key[1], key[2], "W4", "churned"], \
				value[key[1], key[2], "W5", "fill-32"], \
				value[key[1], key[2], "W5", "then-64"], \
				value[key[1], key[2], "W5", "then-512"]
	}
}

function audits(    i, key, run) {
	printf "\n%-11s %7s   masked at most: %7s %7s %7s %7s %7s\n", "config", "arena", "check", \
		"walk", "stats", "largest", "cost"
	for (i = 1; i <= runs; i++) {
		run = order[i]
		split(run, key, SUBSEP)
		if ((run, "check-window") in most)
			printf "%-11s %7s   %15s %7s %7s %7s %7s %7s\n", key[1], key[2], "", \
				single(run, "check-window"), single(run, "walk-window"), \
				single(run, "stats-window"), single(run, "largest-window"), \
				single(run, "cost-window")
	}
}

END {
	calls()
	places()
	audits()
	boots()
	shares()
	print "\nflash of init, alloc and free, Cortex-M4, bytes"
	for (i = 1; i <= flashes; i++) {
		split(flash[i], key, SUBSEP)
		printf "%-11s -%s %6s\n", key[1], key[2], value[key[1], "-", "flash", key[2]]
	}
}
