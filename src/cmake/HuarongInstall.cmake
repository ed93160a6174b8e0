# SPDX-License-Identifier: MIT
# What `cmake --install` puts where. Each component is a package of its own (HuarongDebian.cmake): the program with its man page,
# completion and jobs; libhuarong; what is needed to build with libhuarong; the same two of libhuarong-search; the Python module; pages
# to read.

include(CMakePackageConfigHelpers)
set(HR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/huarong)

install(
  TARGETS huarong_static huarong_shared
  EXPORT huarong
  ARCHIVE COMPONENT development
  LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/include/huarong ${PROJECT_BINARY_DIR}/include/huarong
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT development
  FILES_MATCHING
  PATTERN "*.h"
  PATTERN "search" EXCLUDE)

# find_package(huarong) gives huarong::static, huarong::shared and huarong::huarong, which is one of the two. While the version is 0.x,
# another minor version may differ in anything.
install(EXPORT huarong NAMESPACE huarong:: FILE huarongTargets.cmake DESTINATION ${HR_CMAKE_DIR} COMPONENT development)
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/huarongConfig.cmake.in ${PROJECT_BINARY_DIR}/huarongConfig.cmake @ONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/huarongConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/huarongConfig.cmake ${PROJECT_BINARY_DIR}/huarongConfigVersion.cmake DESTINATION ${HR_CMAKE_DIR}
        COMPONENT development)

# The pkg-config file finds the prefix from its own place, so that an installed tree can be moved. A program finds the shared library where
# it was linked; a Debian package's library is where the loader looks.
if(NOT HR_DEBIAN)
  set(HR_PKGCONFIG_RPATH " -Wl,-rpath,\${libdir}")
endif()
file(RELATIVE_PATH HR_PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/huarong.pc.in ${PROJECT_BINARY_DIR}/huarong.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/huarong.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The Python module, with a note where the shared library is: as seen from its own place, so that an installed tree can be moved. A
# Debian package's library is where the loader looks.
if(NOT HR_DEBIAN)
  cmake_path(ABSOLUTE_PATH HR_PYTHON_DIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE python_folder)
  file(RELATIVE_PATH HR_LIBRARY_FROM_PYTHON ${python_folder}/huarong ${CMAKE_INSTALL_FULL_LIBDIR}/libhuarong.so)
  string(APPEND HR_LIBRARY_FROM_PYTHON .${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endif()
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/python_place.py.in ${PROJECT_BINARY_DIR}/python/_place.py @ONLY)
install(
  DIRECTORY ${PROJECT_SOURCE_DIR}/src/python/huarong
  DESTINATION ${HR_PYTHON_DIR}
  COMPONENT python
  FILES_MATCHING
  PATTERN "*.py"
  PATTERN "py.typed"
  PATTERN "_place.py" EXCLUDE
  PATTERN "__pycache__" EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/python/_place.py DESTINATION ${HR_PYTHON_DIR}/huarong COMPONENT python)

set(doc ${CMAKE_INSTALL_DATADIR}/doc/huarong-doc)
install(FILES README.md README.zh-CN.md DESTINATION ${doc} COMPONENT documentation)
install(FILES tests/consumer/consumer.c tests/consumer/consumer.cpp tests/consumer/table_example.c tests/consumer/CMakeLists.txt
              tests/consumer/find_partition.py
        DESTINATION ${doc}/examples COMPONENT documentation)
install(DIRECTORY tests/consumer/kinds DESTINATION ${doc}/examples COMPONENT documentation)

# libhuarong-search. Programs compile with it by mpicc, or take MPI from find_package(huarong COMPONENTS search).
if(HR_BUILD_PROGRAM)
  install(
    TARGETS huarong_search_static huarong_search_shared
    EXPORT huarong-search
    ARCHIVE COMPONENT search_development
    LIBRARY COMPONENT search_library NAMELINK_COMPONENT search_development)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/huarong/search DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/huarong COMPONENT search_development)
  install(EXPORT huarong-search NAMESPACE huarong:: FILE huarongSearchTargets.cmake DESTINATION ${HR_CMAKE_DIR} COMPONENT search_development)
  configure_file(${PROJECT_SOURCE_DIR}/src/cmake/huarong-search.pc.in ${PROJECT_BINARY_DIR}/huarong-search.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/huarong-search.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT search_development)
  install(FILES tests/consumer/search/search.c tests/consumer/search/search.cpp tests/consumer/search/CMakeLists.txt
          DESTINATION ${doc}/examples/search COMPONENT documentation)
endif()

if(HR_BUILD_PROGRAM)
  install(TARGETS huarong_program COMPONENT program)
  file(GLOB jobs CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/jobs/*.sbatch ${PROJECT_SOURCE_DIR}/jobs/*.pbs ${PROJECT_SOURCE_DIR}/jobs/*.lsf)
  install(PROGRAMS ${jobs} ${PROJECT_SOURCE_DIR}/jobs/submit DESTINATION ${CMAKE_INSTALL_DATADIR}/huarong/jobs COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/jobs/common.bash ${PROJECT_SOURCE_DIR}/jobs/README.md
          DESTINATION ${CMAKE_INSTALL_DATADIR}/huarong/jobs COMPONENT program)
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES ${PROJECT_BINARY_DIR}/completion/huarong DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
            COMPONENT program)
    install(FILES ${PROJECT_BINARY_DIR}/completion/_huarong DESTINATION ${HR_ZSH_DIR} COMPONENT program)
    install(FILES ${PROJECT_BINARY_DIR}/completion/huarong.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
            COMPONENT program)
  endif()
endif()

# The manual as HTML, if there is a mandoc. It looks for the pages that a page names in its working directory.
find_program(HR_MANDOC mandoc)
if(HR_MANDOC AND HR_BUILD_PROGRAM)
  install(
    CODE "
    set(pages ${PROJECT_SOURCE_DIR}/src/cli/manual)
    file(GLOB names RELATIVE \${pages} \${pages}/*.[157])
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/html)
    foreach(name IN LISTS names)
      execute_process(
        COMMAND ${HR_MANDOC} -T html -I \"os=huarong ${PROJECT_VERSION}\" -O \"man=%N.%S.html\;https://manpages.debian.org/%N.%S\" \${name}
        WORKING_DIRECTORY \${pages} OUTPUT_FILE ${PROJECT_BINARY_DIR}/html/\${name}.html COMMAND_ERROR_IS_FATAL ANY)
    endforeach()"
    COMPONENT documentation)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/html DESTINATION ${doc} COMPONENT documentation)
endif()

if(HR_DEBIAN)
  include(HuarongDebian)
else()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${doc} COMPONENT documentation)
  if(HR_BUILD_PROGRAM)
    foreach(section IN ITEMS 1 5 7)
      file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/manual/*.${section})
      install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT program)
    endforeach()
  endif()
endif()
