# SPDX-License-Identifier: MIT
# What is compiled a second time, with states of 128 bits: see src/wide/README.md and src/widelib/README.md.

# hr_make_wide(TARGET): states of 128 bits. Names can be hidden only in machine code, so the link does not optimise the copy.
function(hr_make_wide target)
  target_compile_definitions(${target} PRIVATE HR_WIDE)
  target_compile_options(${target} PRIVATE -fno-lto)
  if("copies" IN_LIST HR_UNOPTIMISED)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
endfunction()

# hr_add_wide(ROOM patterns … LIBRARIES …): compile once more the files of ROOM that a pattern names, without their ".c", with HR_WIDE.
function(hr_add_wide room)
  cmake_parse_arguments(WIDE "" "" LIBRARIES ${ARGN})
  list(TRANSFORM WIDE_UNPARSED_ARGUMENTS REPLACE "(.+)" "${room}/\\1.c")
  file(GLOB sources CONFIGURE_DEPENDS ${WIDE_UNPARSED_ARGUMENTS})
  add_library(hr_wide_${room} OBJECT ${sources})
  target_include_directories(hr_wide_${room} PUBLIC $<TARGET_PROPERTY:hr_${room},INTERFACE_INCLUDE_DIRECTORIES>)
  target_link_libraries(hr_wide_${room} PRIVATE hr_compile ${WIDE_LIBRARIES})
  hr_make_wide(hr_wide_${room})
  if(HR_UNITE)
    hr_unite(hr_wide_${room})
  endif()
endfunction()

# hr_join_wide(OBJECT SHOWN PARTS …): make the file OBJECT of objects and archives that have states of 128 bits. It needs no other
# function of huarong's, and shows no names but those that the pattern SHOWN fits, and one of the address sanitizer's, by which both
# copies agree that their variables are registered once (clang 19).
function(hr_join_wide object shown)
  if(NOT CMAKE_OBJCOPY OR NOT CMAKE_NM)
    message(FATAL_ERROR "objcopy and nm are missing: they come with the linker, in binutils")
  endif()
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${object} ${ARGN}
    COMMAND ${CMAKE_COMMAND} -D NM=${CMAKE_NM} -D OBJECT=${object} -P ${PROJECT_SOURCE_DIR}/src/cmake/alone.cmake
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=${shown} --keep-global-symbol=___asan_globals_registered
            ${object}
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/src/cmake/alone.cmake
    COMMENT "Joining what has states of 128 bits"
    VERBATIM COMMAND_EXPAND_LISTS)
endfunction()

# hr_link_widelib(): set hr_widelib_object to the file with what libhuarong has for states of 128 bits, which the target
# hr_widelib_joined makes.
function(hr_link_widelib)
  hr_make_wide(hr_widelib)
  add_library(huarong_widelib_parts STATIC EXCLUDE_FROM_ALL $<TARGET_OBJECTS:hr_wide_core> $<TARGET_OBJECTS:hr_wide_puzzle>
                                                            $<TARGET_OBJECTS:hr_wide_table>)
  set_target_properties(huarong_widelib_parts PROPERTIES LINKER_LANGUAGE C)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/widelib.o)
  hr_join_wide(${object} hr_wide_* $<TARGET_OBJECTS:hr_widelib> $<TARGET_FILE:huarong_widelib_parts>)
  add_custom_target(hr_widelib_joined DEPENDS ${object})
  set(hr_widelib_object ${object} PARENT_SCOPE)
endfunction()

# hr_link_wide(): the target huarong_wide, an archive with one object that needs no other function of huarong's, and for tests the
# archive of its parts, huarong_wide_parts. The parts are the objects of hr_add_wide and of the room `wide`.
function(hr_link_wide)
  hr_make_wide(hr_wide)
  set(objects $<TARGET_OBJECTS:hr_wide>)
  foreach(room IN ITEMS core puzzle table comm run tabulate enumerate solve verify plan report cli)
    list(APPEND objects $<TARGET_OBJECTS:hr_wide_${room}>)
  endforeach()
  set(object ${CMAKE_CURRENT_BINARY_DIR}/wide.o)
  hr_join_wide(${object} hr_wide ${objects})
  add_library(huarong_wide STATIC ${object})
  add_library(huarong_wide_parts STATIC EXCLUDE_FROM_ALL ${objects})
  foreach(library IN ITEMS huarong_wide huarong_wide_parts)
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE C)
    target_link_libraries(${library} PUBLIC MPI::MPI_C Threads::Threads PkgConfig::JANSSON PkgConfig::POPT)
  endforeach()
endfunction()
