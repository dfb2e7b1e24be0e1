# SPDX-License-Identifier: MIT
# port/package/cmake/install.cmake: cmake --install: the library, the headers and the files of
# find_package(tarn), where `make install` has them. That also installs libtarn.so, the files of
# pkg-config and tarn_record.h.
install(FILES "$<TARGET_FILE:tarn>" DESTINATION lib)
file(GLOB tarn_public "${tarn_root}/pool/include/*.h*" "${tarn_port_folders}/*.h")
install(FILES ${tarn_public} DESTINATION include/tarn)
install(DIRECTORY "${tarn_root}/port/rtos/freertos" DESTINATION include/tarn/rtos
	PATTERN *.md EXCLUDE)
install(FILES "${tarn_root}/port/private/libc_heaps.h" "${tarn_root}/port/private/libc_product.h"
	DESTINATION include/tarn/private)
set(tarn_targets)
set(tarn_objects)
foreach(part malloc cxx)
	if(TARGET tarn_${part})
		list(APPEND tarn_targets ${part})
	endif()
	if(TARGET tarn_${part}_objects)
		install(FILES $<TARGET_OBJECTS:tarn_${part}_objects> DESTINATION lib/tarn/${part})
		get_target_property(tarn_sources tarn_${part}_objects SOURCES)
		foreach(source IN LISTS tarn_sources)
			get_filename_component(source "${source}" NAME)
			list(APPEND tarn_objects "${part}/${source}${CMAKE_C_OUTPUT_EXTENSION}")
		endforeach()
	endif()
endforeach()
list(JOIN tarn_targets " " tarn_targets)
list(JOIN tarn_objects " " tarn_objects)
install(FILES machine.cmake DESTINATION lib/cmake/tarn RENAME tarn-machine.cmake)
foreach(file tarn-config.cmake tarn-config-version.cmake)
	configure_file(${file}.in ${file} @ONLY)
	install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${file}" DESTINATION lib/cmake/tarn)
endforeach()
