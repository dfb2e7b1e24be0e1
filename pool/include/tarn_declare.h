/* SPDX-License-Identifier: MIT
 * Shared by the macros that declare typed pools and packed arrays: what they refuse, and how.
 *
 * In a C file that includes this header, a pointer of a wrong type is an error, in all calls and
 * assignments. So a pointer of one array does not pass as an object of another. GCC 14 and clang 16
 * make it an error by themselves. */
#ifndef TARN_DECLARE_H
#define TARN_DECLARE_H

#include "tarn_config.h"

#ifndef __cplusplus
#pragma GCC diagnostic error "-Wincompatible-pointer-types"
#pragma GCC diagnostic error "-Wint-conversion"
#endif

/* ---- Memory in a section of the program's choice ------------------------------------------ */

/* If the linker script does not have a section, the linker places it anywhere, without a warning.
 * So the script defines a symbol in the section:
 *     .dtcm (NOLOAD) : { tarn_section.dtcm = .; *(.dtcm) } > DTCM
 * A file that places something in ".dtcm" refers to the symbol. Otherwise a program does not link:
 *     undefined reference to `tarn_section.dtcm'
 * (NOLOAD) says that the memory needs no contents. Without it the image holds a copy of the
 * section. On a host, pass -Wl,--defsym=tarn_section.dtcm=0. */
#define TARN_SECTION_(section_) __attribute__((section(section_)))
#ifdef __ELF__
#define TARN_SECTION_EXISTS_(section_)                                                    \
	__asm__(".pushsection .debug_tarn,\"\",%progbits\n\t.4byte tarn_section" section_ \
		"\n\t.popsection");
#else
#define TARN_SECTION_EXISTS_(section_)
#endif

/* ---- What the files of a program agree on ------------------------------------------------- */

/* Each file that declares a type has a mark of its layout. The linker refuses a program with two
 * layouts of one type, such as one with a member that only one file compiles in:
 *     multiple definition of `tarn_layout_of_sparks'
 * The function takes no room if the linker drops what nobody calls (--gc-sections). */
#ifdef __ELF__
#ifdef __riscv
#define TARN_BARE_ "%0" /* a number without the sign that the assembler puts before it */
#else
#define TARN_BARE_ "%c0"
#endif
#define TARN_AGREE_(name_, layout_)                                            \
	TARN_MARKED_(name_##_agrees)                                           \
	{                                                                      \
		__asm__ volatile(TARN_MARK_("%%", "tarn_layout_of_" #name_,    \
					    "tarn_layout_of_" #name_           \
					    "_is_" TARN_BARE_)::"i"(layout_)); \
	}
#else
#define TARN_AGREE_(name_, layout_)
#endif

/* ---- What stands inside a function -------------------------------------------------------- */

/* A struct whose tag is declared again: the same struct at file scope, a new one in a block. */
struct tarn_outside_ {
	char none;
};
typedef struct tarn_outside_ tarn_outside_type_;

/* TARN_FILE_SCOPE_(name, macro) stands first in a macro that defines functions. TARN_FUNCTIONS_
 * stands before the first of them and TARN_FUNCTIONS_END_ after the last, with no `;` between them.
 * Inside a function, clang ends with the first error. GCC takes __extension__ there for the start
 * of an expression, and skips everything up to the next `;`.
 *
 * All these macros are for C. In C++ they make nothing, and say what to write instead. */
#ifdef __cplusplus
#define TARN_FILE_SCOPE_(name_, macro_)                                                        \
	static_assert(false,                                                                   \
		      #name_ ": " macro_                                                       \
			     " is for C: in C++ write tarn::object_pool, or tarn::packed for " \
			     "an array (tarn.hpp)");
#define TARN_FUNCTIONS_
#define TARN_FUNCTIONS_END_
#elif defined(__clang__)
#define TARN_FILE_SCOPE_(name_, macro_)                                                        \
	struct tarn_outside_;                                                                  \
	_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"")  \
		_Pragma("clang diagnostic fatal \"-Wuser-defined-warnings\"") int              \
			name_##_outside_(int) __attribute__((diagnose_if(                      \
				!__builtin_types_compatible_p(struct tarn_outside_,            \
							      tarn_outside_type_),             \
				#name_ ": " macro_                                             \
				       " stands inside a function: it belongs outside of all", \
				"warning")));                                                  \
	_Static_assert(sizeof(name_##_outside_(0)), "");                                       \
	_Pragma("clang diagnostic pop")
#define TARN_FUNCTIONS_
#define TARN_FUNCTIONS_END_
#else
#define TARN_FILE_SCOPE_(name_, macro_)                                                        \
	struct tarn_outside_;                                                                  \
	_Static_assert(__builtin_types_compatible_p(struct tarn_outside_, tarn_outside_type_), \
		       #name_ ": " macro_ " stands inside a function: it belongs outside of all");
/* A check declares its function where it is used, so that its message names that place. The user's
 * warnings about such declarations are off there. */
#define TARN_FUNCTIONS_                                                \
	__extension__ _Pragma("GCC diagnostic push")                   \
		_Pragma("GCC diagnostic ignored \"-Wnested-externs\"") \
			_Pragma("GCC diagnostic ignored \"-Wredundant-decls\"")
#define TARN_FUNCTIONS_END_ _Pragma("GCC diagnostic pop")
#endif

#endif
