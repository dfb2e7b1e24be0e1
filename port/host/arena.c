/* SPDX-License-Identifier: MIT
 * The default heap's arena on a host: the two symbols that linker/arena.ld gives elsewhere, at
 * a multiple of 4096. In assembly, because C cannot name the end of an array. */
#define TEXT(x)   #x
#define NUMBER(x) TEXT(x)

__asm(".pushsection .bss.tarn_arena, \"aw\", %nobits\n"
      ".balign 4096\n"
      ".globl __tarn_arena_start\n"
      "__tarn_arena_start:\n"
      ".zero " NUMBER(TARN_ARENA_SIZE) "\n"
				       ".globl __tarn_arena_end\n"
				       "__tarn_arena_end:\n"
				       ".popsection\n");

typedef int arena_is_in_assembly; /* a C file must declare something */
