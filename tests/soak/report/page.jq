# SPDX-License-Identifier: MIT
# The report (report.jq) as a page:
#   jq -r -L HERE --rawfile css page.css --rawfile js page.js -f page.jq
# insert.awk replaces a line `@plot FILE ...` by a plot, and `@map FILE` by the picture of an arena.
include "words";
include "trends";

def chip($text): "<span class=\"chip \(.)\">\($text)</span>";
def chip: chip(.);
def cell: "<td>\(. // "–" | @html)</td>";
def figure: "<td class=\"n\">\(. | @html)</td>";
def title: "<th scope=\"row\">\(. | @html)</th>";
def row: "<tr>\(join(""))</tr>";
def soft: "<span class=\"soft\">\(.)</span>";

def heads($texts; $numbers):
	def head: "<th\(if . as $i | $numbers | index($i) != null then " class=\"n\"" else "" end)"
		+ " scope=\"col\">\($texts[.])</th>";
	"<tr>\([range($texts | length) | head] | join(""))</tr>";
def head($texts; $numbers): "<thead>\(heads($texts; $numbers))</thead>";
def table($head):
	"<div class=\"table\(if length > 30 then " dense" else "" end)\"><table>",
	$head, "<tbody>", .[], "</tbody></table></div>";

def anchor: "board-\(.id)";
def when: todate | sub("T"; " ") | sub(":..Z$"; "");
def level_of: "level \(.harden)";

# ---- The verdict ---------------------------------------------------------------------------

def mark: {
	PASS: "M10 52 L38 80 L90 20", FAIL: "M16 16 L84 84 M84 16 L16 84",
	WARN: "M50 8 L50 62 M50 84 L50 88",
	UNFINISHED: "M12 50 L14 50 M49 50 L51 50 M86 50 L88 50"}[.]
	| "<svg viewBox=\"0 0 100 100\" aria-hidden=\"true\"><path d=\"\(.)\" fill=\"none\""
		+ " stroke=\"currentColor\" stroke-width=\"15\" stroke-linecap=\"round\""
		+ " stroke-linejoin=\"round\"/></svg>";

# The first sentences of a page claim no more than was tested.
def of_trends:
	if .tests == 0 and .untested == .totals.runs then
		(if .untested == 1 then "The run was" else "The runs were" end) + " \(untested)."
	elif .untested > 0 then
		"No growth was found in the runs that are long enough. "
		+ "\(.untested) of \(.totals.runs) runs "
		+ (if .untested == 1 then "was" else "were" end) + " \(untested)."
	else ([.places[].trends[] | select(.quantity == "commons") | .least_found | values
			| select(. != "any change")]) as $found
		| "No growth was found." + (if $found | length == 1
			then " Changes of the commons in use that would be found: \($found[0])."
			else "" end) end;

def ended:
	if .stopped == 0 then "Every run ended with PASS"
	else "Every run passed, but Ctrl-C stopped \(.stopped) of "
		+ (.runs | many("run"; "runs")) end;

def equal_digests: any(.digests[]; .compared > 0 and .changed == null);

def sentence:
	.totals as $t | {
	PASS: ("\($t | ended). \(of_trends)"
		+ if equal_digests then " Runs of the same seed have equal digests." else "" end),
	WARN: "\($t | ended). A quantity grows or shrinks that should not.",
	UNFINISHED: ("\($t.unfinished) of \($t.runs | many("run has"; "runs have")) no end: "
		+ "still running, or interrupted. No run has failed so far."),
	FAIL: ((if $t.failed > 0 then "\($t.failed) of \($t.runs | many("run"; "runs")) failed."
		else "\($t | ended). But a check of this report failed." end)
		+ (if $t.unfinished == 0 then ""
			else " \($t.unfinished | many("run has"; "runs have")) no end." end))
	}[.verdict];

# A failed page begins with its failures.
def worst: if .verdict == "FAIL" then "" else
	" Fragmentation: \(of_fragmentation | @html). Leaks: \(of_leaks)." end;

