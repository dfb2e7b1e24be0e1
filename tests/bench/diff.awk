# SPDX-License-Identifier: MIT
# awk -f tests/bench/diff.awk -v expected=ROWS [-v without=ROWS] [-v tolerance=PERCENT] OLD FRESH...
# Compares tables of one kind (<board>.csv, <board>-memory.csv or objects.csv) row by row with the
# baseline OLD. Counts are exact, so any growth is real. Prints each row that is worse
# (`worse: row: column old -> new`), gone or better, and counts the new ones. The status is 1 if one
# is worse or gone. A row of another allocator must not change at all: otherwise the libc, the
# compiler or the ruler did (`not ours`).
#   expected   extended regular expression: rows whose beginning matches must be there
#   without    extended regular expression: rows that match are not compared
#   tolerance  a difference of up to so many percent passes (0)
BEGIN { FS = "," }

# Is more better? Of all other metrics less is.
function wants_more(metric) {
	return metric ~ /^(fresh|churned|fill-32|then-64|then-512|live-peak)$/
}

function within(value, was) {
	value += 0
	was += 0
	return (value > was ? value - was : was - value) * 100 <= tolerance * was
}

FNR == 1 {
	columns = split($0, name, ",")
	first = columns == 6 ? 6 : 7
	if ((columns != 6 && columns != 10) || (header != "" && header != $0)) {
		print "error: " FILENAME ": not a table of the bench, or of another kind"
		broken = 1
		exit 2
	}
	header = $0
	files++
	next
}

without != "" && $0 ~ without { next }

{ key = $1 "," $2 "," $3 "," $4 "," $5 }

files == 1 {
	if (key !~ "^" expected)
		next
	order[++rows] = key
	for (i = first; i <= columns; i++)
		old[key, i] = $i
	next
}

!((key, first) in old) { fresh_only++; next }

{
	seen[key] = 1
	worse = better = ""
	for (i = first; i <= columns; i++) {
		if ($i + 0 == old[key, i] + 0)
			continue
		more = ($i + 0 > old[key, i] + 0) != wants_more($5)
		if (($1 != "tarn" || more) && within($i, old[key, i]))
			continue
		change = name[i] " " old[key, i] " -> " $i
		if (more)
			worse = worse (worse == "" ? "" : ", ") change
		else
			better = better (better == "" ? "" : ", ") change
	}
	if (worse better == "")
		next
	if ($1 != "tarn")
		say = "not ours: " key ": " worse (worse == "" || better == "" ? "" : ", ") better
	else if (worse != "")
		say = "worse: " key ": " worse (better == "" ? "" : " (better: " better ")")
	else
		say = "better: " key ": " better
	print say
	if (say ~ /^better/)
		improved++
	else
		bad++
}

END {
	if (broken)
		exit 2
	for (i = 1; i <= rows; i++) {
		if (!(order[i] in seen)) {
			print "gone: " order[i]
			bad++
		}
	}
	if (!rows) {
		print "error: the baseline has no row that begins with " expected
		exit 2
	}
	printf "%d rows compared: %d worse or gone, %d better; %d are not in the baseline\n", \
		rows, bad, improved, fresh_only
	exit bad != 0
}
