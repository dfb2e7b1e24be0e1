# SPDX-License-Identifier: MIT
# The report (report.jq) as a page: jq -r -L HERE --rawfile css page.css --rawfile js page.js -f page.jq
# A line `@plot FILE ...` stands for a plot, `@map FILE` for the picture of an arena: insert.awk
# puts them there.
include "words";
include "trends";

def chip: "<span class=\"chip \(.)\">\(.)</span>";
def cell: "<td>\(. // "–" | @html)</td>";
def figure: "<td class=\"n\">\(. | @html)</td>";
def row: "<tr>\(join(""))</tr>";
def head($texts; $numbers): "<thead><tr>" + ([range($texts | length) as $i
	| "<th\(if ($numbers | index($i)) != null then " class=\"n\"" else "" end) scope=\"col\">\($texts[$i])</th>"] | join("")) + "</tr></thead>";
def table($head): "<div class=\"table\(if length > 30 then " dense" else "" end)\"><table>", $head, "<tbody>", .[], "</tbody></table></div>";
def anchor: "board-\(.id)";
def when: todate | sub("T"; " ") | sub(":..Z$"; "");
def level_of: "level \(.harden)";

# ---- The verdict ---------------------------------------------------------------------------

def mark: {
	PASS: "M10 52 L38 80 L90 20", FAIL: "M16 16 L84 84 M84 16 L16 84",
	WARN: "M50 8 L50 62 M50 84 L50 88", UNFINISHED: "M12 50 L14 50 M49 50 L51 50 M86 50 L88 50"}[.]
	| "<svg viewBox=\"0 0 100 100\" aria-hidden=\"true\"><path d=\"\(.)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"15\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/></svg>";

# What a page says first claims no more than was seen.
def of_trends:
	if .tests == 0 and .untested == .totals.runs then untested
	elif .untested > 0 then "no growth was seen in the runs that are long enough; of \(.untested) of \(.totals.runs) runs \(untested)"
	else ([.places[].trends[] | select(.quantity == "commons") | .least_found | values | select(. != "any change")]) as $found
		| "no growth was seen" + (if $found | length == 1 then "; growth of the commons in use \($found[0]) would have been" else "" end) end;

# Of the totals: what it is that passed.
def ended:
	if .stopped == 0 then "Every run came to its end and"
	else "\(.stopped) of \(.runs | many("run"; "runs")) \(if .stopped == 1 then "was" else "were" end) stopped by hand; what ran" end;

def sentence:
	.totals as $t | {
	PASS: "\($t | ended) passed; \(of_trends)\(if any(.digests[]; .compared > 0 and .changed == null) then ". Runs of the same seed have equal digests" else "" end).",
	WARN: "\($t | ended) passed, but something moves that should not.",
	UNFINISHED: "\($t.unfinished) of \($t.runs) runs \(if $t.unfinished == 1 then "has" else "have" end) no end: under way still, or cut off. What there is has not failed.",
	FAIL: ((if $t.failed > 0 then "\($t.failed) of \($t.runs | many("run"; "runs")) failed." else "Every end is a PASS, but not all is as it must be." end)
		+ (if $t.unfinished > 0 then " \($t.unfinished) more without an end." else "" end))}[.verdict];

# What was counted before a run failed is no result.
def tiles:
	.totals as $t | [
	["runs", "\($t.runs | whole)"], ["boards", "\(.boards | length)"], ["operations", "\($t.ops | count)"],
	["time under load", "\($t.hours * 3600 | duration)"],
	(if $t.failed > 0 then ["failed", "\($t.failed | whole)"] else ["requests refused", "\($t.refused | count)"],
	["faults that nobody expected", "\($t.faults | whole)"] end)]
	| "<dl class=\"tiles\">", (.[] | "<div><dt>\(.[0])</dt><dd>\(.[1])</dd></div>"), "</dl>";

def notice:
	"<li class=\"\(.level)\"><span class=\"chip \(.level)\">\(.level)</span>"
	+ (if .board then "<b>\(.board | @html), seed \(.seed)</b> " else "" end)
	+ (.text | @html) + (if .replay then "<code>\(.replay | @html)</code>" else "" end) + "</li>";

def notices: if .notices | length == 0 then empty
	else "<h2>What to look at</h2><ul class=\"notices\">", (.notices[] | notice), "</ul>" end;

# ---- Boards --------------------------------------------------------------------------------

def row_of_place: "<th scope=\"row\"><a href=\"#\(anchor)\">\(.board | @html)</a></th>";

# `failed`: a word for the reason, in place of figures.
def chips: "<td>\(.level | chip)\(if .failed | length > 0 then " \(.failed | join(", ") | @html)" else "" end)</td>";

