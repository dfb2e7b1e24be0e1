# SPDX-License-Identifier: MIT
# awk -v folder=FOLDER -f insert.awk: replaces lines of the page (page.jq): `@plot NAME KIND LINES`
# by a plot, and `@map NAME` by the picture of an arena.
function contents(file,    line, text) {
	while ((getline line < file) > 0)
		text = text line "\n"
	close(file)
	return text
}

$1 == "@plot" {
	file = folder "/" $2
	svg = contents(file ".page.svg")
	if (svg == "")
		print "<p class=\"soft small\">too few samples</p>"
	else
		printf "<div class=\"plot\" data-kind=\"%s\" data-names=\"%s\" %s>%s</div>\n", \
			$3, $4, contents(file ".attributes"), svg
	next
}
$1 == "@map" {
	printf "%s", contents(folder "/" $2 ".html")
	next
}
{ print }
