# SPDX-License-Identifier: MIT
# port/malloc/one-heap.awk: the rules of port/malloc/one-heap.
#
# in:  the output of objdump for the image with -f, -h, -t (sorted), -d and -s; its path is
#      `elf` in the environment
#
# A function is reached if the entry point, or a pointer in data, leads to it by calls, jumps and
# pointers in code. A pointer in an array of initialisers counts only if a reached function, or
# data, holds both ends of that array: code needs them to run the array. So "not reached" is
# certain, except for pointers that the program computes. "Reached" means that the image has a way.

BEGIN {
	# The entry points of allocators: malloc and its relatives, newlib's with a reent, those of
	# --wrap, sbrk, and FreeRTOS's.
	split("malloc free calloc realloc reallocarray reallocf memalign aligned_alloc " \
	      "posix_memalign valloc pvalloc malloc_usable_size cfree mallinfo malloc_stats " \
	      "mstats mallopt malloc_trim _malloc_r _free_r _calloc_r _realloc_r _reallocf_r " \
	      "_memalign_r _valloc_r _pvalloc_r _malloc_usable_size_r _cfree_r _mallinfo_r " \
	      "_malloc_stats_r _mstats_r _mallopt_r _malloc_trim_r __wrap_malloc __wrap_free " \
	      "__wrap_calloc __wrap_realloc sbrk _sbrk _sbrk_r pvPortMalloc vPortFree", entries)
	# Variables of FreeRTOS's heap_1, 2, 4 and 5.
	split("ucHeap xFreeBytesRemaining", kernels)
}

# ---- The image -----------------------------------------------------------------------------

function number(hex,    i, value)
{
	for (i = 1; i <= length(hex); i++)
		value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
	return value + 0
}

# An address as a key: without leading zeros, and without the bit that means Thumb.
function key(hex)
{
	sub(/^(0x)?0*/, "", hex)
	if (thumb && hex ~ /[13579bdf]$/)
		hex = substr(hex, 1, length(hex) - 1) \
		      substr("02468ace", index("13579bdf", substr(hex, length(hex))), 1)
	return hex == "" ? "0" : hex
}

# The function that an address of code belongs to; "" if it is data. Sets `vague` for assembly,
# which need not say where a function ends.
function owner(place,    low, high, middle)
{
	low = 0
	high = functions + 1
	while (high - low > 1) {
		middle = int((low + high) / 2)
		if (begin[middle] <= place)
			low = middle
		else
			high = middle
	}
	vague = !extent[low]
	return low && (vague || place < begin[low] + extent[low]) ? function_at[low] : ""
}

function begins(at, symbol, bytes)
{
	if (at != function_at[functions])
		function_at[++functions] = at
	begin[functions] = number(at)
	if (bytes)
		extent[functions] = bytes
	if (!(at in name) || name[at] ~ /^tarn_is_/)
		name[at] = symbol
}

# On a Cortex-M each pointer to a function has the bit that means Thumb. Other numbers are none.
function is_pointer(value)
{
	return key(value) in name && (!cortex_m || value ~ /[13579bdf]$/)
}

function leads(from, to)
{
	calls[from] = calls[from] " " to
}

# `from`, a function, or "" for data, holds `value`. Is that a bound of an array?
function notes(from, value)
{
	if (key(value) in bound)
		knows[from, key(value)] = 1
}

function holds(from, value)
{
	notes(from, value)
	if (is_pointer(value))
		leads(from, key(value))
}

function swapped(word)
{
	return substr(word, 7, 2) substr(word, 5, 2) substr(word, 3, 2) substr(word, 1, 2)
}

# The word `value` stands at `place`, in code or in data.
function stands(place, value,    a, from)
{
	for (a in first) # in any section: some linker scripts put the array among code
		if (a in last && place >= first[a] && place < last[a]) {
			if (is_pointer(value))
				listed[a] = listed[a] " " key(value)
			return
		}
	from = section in code ? owner(place) : ""
	if (from != "")
		holds(from, value)
	if (from != "" && !vague)
		return
	notes("", value)
	if (!is_pointer(value))
		return
	if (section !~ /_array/)
		roots = roots " " key(value)
}

/file format/ { thumb = /arm/; big = /big/ }
/^architecture: arm.*-m/ { cortex_m = 1 }
/^start address/ { entry = key($3) }
/^ +[0-9]+ .*CODE/ { code[$2] = 1 }
/^ +[0-9]+ .*READONLY/ { constant[$2] = 1 }

