#error "port/newlib/malloc.c moved: it is port/malloc/newlib/malloc.c now"
