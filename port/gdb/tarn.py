raise SystemExit("port/gdb/tarn.py moved: it is port/tool/gdb/tarn.py now")
