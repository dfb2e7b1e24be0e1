# SPDX-License-Identifier: MIT
# tests/size/ruler: needs ICOUNT=7, for the ruler of tests/bench. `measure` gives it the trace.
ROOMS          = guard heap audit
SRC            = $(addprefix tests/size/ruler/,main.c) $(addprefix tests/bench/,ruler.c histogram.c)
