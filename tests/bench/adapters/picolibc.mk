# The malloc of picolibc: see tests/bench/README.md
ADAPTER_SRC   = tests/bench/adapters/libc.c
ADAPTER_FLAGS = -DBENCH_LIBC=picolibc -DBENCH_LIBC_PICOLIBC
LIBC          = picolibc
LIBC_MALLOC   = own
ROOMS         =
