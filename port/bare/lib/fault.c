#error "port/bare/lib/fault.c moved: it is port/machine/fault.c now"
