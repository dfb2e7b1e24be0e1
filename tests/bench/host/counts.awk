# SPDX-License-Identifier: MIT
# awk -v row=ALLOCATOR,CONFIG,ARENA,WORKLOAD -v library=FILE -f counts.awk LOG PRINTED PROFILE
# LOG: what callgrind answered to counts.c; PRINTED: what that printed; PROFILE: what callgrind wrote
# at the end. Prints a row for each kind of call; status 1, and a line, where one thing does not
# agree with another: the ruler is off, or calls were served by another file than `library`.
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

FILENAME == ARGV[2] {
	if (FNR == 1 && $0 != "calibrated")
		refuse($0)
	if (FNR == 2)
		letters = $0
	next
}

# The calls that `counted` made, and all that was executed in them. A function of its own file has
# no cob=; `???` is code that callgrind gives to no file (tcmalloc's malloc is in a section apart).
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
	if (!calls || requests != 2 * (length(letters) + 4))
		refuse("callgrind gave " requests + 0 " figures for " length(letters) " calls and 4 sleds")
	if (!served)
		refuse("calls were served by nobody")
	own = count[1] - 1
	for (i = 1; i <= calls; i++) {
		sum += count[i] - own
		if (i > 4)
			add(substr(letters, i - 4, 1), count[i] - own)
		else if (count[i] - own != 10 ^ (i - 1))
			refuse("a function of " 10 ^ (i - 1) " instructions counts as " count[i] - own)
	}
	if (sum != profiled)
		refuse("the calls add up to " sum " instructions, callgrind's profile to " profiled + 0)
	print_row("a", "malloc")
	print_row("f", "free")
	print_row("s", "realloc-stay")
	print_row("m", "realloc-move")
}
