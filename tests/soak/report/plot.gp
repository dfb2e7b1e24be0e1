# SPDX-License-Identifier: MIT
# The settings of all plots. A colour #0n0n0n is number n of the page's theme (svg.sed, page.css):
# 1 axes, 2 grid, 3 text, 4 band, 5 first line, 6 second line, 7 thin lines.
set encoding utf8
set datafile missing 'NaN'
set border 1 lc rgb '#010101'
set tics nomirror out scale 0.4,0 textcolor rgb '#030303'
set ytics scale 0,0 offset 0.6,0
set xtics offset 0,0.3
set grid ytics lt 1 lc rgb '#020202' lw 0.8
set xtics autofreq
unset key
set style fill solid noborder
set bmargin at screen 0.17
set tmargin at screen 0.94
set rmargin at screen 0.97
set lmargin at screen 0.135
