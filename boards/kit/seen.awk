# SPDX-License-Identifier: MIT
# Reads the lines of a block, in the order in which tests/boards/kit prints them. Prints the row of
# the table; or says why there is none, with status 2. head=1: prints the table's head.
BEGIN {
	columns = split("pools-h1 W1|pools-h1 W2|pools-h1 W3|commons-h1 W2|commons-h1 W3|" \
			"default-h1 W2|default-h1 W3", column, "|")
	facts = split("board|tarn|compiler|soak|cpuid|clock|flash|counted by|code|level|" \
		      "256 additions|256 branches|emulator", fact, "|")
	SOAK = "^passed, ms [0-9]+ ops [0-9]+ digest [0-9a-f]+ seed [0-9]+ " \
	       "arena [0-9]+ level [0-9]$"
	COUNTED = "^cycles: [a-z0-9-]+ W[0-9] (malloc-first|malloc|free) " \
		  "calls [0-9]+ median [0-9]+ p99\\.9 [0-9]+ worst [0-9]+$"
	LEAST_MS = 600000
	if (head)
		print_head()
}

function refuse(text)
{
	print text
	refused = 1
	exit 2
}

function print_head(i, rule)
{
	printf "| board | core, clock, flash | Tarn, compiler | soaked |"
	rule = "| --- | --- | --- | --- |"
	for (i = 1; i <= columns; i++) {
		sub(/-h1 /, ", ", column[i])
		printf " %s |", column[i]
		rule = rule " --- |"
	}
	print " calls of each at least |\n" rule " --- |"
	refused = 1
	exit
}

# First the facts, each a line NAME: VALUE
NR <= facts {
	if (index($0, fact[NR] ": ") != 1)
		refuse("line " NR " of the block is not '" fact[NR] ": ...', but '" $0 "'")
	value[fact[NR]] = substr($0, length(fact[NR]) + 3)
	next
}

$0 ~ COUNTED {
	counted[$2 " " $3 " " $4] = $8 " / " $10 " / " $12
	if ($4 != "malloc-first" && (least == "" || $6 + 0 < least))
		least = $6 + 0
	next
}

{ refuse("a line of the block that no kit prints: '" $0 "'") }

function numbers(name)
{
	return name in counted ? counted[name] : "-"
}

END {
	if (refused)
		exit 2 * !head
	if (NR < facts)
		refuse("the block has " NR " lines, without '" fact[NR + 1] ": ...'")
	if (value["emulator"] != "no")
		refuse("made by an emulator (" value["emulator"] "): the table is for boards")
	if (index(" " KITS, " " value["board"] " ") == 0)
		refuse("board " value["board"] ": has no kit; there are: " KITS)
	if (value["soak"] !~ SOAK)
		refuse("'soak: " value["soak"] "': not what a kit prints")
	additions = value["256 additions"] + 0 # a number: awk would compare texts letter by letter
	branches = value["256 branches"] + 0
	if (additions < 248 || branches < 1.25 * additions)
		refuse("made by an emulator: no core does 256 additions in " additions \
		       " cycles and as many branches in " branches)
	split(value["soak"], soak, " ")
	if (soak[3] < LEAST_MS)
		refuse("it soaked for " int(soak[3] / 1000) " s; a row is for the whole " \
		       LEAST_MS / 60000 " minutes")
	if (least == "")
		refuse("no cycles were counted")
	counter = value["counted by"]
	printf "| %s | cpuid %s, %g MHz, %s; code in %s; by %s |", value["board"],
		value["cpuid"], value["clock"] / 1e6, value["flash"], substr(value["code"], 4),
		substr(counter, 1, index(counter, ",") - 1)
	printf " %s, %s, level %s | %d s, %s operations, arena %s, level %s |", value["tarn"],
		value["compiler"], value["level"], soak[3] / 1000, soak[5], soak[11], soak[13]
	for (i = 1; i <= columns; i++)
		printf " %s; %s |", numbers(column[i] " malloc"), numbers(column[i] " free")
	print " " least " |"
}
