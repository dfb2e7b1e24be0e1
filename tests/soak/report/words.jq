# SPDX-License-Identifier: MIT
# Numbers as text, for report.jq, page.jq and summary.jq; and definitions that several of the
# report's programs share.

# The page shows runs together if these are the same. The figures of other runs cannot be compared.
def place: .run | [.board, .arena, .harden, .table, (.tags // "0"), .scenarios, .inject];

# Of a sample: the most of all kinds of rounds so far.
def worst_of($name): [.scenarios[][$name] | values] | max;

def thousands: tostring | explode | reverse | to_entries
	| map(if .key > 0 and .key % 3 == 0 and .value != 45 then 44, .value else .value end)
	| reverse | implode;

# Three significant digits, or all of a whole number: 0.0123, 12.3, 1,230.
def short:
	if . == null then "–"
	elif . < 0 then "−" + (-. | short)
	elif . == 0 then "0"
	elif . < 1e-9 then "0.000"
	elif . < 0.0005 then (log10 | floor) as $power
		| "0.\([range(-$power - 1) | "0"] | join(""))\(
			[. / pow(10; $power) | round, 9] | min)"
	elif . >= 100 then round | thousands
	else (2 - (log10 | floor)) as $digits
		| pow(10; $digits) as $scale
		| (. * $scale | round) / $scale | tostring end;

def signed: if . > 0 then "+" + short else short end;

def whole: if . == null then "–" else round | thousands end;

def many($one; $more): "\(whole) \(if . == 1 then $one else $more end)";

# Large counts: 1,230,000,000 is 1.23 × 10⁹.
def count:
	def raised: tostring | explode
		| map([8304, 185, 178, 179, 8308, 8309, 8310, 8311, 8312, 8313][. - 48]) | implode;
	if . == null or . < 10000000 then whole
	else (log10 | floor) as $power
		| "\(. / pow(10; $power) * 100 | round / 100) × 10\($power | raised)" end;

def duration:
	if . == null then "–"
	elif . < 120 then "\(short) s"
	elif . < 7200 then "\(. / 60 | short) min"
	elif . < 172800 then "\(. / 3600 | short) hours"
	elif . < 63072000 then "\(. / 86400 | short) days"
	else "\(. / 31536000 | short) years" end;

def size:
	if . == null then "–"
	elif . >= 1048576 then "\(. / 1048576 | short) MB"
	elif . >= 1024 then "\(. / 1024 | short) KB"
	else "\(whole) B" end;

def percent: if . == null then "–" else "\(. / 10 | short) %" end;

# How bad fragmentation was, and whether anything leaked.
def of_fragmentation: .fragmentation
	| if . == null then "no bytes were stranded"
	  else "at worst \(.stranded | size) stranded in \(.name), \(.part | percent) of the arena"
		+ (if .limited then ", within its limit" else ", without a limit" end)
		+ " (\(.board), seed \(.seed))" end;
def of_leaks: .leaks
	| if .failed > 0 then "\(.failed | many("run"; "runs")) failed with a leak"
	  elif .live > 0 then "\(.live | size) were live after a round"
	  else "none; 0 B live after each of \(.rounds | count) rounds" end;

# Logs in build/soak/log that are not of the last run, nor of the same soak-all.
def others_left_out: "\(.left_out | many("log"; "logs")) of other runs not included "
	+ "(LOGS=build/soak/log includes all)";

# in_order(f): groups by f, in the order in which the values of f first appear.
def in_order(f):
	(reduce (.[] | f) as $value ([]; if index([$value]) then . else . + [$value] end)) as $order
	| group_by(f) | sort_by((.[0] | f) as $value | $order | index([$value]));

# Up to three seeds one by one; more as a range.
def seeds: if length <= 3 then map(tostring) | join(", ") else "\(min) to \(max)" end;
