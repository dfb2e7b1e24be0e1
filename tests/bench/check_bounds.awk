# SPDX-License-Identifier: MIT
# awk -f tests/bench/check_bounds.awk tests/bench/bounds <board>.csv <board>-memory.csv
# Prints each row of Tarn that exceeds a bound, and each bound that no row matches; status 1 if any.
FILENAME == ARGV[1] {
	if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/)
		next
	fields = split($0, field, "\t")
	if (fields != 6 && fields != 7) {
		print "bounds: line " FNR ": not six fields, or seven"
		bad++
		next
	}
	n++
	line[n] = $0
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

END {
	for (i = 1; i <= n; i++) {
		if (!seen[i]) {
			print "bounds: no row matches: " line[i]
			bad++
		}
	}
	if (!n) {
		print "bounds: none"
		bad++
	}
	for (i = 1; i <= n; i++)
		if (goal[i] != "" && !(relation[i] == "<=" ? worst[i] <= goal[i] + 0 : worst[i] >= goal[i] + 0))
			print "not reached: " line[i] ": now " worst[i]
	if (bad)
		exit 1
	print n " bounds kept"
}
