# SPDX-License-Identifier: MIT
# tests/pool/packed/loads.sh: sourced by tests/pool/packed/loops and tests/pool/cxx/loops. They
# define $source, $loops (how many it has), $out, $flags and bad().

# loads COMPILER...: prints each function, and the instructions and loads of its loop on a
# Cortex-M4.
loads()
{
	# shellcheck disable=SC2086
	"$@" $flags -ffreestanding -mthumb -mcpu=cortex-m4 -c $source -o $out/loads.o
	arm-none-eabi-objdump -d --no-show-raw-insn $out/loads.o | awk '
	/^[0-9a-f]+ </ {
		name = match($2, /(loop|field)_[a-z_]+/) ? substr($2, RSTART, RLENGTH) : ""
		split("", line)
		at = 0
	}
	/^ +[0-9a-f]+:/ {
		line[$1] = ++at
		sum[at] = sum[at - 1]
		if ($2 ~ /^ldm/)
			sum[at] += NF - 3
		else if ($2 ~ /^ldr/)
			sum[at] += $2 ~ /^ldrd/ ? 2 : 1
		first = line[$3 ":"]
		if (name && first && $2 ~ /^b/ && at - first + 1 > instructions[name]) {
			instructions[name] = at - first + 1
			loaded[name] = sum[at] - sum[first - 1]
		}
	}
	END {
		for (name in instructions)
			print name, instructions[name], loaded[name]
	}' | sort
}

# judge_loads LABEL: a loop must load its columns and nothing else. A field's loop must load more.
judge_loads()
{
	while read -r name instructions sum; do
		case $name in
		*_one | *_small) columns=1 ;;
		*_joined) columns=2 ;;
		*) columns=4 ;;
		esac
		case $name in
		loop_*) [ "$sum" = $columns ] || bad "$1: $name: $sum loads for $columns columns" ;;
		*) [ "$sum" -gt $columns ] || bad "$1: $name: $sum loads: this cannot fail" ;;
		esac
		echo "$1: $name: $instructions instructions, $sum loads an element"
		judged=$((judged + 1))
	done
	[ "$judged" = "$loops" ] || bad "$1: $judged loops judged, not $loops"
}
