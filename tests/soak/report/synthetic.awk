# SPDX-License-Identifier: MIT
# Writes a log as the soak does, of an invented run:
#   awk -v seed=1 [-v NAME=VALUE]... -f synthetic.awk
# By default it is a quiet run of 8 hours. All noise depends on the seed.
#
#   hours every     the length, and the seconds between samples (1 s in the first minute)
#   noise ar        standard deviation of means in bytes, and its share that the next sample keeps
#   leak            growth of the commons in use, in bytes an hour, in rounds of frames
#   cut             the hour in which the run is interrupted and resumed from its last mark
#   verdict reason  of the end; verdict=none: the log has no end
#   tags            1: of a build with TAGS=4
#   maps            1: with a map of the worst moment, and one of the failure if the run fails
#   twist           1: another digest from the middle on
function given(name, value, usual) {
	return value == "" ? usual : value
}

function gauss() {
	return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand())
}

function drift(name) {
	return last_noise[name] = ar * last_noise[name] + sqrt(1 - ar * ar) * gauss()
}

# Depends on the number of the operation alone, so it is equal on all boards.
function digest_at(ops) {
	return sprintf("%08x%08x", (ops * 40503 + seed * 65599) % 4294967296, \
		(ops * 9176 + seed + (twist && ops > hours * 1800 * rate)) % 4294967296)
}

function begin(    command) {
	command = "make soak BOARD=" board " ARENA=" arena / 1024 "K HARDEN=" harden \
		" SEED=" seed " HOURS=" hours
	printf "{\"record\":\"run\",\"schema\":%d,\"group\":\"%s\",\"at\":%d,\"version\":\"%s\",", \
		schema, group, at, version
	printf "\"board\":\"%s\",\"arena\":%d,\"harden\":%d,\"seed\":%d,\"scenarios\":\"all\",", \
		board, arena, harden, seed
	if (tags)
		printf "\"tags\":\"4\","
	printf "\"limit\":\"SECONDS=%d\",", hours * 3600
	printf "\"inject\":\"\",\"wrap\":\"0\",\"table\":\"\","
	printf "\"image\":\"9a3f00c1\",\"machine\":\"%s\",\"command\":\"%s\"}\n", machine, command
}

# The members that begin most records.
function timed(record, second) {
	printf "{\"record\":\"%s\",\"at\":%d,\"ms\":%.0f,\"ops\":%.0f", \
		record, at + second + late, second * 1000, second * rate
}

function or_null(known, value) {
	return known ? int(value) : "null"
}

# Prints least, mean and most; the mean is in the middle.
function range(name, mean) {
	printf ",\"%s\":[%d,%d,%d]", name, mean / 3, mean, mean * 5 / 3
}

# A kind of round that uses `share` of the arena. If it is `steady`, it has no noise.
function kind(name, share, steady, growth,    n) {
	n = steady ? 0 : drift(name) * noise
	refusals[name] += steady ? 40 : int(40 + 6 * rand())
	printf "%s\"%s\":{\"rounds\":%d,\"refused\":%d,\"waste\":%d,\"stranded\":%d,\"looks\":%d", \
		name == "frames" ? "" : ",", name, rounds, refusals[name], 96 + worst / 9, \
		arena * 0.21, 180
	range("bytes", arena * share * 0.9 + n)
	range("commons", arena * share + n + growth)
	range("longest", arena * (0.6 - share / 2) - n)
	printf "}"
	return refusals[name]
}

function sample(second,    hour, ops, refused, slow) {
	hour = second / 3600
	ops = second * rate
	rounds = int(ops / 23600) + 1
	slow = 171 - int(5 * log(1 - rand()))
	if (slow > worst)
		worst = slow
	timed("sample", second)
	printf ",\"beside\":%.0f,\"beside_ms\":%.0f,", ops / 50, second * 100
	printf "\"peak\":%d,\"least\":0,\"rounds\":%d,\"scenarios\":{", arena * 0.94, rounds * 4
	refused = kind("frames", 0.3, 0, leak * hour)
	refused += kind("firmware", 0.5, 0, 0)
	refused += kind("fixed", 0.6, 1, 0)
	printf ",\"interrupt\":{\"rounds\":%d,\"looks\":0,", rounds
	printf "\"bytes\":null,\"commons\":null,\"longest\":null}},"
	printf "\"refused\":%d,\"refused_by_class\":[%d,%d,%d,0,0,0,0,%d],\"faults\":0,", \
		refused, refused * 0.2, refused * 0.1, refused * 0.05, refused * 0.65
	if (tags)
		tell_tags(rounds)
	printf "\"alloc_worst\":%s,\"free_worst\":%s,\"stack_unused\":%s,", \
		or_null(ruler, worst), or_null(ruler, 188), or_null(board != "host", 2412)
	printf "\"digest\":\"%s\",\"seed\":%d}\n", digest_at(ops), seed
}

