# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: libhuarong with its headers, CMake package and pkg-config file; the program and its man page.

include(CMakePackageConfigHelpers)
set(HR_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/huarong)

install(TARGETS huarong_static huarong_shared EXPORT huarong)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/huarong ${PROJECT_BINARY_DIR}/include/huarong DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(huarong) gives huarong::static, huarong::shared and huarong::huarong, which is one of the two. While the version is 0.x,
# another minor version may differ in anything.
install(EXPORT huarong NAMESPACE huarong:: FILE huarongTargets.cmake DESTINATION ${HR_CMAKE_DIR})
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/huarongConfig.cmake.in ${PROJECT_BINARY_DIR}/huarongConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/huarongConfig.cmake DESTINATION ${HR_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/huarongConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/huarongConfigVersion.cmake DESTINATION ${HR_CMAKE_DIR})

# The pkg-config file finds the prefix from its own place, so that an installed tree can be moved.
file(RELATIVE_PATH HR_PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/huarong.pc.in ${PROJECT_BINARY_DIR}/huarong.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/huarong.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The Python module, with a note where the shared library is: as seen from its own place, so that an installed tree can be moved.
cmake_path(ABSOLUTE_PATH HR_PYTHON_DIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX} OUTPUT_VARIABLE python_folder)
file(RELATIVE_PATH HR_LIBRARY_FROM_PYTHON ${python_folder}/huarong ${CMAKE_INSTALL_FULL_LIBDIR}/libhuarong.so)
configure_file(${PROJECT_SOURCE_DIR}/src/cmake/python_place.py.in ${PROJECT_BINARY_DIR}/python/_place.py @ONLY)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/python/huarong DESTINATION ${HR_PYTHON_DIR} FILES_MATCHING PATTERN "*.py" PATTERN "py.typed"
        PATTERN "_place.py" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/python/_place.py DESTINATION ${HR_PYTHON_DIR}/huarong)

if(HR_BUILD_PROGRAM)
  file(RELATIVE_PATH libraries_from_programs ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(huarong_program PROPERTIES INSTALL_RPATH $ORIGIN/${libraries_from_programs})
  install(TARGETS huarong_program)
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES ${PROJECT_BINARY_DIR}/completion/huarong DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${PROJECT_BINARY_DIR}/completion/_huarong DESTINATION ${HR_ZSH_DIR})
    install(FILES ${PROJECT_BINARY_DIR}/completion/huarong.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
  install(FILES ${PROJECT_SOURCE_DIR}/src/cli/huarong.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
