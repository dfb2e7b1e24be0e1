# SPDX-License-Identifier: MIT
# Part of `run`: takes each measure of every allocator in $work/list.

# each COMMAND WORKLOAD ARENA [LIST]: runs COMMAND NAME CONFIG LIBRARY WORKLOAD ARENA for each line
each() {
	while IFS='	' read -r name config file; do
		"$1" "$name" "$config" "$file" "$2" "$3" </dev/null
	done <"${4:-$work/list}"
}

# Prints the rows of instructions.
counts() {
	: >"$work/profile"
	LD_PRELOAD=$3 valgrind --tool=callgrind --compress-strings=no --compress-pos=no \
		--callgrind-out-file="$work/profile" --log-fd=9 \
		"$work/bench" in="$work/$4.ops" do=counts calls="$calls" 9>&1 >"$work/printed" |
		{ grep "^events-1:" >"$work/log" || :; }
	awk -v row="$1,$2,$5,$4" -v library="$(who "$3")" -f $here/counts.awk "$work/log" \
		"$work/printed" "$work/profile"
}

memory() {
	figures=$(LD_PRELOAD=$3 "$work/bench" in="$work/$4.ops" do=memory)
	echo "$1 $2 $5 ${4%-*} $figures"
}

timed() {
	figure=$(LD_PRELOAD=$3 "$work/bench" in="$work/$4.ops" do=time)
	echo "$1 $2 $5 $4 $figure"
}

{
	echo allocator,config,arena,workload,op,n,min,median,p999,max
	for load in $loads; do
		each counts "$load" $arena
	done
} >"$out/host.csv"

{
	for load in $loads fresh churned; do
		each memory "$load" $arena
	done
	for load in fresh churned; do
		each memory $load-large $large
	done
	for trace in $traces; do
		each memory "$trace" -
	done
} >"$work/memory"
{
	echo allocator,config,arena,workload,metric,value
	awk -f $here/memory.awk "$work/memory"
} >"$out/host-memory.csv"

# Interleaved: each round runs every allocator once. Every other round runs them backwards.
awk -F '\t' '$1 != "tarn" || $2 == "h1"' "$work/list" >"$work/timed"
awk '{ line[NR] = $0 } END { for (i = NR; i; i--) print line[i] }' "$work/timed" >"$work/backwards"
round=0
while [ $round -lt "$rounds" ]; do
	order=$work/timed
	[ $((round % 2)) = 0 ] || order=$work/backwards
	for load in $loads; do
		each timed "$load" $arena "$order"
	done
	for trace in $traces; do
		each timed "$trace" - "$order"
	done
	round=$((round + 1))
done >"$work/times"
awk -f $here/ratios.awk "$work/times" >>"$out/host.csv"
