# SPDX-License-Identifier: MIT
# port/package/cmake/arm-none-eabi.cmake: a toolchain file for firmware, of Tarn or of a project of
# yours.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=tarn/port/package/cmake/arm-none-eabi.cmake -DTARN_CPU=cortex-m4
#   ...
#
# TARN_CPU    the core, as for GCC's -mcpu
# TARN_FLOAT  soft (default), softfp, hard; softfp and hard need a core with an FPU
# TARN_LIBC   newlib (default), nano, picolibc
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(tarn_toolchain_options TARN_CPU TARN_FLOAT TARN_LIBC)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ${tarn_toolchain_options})

set(tarn_cpus_fpu cortex-m4 cortex-m7 cortex-m33 cortex-m35p cortex-m55)
set(tarn_allowed_TARN_CPU arm7tdmi cortex-m0 cortex-m0plus cortex-m1 cortex-m3 cortex-m23
	${tarn_cpus_fpu})
set(tarn_allowed_TARN_FLOAT soft softfp hard)
set(tarn_allowed_TARN_LIBC newlib nano picolibc)
set(TARN_FLOAT soft CACHE STRING "soft, softfp or hard")
set(TARN_LIBC newlib CACHE STRING "newlib, nano or picolibc")
foreach(name IN LISTS tarn_toolchain_options)
	if(NOT "${${name}}" IN_LIST tarn_allowed_${name})
		list(JOIN tarn_allowed_${name} ", " tarn_allowed)
		message(FATAL_ERROR " ${name}=${${name}}: one of ${tarn_allowed}")
	endif()
endforeach()
if(NOT TARN_FLOAT STREQUAL "soft" AND NOT TARN_CPU IN_LIST tarn_cpus_fpu)
	message(FATAL_ERROR " TARN_FLOAT=${TARN_FLOAT}: ${TARN_CPU} has no FPU: soft")
endif()

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(tarn_specs_newlib)
set(tarn_specs_nano --specs=nano.specs)
set(tarn_specs_picolibc --specs=picolibc.specs)
# Not CMAKE_C_FLAGS_INIT: a project's -DCMAKE_C_FLAGS= would replace it.
set(tarn_core_flags -mcpu=${TARN_CPU} -mthumb -mfloat-abi=${TARN_FLOAT} ${tarn_specs_${TARN_LIBC}})
add_compile_options(${tarn_core_flags} -ffunction-sections -fdata-sections)
add_link_options(${tarn_core_flags} -Wl,--gc-sections)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