# A symbol: ADDRESS FLAGS SECTION <tab> SIZE NAME
/^[0-9a-f]+ [lgu! ].*\t/ {
	at = key($1)
	symbol = substr($0, index($0, "\t") + 1) # a name may have spaces
	sub(/^[0-9a-f]+ +((\.hidden|\.internal|\.protected|0x[0-9a-f]+) )*/, "", symbol)
	sub(/\.(lto_priv|constprop|isra|part)\..*$/, "", symbol) # names of link-time optimization
	split($0, part, "\t")
	if (part[1] ~ /\*UND\*| df? / || symbol ~ /^\$/)
		next
	split(part[2], word, " ")
	address[symbol] = at
	if (symbol ~ /^tarn_/)
		tarns[at] = 1 # Tarn's malloc, too, which is also tarn_is_malloc
	n = split(part[1], flag, " ")
	place_of[symbol] = flag[n]
	if (part[1] ~ / O / && symbol ~ /^tarn_/ && !(flag[n] in constant || flag[n] in code)) {
		variable[++variables] = symbol
		extent_of[symbol] = number(word[1])
	}
	if (part[1] ~ / F /)
		begins(at, symbol, number(word[1]))
	else if (part[1] !~ / O / && flag[n] in code && (owner(number(at)) == "" || vague))
		begins(at, symbol) # in assembly
	if (symbol ~ /_array_(start|end)$/) {
		bound[at] = 1
		array = symbol
		sub(/_(start|end)$/, "", array)
		if (symbol ~ /start$/)
			first[array] = number($1)
		else
			last[array] = number($1)
	}
	next
}

/^(Disassembly|Contents) of section/ {
	section = substr($NF, 1, length($NF) - 1)
	here = ""
	next
}

# A label: ADDRESS <NAME>:. Code before a label in assembly may run on into it.
/^[0-9a-f]+ <.*>:$/ {
	before = here
	here = owner(number($1))
	if (vague)
		leads(before, here)
	next
}

# 8000104: movw r3, #12417
/\tmovw\t/ { low_half[$3] = substr($4, 2) }
/\tmovt\t/ {
	holds(here, sprintf("%x", substr($4, 2) * 65536 + low_half[$3]))
	next
}

# On RISC-V, an address that ends with three zeros: 8000104: lui s1,0x80004, and later mv a5,s1. Any
# other write to the register ends that.
split($3, operand, ",") == 2 && /\tlui\t/ {
	upper[operand[1]] = substr(operand[2], 3) "000"
	next
}
/\tmv\t/ && operand[2] in upper { holds(here, upper[operand[2]]) }
{ delete upper[operand[1]] }

# An instruction with an address: 8000104: bl 8000abc <name>. On RISC-V also add a0,a5,8 # 80000104
# <name>.
here != "" && match($0, /[0-9a-f]+ <[^>+]*>/) {
	value = substr($0, RSTART, RLENGTH)
	sub(/ .*/, "", value)
	value = key(value)
	notes(here, value)
	if (value in name)
		leads(here, value)
	next
}

# Contents of memory: ADDRESS, and four words of four bytes, in the order of addresses.
here == "" && /^ [0-9a-f]+ [0-9a-f]/ {
	text = substr($0, length($1) + 3, 35)
	for (i = 0; i < 4; i++) {
		value = substr(text, 9 * i + 1, 8)
		if (value !~ /^[0-9a-f]+$/ || length(value) < 8)
			break
		if (!big)
			value = swapped(value)
		if (key(value) in name || key(value) in bound)
			stands(number($1) + 4 * i, value)
	}
}

# ---- Who reaches whom ----------------------------------------------------------------------

function reach(list, from,    at, n, i)
{
	n = split(list, at, " ")
	for (i = 1; i <= n; i++)
		if (!(at[i] in reached)) {
			reached[at[i]] = from
			queue[++queued] = at[i]
		}
}

# Does `at` hold a start that is not after array `a`, and an end that is not before its end?
function runs(at, a,    b, below, above)
{
	for (b in first) {
		below = below || (first[b] <= first[a] && (at, address[b "_start"]) in knows)
		above = above || (last[b] >= last[a] && (at, address[b "_end"]) in knows)
	}
	return below && above
}

function pass_through(at,    a)
{
	reach(calls[at], at)
	for (a in listed)
		if (runs(at, a))
			reach(listed[a], at)
}

function walk(    i)
{
	reach(entry roots, "")
	pass_through("")
	for (i = 1; i <= queued; i++)
		pass_through(queue[i])
}

# ---- What is wrong -------------------------------------------------------------------------

function wrong(what, why)
{
	report = report sprintf("  %s: %s\n", what, why)
}

