#error "port/arena.c moved: it is port/malloc/arena.c now"
