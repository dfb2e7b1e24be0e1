#error "port/malloc_init.c moved: it is port/malloc/malloc_init.c now"
