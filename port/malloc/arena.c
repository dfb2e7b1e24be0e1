/* SPDX-License-Identifier: MIT
 * The default heap's arena: TARN_ARENA_SIZE bytes, where the linker script puts .bss (with
 * TARN_PRIVILEGED: privileged_data). A script that defines the two symbols itself has its arena
 * elsewhere (linker/README.md). */
#ifndef TARN_ARENA_SIZE
#error "arena.c: -DTARN_ARENA_SIZE=bytes, the size of the default heap's arena"
#endif
#ifndef TARN_ARENA_ALIGN
#define TARN_ARENA_ALIGN 256
#endif

#define TEXT(x)   #x
#define NUMBER(x) TEXT(x)
#if defined(TARN_PRIVILEGED) && TARN_PRIVILEGED
#define PLACE ".pushsection privileged_data, \"aw\"\n" /* as GCC writes TARN_STATE_ */
#else
#define PLACE ".pushsection .bss.tarn_arena, \"aw\", %nobits\n"
#endif
#define ALIGN ".balign " NUMBER(TARN_ARENA_ALIGN) "\n"
#define BYTES ".zero " NUMBER(TARN_ARENA_SIZE) "\n"

/* In assembly, because C cannot name the end of an array. */
__asm(PLACE ALIGN ".globl __tarn_arena_start\n__tarn_arena_start:\n" BYTES
		  ".globl __tarn_arena_end\n__tarn_arena_end:\n.popsection\n");

_Static_assert(TARN_ARENA_SIZE >= 256 && TARN_ARENA_SIZE <= 128 << 20,
	       "TARN_ARENA_SIZE: 256 bytes to 128M");
