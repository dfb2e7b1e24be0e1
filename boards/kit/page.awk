# SPDX-License-Identifier: MIT
# The page of a board, made of page.md.in: @NAME@ is the value of that name in the environment, and `NAME? ` before a line
# keeps it for boards that have one.
function wrong(text)
{
	print "error: boards/kit/page.md.in: line " NR ": " text >"/dev/stderr"
	exit 2
}

match($0, /^[A-Z0-9_]+\? ?/) {
	name = $0
	sub(/\?.*/, "", name)
	if (!(name in ENVIRON))
		wrong(name "?: no such fact")
	if (ENVIRON[name] == "")
		next
	$0 = substr($0, RLENGTH + 1)
}

{
	line = ""
	while (match($0, /@[A-Z0-9_]+@/)) {
		name = substr($0, RSTART + 1, RLENGTH - 2)
		if (ENVIRON[name] == "")
			wrong("@" name "@: the board does not state it")
		line = line substr($0, 1, RSTART - 1) ENVIRON[name]
		$0 = substr($0, RSTART + RLENGTH)
	}
	print line $0
}
