# tests/view/maps: see tests/view/README.md
SRC = tests/view/maps/maps.c
