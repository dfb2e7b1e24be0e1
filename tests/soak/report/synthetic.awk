# SPDX-License-Identifier: MIT
# A log as the soak writes it, of a run that never was: awk -v seed=1 [-v NAME=VALUE]... -f synthetic.awk
# What is not given is a quiet run of 8 hours. All noise follows from the seed.
#
#   hours every     how long, and seconds between samples (each second in the first minute)
#   noise ar        standard deviation of the noise in bytes, and how much of it lasts to the next sample
#   leak            bytes an hour that the floor of live bytes grows
#   cut             the hour in which the run is cut and goes on from its last mark
#   verdict reason  of the end; verdict=none: the log just stops
#   twist           1: another digest from the middle on
function given(name, value, usual) {
	return value == "" ? usual : value
}

function gauss() {
	return sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand())
}

function drift(    keep) {
	keep = ar * last_noise
	return last_noise = keep + sqrt(1 - ar * ar) * gauss()
}

# Of the place in the sequence of operations alone: equal on all boards.
function digest_at(ops) {
	return sprintf("%08x%08x", (ops * 40503 + seed * 65599) % 4294967296, \
		(ops * 9176 + seed + (twist && ops > hours * 1800 * rate)) % 4294967296)
}

function begin(    command) {
	command = "make soak BOARD=" board " ARENA=" arena / 1024 "K HARDEN=" harden " SEED=" seed " HOURS=" hours
	printf "{\"record\":\"run\",\"schema\":%d,\"at\":%d,\"version\":\"%s\",\"board\":\"%s\",", \
		schema, at, version, board
	printf "\"arena\":%d,\"harden\":%d,\"seed\":%d,\"scenarios\":\"all\",", arena, harden, seed
	printf "\"limit\":\"SECONDS=%d\",\"inject\":\"\",\"wrap\":\"0\",\"table\":\"\",", hours * 3600
	printf "\"image\":\"9a3f00c1\",\"machine\":\"%s\",\"command\":\"%s\"}\n", machine, command
}

function or_null(known, value) {
	return known ? int(value) : "null"
}

function sample(second,    hour, ops, n, wobble, slow) {
	hour = second / 3600
	ops = second * rate
	n = drift() * noise
	wobble = gauss()
	refused += int(40 + 6 * rand())
	slow = 171 - int(5 * log(1 - rand()))
	if (slow > worst)
		worst = slow
	printf "{\"record\":\"sample\",\"at\":%d,\"ms\":%.0f,\"ops\":%.0f,\"beside\":%.0f,\"rounds\":%d,", \
		at + second + late, second * 1000, ops, ops / 50, ops / 5900
	printf "\"scenario\":\"frames\",\"live\":%d,\"bytes\":%d,\"peak\":%d,\"least\":%d,", \
		600 + 90 * wobble, arena * 0.55 + arena * 0.1 * wobble + leak * hour, arena * 0.94, \
		4096 + n + leak * hour
	printf "\"refused\":%d,\"refused_by_class\":[%d,%d,%d,0,0,0,0,%d],", \
		refused, refused * 0.2, refused * 0.1, refused * 0.05, refused * 0.65
	printf "\"waste\":%d,\"stranded\":%d,\"longest\":%d,\"commons\":%d,", 96 + 9 * gauss(), \
		arena * 0.21, arena * 0.3 - 2500 * wobble + n, arena * 0.42 + 3000 * wobble + n
	printf "\"fixed_held\":%s,\"fixed_longest\":%s,\"faults\":0,", or_null(second > 5, \
		arena * 0.25), or_null(second > 5, arena * 0.5)
	printf "\"alloc_worst\":%s,\"free_worst\":%s,\"stack_unused\":%s,", or_null(ruler, \
		worst), or_null(ruler, 188), or_null(board != "host", 2412)
	printf "\"contents\":\"%08x\",\"digest\":\"%s\",\"seed\":%d}\n", ops % 4294967296, digest_at(ops), seed
}

function mark(second) {
	printf "{\"record\":\"mark\",\"at\":%d,\"ms\":%.0f,\"ops\":%.0f,\"digest\":\"%s\",\"state\":\"00ff\"}\n", \
		at + second + late, second * 1000, second * rate, digest_at(second * rate)
}

# What was done behind the last mark is done again, an hour later.
function resume(second) {
	sample(second + every)
	late += 3600
	printf "{\"record\":\"resume\",\"at\":%d,\"ms\":%.0f,\"ops\":%.0f,\"version\":\"%s\",", \
		at + second + late, second * 1000, second * rate, version
	printf "\"image\":\"9a3f00c1\",\"machine\":\"%s\"}\n", machine
}

function finish(second,    line, ops) {
	ops = sprintf("%.0f", second * rate)
	line = "SOAK " verdict (reason == "" ? "" : " reason=" reason) " board=" board " seed=" seed " ops=" \
		ops " digest=" digest_at(ops)
	if (verdict == "FAIL")
		line = line " replay= make soak BOARD=" board " SEED=" seed " OPS=" ops " "
	printf "{\"record\":\"end\",\"at\":%d,\"verdict\":\"%s\",\"reason\":\"%s\",\"ops\":%.0f,\"ms\":%.0f,", \
		at + second + late, verdict, reason, second * rate, second * 1000
	printf "\"digest\":\"%s\",\"status\":%d,\"stopped\":0,\"line\":\"%s\"}\n", digest_at(second * rate), \
		verdict != "PASS", line
}

BEGIN {
	schema = given("schema", schema, 1)
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
	machine = given("machine", machine, board == "host" ? "Linux 6.1 x86_64, 2 processors" : \
		"QEMU emulator version 7.2.22")
	srand(seed * 7919 + length(board))
	begin()
	for (second = 0; second < hours * 3600; second += second < 60 ? 1 : every) {
		sample(second)
		if (second % (every * 20) == 0)
			mark(second)
		if (cut != "" && second >= cut * 3600 && second % (every * 20) == 0) {
			resume(second)
			cut = ""
		}
	}
	sample(hours * 3600)
	if (verdict != "none")
		finish(hours * 3600)
}
