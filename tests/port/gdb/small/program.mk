# tests/port/gdb/small: the soak for link-time optimization: what points.py stops at and calls is
# kept.
include tests/soak/program.mk
LIBS += -Wl,-u,progress_look,-u,tarn_report,-u,tarn_report_leaks,-u,print_sink
