# SPDX-License-Identifier: MIT
# port/package/cmake/options.cmake: the choices of a project, TARN_... variables that it sets before
# it adds Tarn. A wrong choice ends the configuration with a line that says what is allowed.
#
# in:   TARN_PORT, TARN_ARENA_SIZE, TARN_TABLE, and each TARN_ name that tarn_config.h, tarn_libc.h
#       and the port's header let a build choose; tarn_machine, tarn_libc (machine.cmake)
# out:  tarn_port_name, tarn_port_part, tarn_port_folders, tarn_own_sources: the port
#       tarn_defines: NAME=value, for Tarn and for each target that links it
#       tarn_libraries; tarn_libc_text
#       tarn_refuse(TEXT): ends the configuration with that line

# CMake breaks a message at 80 columns, but not a line that begins with a space.
macro(tarn_refuse text)
	message(FATAL_ERROR " ${text}")
endmacro()

if(NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
	tarn_refuse("Tarn: the compiler is ${CMAKE_C_COMPILER_ID}; Tarn needs GCC or clang")
endif()

# ---- The port ------------------------------------------------------------------------------

file(GLOB tarn_ports RELATIVE "${tarn_root}/port/machine"
	"${tarn_root}/port/machine/*/tarn_port_impl.h"
	"${tarn_root}/port/machine/*/*/tarn_port_impl.h")
string(REPLACE "/tarn_port_impl.h" "" tarn_ports "${tarn_ports}")
list(REMOVE_ITEM tarn_ports any template process)
list(JOIN tarn_ports ", " tarn_ports_text)

if(DEFINED TARN_PORT)
	set(tarn_port_name "${TARN_PORT}")
elseif(tarn_machine)
	set(tarn_port_name ${tarn_machine})
	if(tarn_machine STREQUAL "armv4t" AND NOT "${tarn_flags}" MATCHES "-mcpu=|-march=")
		tarn_refuse("Tarn: CMAKE_C_FLAGS do not say which core: \
add -mcpu=cortex-m4 -mthumb, or use the toolchain file \
${CMAKE_CURRENT_LIST_DIR}/arm-none-eabi.cmake")
	endif()
else()
	tarn_refuse("Tarn: no port for the machine that ${CMAKE_C_COMPILER} compiles for; \
set TARN_PORT to ${tarn_ports_text}, or to a folder of your own")
endif()

set(tarn_own_sources)
if(tarn_port_name IN_LIST tarn_ports)
	set(tarn_port_folders "${tarn_root}/port/machine/${tarn_port_name}")
else()
	get_filename_component(tarn_port_folders "${tarn_port_name}" ABSOLUTE
		BASE_DIR "${CMAKE_SOURCE_DIR}")
	if(NOT EXISTS "${tarn_port_folders}/tarn_port_impl.h")
		tarn_refuse("TARN_PORT=${TARN_PORT}: ${tarn_ports_text}, \
or a folder of your own that has a tarn_port_impl.h")
	endif()
	file(GLOB tarn_own_sources CONFIGURE_DEPENDS "${tarn_port_folders}/*.c")
endif()
string(REGEX REPLACE "^([^/]*)/.*" "\\1" tarn_port_part "${tarn_port_name}")
if(tarn_port_part STREQUAL "host")
	set(tarn_libraries -pthread)
elseif(tarn_port_part STREQUAL "armv4t")
	set(tarn_port_part bare armv4t)
else()
	set(tarn_port_part bare)
endif()

# ---- Names ---------------------------------------------------------------------------------

set(tarn_config_files
	"${tarn_root}/pool/include/tarn_config.h" "${tarn_port_folders}/tarn_port_impl.h")
if(NOT tarn_libc STREQUAL "posix") # its malloc takes its heaps from the system
	list(APPEND tarn_config_files "${tarn_root}/pool/include/tarn_libc.h")
endif()
set(tarn_numbers)
foreach(file IN LISTS tarn_config_files)
	file(STRINGS "${file}" names REGEX "^#ifn?def TARN_[A-Z_]+$")
	list(APPEND tarn_numbers ${names})
endforeach()
list(TRANSFORM tarn_numbers REPLACE "^#ifn?def " "")
list(FILTER tarn_numbers EXCLUDE REGEX "_H$|^TARN_PORT_")
list(REMOVE_DUPLICATES tarn_numbers)
list(SORT tarn_numbers)

set(tarn_options TARN_ARENA_SIZE TARN_PORT TARN_TABLE ${tarn_toolchain_options} ${tarn_numbers})
list(JOIN tarn_options ", " tarn_options_text)
get_cmake_property(tarn_names VARIABLES)
foreach(name IN LISTS tarn_names)
	if(name MATCHES "^TARN_" AND NOT name IN_LIST tarn_options)
		tarn_refuse("${name}: Tarn has no such option; it has ${tarn_options_text}; \
its toolchain file arm-none-eabi.cmake also has TARN_CPU, TARN_FLOAT, TARN_LIBC")
	endif()
endforeach()

# ---- Values --------------------------------------------------------------------------------

if(tarn_port_part STREQUAL "host" AND NOT DEFINED TARN_ALIGN)
	set(TARN_ALIGN 16) # as its malloc promises
endif()
set(tarn_defines)
foreach(name IN LISTS tarn_numbers)
	if(NOT DEFINED ${name})
		continue()
	elseif(NOT "${${name}}" MATCHES "^[0-9]+$")
		tarn_refuse("${name}=${${name}}: a number")
	endif()
	list(APPEND tarn_defines ${name}=${${name}})
endforeach()

if(NOT DEFINED TARN_ARENA_SIZE)
	set(TARN_ARENA_SIZE 16K)
endif()
if(NOT TARN_ARENA_SIZE MATCHES "^([0-9]+)([KM]?)$")
	tarn_refuse("TARN_ARENA_SIZE=${TARN_ARENA_SIZE}: \
bytes, as a number, which may end in K or M")
endif()
set(tarn_arena ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "K")
	math(EXPR tarn_arena "${tarn_arena} * 1024")
elseif(CMAKE_MATCH_2 STREQUAL "M")
	math(EXPR tarn_arena "${tarn_arena} * 1048576")
endif()
if(tarn_arena LESS 256 OR tarn_arena GREATER 134217728)
	tarn_refuse("TARN_ARENA_SIZE=${TARN_ARENA_SIZE}: 256 bytes at least, 128M at most")
endif()
list(APPEND tarn_defines TARN_ARENA_SIZE=${tarn_arena})

if(DEFINED TARN_TABLE)
	get_filename_component(TARN_TABLE "${TARN_TABLE}" ABSOLUTE BASE_DIR "${CMAKE_SOURCE_DIR}")
	if(NOT EXISTS "${TARN_TABLE}" OR IS_DIRECTORY "${TARN_TABLE}")
		tarn_refuse("TARN_TABLE=${TARN_TABLE}: \
a C file that defines tarn_malloc_table (make size writes one)")
	elseif(NOT tarn_libc MATCHES "newlib|picolibc")
		tarn_refuse("TARN_TABLE=${TARN_TABLE}: only for malloc over newlib or picolibc; \
a heap of your own takes its table from tarn_init()")
	endif()
endif()

# The headers check the values.
list(TRANSFORM tarn_defines PREPEND -D OUTPUT_VARIABLE tarn_flags_asked)
tarn_preprocess(tarn_answer tarn_errors "
#include \"tarn_config.h\"
#include \"tarn_port.h\"
#include \"tarn_libc.h\"" ${tarn_flags_asked}
	-ffreestanding "-I${tarn_root}/pool/include" "-I${tarn_port_folders}")
if(tarn_errors MATCHES "#error \"?([^\n\"]*)")
	tarn_refuse("${CMAKE_MATCH_1}")
elseif(tarn_errors MATCHES "error: ([^\n]*)")
	tarn_refuse("Tarn: ${CMAKE_MATCH_1}")
endif()

set(tarn_libc_text "${tarn_libc}")
if(NOT tarn_libc)
	set(tarn_libc_text "no libc (no tarn::malloc)")
endif()
