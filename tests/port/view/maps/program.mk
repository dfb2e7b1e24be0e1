# tests/port/view/maps: see port/tool/view/README.md
ROOMS = guard heap audit
SRC = tests/port/view/maps/maps.c
