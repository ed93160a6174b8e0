# SPDX-License-Identifier: MIT
# One interface target with the language, the warnings and the sanitizers that every target of the project uses.

add_library(hr_compile INTERFACE)
target_compile_features(hr_compile INTERFACE c_std_11)
target_compile_definitions(hr_compile INTERFACE _GNU_SOURCE)
target_compile_options(
  hr_compile
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow> # a name of another file is no fault
            -Wconversion
            -Wsign-conversion
            -Wstrict-prototypes
            -Wmissing-prototypes
            -Wvla
            -Wcast-align
            -Wundef
            $<$<BOOL:${HR_WERROR}>:-Werror>
            $<$<BOOL:${HR_NATIVE}>:-march=native>)
if(HR_SANITIZE)
  target_compile_options(hr_compile INTERFACE -fsanitize=${HR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(hr_compile INTERFACE -fsanitize=${HR_SANITIZE})
endif()
if(HR_BUILD_FUZZ)
  target_compile_options(hr_compile INTERFACE -fsanitize=fuzzer-no-link) # tells libFuzzer which code an input reached
endif()
# A faster linker, where it is installed: for builds with many programs.
set(HR_LINKER "" CACHE STRING "The linker to ask the compiler for (-fuse-ld=), for instance lld; without effect where there is none")
if(HR_LINKER)
  include(CheckLinkerFlag)
  check_linker_flag(C -fuse-ld=${HR_LINKER} HR_HAS_LINKER)
  if(HR_HAS_LINKER)
    add_link_options(-fuse-ld=${HR_LINKER})
  endif()
endif()

set(HR_UNOPTIMISED "" CACHE STRING "Rooms, and tests, to compile with -O0, for builds whose compiler takes longer than what it makes faster")

set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden) # the public headers make their functions visible
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# hr_add_room(NAME USES rooms … LIBRARIES …): a room is an object library of all files below NAME (without main.c). An include names a
# header from src/ on, "room/file.h"; tests/house/check_rooms looks whether it is in this room or in one of USES. LIBRARIES are seen by
# this room only: MPI's include path is on no other room's command line than comm's.
function(hr_add_room name)
  cmake_parse_arguments(ROOM "" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${name}/*.c)
  list(FILTER sources EXCLUDE REGEX "/main\\.c$")
  add_library(hr_${name} OBJECT ${sources})
  target_include_directories(hr_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(hr_${name} PRIVATE hr_compile ${ROOM_LIBRARIES})
  if(name IN_LIST HR_UNOPTIMISED)
    target_compile_options(hr_${name} PRIVATE -O0)
  endif()
  if(HR_UNITE)
    hr_unite(hr_${name})
  endif()
endfunction()
