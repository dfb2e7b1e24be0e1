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
#define TARN_SECTION_(section_) __attribute__((__section__(section_)))
#ifdef __ELF__
#define TARN_SECTION_EXISTS_(section_)                                                    \
	__asm__(".pushsection .debug_tarn,\"\",%progbits\n\t.4byte tarn_section" section_ \
		"\n\t.popsection");
#else
#define TARN_SECTION_EXISTS_(section_)
#endif

/* ---- What may be the type of an object ----------------------------------------------------- */

/* The type; or char once it is refused, so that there is one error. */
#define TARN_UNLESS_(wrong_, type_) \
	__typeof__(*__builtin_choose_expr(wrong_, (char *)0, (__typeof__(type_) *)0))

/* Refuses void, a function, const and volatile. A function that is a parameter is a pointer. */
#define TARN_PLAIN_(name_, label_, type_)                                                       \
	typedef __typeof__(type_) name_##_said_;                                                \
	enum { name_##_void_ = __builtin_types_compatible_p(name_##_said_, void) };             \
	typedef TARN_UNLESS_(name_##_void_, name_##_said_) name_##_some_;                       \
	enum {                                                                                  \
		name_##_code_ = __builtin_types_compatible_p(void (*)(name_##_some_),           \
							     void (*)(name_##_some_ *))         \
	};                                                                                      \
	typedef TARN_UNLESS_(name_##_code_, name_##_some_) name_##_data_;                       \
	enum {                                                                                  \
		name_##_fixed_ =                                                                \
			name_##_void_ || name_##_code_ ||                                       \
			__builtin_types_compatible_p(name_##_data_ *, const name_##_data_ *) || \
			__builtin_types_compatible_p(name_##_data_ *, volatile name_##_data_ *) \
	};                                                                                      \
	_Static_assert(!name_##_fixed_, label_ #type_ " is no type of an object");

/* After a comma an array becomes a pointer. Any other type stays what it is. */
#define TARN_ARRAY_(one_) \
	(!__builtin_types_compatible_p(__typeof__(one_), __typeof__(((void)0, one_))))

/* Between these two, a member that ends with a flexible array is an error. No assertion can tell.
 * (GCC does not look into the last member of a member.) */
#ifdef __clang__
#define TARN_FLAT_BEGIN_                                                          \
	_Pragma("clang diagnostic push")                                          \
		_Pragma("clang diagnostic fatal \"-Wflexible-array-extensions\"") \
			_Pragma("clang diagnostic fatal \"-Wgnu-variable-sized-type-not-at-end\"")
#else
#define TARN_FLAT_BEGIN_ \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpedantic\"")
#endif
#define TARN_FLAT_END_ _Pragma("GCC diagnostic pop")

/* Makes name_##_object_ of a type, or refuses it. `label_` says of what it is the type, and so does
 * `member_`: a type that does not exist, or ends with a flexible array, is an error there. After it
 * the enumerator is 0. */
#define TARN_TYPED_(name_, member_, label_, type_)                                            \
	TARN_PLAIN_(name_, label_, type_)                                                     \
	TARN_FLAT_BEGIN_                                                                      \
	struct name_##_typed_ {                                                               \
		TARN_UNLESS_(name_##_fixed_, name_##_said_) member_;                          \
	};                                                                                    \
	TARN_FLAT_END_                                                                        \
	enum { name_##_empty_ = !sizeof(__typeof__(((struct name_##_typed_ *)0)->member_)) }; \
	_Static_assert(!name_##_empty_, label_ #type_ " is no type of an object: no bytes");  \
	typedef TARN_UNLESS_(name_##_empty_, ((struct name_##_typed_ *)0)->member_) name_##_object_;

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
			name_##_outside_(int) __attribute__((__diagnose_if__(                  \
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
