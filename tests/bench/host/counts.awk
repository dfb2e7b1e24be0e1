# SPDX-License-Identifier: MIT
# awk -v row=ALLOCATOR,CONFIG,ARENA,WORKLOAD -f counts.awk PRINTED LOG: what counts.c printed, and
# callgrind's log. Prints a row for each kind of call; status 1, and a line, where the ruler is off.
function refuse(why) {
	print "error: " row ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

FILENAME == ARGV[1] {
	if (FNR == 1 && $0 != "calibrated")
		refuse($0)
	if (FNR == 2)
		letters = $0
	next
}

# Two requests to each call.
$1 == "events-1:" {
	if (++requests % 2) {
		before = $2
		next
	}
	call = requests / 2
	count = $2 - before
	if (call == 1)
		own = count - 1 # an empty function is 1
	count -= own
	if (call <= 4) {
		if (count != 10 ^ (call - 1))
			refuse("a function of " 10 ^ (call - 1) " instructions counts as " count)
		next
	}
	letter = substr(letters, call - 4, 1)
	times[letter]++
	bin[letter, count]++
	if (count > longest[letter])
		longest[letter] = count
}

function quantile(letter, share,    count, below) {
	for (count = 0; count < longest[letter]; count++) {
		below += bin[letter, count]
		if (below >= share * times[letter])
			break
	}
	return count
}

function print_row(letter, op) {
	if (times[letter])
		print row "," op "," times[letter] "," quantile(letter, 1e-9) "," \
			quantile(letter, 0.5) "," quantile(letter, 0.999) "," longest[letter]
}

END {
	if (failed)
		exit 1
	if (!length(letters) || requests != 2 * (length(letters) + 4))
		refuse(requests + 0 " figures of callgrind for " length(letters) " calls and 4 sleds")
	print_row("a", "malloc")
	print_row("f", "free")
	print_row("s", "realloc-stay")
	print_row("m", "realloc-move")
}
