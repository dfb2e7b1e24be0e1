/* SPDX-License-Identifier: MIT
 * Marks, by which the files of a program agree on how they are built. Each file holds a mark, such
 * as tarn_built_with_1.0.0_harden1... The linker keeps one of equal marks. Different marks define
 * the same name, so the linker refuses the program. It names both files and both marks:
 *     multiple definition of `tarn_built_one_way'
 * A mark is an empty section, which takes no room in the program. Linker scripts place a section of
 * that name beside the debug information. */
#ifndef TARN_AGREE_H
#define TARN_AGREE_H

#define TARN_TEXT_(text)  #text
#define TARN_VALUE_(name) TARN_TEXT_(name)

/* The assembler's lines of a mark, for a name that only one mark may define. `percent` is "%", or
 * "%%" where the lines have operands. With link-time optimization many marks are in one file. There
 * the assembler refuses different ones. */
#define TARN_MARK_(percent, name, mark)                                                         \
	".pushsection \".debug_line." mark "\",\"G\"," percent "progbits,\"" mark "\",comdat\n" \
	".ifndef \"" mark "\"\n"                                                                \
	"\"" mark "\":\n"                                                                       \
	".ifdef " name "\n"                                                                     \
	"other_" name "\n"                                                                      \
	".error \"and " mark "\"\n"                                                             \
	".else\n"                                                                               \
	".globl " name "\n"                                                                     \
	".hidden " name "\n" name ":\n"                                                         \
	".macro other_" name "\n"                                                               \
	".error \"files of this program have " mark "\"\n"                                      \
	".endm\n"                                                                               \
	".endif\n"                                                                              \
	".endif\n"                                                                              \
	".popsection"

/* A function that nobody calls, for the lines of a mark. With link-time optimization, clang's
 * linkers keep all of equal marks, and would refuse them. So they have to drop the marks of such
 * files. The name below is in no object, and a linker that optimizes drops it. In a file that is
 * compiled without, the function stays, because it is not static. It is one instruction, in a
 * section of its own for --gc-sections. */
#ifdef __clang__
#define TARN_MARKED_(name_)                                                                     \
	__attribute__((weak, visibility("hidden"), section(".text.tarn_marks"))) void name_##_( \
		void) __asm__(".L" #name_);                                                     \
	void name_##_(void)
#else
#define TARN_MARKED_(name_) static __attribute__((used)) void name_##_(void)
#endif

/* TARN_ONE_WAY_(name, mark): the mark of this file, for a name that only one mark may define. */
#ifdef __clang__
#define TARN_ONE_WAY_(name_, mark_)                               \
	TARN_MARKED_(name_)                                       \
	{                                                         \
		__asm__ volatile(TARN_MARK_("%", #name_, mark_)); \
	}
#else
#define TARN_ONE_WAY_(name_, mark_) __asm__(TARN_MARK_("%", #name_, mark_));
#endif

#endif
