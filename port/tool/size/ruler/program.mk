# SPDX-License-Identifier: MIT
# port/tool/size/ruler: needs ICOUNT=7, for port/tool/ruler. `measure` gives it the trace.
ROOMS          = guard heap audit
SRC            = port/tool/size/ruler/main.c $(addprefix port/tool/ruler/,ruler.c histogram.c)
