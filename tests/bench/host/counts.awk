# SPDX-License-Identifier: MIT
# awk -v row=ALLOCATOR,CONFIG,ARENA,WORKLOAD -f counts.awk LOG PRINTED: callgrind's log, and what
# counts.c printed. Prints a row for each kind of call; status 1, and a line, where the ruler is off.
function refuse(why) {
	print "error: " row ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

# Two requests to each call. The first four calls are of 1, 10, 100 and 1,000 instructions.
FILENAME == ARGV[1] {
	if ($1 != "events-1:")
		next
	if (++requests % 2)
		before = $2
	else
		count[++calls] = $2 - before
	next
}

FNR == 1 && $0 != "calibrated" {
	refuse($0)
}

FNR == 2 {
	if (requests != 2 * (length($0) + 4))
		refuse("callgrind reported " requests + 0 " figures for " length($0) " calls and 4 sleds")
	own = count[1] - 1
	for (i = 1; i <= 4; i++)
		if (count[i] - own != 10 ^ (i - 1))
			refuse("a function of " 10 ^ (i - 1) " instructions counts as " count[i] - own)
	for (i = 5; i <= calls; i++)
		add(substr($0, i - 4, 1), count[i] - own)
}

function add(letter, value) {
	times[letter]++
	bin[letter, value]++
	if (value > longest[letter])
		longest[letter] = value
}

# The smallest value that at least this share of all do not exceed.
function quantile(letter, share,    value, below) {
	for (value = 0; value < longest[letter]; value++) {
		below += bin[letter, value]
		if (below && below >= share * times[letter])
			break
	}
	return value
}

function print_row(letter, op) {
	if (times[letter])
		print row "," op "," times[letter] "," quantile(letter, 0) "," \
			quantile(letter, 0.5) "," quantile(letter, 0.999) "," longest[letter]
}

END {
	if (failed)
		exit 1
	if (!calls || FNR != 2)
		refuse("valgrind did not finish")
	print_row("a", "malloc")
	print_row("f", "free")
	print_row("s", "realloc-stay")
	print_row("m", "realloc-move")
}
