# SPDX-License-Identifier: MIT
# awk -v row=ALLOCATOR,CONFIG,ARENA,WORKLOAD -v library=FILE -f counts.awk LOG PRINTED PROFILE
# LOG has callgrind's answers to counts.c, PRINTED the output of counts.c, PROFILE callgrind's
# profile. Prints a row for each kind of call. If the three do not agree, or another file than
# `library` served a call, it prints one line, and the status is 1.
function refuse(why) {
	print "error: " row ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

# Each call has two requests. The first four calls take 1, 10, 100 and 1,000 instructions.
FILENAME == ARGV[1] {
	if ($1 != "events-1:")
		next
	if (++requests % 2)
		before = $2
	else
		count[++calls] = $2 - before
	next
}

FILENAME == ARGV[2] {
	if (FNR == 1 && $0 != "calibrated")
		refuse($0)
	if (FNR == 2)
		letters = $0
	next
}

# The calls of the function `counted`, and all instructions in them. A call into the program's own
# file has no cob=. `???` is code without a file: tcmalloc's malloc lies in a section of its own.
/^fn=/ {
	inside = $0 == "fn=counted"
}

inside && /^cob=/ {
	if (substr($0, 5) == library || $0 == "cob=???")
		served++
	else
		refuse("calls were served by " substr($0, 5) ", not by " library)
}

inside && /^calls=/ {
	getline
	profiled += $2
}

function add(letter, value) {
	times[letter]++
	bin[letter, value]++
	if (value > longest[letter])
		longest[letter] = value
}

# The smallest value that at least this share of all values does not exceed.
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
	wanted = 2 * (length(letters) + 4)
	if (!calls || requests != wanted)
		refuse("callgrind gave " requests + 0 " figures, not " wanted)
	if (!served)
		refuse("no call was served")
	own = count[1] - 1
	for (i = 1; i <= calls; i++) {
		taken = count[i] - own
		sum += taken
		if (i > 4)
			add(substr(letters, i - 4, 1), taken)
		else if (taken != 10 ^ (i - 1))
			refuse("a function of " 10 ^ (i - 1) " instructions counts as " taken)
	}
	if (sum != profiled)
		refuse("the calls add up to " sum " instructions, but callgrind's profile to " \
			profiled + 0)
	print_row("a", "malloc")
	print_row("f", "free")
	print_row("s", "realloc-stay")
	print_row("m", "realloc-move")
}
