# SPDX-License-Identifier: MIT
# awk -v action=write|check -v by=COMMAND -f tests/bench/claims.awk CLAIMS CSV...
# Figures in prose, of the tables CSV. `write` puts each figure into its file. `check` prints each
# figure that differs; COMMAND writes them. The status is 1 if a figure differs, if its text is not
# there exactly once, if no row matches, or if there are no claims.
FILENAME == ARGV[1] {
	if ($0 ~ /^#/)
		next
	fields = split($0, field, "\t")
	if (fields < 7 || fields > 8 || split(field[2], part, "@") != 2 || part[1] == "") {
		print "error: " FILENAME ":" FNR ": a claim has 7 or 8 fields;" \
			" the second is text with one @"
		bad++
		next
	}
	n++
	place[n] = field[1] SUBSEP field[2]
	pattern[n] = "^tarn,(" field[3] "),(" field[4] "),(" field[5] "),(" field[6] "),"
	column[n] = field[7]
	if (field[8] == "about")
		rounded[place[n]] = 1
	next
}

FNR == 1 {
	split("", position)
	for (i = split($0, name, ","); i; i--)
		position[name[i]] = i
	next
}

{
	split($0, cell, ",")
	for (i = 1; i <= n; i++) {
		if (!(column[i] in position) || $0 !~ pattern[i])
			continue
		seen[i] = 1
		value = cell[position[column[i]]] + 0
		if (!(place[i] in most) || value > most[place[i]])
			most[place[i]] = value
	}
}

# Rounds to two digits, with a comma before the last three.
function about(value,    unit) {
	for (unit = 1; value / unit >= 100; unit *= 10)
		continue
	value = int(value / unit + 0.5) * unit
	return value >= 1000 ? int(value / 1000) sprintf(",%03d", value % 1000) : value
}

# Puts `figure` at the @ of `text` in the lines of `path`, line[1] to line[lines]. Returns how often
# the text is there.
function put(path, text, figure,    i, at, before, after, end, found) {
	at = index(text, "@")
	before = substr(text, 1, at - 1)
	after = substr(text, at + 1)
	end = sub(/\$$/, "", after)
	for (i = 1; i <= lines; i++) {
		for (at = 1; (step = index(substr(line[i], at), before)) > 0; at++) {
			at += step - 1
			if (stands(substr(line[i], at + length(before)), after, end)) {
				found++
				set(path, i, at + length(before), before, after, figure)
			}
		}
	}
	return found
}

# Does `rest` begin with a figure, followed by `after`? Sets `was` to the figure.
function stands(rest, after, end) {
	if (!match(rest, /^[0-9][0-9,]*/))
		return 0
	was = substr(rest, 1, RLENGTH)
	sub(/,$/, "", was)
	rest = substr(rest, length(was) + 1)
	return end ? rest == after : index(rest, after) == 1
}

function set(path, i, at, before, after, figure) {
	if (was == figure)
		return
	if (action == "write") {
		line[i] = substr(line[i], 1, at - 1) figure substr(line[i], at + length(was))
		return
	}
	print path ": says " before was after ", but " figure " was measured" \
		" (to correct it: " by ")"
	bad++
}

END {
	for (i = 1; i <= n; i++) {
		split(place[i], part, SUBSEP)
		if (!seen[i]) {
			print "error: " ARGV[1] ": no row matches " pattern[i] ": " part[2]
			bad++
			continue
		}
		if (done[place[i]]++)
			continue
		for (lines = 0; (getline line[lines + 1] <part[1]) > 0; lines++)
			continue
		close(part[1])
		figure = place[i] in rounded ? about(most[place[i]]) : most[place[i]]
		found = put(part[1], part[2], figure)
		if (found != 1) {
			print "error: " part[1] ": has this text " found + 0 " times, not once: " \
				part[2]
			bad++
		} else if (action == "write") {
			for (j = 1; j <= lines; j++)
				print line[j] >part[1]
			close(part[1])
		}
	}
	if (bad || !n)
		exit 1
	for (text in done)
		texts++
	print texts " figures in prose match the measurement"
}
