# tests/view/maps: see tests/view/README.md
ROOMS = guard heap audit
SRC = tests/view/maps/maps.c