# Does the function pass its requests on to Tarn, as FreeRTOS's heap_3 does? A function that resizes
# or aligns does not count: it may call Tarn, too, and keep data of its own in the blocks.
function hands_on(symbol,    at, n, i)
{
	if (symbol !~ /^(malloc|free|__wrap_.*|pvPortMalloc|vPortFree)$/)
		return 0
	n = split(calls[address[symbol]], at, " ")
	for (i = 1; i <= n; i++)
		if (at[i] in tarns)
			return 1
	return 0
}

function judge(symbol,    caller, advice)
{
	if (!(address[symbol] in reached) || hands_on(symbol))
		return
	caller = reached[address[symbol]]
	caller = caller == "" ? "data points to it" : name[caller] " calls it"
	advice = "link tarn_newlib.o or tarn_picolibc.o, which have malloc and all its relatives"
	if (symbol ~ /Port/)
		advice = "replace the kernel's heap by heap_tarn.c"
	else if (symbol ~ /^__wrap/)
		advice = "leave out --wrap=" substr(symbol, 8)
	else if (symbol ~ /sbrk/)
		advice = "only another allocator needs it: remove that"
	wrong(symbol, "is not Tarn's, and " caller "; " advice)
	others++
}

function verdict(text)
{
	printf "%s: %s\n%s", ENVIRON["elf"], text, report
	exit report != "" || text ~ /^no heap/
}

# An MPU kernel of FreeRTOS has the bounds of what only privileged code may write. The end is the
# address after it, or of its last byte. Tarn's variables and the arena have to lie there. A region
# of Armv7-M begins at a multiple of its size, which is a power of two.
function judge_privileged(    kind, from, to, size, i, symbol, open, stray)
{
	kind = "__privileged_data_end__" in address ? "data" : "sram"
	from = "__privileged_" kind "_start__"
	to = "__privileged_" kind "_end__"
	if (!(to in address)) {
		if (place_of["tarn_default"] == "privileged_data")
			wrong("privileged_data", "your linker script has no such section, nor " to \
			      ": without an MPU kernel leave out TARN_PRIVILEGED")
		return
	}
	if ("__tarn_arena_end" in address) {
		variable[++variables] = "__tarn_arena_start"
		extent_of["__tarn_arena_start"] = number(address["__tarn_arena_end"]) - \
			number(address["__tarn_arena_start"])
	}
	for (i = 1; i <= variables; i++) {
		symbol = variable[i]
		if (number(address[symbol]) >= number(address[from]) && \
		    number(address[symbol]) + extent_of[symbol] - 1 <= number(address[to]))
			continue
		open = open (open ? ", " : "") symbol
		stray = stray || place_of[symbol] == "privileged_data"
	}
	if (open)
		wrong(open, "any task may write there; " (stray ? \
		      "in your linker script, put *(privileged_data) between " from " and " to : \
		      open == "__tarn_arena_start" ? "put the arena between " from " and " to : \
		      "build all of Tarn with -DTARN_PRIVILEGED=1"))
	for (size = 32; size < number(address[to]) - number(address[from]); size *= 2)
		;
	if (kind == "data" && number(address[from]) % size)
		wrong(from, "is no multiple of " size ", the size of its MPU region")
}

END {
	walk()
	for (i = 1; i in entries; i++) {
		if (!(entries[i] in address))
			continue
		if (address[entries[i]] in tarns)
			served++
		else
			judge(entries[i])
	}
	for (i = 1; i in kernels; i++)
		if (kernels[i] in address) {
			wrong(kernels[i],
			      "belongs to a heap of FreeRTOS; replace that file by heap_tarn.c")
			others++
		}
	if (served && !("tarn_malloc_init" in address))
		wrong("tarn_malloc_init", "is not in the image; compile malloc_init.c, too")
	if (others)
		verdict("more than one heap, or not Tarn's")
	if (report)
		verdict("a heap that nothing makes")
	if (!served && !("tarn_alloc" in address) && !("tarn_free" in address))
		verdict("no heap: neither Tarn nor malloc is linked")
	if ("pvPortMalloc" in address)
		judge_privileged()
	if (report)
		verdict("a heap that any task may write")
	start = "__tarn_arena_start"
	if (start in address) {
		bytes = number(address["__tarn_arena_end"]) - number(address[start])
		arena = sprintf(", %d bytes at 0x%s in %s", bytes, address[start], place_of[start])
		if (bytes < 256 || bytes > 128 * 1048576) {
			wrong("__tarn_arena_end", bytes " bytes after " start \
			      "; set both symbols in your linker script, 256 bytes to 128M apart")
			verdict("an arena that holds no heap")
		}
	}
	verdict(sprintf("one heap (%s)%s", served ? served " entry points, all Tarn's" : \
		"Tarn's; nothing calls malloc", arena))
}
