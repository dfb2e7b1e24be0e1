# SPDX-License-Identifier: MIT
# gnuplot's SVG to one that stands in the page: its theme's colours, no names that another plot has too.
/^<?xml/d
/^<title>/d
/^<desc>/d
/^<defs>/,/^<\/defs>/d
/xmlns/d
/^<rect x="0" y="0"/d
s/rgb( *\([1-7]\), *\1, *\1)/var(--p\1)/g
s/ color="black"//
s/ color="white"//
s/ id="[^"]*"//
s/ class="gridline"//
/^[[:space:]]*$/d
