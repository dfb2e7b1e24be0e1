# SPDX-License-Identifier: MIT
# awk -f tests/bench/check_bounds.awk tests/bench/bounds <board>.csv <board>-memory.csv
# Prints each row of Tarn that exceeds a bound, and each bound that matches no row. The status is 1
# if there is one. Prints the goals that are not reached, too.
FILENAME == ARGV[1] {
	if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/)
		next
	fields = split($0, field, "\t")
	if (fields != 6 && fields != 7) {
		print "error: " FILENAME ":" FNR ": " fields " fields; a bound has 6 or 7"
		bad++
		next
	}
	n++
	rows[n] = field[1] " " field[2] " " field[3] " " field[4] " " field[5]
	pattern[n] = "^tarn,(" field[1] "),(" field[2] "),(" field[3] "),(" field[4] "),"
	column[n] = field[5]
	split(field[6], part, " ")
	relation[n] = part[1]
	limit[n] = part[2]
	goal[n] = ""
	if (fields == 7) {
		split(field[7], part, " ")
		goal[n] = part[2]
	}
	next
}

FNR == 1 {
	split("", position)
	for (i = split($0, name, ","); i; i--)
		position[name[i]] = i
	next
}

function holds(value, which) {
	return relation[which] == "<=" ? value <= limit[which] + 0 : value >= limit[which] + 0
}

{
	split($0, cell, ",")
	for (i = 1; i <= n; i++) {
		if (!(column[i] in position) || $0 !~ pattern[i])
			continue
		seen[i]++
		value = cell[position[column[i]]] + 0
		if (!(i in worst) || (relation[i] == "<=" ? value > worst[i] : value < worst[i]))
			worst[i] = value
		if (!holds(value, i)) {
			printf "exceeded: %s: %s = %s, bound %s %s\n", $0, column[i], value, \
				relation[i], limit[i]
			bad++
		}
	}
}

function reached(i) {
	return relation[i] == "<=" ? worst[i] <= goal[i] + 0 : worst[i] >= goal[i] + 0
}

END {
	for (i = 1; i <= n; i++) {
		if (!seen[i]) {
			print "error: " ARGV[1] ": no row matches: " rows[i]
			bad++
		}
	}
	if (!n) {
		print "error: " ARGV[1] ": no bounds"
		bad++
	}
	for (i = 1; i <= n; i++)
		if (goal[i] != "" && seen[i] && !reached(i))
			print "goal not reached: " rows[i] ": " worst[i] ", goal " relation[i], \
				goal[i]
	if (bad)
		exit 1
	print n " bounds kept"
}
