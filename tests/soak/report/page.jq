# SPDX-License-Identifier: MIT
# The report (report.jq) as a page: jq -r -L HERE --rawfile css page.css --rawfile js page.js -f page.jq
# A line `@plot FILE ...` stands for a plot, which insert.awk puts there.
include "words";

def chip: "<span class=\"chip \(.)\">\(.)</span>";
def cell: "<td>\(. // "–" | @html)</td>";
def figure: "<td class=\"n\">\(. | @html)</td>";
def row: "<tr>\(join(""))</tr>";
def head($texts; $numbers): "<thead><tr>" + ([range($texts | length) as $i
	| "<th\(if ($numbers | index($i)) != null then " class=\"n\"" else "" end) scope=\"col\">\($texts[$i])</th>"] | join("")) + "</tr></thead>";
def table($head): "<div class=\"table\(if length > 30 then " dense" else "" end)\"><table>", $head, "<tbody>", .[], "</tbody></table></div>";
def anchor: "board-\(.)";

# ---- The verdict ---------------------------------------------------------------------------

def mark: {
	PASS: "M10 52 L38 80 L90 20", FAIL: "M16 16 L84 84 M84 16 L16 84",
	WARN: "M50 8 L50 62 M50 84 L50 88", UNFINISHED: "M12 50 L14 50 M49 50 L51 50 M86 50 L88 50"}[.]
	| "<svg viewBox=\"0 0 100 100\" aria-hidden=\"true\"><path d=\"\(.)\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"15\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/></svg>";

def sentence:
	.totals as $t | {
	PASS: "Every run came to its end and passed, nothing is seen to grow\(if any(.digests[]; .compared > 0 and .changed == null) then ", and runs of the same seed have equal digests" else "" end).",
	WARN: "Every run came to its end and passed, but something moves that should not.",
	UNFINISHED: "\($t.unfinished) of \($t.runs) runs \(if $t.unfinished == 1 then "has" else "have" end) no end: under way still, or cut off. What there is has not failed.",
	FAIL: ((if $t.failed > 0 then "\($t.failed) of \($t.runs | many("run"; "runs")) failed." else "Every end is a PASS, but not all is as it must be." end)
		+ (if $t.unfinished > 0 then " \($t.unfinished) more without an end." else "" end))}[.verdict];

def tiles:
	.totals as $t | [
	["runs", "\($t.runs | whole)"], ["boards", "\(.boards | length)"], ["operations", "\($t.ops | count)"],
	["time under load", "\($t.hours * 3600 | duration)"], ["requests refused", "\($t.refused | count)"],
	["faults raised", "\($t.faults | whole)"]]
	| "<dl class=\"tiles\">", (.[] | "<div><dt>\(.[0])</dt><dd>\(.[1])</dd></div>"), "</dl>";

def notice:
	"<li class=\"\(.level)\"><span class=\"chip \(.level)\">\(.level)</span>"
	+ (if .board then "<b>\(.board | @html), seed \(.seed)</b> " else "" end)
	+ (.text | @html) + (if .replay then "<code>\(.replay | @html)</code>" else "" end) + "</li>";

def notices: if .notices | length == 0 then empty
	else "<h2>What to look at</h2><ul class=\"notices\">", (.notices[] | notice), "</ul>" end;

# ---- Boards --------------------------------------------------------------------------------

def overview:
	"<h2>Boards</h2>",
	(.boards | map([
		"<th scope=\"row\"><a href=\"#\(.board | anchor)\">\(.board | @html)</a></th><td>\(.level | chip)</td>",
		(.runs | length | whole | figure), (.ops | count | figure), (.hours * 3600 | duration | figure),
		(.refused | count | figure), (.waste | percent | figure), (.stranded | size | figure),
		(.least_longest | size | figure), (.alloc_worst | whole | figure), (.free_worst | whole | figure),
		(.stack_unused | size | figure)] | row)
	| table(head(["board", "verdict", "runs", "operations", "time", "refused", "most waste", "most stranded",
		"least longest run", "longest alloc", "longest free", "stack left"]; [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]))),
	"<p class=\"soft small legend\">In the plots, of each stretch of time: the line is the mean of all samples, the band goes from the least to the most.</p>";

def plot($board; $name; $title; $unit; $kind; $names):
	"<figure><figcaption>\($title)<span>\($unit)\(if $names | length == 1 then [] else $names end | to_entries
		| map("<i\(if .key == 1 then " class=\"second\"" else "" end)></i>\(.value)") | join(""))</span></figcaption>",
	"@plot \($board).\($name) \($kind) \($names | join(","))",
	"</figure>";

