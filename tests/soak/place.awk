# SPDX-License-Identifier: MIT
# awk -v most=N -f tests/soak/place.awk FUNCTIONS -: prints the pages of pages.ld
# It reads a trace of QEMU (`-d exec,nochain`) of a soak that passes. Status 1: the soak did not
# pass, or QEMU did not trace it.
# FUNCTIONS has a line for each function (address, size, name, object), by address. Then it has a
# line for each instruction after a write of the interrupt mask: "mask" and its address. Numbers are
# hexadecimal.
function number(hex,    i, value)
{
	for (i = 1; i <= length(hex); i++)
		value = value * 16 + index("123456789abcdef", substr(hex, i, 1))
	return value
}

# The function that contains an address of the trace, or 0. `within` gets the offset in it.
function find(pc,    at, low, high, middle)
{
	at = number(pc)
	high = functions + 1
	while (high - low > 1) {
		middle = int((low + high) / 2)
		if (start[middle] <= at)
			low = middle
		else
			high = middle
	}
	within[pc] = at - start[low]
	return low && within[pc] < size[low] ? low : 0
}

# Room in a page: the rest is for the bytes before its first function. A larger function is long.
BEGIN { room = 1024 - 64 }

FILENAME != "-" && $1 == "mask" { after_mask[$2] = 1; next }
FILENAME != "-" {
	start[++functions] = number($1) - number($1) % 2 # its lowest bit says Thumb
	size[functions] = int((number($2) + 3) / 4) * 4
	name[functions] = $3; object[functions] = $4
	next
}

# QEMU looks up each address to which a function returns, and each address after a write of the
# mask. It looks up a called function only if that is in another page.
/^Trace/ {
	split($0, part, "/")
	pc = substr(part[2], length(part[2]) - 7)
	if (!(pc in of))
		of[pc] = find(pc)
	now = of[pc]
	if (now)
		runs[now]++
	if (now != was && within[pc] == 0) {
		calls[was, now]++
		called[was, now]++
		entry[now] = pc
	} else if (now != was || pc in after_mask) {
		looked[pc]++
	}
	if (now == was && size[now] > room)
		steps[now, within[last], within[pc]]++
	was = now
	last = pc
}

/^SOAK PASS/ { passed = 1 }

# Calls between two clusters, in both directions: what one page for both would save.
function between(a, b)
{
	return calls[a, b] + calls[b, a]
}

# Joins the two clusters that call each other most and fit a page, until none are left.
function cluster(    a, b, to, from, best, x, y, i)
{
	for (;;) {
		best = 0
		for (x = 1; x <= chosen; x++) {
			for (y = x + 1; y <= chosen; y++) {
				a = hot[x]; b = hot[y]
				if (!total[a] || !total[b] || total[a] + total[b] > room)
					continue
				if (between(a, b) > best) {
					best = between(a, b)
					to = a
					from = b
				}
			}
		}
		if (!best)
			return
		for (i = 1; i <= chosen; i++) {
			calls[to, hot[i]] += calls[from, hot[i]]
			calls[hot[i], to] += calls[hot[i], from]
		}
		members[to] = members[to] " " members[from]
		total[to] += total[from]
		total[from] = 0
	}
}

# Puts clusters into pages, the largest first, each into the first page with room for it.
function pack(    i, p, largest)
{
	for (;;) {
		largest = 0
		for (i = 1; i <= chosen; i++) {
			if (total[hot[i]] > total[largest])
				largest = hot[i]
		}
		if (!largest)
			return
		for (p = 1; p <= pages && filled[p] + total[largest] > room; p++)
			;
		pages = p > pages ? p : pages
		filled[p] += total[largest]
		content[p] = content[p] " " members[largest]
		total[largest] = 0
	}
}

# Adds the look-ups of calls that leave their page.
function look(    pair, ends)
{
	for (pair in called) {
		split(pair, ends, SUBSEP)
		if (page[ends[1]] != page[ends[2]])
			looked[entry[ends[2]]] += called[pair]
	}
}

# Exclusive or of two numbers, which not every awk has.
function differing(a, b,    bit, result)
{
	for (bit = 1; a || b; bit *= 2) {
		result += (a + b) % 2 * bit
		a = int(a / 2); b = int(b / 2)
	}
	return result
}

# Counts the look-ups that push out another, if page `p` begins `pad` bytes late. QEMU remembers 64
# addresses of each page, by bits 0 to 5 of the address, each exclusive-or the bit four above it.
function collisions(p, pad,    list, n, i, at, f, pc, slot, sum, top, lost)
{
	n = split(content[p], list)
	for (i = 1; i <= n; i++) {
		base[list[i]] = pad
		pad += size[list[i]]
	}
	for (pc in looked) {
		f = of[pc]
		if (page[f] != p)
			continue
		at = base[f] + within[pc]
		slot = int(at / 1024) * 64 + differing(at % 64, int(at / 16) % 64)
		sum[slot] += looked[pc]
		if (looked[pc] > top[slot])
			top[slot] = looked[pc]
	}
	for (slot in sum)
		lost += sum[slot] - top[slot]
	return lost
}

# How often a long function goes from one of its pages to another, if it begins `pad` bytes late.
function crossings(f, pad,    step, part, count)
{
	for (step in steps) {
		split(step, part, SUBSEP)
		if (part[1] == f && int((part[2] + pad) / 1024) != int((part[3] + pad) / 1024))
			count += steps[step]
	}
	return count
}

# How many bytes late page `p` begins: a few, if that is a tenth better. A page of one long function
# begins anywhere.
function best_pad(p,    pad, best, lost, long)
{
	long = filled[p] > room
	for (pad = best = 0; pad < (long ? 1024 : 64); pad += 4) {
		lost[pad] = collisions(p, pad) + (long ? crossings(content[p] + 0, pad) : 0)
		if (lost[pad] < lost[best] * (long ? 1 : 0.9))
			best = pad
	}
	return best
}

# The function that ran most of those not chosen yet; 0: no other ran.
function hottest(    f, best)
{
	for (f = 1; f <= functions; f++) {
		if (!(f in total) && runs[f] > runs[best])
			best = f
	}
	return best
}

END {
	while (chosen < most && (f = hottest()) > 0) {
		hot[++chosen] = f
		total[f] = size[f]
		members[f] = f
	}
	if (!passed || !chosen)
		exit 1
	cluster()
	pack()
	for (p = 1; p <= pages; p++) {
		n = split(content[p], list)
		for (i = 1; i <= n; i++)
			page[list[i]] = p
	}
	look()
	printf "SECTIONS\n{\n\t.text.pages : ALIGN(1024)\n\t{\n"
	for (p = 1; p <= pages; p++) {
		print "\t\t. = ALIGN(1024);"
		if ((pad = best_pad(p)) > 0)
			printf "\t\t. += %d;\n", pad
		n = split(content[p], list)
		for (i = 1; i <= n; i++)
			printf "\t\t*%s(.text.%s)\n", object[list[i]], name[list[i]]
	}
	printf "\t} > FLASH\n\n\t.text.traces :\n\t{\n"
	printf "\t\t*/build/soak/traces-*.o(.rodata .rodata.*)\n"
	printf "\t} > FLASH\n}\nINSERT AFTER .text;\n"
}
