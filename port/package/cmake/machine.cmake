# SPDX-License-Identifier: MIT
# port/package/cmake/machine.cmake: which machine the compiler compiles for, by its own macros. An
# installed Tarn asks this again, of the project that finds it.
#
# in:   CMAKE_C_COMPILER, CMAKE_C_FLAGS (in a project without C those of CXX), the folder's
#       COMPILE_OPTIONS
# out:  tarn_preprocess(OUTPUT ERRORS TEXT FLAG...): runs the preprocessor on TEXT
#       tarn_machine: cortex-m, riscv, armv4t, host, or nothing
#       tarn_code: the instruction set: armv7e-m, rv32imac, and so on; host
#       tarn_libc: newlib, picolibc, posix, or nothing
#       tarn_language: whose compiler was asked: C; CXX in a project without C, or if it was set

if(NOT tarn_language)
	set(tarn_language C)
	if(NOT CMAKE_C_COMPILER)
		set(tarn_language CXX)
	endif()
endif()
get_directory_property(tarn_inherited COMPILE_OPTIONS)
list(FILTER tarn_inherited EXCLUDE REGEX "\\$<")
list(REMOVE_DUPLICATES tarn_inherited) # as CMake does: GCC refuses a second --specs
separate_arguments(tarn_flags UNIX_COMMAND "${CMAKE_${tarn_language}_FLAGS}")
list(APPEND tarn_flags ${tarn_inherited})
if(CMAKE_${tarn_language}_COMPILER_TARGET)
	list(APPEND tarn_flags --target=${CMAKE_${tarn_language}_COMPILER_TARGET})
endif()
if(CMAKE_SYSROOT)
	list(APPEND tarn_flags --sysroot=${CMAKE_SYSROOT})
endif()

function(tarn_preprocess output errors text)
	set(file "${CMAKE_BINARY_DIR}/CMakeFiles/tarn_asked.c")
	set(compiler "${CMAKE_${tarn_language}_COMPILER}" ${CMAKE_${tarn_language}_COMPILER_ARG1})
	file(WRITE "${file}" "${text}\n")
	execute_process(COMMAND ${compiler} ${tarn_flags} ${ARGN} -E -P "${file}"
		OUTPUT_VARIABLE printed ERROR_VARIABLE complained)
	set(${output} "${printed}" PARENT_SCOPE)
	set(${errors} "${complained}" PARENT_SCOPE)
endfunction()

tarn_preprocess(tarn_answer tarn_errors "
#if __ARM_ARCH_PROFILE == 'M'
machine:cortex-m
#elif defined(__riscv) && !defined(__unix__)
machine:riscv
#elif defined(__arm__) && !defined(__unix__)
machine:armv4t
#elif defined(__unix__) || defined(__APPLE__)
machine:host
#endif")
string(REGEX MATCH "machine:([a-z0-9-]+)" tarn_answer "${tarn_answer}")
set(tarn_machine "${CMAKE_MATCH_1}")

# The preprocessor may print text that follows a macro on a line of its own.
tarn_preprocess(tarn_answer tarn_errors "
#if defined(__unix__) || defined(__APPLE__)
code:host
#elif defined(__ARM_ARCH_8_1M_MAIN__)
code:armv8.1-m.main
#elif defined(__ARM_ARCH_8M_MAIN__)
code:armv8-m.main
#elif defined(__ARM_ARCH_8M_BASE__)
code:armv8-m.base
#elif defined(__ARM_ARCH_7EM__)
code:armv7e-m
#elif defined(__ARM_ARCH_7M__)
code:armv7-m
#elif defined(__ARM_ARCH_6M__)
code:armv6-m
#elif defined(__arm__)
code:armv __ARM_ARCH
#elif defined(__riscv)
code:rv __riscv_xlen
#ifdef __riscv_32e
e
#else
i
#endif
#ifdef __riscv_mul
m
#endif
#ifdef __riscv_atomic
a
#endif
#ifdef __riscv_compressed
c
#endif
#endif")
string(REGEX REPLACE "[ \n]|code:" "" tarn_code "${tarn_answer}")

tarn_preprocess(tarn_answer tarn_errors "
#include <stdlib.h>
#if defined(__PICOLIBC__)
libc:picolibc
#elif defined(__NEWLIB__) || defined(_NEWLIB_VERSION)
libc:newlib
#elif defined(__unix__)
libc:posix
#endif")
string(REGEX MATCH "libc:([a-z]+)" tarn_answer "${tarn_answer}")
set(tarn_libc "${CMAKE_MATCH_1}")
