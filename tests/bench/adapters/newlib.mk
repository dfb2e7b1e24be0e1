# The malloc of newlib: see tests/bench/README.md
ADAPTER_SRC   = tests/bench/adapters/libc.c
ADAPTER_FLAGS = -DBENCH_LIBC=newlib -DBENCH_LIBC_NEWLIB
LIBC          = newlib
LIBC_MALLOC   = own
ROOMS         =
