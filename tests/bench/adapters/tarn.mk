# Tarn itself: see tests/bench/README.md
ADAPTER_SRC = tests/bench/adapters/tarn.c tests/bench/adapters/tarn_tables.c
