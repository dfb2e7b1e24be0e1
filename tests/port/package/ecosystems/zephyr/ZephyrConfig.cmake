# SPDX-License-Identifier: MIT
# Stands in for find_package(Zephyr), on a board of the emulator. CONFIG: the folder of .config.
project(zephyr C)

file(STRINGS ${CONFIG}/.config lines REGEX "^CONFIG_")
foreach(line ${lines})
  string(REGEX MATCH "^([A-Z0-9_]+)=\"?([^\"]*)" _ ${line})
  set(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
endforeach()

add_library(zephyr_interface INTERFACE)
target_include_directories(zephyr_interface INTERFACE ${CMAKE_CURRENT_LIST_DIR}/include)
target_compile_options(zephyr_interface INTERFACE -imacros ${CONFIG}/autoconf.h)

function(zephyr_system_include_directories)
  target_include_directories(zephyr_interface SYSTEM INTERFACE ${ARGN})
endfunction()
function(zephyr_compile_definitions)
  target_compile_definitions(zephyr_interface INTERFACE ${ARGN})
endfunction()
function(zephyr_ld_options)
  target_link_options(zephyr_interface INTERFACE ${ARGN})
endfunction()
macro(zephyr_library_named name)
  set(ZEPHYR_CURRENT_LIBRARY ${name})
  add_library(${name} OBJECT "")
  target_link_libraries(${name} PRIVATE zephyr_interface)
endmacro()
function(zephyr_library_sources)
  target_sources(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()
function(zephyr_library_compile_definitions)
  target_compile_definitions(${ZEPHYR_CURRENT_LIBRARY} PRIVATE ${ARGN})
endfunction()

foreach(module ${EXTRA_ZEPHYR_MODULES})
  add_subdirectory(${module}/zephyr ${CMAKE_BINARY_DIR}/module)
endforeach()

# As in Zephyr, the kernel is an archive, which the linker reads after the libraries.
add_library(kernel STATIC ${CMAKE_CURRENT_LIST_DIR}/kernel.c ${CMAKE_CURRENT_LIST_DIR}/queue.c)
target_link_libraries(kernel PRIVATE zephyr_interface)
add_executable(app ${CMAKE_CURRENT_LIST_DIR}/startup.c)
target_link_libraries(app PRIVATE zephyr_interface $<TARGET_OBJECTS:tarn> kernel)
target_link_options(app PRIVATE
  -T ${CMAKE_CURRENT_LIST_DIR}/chip.ld -T ${CMAKE_CURRENT_LIST_DIR}/debug.ld
  -Wl,--orphan-handling=warn -Wl,--wrap=main)
