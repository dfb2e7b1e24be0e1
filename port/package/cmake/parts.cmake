# SPDX-License-Identifier: MIT
# port/package/cmake/parts.cmake: which files are compiled (port/package/parts, which make reads
# too), and how.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${tarn_root}/port/package/parts")

# tarn_part(VARIABLE PART...): the files of these parts
function(tarn_part variable)
	set(files)
	foreach(part IN LISTS ARGN)
		file(STRINGS "${tarn_root}/port/package/parts" line REGEX "^${part} ")
		string(REGEX REPLACE "^[^ ]+ +(.*)$" "\\1" line "${line}")
		separate_arguments(line)
		if(NOT line)
			tarn_refuse("port/package/parts: no files of ${part}")
		endif()
		foreach(name IN LISTS line)
			file(GLOB found CONFIGURE_DEPENDS "${tarn_root}/${name}")
			if(NOT found)
				tarn_refuse("port/package/parts: ${part}: ${name} does not exist")
			endif()
			list(APPEND files ${found})
		endforeach()
	endforeach()
	set(${variable} "${files}" PARENT_SCOPE)
endfunction()

# tarn_compiled(TARGET): as C11 and C++17, in sections, without the project's warnings, each file by
# itself. If a project names no build type, Tarn is compiled with -O2.
function(tarn_compiled target)
	set_target_properties(${target} PROPERTIES UNITY_BUILD OFF
		C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
		CXX_STANDARD 17 CXX_EXTENSIONS OFF)
	if(CMAKE_C_COMPILER_ID MATCHES "Clang")
		set(no_loop_calls -fno-builtin)
	else()
		set(no_loop_calls -fno-tree-loop-distribute-patterns)
	endif()
	target_compile_options(${target} PRIVATE
		-w -ffunction-sections -fdata-sections ${no_loop_calls} $<$<CONFIG:>:-O2>)
endfunction()
