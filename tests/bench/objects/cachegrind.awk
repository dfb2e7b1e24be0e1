# SPDX-License-Identifier: MIT
# awk -v n=ELEMENTS -v frames=FRAMES -f cachegrind.awk FILE: sums a cachegrind file by function, and
# prints the loops in thousandths per element and frame. Functions of Tarn that a pool's walk calls
# count with their loop. The pool is walked once more than there are frames, to sum up its elements.
/^events:/ {
	for (i = 2; i <= NF; i++)
		column[$i] = i # a line's first field is its number
}
/^fn=/ {
	name = substr($0, 4)
	share = 1
	if (name == "tarn_object_each" || name == "tarn__slot_used") {
		name = "particles_pool"
		share = frames / (frames + 1)
	}
	if (!(name in seen) && name ~ /^(particles|entities|loot|shapes|joins)_/) {
		seen[name] = 1
		order[++names] = name
	}
}
/^[0-9]/ && name in seen {
	for (event in column)
		sum[name, event] += share * $column[event]
}
function each(name, value)
{
	return sprintf("%d", value * 1000 / n / frames + 0.5)
}
END {
	print "loop,n,instructions,d1,ll,branches,indirect"
	for (i = 1; i <= names; i++) {
		name = order[i]
		print name "," n "," each(name, sum[name, "Ir"]) \
			"," each(name, sum[name, "D1mr"] + sum[name, "D1mw"]) \
			"," each(name, sum[name, "DLmr"] + sum[name, "DLmw"]) \
			"," each(name, sum[name, "Bcm"]) "," each(name, sum[name, "Bim"])
	}
	exit !names
}