# The counters of a run that failed are from before its failure, and say nothing.
def tiles:
	.totals as $t | [
	["runs", "\($t.runs | whole)"], ["boards", "\(.boards | length)"],
	["operations", "\($t.ops | count)"], ["time under load", "\($t.hours * 3600 | duration)"],
	(if $t.failed > 0 then ["failed", "\($t.failed | whole)"]
	 else ["requests refused", "\($t.refused | count)"],
		["unexpected faults", "\($t.faults | whole)"] end)]
	| "<dl class=\"tiles\">", (.[] | "<div><dt>\(.[0])</dt><dd>\(.[1])</dd></div>"), "</dl>";

def notice:
	"<li class=\"\(.level)\">\(.level | chip)"
	+ (if .board then "<b>\(.board | @html), seed \(.seed)</b> " else "" end)
	+ (.text | @html)
	+ (if .replay then "<code>\(.replay | @html)</code>" else "" end) + "</li>";

def notices: if .notices | length == 0 then empty
	else "<h2>Findings</h2><ul class=\"notices\">", (.notices[] | notice), "</ul>" end;

# ---- Boards --------------------------------------------------------------------------------

def row_of_place: "<th scope=\"row\"><a href=\"#\(anchor)\">\(.board | @html)</a></th>";

# After the verdict, the reasons of the runs that failed.
def verdict_cell:
	"<td>\(.level | chip)\(if .failed | length > 0 then " \(.failed | join(", ") | @html)"
		else "" end)</td>";

def runs_of_boards:
	.places | map([row_of_place, verdict_cell, (.arena | size | figure),
		(.harden | tostring | figure), (.seeds | seeds | figure), (.at | when | cell),
		(.until | when | cell), (.versions | join(", ") | cell),
		(.runs | length | whole | figure), (.ops | count | figure),
		(.hours * 3600 | duration | figure)] | row)
	| table(head(["board", "verdict", "arena", "level", "seed", "began", "ended", "commit",
		"runs", "operations", "time"]; [2, 3, 4, 8, 9, 10]));

def figures_of_boards:
	.places | map(select(.judged > 0)) | if length == 0 then empty else
	"<br>", (map([row_of_place, (.arena | size | figure), (.harden | tostring | figure),
		(.rounds | count | figure), (.refused | count | figure),
		(.waste | percent | figure), (.stranded | size | figure),
		(.least_longest | size | figure),
		(.alloc_worst | whole | figure), (.free_worst | whole | figure),
		(.stack_unused | size | figure)] | row)
	| table(head(["board", "arena", "level", "rounds", "refused", "most waste", "most stranded",
		"least longest free run", "slowest alloc", "slowest free", "stack left"];
		[range(1; 11)]))) end;

def legend:
	"<p class=\"soft small legend\">Times are UTC."
	+ (if .left_out > 0 then " \(others_left_out)." else "" end)
	+ " “Slowest” counts instructions. “Stack left” is the part of the stack that was never",
	"used. A plot divides the time into intervals. The band reaches from the least to the most",
	"that the soak measured in an interval. A thin line is the mean of one kind of round. The",
	"thick line is the mean of the thin lines.</p>";

def overview: "<h2>Boards</h2>", runs_of_boards, figures_of_boards, legend;

def plot($place; $name; $title; $unit; $kind; $names):
	"<figure><figcaption>\($title)<span>\($unit)\(
		if $names | length == 1 then [] else $names end | to_entries
		| map("<i\(if .key == 1 then " class=\"second\"" else "" end)></i>\(.value)")
		| join(""))</span></figcaption>",
	"@plot \($place).\($name) \($kind) \($names | join(","))",
	"</figure>";

def plots:
	"<div class=\"plots\">",
	plot(.id; "bytes"; "Live bytes"; "KB"; "band"; ["mean"]),
	plot(.id; "commons"; "Commons in use"; "KB"; "band"; ["mean"]),
	plot(.id; "longest"; "Longest free run"; "KB"; "band"; ["mean"]),
	plot(.id; "refusals"; "Refusals"; "a round"; "band"; ["mean"]),
	plot(.id; "throughput"; "Throughput"; "1,000 operations a second"; "band"; ["mean"]),
	plot(.id; "waste"; "Most waste so far"; "% of live blocks"; "most"; ["most"]),
	(if .alloc_worst
	 then plot(.id; "latency"; "Slowest so far"; "instructions"; "most"; ["alloc", "free"])
	 else empty end),
	(if .stack_unused
	 then plot(.id; "stack"; "Stack never used"; "bytes"; "least"; ["least"]) else empty end),
	"</div>";

