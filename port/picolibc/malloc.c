#error "port/picolibc/malloc.c moved: it is port/malloc/picolibc/malloc.c now"
