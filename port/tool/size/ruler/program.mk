# SPDX-License-Identifier: MIT
# port/tool/size/ruler: needs ICOUNT=7, for the ruler of tests/bench. `measure` gives it the trace.
ROOMS          = guard heap audit
SRC            = port/tool/size/ruler/main.c $(addprefix tests/bench/,ruler.c histogram.c)
