# SPDX-License-Identifier: MIT
# A page of panels as a gnuplot script: -v board=NAME -v svg=FILE. A panel has a line for each
# series that has a figure: the name on the left, a mark, the figures on the right. All panels of a
# page have the same axis, so that they compare. The colours are Okabe and Ito's: colour-blind
# readers can tell them apart.
BEGIN {
	BLUE = "#0072B2"
	INK = "#222222"
	GREY = "#666666"
	# pixels
	LINE = 21  # a line
	HEAD = 64  # the page's title
	ABOVE = 34 # a panel's title
	BELOW = 52 # its axis
	LEFT = 148 # its names
}

# page(title, legend, wide, high, lines, right): `wide` by `high` panels of `lines` lines each, with
# `right` pixels beside the marks for figures.
function page(title, legend, wide, high, lines, right) {
	page_wide = wide
	page_lines = lines
	page_right = right
	panel_height = ABOVE + lines * LINE + BELOW
	page_height = HEAD + high * panel_height
	page_width = wide == 1 ? 760 : 1180
	panels = 0
	printf "set terminal svg size %d,%d dynamic enhanced ", page_width, page_height
	print "font 'DejaVu Sans,Arial,sans-serif,12' background '#ffffff'"
	printf "set output '%s'\n", svg
	print "colour(tarn) = tarn == 1 ? 0x0072B2 : 0xD55E00"
	print "light(tarn) = tarn == 1 ? 0x8CC8EE : 0xF3BC95"
	print "set encoding utf8\nset multiplot\nset key off\nset datafile missing 'NaN'"
	printf "set border 1 lc rgb '%s'\n", GREY
	printf "set tics out nomirror scale 0.6 offset 0,0.4 textcolor rgb '%s'\n", INK
	print "set grid xtics lc rgb '#dddddd' lw 1\nset mytics 1\nset ytics scale 0"
	page_title = title
	page_legend = legend
}

function plain(text) {
	gsub(/_/, "\\\\_", text)
	return text
}

function at(pixel_x, pixel_y) {
	return sprintf("screen %.5f, screen %.5f", pixel_x / page_width, 1 - pixel_y / page_height)
}

# panel(title, xlabel, lines): begins the next panel. `lines` calls of line() follow.
function panel(title, xlabel, lines,    x, y, width) {
	width = page_width / page_wide
	x = panels % page_wide * width
	y = HEAD + int(panels / page_wide) * panel_height
	print "unset label"
	if (!panels++) {
		printf "set label '{/:Bold=16 %s}' at %s left\n", plain(page_title), at(20, 24)
		printf "set label \"%s\" at %s left textcolor rgb '%s'\n", \
			page_legend, at(20, 48), GREY
	}
	printf "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", \
		(x + LEFT) / page_width, (x + width - page_right - 12) / page_width
	printf "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", \
		1 - (y + ABOVE) / page_height, 1 - (y + ABOVE + lines * LINE) / page_height
	printf "set label '{/:Bold %s}' at %s left\n", plain(title), at(x + LEFT, y + ABOVE - 14)
	printf "set xlabel '%s' offset 0,0.9 textcolor rgb '%s'\n", xlabel, GREY
	printf "set yrange [%d.5:0.5]\nunset ytics\n", lines
	panel_x = x
	panel_y = y + ABOVE
	panel_width = width
	panel_lines = 0
	print "$data << EOD"
}

# line(s, values): the next line, of series s, with the values for the plot command.
function line(s, values) {
	line_series[++panel_lines] = s
	print panel_lines, values, is_tarn(s)
}

# After the last line: ends the data, and writes the names of the lines.
function end_lines(    n) {
	print "EOD"
	for (n = 1; n <= panel_lines; n++)
		name_line(n, line_series[n])
}

function name_line(n, s) {
	printf "set label '%s' at %s right textcolor rgb '%s'\n", \
		is_tarn(s) ? "{/:Bold " plain(label(s)) "}" : plain(label(s)), \
		at(panel_x + LEFT - 8, panel_y + (n - 0.5) * LINE), is_tarn(s) ? BLUE : INK
}

# figure(n, right, text): a figure on line n (0: above the first), `right` pixels from the right.
function figure(n, right, text) {
	printf "set label '%s' at %s right textcolor rgb '%s'\n", text, \
		at(panel_x + panel_width - right, panel_y + (n - 0.5) * LINE), n ? INK : GREY
}

# Bars from `from` to the data's column `value`, between the heights `low` and `high` of a line (0:
# its middle). `shade` is the function colour or light, applied to column `columns`.
function bars(value, from, low, high, shade, columns) {
	return sprintf("$data using (%s):1:(%s):%d:($1+%s):($1+%s):(%s($%d)) " \
		"with boxxyerror fs solid noborder lc rgb variable", from, from, value, low, high, \
		shade, columns)
}

function linear_axis(from, to, step) {
	printf "set xrange [%g:%g]\nset xtics %g, %g\n", from, to, from, step
}

# A logarithmic axis. A wider one has fewer tics in a decade.
function log_axis(from, to,    step, steps, i, power, list) {
	steps = split(to / from <= 100 ? "1 2 5" : to / from <= 3000 ? "1 3" : "1", step, " ")
	for (power = 1; power <= to; power *= 10)
		for (i = 1; i <= steps; i++)
			list = list (list ? ", " : "") step[i] * power
	printf "set logscale x\nset xtics (%s)\nset xrange [%g:%g]\n", list, from, to
}
