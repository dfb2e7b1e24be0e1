# SPDX-License-Identifier: MIT
# Makes the page of a board from page.md.in. @NAME@ becomes the value of NAME in the environment. A
# line that begins with `NAME? ` is kept only if NAME has a value.
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