def picture:
	"<h4>\(if .why == "failure" then "The arena when the run failed: \(.reason | @html)"
		else "The arena at its worst: \(.stranded | size) (\(.stranded * 1000 / .arena
			| percent)) of it were free when a small request was refused" end)</h4>",
	"<p class=\"soft small\">\(["scenario \(.scenario)", "operation \(.ops | whole) after",
	"\(.ms / 1000 | duration)", "seed \(.seed)"] | join(" · ") | @html)</p>",
	"<div class=\"arena\">", "@map \(.name)", "</div>";

def pictures($why): .maps[] | select(.why == $why) | picture;

def growth:
	"<h4>Does anything grow?</h4>",
	(.runs as $runs | .trends
	| map([(.title | title), "<td class=\"\(.level)\">\(.text | @html)</td>",
		([.scenario // empty, if $runs | length > 1 then "seed \(.seed)" else empty end]
			| join(", ") | cell),
		(.least_found | cell)] | row)
	| table(head(["quantity", "result of the test", "largest change in",
		"changes that would be found"]; [])));

def three(f): (.[0] | f | figure), (.[1] | f | figure), (.[2] | f | figure);
def whole_range: if . == null then (null, null, null | whole | figure) else three(whole) end;

def range_heads:
	def group($span): "<th class=\"n\" colspan=\"\($span)\" scope=\"colgroup\">\(.)</th>";
	"<thead><tr><th></th><th></th><th></th>"
	+ (["live bytes", "commons in use", "longest free run" | group(3)] + ["most" | group(2)]
		| join("")) + "</tr>"
	+ heads(["kind", "rounds", "refused", "least", "mean", "most", "least", "mean", "most",
		"least", "mean", "most", "waste", "stranded"]; [range(1; 14)]) + "</thead>";

def rounds: if .kinds | length == 0 then empty else
	"<h4>By kind of round: the least, the mean and the most of all measurements, in bytes</h4>",
	(.kinds | map([(.name | title), (.rounds | count | figure), (.refused | count | figure),
		(.bytes | whole_range), (.commons | whole_range), (.longest | whole_range),
		(.waste | percent | figure), (.stranded | size | figure)] | row)
	| table(range_heads)) end;

def tags: if .tags | length == 0 then empty else
	"<h4>By tag, at the end of the last round in the log, in bytes and blocks</h4>",
	(.tags | to_entries | map((.key | tostring | title) as $number | .value
		| [$number, (.name | cell), (.live | whole | figure), (.blocks | whole | figure),
			(.peak | whole | figure), (.peak_blocks | whole | figure),
			(.refused | count | figure),
			(if .limit == null then "none" else .limit | whole end | figure)] | row)
	| table(head(["tag", "name", "live", "blocks", "peak", "peak blocks", "refused", "limit"];
		[range(2; 8)]))) end;

def bar($most):
	if . > 0 then "<i style=\"width:\(. / $most * 1000 | round / 10)%\"></i>" else "" end;

def bars: if .refused_by_class | length == 0 then empty else
	(.refused_by_class | max) as $most | (.refused_by_class | length - 1) as $last
	| "<div><h4>Refused requests, by class</h4>",
	"<p class=\"soft small\">Tarn's own counters. Unlike “refused” above, they count rounds",
	"beside a tick, and requests of the soak that no arena of this size can serve.</p>",
	"<table class=\"bars\"><tbody>",
	(.refused_by_class | to_entries[]
	| "<tr>\(if .key == $last then "commons" else "class \(.key)" end | title)"
		+ "<td class=\"n\">\(.value | count)</td><td>\(.value | bar($most))</td></tr>"),
	"</tbody></table></div>" end;

def failed: if .failed | length == 0 then empty else
	"<p class=\"failed\">Failed: \(.failed | join(", ") | @html). "
	+ (if .judged == 0 then "The figures below are from before the failure."
		else "The tables below are of the other runs. Plots and trends include the run"
			+ " that failed, up to its failure." end) + "</p>" end;

def board:
	([(.arena | size), level_of, "seed \(.seeds | seeds)", "commit \(.versions | join(", "))",
		"\(.at | when) to \(.until | when)", (.runs | length | many("run"; "runs")),
		"\(.ops | count) operations in \(.hours * 3600 | duration)",
		(.table | values | select(. != "") | "table \(.)"),
		(.tags | select(length > 0) | "\(length - 1) tags"),
		(.scenarios | select(. != "all")),
		(.inject | select(. != "") | "INJECT=\(.)")] | join(" · ")) as $facts
	| "<section class=\"board\" id=\"\(anchor)\">"
		+ "<header><h3>\(.board | @html)</h3>\(.level | chip)",
	"<span class=\"soft small\">\($facts | @html)</span></header>",
	failed, pictures("failure"), plots, pictures("worst"), growth, rounds, tags, bars,
	"</section>";

# ---- Digests, faults, runs -----------------------------------------------------------------

def digest_chip:
	if .unequal then "FAIL" | chip("different")
	elif .changed then "NOTE" | chip("different, as are the versions")
	elif .compared > 0 then "PASS" | chip("equal")
	else "NOTE" | chip("nothing to compare") end;

def digests: if .digests | length == 0 then empty else
	"<h2>Digests</h2>",
	"<p class=\"soft small\">A digest covers every outcome of a run: the place of each block,",
	"and each refusal. Runs with the same seed, arena, level and scenarios must have the same",
	"digest at each operation at which both logged one.</p><br>",
	(.digests | map([("seed \(.seed)" | title), (.arena | size | cell),
		(.harden | tostring | cell), (.boards | join(", ") | cell),
		(.compared | whole | figure), (.ops | count | figure),
		"<td>\(digest_chip)</td>"] | row)
	| table(head(["run", "arena", "level", "boards", "comparisons", "up to operation",
		"digests"]; [4, 5]))) end;

def median: sort | .[length / 2 | floor];

# Several runs of one fault on one board: how many, and the medians.
def fault_cell:
	length as $runs
	| if . == null then "<td></td>"
	elif .[0].result == "detected" then
		(map(.ops | select(.)) | if length == 0 then "detected" else median
			| if . == 0 then "at once" else "after \(count) op." end end) as $ops
		| (map(.ms | select(.)) | if length == 0 then "" else median
			| if . < 1000 then "\(.) ms" else "\(. / 1000 | short) s" end end) as $time
		| "\($time)\(if $runs > 1 then " (of \($runs))" else "" end)"
		| "<td>\($ops) \(soft)</td>"
	elif .[0].result == "escaped" then "<td>\("FAIL" | chip("escaped"))</td>"
	else (if $runs > 1 then " " + ("of \($runs)" | soft) else "" end) as $of
		| "<td class=\"soft\">\(.[0].result)\($of)</td>" end;

def counted: "\(.detected) detected"
	+ (if .harmless > 0 then ", \(.harmless) harmless" else "" end)
	+ (if .escaped > 0 then ", \(.escaped) escaped" else ", none escaped" end)
	+ (if .untried > 0 then ", \(.untried) not tried" else "" end);

# A line for each fault and detector; a column for each board and level.
def matrix: if .faults | length == 0 then empty else
	(.faults | map(.place | select(startswith("-") | not)) | unique) as $places
	| "<h2>Injected faults</h2><p class=\"soft small\">\(.found | counted). A cell tells the",
	"operations and the time from the fault to its detection. For several runs they are",
	"medians. Harmless: no check noticed the fault, and the run ended with the digest of a run",
	"without it. There is a column for each board and level.</p><br>",
	(.faults | to_entries | group_by(.value | [.fault, .result, .detector]) | sort_by(.[0].key)
	| map(map(.value)
		| (group_by(.place) | map({(.[0].place): .}) | add) as $at
		| (if .[0].result == "detected" then "" else map(.note) | min end) as $note
		| [(.[0].fault | title), (.[0].detector | cell), ($places[] | $at[.] | fault_cell),
			"<td class=\"wide soft\">\($note | @html)</td>"] | row)
	| table(head(["fault", "detected as", ($places[] | @html), "note"]; []))) end;

def origin:
	[(.versions | join(", ")), "image \(.image)", (.machines | join(", ")),
	 (if .table != null and .table != "" then "table \(.table)" else empty end),
	 (if .resumed > 0 then "resumed \(.resumed | many("time"; "times"))" else empty end)]
	| "<div class=\"soft small\">\(join(" · ") | @html)</div>";

def runs:
	"<h2>Runs</h2><details\(if .runs | length <= 12 then " open" else "" end)><summary>"
	+ (.runs | length | many("run"; "runs"))
	+ ": seed, version, machine, and the command that repeats it</summary>",
	(.runs | map([(.board | title), (.seed | tostring | figure), "<td>\(.level | chip)</td>",
		(.arena | size | figure), (.harden | tostring | figure), (.ops | count | figure),
		(.hours * 3600 | duration | figure), (.at | when | cell), (.until | when | cell),
		"<td><code>\(.digest // "–" | @html)</code></td>",
		"<td class=\"wide\"><code>\(.command | @html)</code>\(origin)</td>"] | row)
	| table(head(["board", "seed", "verdict", "arena", "level", "operations", "time", "began",
		"ended", "digest", "command"]; [1, 3, 4, 5, 6]))),
	"</details>";

def reading:
	"<h2>How to read it</h2>",
	"<p class=\"small\">The soak measures its heap every 1,024 operations; in arenas above 64",
	"KB, less often. For each kind of round it logs the least, the mean and the most since",
	"the last sample. It does not see a peak between two measurements. Live bytes are those",
	"that the program asked for and has not freed. A KB is 1,024 bytes.</p>",
	"<p class=\"small\">“Stranded” says how bad fragmentation was: the bytes that were idle",
	"when a small request, of at most 256 bytes, was refused. “Waste” is the part of the live",
	"blocks that nobody asked for. A run fails if either exceeds the limit of its scenario.",
	"A longest free run of 0 B is normal: the heap was full.</p>",
	"<p class=\"small\">A picture of an arena shows each block and each free run where it",
	"lies. Point at one to read its size, its class, its tag and its age. The worst moment is",
	"the one that stranded most. The soak does not look for fragmentation at other moments,",
	"because no request failed then. A picture marks as stranded only free runs of the",
	"commons without room for a small request. The figure “stranded” also counts the free",
	"blocks of pools.</p>",
	"<p class=\"small\">“Does anything grow?” tests each kind of round of each run on its",
	"own. The test skips the first tenth of the run, cuts the rest into blocks of time, and",
	"fits a line to their means. The figure after ± is half of the 95 % interval. The",
	"interval is wider if neighbouring blocks correlate. The limit for WARN depends on the",
	"number of tests, so that at most one in a hundred reports on sound runs warns. This",
	"report has \(.tests | whole) tests.</p>",
	"<p class=\"small\">“Changes that would be found” begin at the smallest change that the",
	"test finds in 19 of 20 runs of this length. That change differs between kinds of rounds:",
	"the table names the kind with the smallest, and the kind with the largest. A running",
	"extreme, such as the slowest alloc, warns if it still changes more often than chance",
	"explains. <code>tests/soak/report/README.md</code> has the details.</p>";

"<!doctype html>",
"<html lang=\"en\"><head><meta charset=\"utf-8\">",
"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"
	+ " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">",
"<title>\(.verdict): soak of Tarn</title><link rel=\"icon\" href=\"data:,\">",
"<style>\n\($css)</style></head><body>",
"<div class=\"head\"><span>Tarn, the soak</span>"
	+ "<span>\(.totals.from | when) to \(.totals.until | when) UTC\(
		.runs | map(.versions[]) | unique
		| if length == 1 then " · \(.[0] | @html)" else "" end)</span></div>",
"<header class=\"verdict \(.verdict)\"><h1>\(.verdict | mark)\(.verdict)</h1>"
	+ "<p>\(sentence)\(worst)</p></header>",
notices, tiles, overview, (.places[] | board), digests, matrix, runs, reading,
"<script>\n\($js)</script></body></html>"