def overview:
	"<h2>Boards</h2>",
	(.places | map([row_of_place, chips, (.arena | size | figure), (.harden | tostring | figure), (.seeds | seeds | figure),
		(.at | when | cell), (.until | when | cell), (.versions | join(", ") | cell),
		(.runs | length | whole | figure), (.ops | count | figure), (.hours * 3600 | duration | figure)] | row)
	| table(head(["board", "verdict", "arena", "level", "seed", "began", "ended", "commit", "runs", "operations", "time"]; [2, 3, 4, 8, 9, 10]))),
	(.places | map(select(.judged > 0)) | if length == 0 then empty else
	"<br>", (map([row_of_place, (.arena | size | figure), (.harden | tostring | figure), (.rounds | count | figure),
		(.refused | count | figure), (.waste | percent | figure), (.stranded | size | figure),
		(.least_longest | size | figure), (.alloc_worst | whole | figure), (.free_worst | whole | figure),
		(.stack_unused | size | figure)] | row)
	| table(head(["board", "arena", "level", "rounds", "refused", "most waste", "most stranded",
		"least longest run", "longest alloc", "longest free", "stack left"]; [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))) end),
	"<p class=\"soft small legend\">Times are UTC.\(if .left_out > 0 then " \(.left_out | many("log"; "logs")) of other runs left out (LOGS=build/soak/log takes all)." else "" end) In the plots, of each stretch of time: the band goes from the least to the most of all looks at the heap, a thin line is the mean of one kind of round, the thick line is the mean of those.</p>";

def plot($place; $name; $title; $unit; $kind; $names):
	"<figure><figcaption>\($title)<span>\($unit)\(if $names | length == 1 then [] else $names end | to_entries
		| map("<i\(if .key == 1 then " class=\"second\"" else "" end)></i>\(.value)") | join(""))</span></figcaption>",
	"@plot \($place).\($name) \($kind) \($names | join(","))",
	"</figure>";

def plots:
	"<div class=\"plots\">",
	plot(.id; "bytes"; "Live bytes"; "KB"; "band"; ["mean"]),
	plot(.id; "commons"; "Commons in use"; "KB"; "band"; ["mean"]),
	plot(.id; "longest"; "Longest free run"; "KB"; "band"; ["mean"]),
	plot(.id; "refusals"; "Refusals"; "a round"; "band"; ["mean"]),
	plot(.id; "throughput"; "Throughput"; "1,000 a second"; "band"; ["mean"]),
	plot(.id; "waste"; "Most waste so far"; "% of live blocks"; "most"; ["most"]),
	(if .alloc_worst then plot(.id; "latency"; "Worst case so far"; "instructions"; "most"; ["alloc", "free"]) else empty end),
	(if .stack_unused then plot(.id; "stack"; "Stack never used"; "bytes"; "least"; ["least"]) else empty end),
	"</div>";

def picture:
	"<h4>\(if .why == "failure" then "The arena when the run failed: \(.reason | @html)"
		else "The arena at its worst: \(.stranded | size) of it (\(.stranded * 1000 / .arena
			| percent)) were free when a small request was refused" end)</h4>",
	"<p class=\"soft small\">\(["scenario \(.scenario)", "operation \(.ops | whole)",
		"after \(.ms / 1000 | duration)", "seed \(.seed)"] | join(" · ") | @html)</p>",
	"<div class=\"arena\">", "@map \(.name)", "</div>";

def pictures($why): .maps[] | select(.why == $why) | picture;

