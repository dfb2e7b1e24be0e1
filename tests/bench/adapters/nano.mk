# The malloc of newlib-nano: see tests/bench/README.md
ADAPTER_SRC   = tests/bench/adapters/nano.c
LIBC          = nano
LIBC_MALLOC   = own
ROOMS         =
