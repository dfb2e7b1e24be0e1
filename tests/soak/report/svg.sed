# SPDX-License-Identifier: MIT
# Fits gnuplot's SVG into the page: the theme's colours, and no ids, which may occur twice.
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
