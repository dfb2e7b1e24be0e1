# The malloc of nano: see tests/bench/README.md
ADAPTER_SRC   = tests/bench/adapters/libc.c
ADAPTER_FLAGS = -DBENCH_LIBC=nano -DBENCH_LIBC_NANO
LIBC          = nano
LIBC_MALLOC   = own
ROOMS         =