function tell_tags(rounds,    tag, name) {
	split("- level greedy steady task", name, " ")
	printf "\"tags\":["
	for (tag = 0; tag < 5; tag++) {
		printf "%s{\"name\":\"%s\",\"live\":0,\"blocks\":0,", tag ? "," : "", name[tag + 1]
		printf "\"peak\":%d,\"peak_blocks\":%d,", 4321 + tag * 1000, 77 + tag
		printf "\"refused\":%d,\"limit\":%s}", tag * rounds, tag ? 8000 + tag : "null"
	}
	printf "],"
}

# A map of random blocks. `lines` becomes an array.
function map(second, why,    lines, at, size, live, blocks, i) {
	lines = sprintf("\"map heap arena=%d classes=2 harden=%d tags=0\"", arena, harden)
	lines = lines ",\"map pool 0 at=1024 size=16 capacity=48 L20 F8 L N19\""
	lines = lines ",\"map pool 1 at=1792 size=32 capacity=16 F4 L12\""
	blocks = 33
	lines = lines ",\"map commons at=2312"
	for (at = 2312; at < arena; at += size) {
		live = i % 2 == 0 || rand() < 0.7
		size = 8 * int(1 + 40 * rand())
		if (at + size > arena)
			size = arena - at
		lines = lines (++i % 12 == 0 ? "\",\"map +" : "") (live ? " L" : " F") size
		blocks += live
	}
	lines = lines sprintf("\",\"map end blocks=%d\"", blocks)
	timed("map", second)
	printf ",\"why\":\"%s\",", why
	if (why == "worst")
		printf "\"stranded\":%d,", arena * 0.2
	printf "\"scenario\":\"frames\",\"round\":7,\"lines\":[%s]}\n", lines
}

function mark(second) {
	timed("mark", second)
	printf ",\"digest\":\"%s\",\"state\":\"00ff\"}\n", digest_at(second * rate)
}

# The run repeats what came after the last mark, an hour later.
function resume(second) {
	sample(second + every)
	late += 3600
	timed("resume", second)
	printf ",\"version\":\"%s\",\"image\":\"9a3f00c1\",\"machine\":\"%s\"}\n", version, machine
}

function finish(second,    line, ops) {
	ops = sprintf("%.0f", second * rate)
	line = "SOAK " verdict (reason == "" ? "" : " reason=" reason) " board=" board \
		" seed=" seed " ops=" ops " digest=" digest_at(ops)
	if (verdict == "FAIL")
		line = line " replay= make soak BOARD=" board " SEED=" seed " OPS=" ops " "
	timed("end", second)
	printf ",\"verdict\":\"%s\",\"reason\":\"%s\",\"digest\":\"%s\",", \
		verdict, reason, digest_at(second * rate)
	printf "\"status\":%d,\"stopped\":0,\"line\":\"%s\"}\n", verdict != "PASS", line
}

BEGIN {
	schema = given("schema", schema, 2)
	group = given("group", group, 1)
	seed = given("seed", seed, 1)
	board = given("board", board, "host")
	hours = given("hours", hours, 8)
	every = given("every", every, 30)
	at = given("at", at, 1790000000)
	arena = given("arena", arena, 65536)
	harden = given("harden", harden, 2)
	rate = given("rate", rate, 1000000)
	noise = given("noise", noise, 300)
	ruler = given("ruler", ruler, board != "host")
	verdict = given("verdict", verdict, "PASS")
	version = given("version", version, "1.0-6-gabcdef0")
	machine = given("machine", machine, board == "host" ? \
		"Linux 6.1 x86_64, 2 processors" : "QEMU emulator version 7.2.22")
	srand(seed * 7919 + length(board))
	begin()
	for (second = 0; second < hours * 3600; second += second < 60 ? 1 : every) {
		sample(second)
		if (maps && second == 60)
			map(second, "worst")
		if (second % (every * 20) == 0)
			mark(second)
		if (cut != "" && second >= cut * 3600 && second % (every * 20) == 0) {
			resume(second)
			cut = ""
		}
	}
	sample(hours * 3600)
	if (maps && verdict == "FAIL")
		map(hours * 3600, "failure")
	if (verdict != "none")
		finish(hours * 3600)
}