def plots:
	"<div class=\"plots\">",
	plot(.board; "live"; "Live bytes"; "KB"; "band"; ["mean"]),
	plot(.board; "floor"; "Live bytes, at least"; "bytes"; "band"; ["mean"]),
	plot(.board; "commons"; "Commons in use"; "KB"; "band"; ["mean"]),
	plot(.board; "longest"; "Longest free run"; "KB"; "band"; ["mean"]),
	plot(.board; "waste"; "Waste"; "% of live blocks"; "band"; ["mean"]),
	plot(.board; "refusals"; "Refusals"; "of 1,000 operations"; "band"; ["mean"]),
	plot(.board; "throughput"; "Throughput"; "1,000 a second"; "band"; ["mean"]),
	(if .alloc_worst then plot(.board; "latency"; "Worst case so far"; "instructions"; "most"; ["alloc", "free"]) else empty end),
	(if .stack_unused then plot(.board; "stack"; "Stack never used"; "bytes"; "least"; ["least"]) else empty end),
	"</div>";

def words:
	"<div><h4>Does anything grow?</h4><dl class=\"words\">",
	(.trends[] | "<dt>\(.title)</dt><dd class=\"\(.level)\">\(.text | @html)</dd>"),
	"</dl></div>";

def bars:
	(.refused_by_class | max) as $most | (.refused_by_class | length - 1) as $last
	| "<div><h4>Refused by class, and by the commons</h4><table class=\"bars\"><tbody>",
	(.refused_by_class | to_entries[]
	| "<tr><th scope=\"row\">\(if .key == $last then "commons" else "class \(.key)" end)</th><td class=\"n\">\(.value | count)</td><td>\(
		if .value > 0 then "<i style=\"width:\(.value / $most * 1000 | round / 10)%\"></i>" else "" end)</td></tr>"),
	"</tbody></table></div>";

def board:
	"<section class=\"board\" id=\"\(.board | anchor)\"><header><h3>\(.board | @html)</h3>\(.level | chip)",
	"<span class=\"soft small\">\(.runs | length | many("run"; "runs")), \(.arenas | map(size) | join(", ")), \(.ops | count) operations in \(.hours * 3600 | duration)</span></header>",
	plots,
	"<div class=\"below\">", words, bars, "</div></section>";

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
		"<td><code>\(.digest // "–" | @html)</code></td>",
		"<td class=\"wide\"><code>\(.command | @html)</code><div class=\"soft small\">\(
			[(.versions | join(", ")), "image \(.image)", (.machines | join(", ")), (.at | todate),
			 (if .table != null and .table != "" then "table \(.table)" else empty end),
			 (if .resumed > 0 then "resumed \(.resumed | many("time"; "times"))" else empty end)] | join(" · ") | @html)</div></td>"] | row)
	| table(head(["board", "seed", "verdict", "arena", "level", "operations", "time", "digest", "to have it again"]; [1, 3, 4, 5, 6]))),
	"</details>";

def reading:
	"<h2>How to read it</h2>",
	"<p class=\"small\">The plots: of each stretch of time the pale band spans the least and the most that any sample of any run saw, and the line is their mean. Live bytes are asked for and not freed; “at least” is the fewest at the end of a round, where a leak shows first: its scale need not begin at 0. KB are 1,024 bytes.</p>",
	"<p class=\"small\">“Does anything grow?” fits a line to block means of each run behind its first tenth. The figure behind ± is half of the 95 % interval, widened for what the blocks’ residuals still have in common. WARN is said when all \(.tests | whole) tests of this page together would say it by chance once in a hundred pages. A running extreme, as the longest alloc, warns when it still moves more often than records fall by chance. <code>tests/soak/report/README.md</code> has the reasons.</p>";

"<!doctype html>",
"<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">",
"<title>\(.verdict): soak of Tarn</title><link rel=\"icon\" href=\"data:,\">",
"<style>\n\($css)</style></head><body>",
"<div class=\"head\"><span>Tarn, the soak</span><span>\(.runs | map(.at) | min | todate | .[0:10])\(.runs | map(.versions[]) | unique | if length == 1 then " · \(.[0] | @html)" else "" end)</span></div>",
"<header class=\"verdict \(.verdict)\"><h1>\(.verdict | mark)\(.verdict)</h1><p>\(sentence)</p></header>",
tiles, notices, overview, (.boards[] | board), digests, matrix, runs, reading,
"<script>\n\($js)</script></body></html>"