def words:
	"<h4>Does anything grow?</h4>",
	(.runs as $runs | .trends | map(["<th scope=\"row\">\(.title)</th>", "<td class=\"\(.level)\">\(.text | @html)</td>",
		([.scenario // empty, if $runs | length > 1 then "seed \(.seed)" else empty end] | join(", ") | cell), (.least_found | cell)] | row)
	| table(head(["quantity", "what was seen", "where it moves most", "would have been seen"]; [])));

def three(f): (.[0] | f | figure), (.[1] | f | figure), (.[2] | f | figure);
def whole_range: if . == null then (null, null, null | whole | figure) else three(whole) end;

def rounds: if .kinds | length == 0 then empty else
	"<h4>By kind of round: least, mean, most of all looks, in bytes</h4>",
	(.kinds | map(["<th scope=\"row\">\(.name | @html)</th>", (.rounds | count | figure), (.refused | count | figure),
		(.bytes | whole_range), (.commons | whole_range), (.longest | whole_range),
		(.waste | percent | figure), (.stranded | size | figure)] | row)
	| table("<thead><tr><th></th><th></th><th></th><th class=\"n\" colspan=\"3\" scope=\"colgroup\">live bytes</th><th class=\"n\" colspan=\"3\" scope=\"colgroup\">commons in use</th><th class=\"n\" colspan=\"3\" scope=\"colgroup\">longest free run</th><th class=\"n\" colspan=\"2\" scope=\"colgroup\">most</th></tr>"
		+ (head(["kind", "rounds", "refused", "least", "mean", "most", "least", "mean", "most", "least", "mean", "most", "waste", "stranded"]; [range(1; 14)]) | sub("<thead>"; "")))) end;

def tags: if .tags | length == 0 then empty else
	"<h4>By tag, at the end of the last round that was told: in bytes and blocks</h4>",
	(.tags | to_entries | map((.key | tostring) as $number | .value
		| ["<th scope=\"row\">\($number)</th>", (.name | cell), (.live | whole | figure), (.blocks | whole | figure), (.peak | whole | figure),
			(.peak_blocks | whole | figure), (.refused | count | figure), (if .limit == null then "none" else .limit | whole end | figure)] | row)
	| table(head(["tag", "name", "live", "blocks", "peak", "peak blocks", "refused", "limit"]; [range(2; 8)]))) end;

def bars: if .refused_by_class | length == 0 then empty else
	(.refused_by_class | max) as $most | (.refused_by_class | length - 1) as $last
	| "<div><h4>Refused by class, and by the commons</h4><table class=\"bars\"><tbody>",
	(.refused_by_class | to_entries[]
	| "<tr><th scope=\"row\">\(if .key == $last then "commons" else "class \(.key)" end)</th><td class=\"n\">\(.value | count)</td><td>\(
		if .value > 0 then "<i style=\"width:\(.value / $most * 1000 | round / 10)%\"></i>" else "" end)</td></tr>"),
	"</tbody></table></div>" end;

def board:
	"<section class=\"board\" id=\"\(anchor)\"><header><h3>\(.board | @html)</h3>\(.level | chip)",
	"<span class=\"soft small\">\([(.arena | size), level_of, "seed \(.seeds | seeds)", "commit \(.versions | join(", "))", "\(.at | when) to \(.until | when)",
		(.runs | length | many("run"; "runs")), "\(.ops | count) operations in \(.hours * 3600 | duration)",
		(.table | values | select(. != "") | "table \(.)"), (.tags | select(length > 0) | "\(length - 1) tags"), (.scenarios | select(. != "all")), (.inject | select(. != "") | "injected \(.)")] | join(" · ") | @html)</span></header>",
	(if .failed | length > 0 then "<p class=\"failed\">Failed: \(.failed | join(", ") | @html). \(if .judged == 0 then "The figures below are from before the failure." else "The figures below are of the other runs; plots and trends of a run that failed end there." end)</p>" else empty end),
	pictures("failure"), plots, pictures("worst"), words, rounds, tags, bars, "</section>";

# ---- Digests, faults, runs -----------------------------------------------------------------

def digests: if .digests | length == 0 then empty else
	"<h2>Equal runs, equal digests</h2><p class=\"soft small\">The digest covers every outcome: where each block lies, and each refusal. Runs of the same seed, arena, level and scenarios must agree wherever both told theirs.</p><br>",
	(.digests | map(["<th scope=\"row\">seed \(.seed)</th>", (.arena | size | cell), (.harden | tostring | cell),
		(.boards | join(", ") | cell), (.compared | whole | figure), (.ops | count | figure),
		"<td>\(if .unequal then "<span class=\"chip FAIL\">differ</span>" elif .changed then "<span class=\"chip NOTE\">differ, as the sources do</span>" elif .compared > 0 then "<span class=\"chip PASS\">equal</span>" else "<span class=\"chip NOTE\">nothing to compare</span>" end)</td>"] | row)
	| table(head(["run", "arena", "level", "boards", "compared at", "up to operation", "digests"]; [4, 5]))) end;

def median: sort | .[length / 2 | floor];

# Several of one kind at one place: how many, and the medians.
def fault_cell:
	if . == null then "<td></td>"
	elif .[0].result == "detected" then
		(map(.ops | select(.)) | if length == 0 then "detected" else median | if . == 0 then "at once" else "after \(count) op." end end) as $ops
		| (map(.ms | select(.)) | if length == 0 then "" else median | if . < 1000 then "\(.) ms" else "\(. / 1000 | short) s" end end) as $time
		| "<td>\($ops) <span class=\"soft\">\($time)\(if length > 1 then " (of \(length))" else "" end)</span></td>"
	elif .[0].result == "escaped" then "<td><span class=\"chip FAIL\">escaped</span></td>"
	else "<td class=\"soft\">\(.[0].result)\(if length > 1 then " <span class=\"soft\">of \(length)</span>" else "" end)</td>" end;

def words_of: "\(.detected) detected"
	+ (if .harmless > 0 then ", \(.harmless) harmless" else "" end)
	+ (if .escaped > 0 then ", \(.escaped) escaped" else ", none escaped" end)
	+ (if .untried > 0 then ", \(.untried) not tried" else "" end);

# One line a fault and detector, one column a board and level.
def matrix: if .faults | length == 0 then empty else
	(.faults | map(.place | select(startswith("-") | not)) | unique) as $places
	| "<h2>Injected faults</h2><p class=\"soft small\">\(.found | words_of). From the fault to the verdict it took so many operations, and so long (medians, where there are several). Harmless: the run ended with the digest of an undisturbed one. Columns: board and level of hardening.</p><br>",
	(.faults | to_entries | group_by(.value | [.fault, .result, .detector]) | sort_by(.[0].key) | map(map(.value)
		| 
		(group_by(.place) | map({(.[0].place): .}) | add) as $at
		| (if .[0].result == "detected" then "" else map(.note) | unique | .[0] end) as $note
		| ["<th scope=\"row\">\(.[0].fault | @html)</th>", (.[0].detector | cell),
			($places[] | $at[.] | fault_cell), "<td class=\"wide soft\">\($note | @html)</td>"] | row)
	| table(head(["fault", "detected as", ($places[] | @html), "note"]; []))) end;

def runs:
	"<h2>What was run</h2><details\(if .runs | length <= 12 then " open" else "" end)><summary>\(.runs | length | many("run"; "runs")): seeds, versions, machines, and how to have each again</summary>",
	(.runs | map(["<th scope=\"row\">\(.board | @html)</th>", (.seed | tostring | figure), "<td>\(.level | chip)</td>",
		(.arena | size | figure), (.harden | tostring | figure), (.ops | count | figure), (.hours * 3600 | duration | figure),
		(.at | when | cell), (.until | when | cell), "<td><code>\(.digest // "–" | @html)</code></td>",
		"<td class=\"wide\"><code>\(.command | @html)</code><div class=\"soft small\">\(
			[(.versions | join(", ")), "image \(.image)", (.machines | join(", ")),
			 (if .table != null and .table != "" then "table \(.table)" else empty end),
			 (if .resumed > 0 then "resumed \(.resumed | many("time"; "times"))" else empty end)] | join(" · ") | @html)</div></td>"] | row)
	| table(head(["board", "seed", "verdict", "arena", "level", "operations", "time", "began", "ended", "digest", "to have it again"]; [1, 3, 4, 5, 6]))),
	"</details>";

def reading:
	"<h2>How to read it</h2>",
	"<p class=\"small\">The guest looks at its heap every 1,024 operations or more, and tells of each kind of round the least, the mean and the most since it last told. A peak between two looks is in no band. Live bytes are asked for and not freed. KB are 1,024 bytes.</p>",
	"<p class=\"small\">A picture of an arena shows each block and each free run where it",
	"lies. Point at one to read its size, its class, its tag and its age. At the worst moment",
	"more of it was free than at any other refusal of at most 256 bytes.</p>",
	"<p class=\"small\">“Does anything grow?” fits a line to block means of each run behind its first tenth, for each kind of round alone. The figure behind ± is half of the 95 % interval, widened for what the blocks’ residuals still have in common. WARN is said when all \(.tests | whole) tests of this page together would say it by chance once in a hundred pages. “Would have been seen” is the smallest change that a run of this length would have told in 19 of 20 cases: in the kind of round where that is easiest, and where it is hardest. A running extreme, as the longest alloc, warns when it still moves more often than records fall by chance. <code>tests/soak/report/README.md</code> has the reasons.</p>";

"<!doctype html>",
"<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">",
"<title>\(.verdict): soak of Tarn</title><link rel=\"icon\" href=\"data:,\">",
"<style>\n\($css)</style></head><body>",
"<div class=\"head\"><span>Tarn, the soak</span><span>\(.totals.from | when) to \(.totals.until | when) UTC\(.runs | map(.versions[]) | unique | if length == 1 then " · \(.[0] | @html)" else "" end)</span></div>",
"<header class=\"verdict \(.verdict)\"><h1>\(.verdict | mark)\(.verdict)</h1><p>\(sentence)</p></header>",
notices, tiles, overview, (.places[] | board), digests, matrix, runs, reading,
"<script>\n\($js)</script></body></html>"
