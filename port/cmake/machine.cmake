# SPDX-License-Identifier: MIT
# port/cmake/machine.cmake: what the compiler compiles for. Asked of its own macros.
#
# in:   CMAKE_C_COMPILER, CMAKE_C_FLAGS, the folder's COMPILE_OPTIONS
# out:  tarn_refuse(TEXT): ends the configuration with that line
#       tarn_preprocess(OUTPUT ERRORS TEXT FLAG...): what the preprocessor makes of it
#       tarn_machine: cortex-m, riscv, armv4t, host, or unknown
#       tarn_libc: newlib, picolibc, posix, or nothing

# (A line that begins with a space is not broken at 80 columns.)
macro(tarn_refuse text)
	message(FATAL_ERROR " ${text}")
endmacro()

if(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
	tarn_refuse("Tarn: the compiler is ${CMAKE_C_COMPILER_ID}; GCC or clang compile it")
endif()

get_directory_property(tarn_inherited COMPILE_OPTIONS)
list(FILTER tarn_inherited EXCLUDE REGEX "\\$<")
separate_arguments(tarn_flags UNIX_COMMAND "${CMAKE_C_FLAGS}")
list(APPEND tarn_flags ${tarn_inherited})
if(CMAKE_C_COMPILER_TARGET)
	list(APPEND tarn_flags --target=${CMAKE_C_COMPILER_TARGET})
endif()
if(CMAKE_SYSROOT)
	list(APPEND tarn_flags --sysroot=${CMAKE_SYSROOT})
endif()

function(tarn_preprocess output errors text)
	set(file "${CMAKE_CURRENT_BINARY_DIR}/asked.c")
	file(WRITE "${file}" "${text}\n")
	execute_process(COMMAND "${CMAKE_C_COMPILER}" ${CMAKE_C_COMPILER_ARG1} ${tarn_flags} ${ARGN} -E -P "${file}"
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
