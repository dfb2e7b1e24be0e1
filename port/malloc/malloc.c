/* SPDX-License-Identifier: MIT
 * malloc and its relatives, and the default heap. The libc's own macros say for which libc this
 * file is compiled. TARN_MALLOC=0: the default heap alone. */
#ifndef TARN_MALLOC
#define TARN_MALLOC 1
#endif
#if TARN_MALLOC
#include <stdlib.h>
#endif

#include "tarn.h"

#if TARN_MALLOC && (defined(__unix__) || defined(__APPLE__))
#include "../machine/host/guest.c"
#include "../machine/host/fork.c"
#include "host/environment.c"
#include "host/fault.c"
#include "host/heaps.c"
#include "host/malloc.c"
#include "host/report.c"
#include "host/trace.c"
#include "../tool/record/posix.c"
#include "../tool/record/record.c"
struct tarn_heap tarn_default; /* malloc's first heap; its arena comes from mmap */
#else
#include "../../pool/heap/default.c"
#include "malloc_init.c"
#if !TARN_MALLOC
#elif defined(_PICOLIBC__)
#include "picolibc/malloc.c"
#include "picolibc/stats.c"
#elif defined(__NEWLIB__)
#include "newlib/malloc.c"
#include "newlib/stats.c"
#else
#error "Tarn has malloc for newlib, newlib-nano and picolibc; write your own (tarn_libc.h)"
#endif

/* The default heap's arena, in bytes. 0: the linker script has it (__tarn_arena_start and _end). */
#ifndef TARN_ARENA_SIZE
#define TARN_ARENA_SIZE 16384
#endif
#if TARN_ARENA_SIZE > 0
#include "arena.c"
#endif
#endif
