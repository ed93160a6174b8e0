# SPDX-License-Identifier: MIT
# Debian packages, one for each component, by `cpack -G DEB`: see scripts/package. The changelog's date is SOURCE_DATE_EPOCH, so the same
# commit gives the same bytes.

set(abi ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(HR_DEBIAN_VERSION ${PROJECT_VERSION}-0huarong1) # older than a package that Debian makes
set(HR_MAINTAINER "The huarong authors <huarong@localhost>" CACHE STRING "The maintainer that Debian packages name")
string(TIMESTAMP HR_DEBIAN_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)

# hr_compressed(FROM TO): the file compressed as Debian wants it.
function(hr_compressed from to)
  execute_process(COMMAND gzip -9n INPUT_FILE ${from} OUTPUT_FILE ${to} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# hr_debian_package(COMPONENT NAME SECTION DEPENDS SUMMARY TEXT)
macro(hr_debian_package component name section depends summary text)
  string(TOUPPER ${component} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${summary}\n${text}")
  set(HR_PACKAGE ${name})
  set(folder ${PROJECT_BINARY_DIR}/debian/${name})
  configure_file(${PROJECT_SOURCE_DIR}/scripts/packaging/debian/copyright ${folder}/copyright COPYONLY)
  configure_file(${PROJECT_SOURCE_DIR}/scripts/packaging/debian/changelog.in ${folder}/changelog.Debian @ONLY)
  hr_compressed(${folder}/changelog.Debian ${folder}/changelog.Debian.gz)
  hr_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${folder}/changelog.gz)
  install(FILES ${folder}/copyright ${folder}/changelog.Debian.gz ${folder}/changelog.gz DESTINATION share/doc/${name} COMPONENT ${component})
  list(APPEND CPACK_COMPONENTS_ALL ${component})
endmacro()

set(about "huarong counts the state spaces of sliding puzzles exactly: tile puzzles such\nas the 15-puzzle, and Klotski.")
set(CPACK_COMPONENTS_ALL "")
hr_debian_package(
  program huarong math "" "exact state-space enumeration of sliding puzzles"
  "${about}\n.\nThis package has the program, which runs on the cores of one machine or, by\nMPI, on a cluster, and batch scripts for Slurm, PBS and LSF.")
# The library needs the C library only. It must not ask dpkg-shlibdeps for that: then CPack would let it call ldconfig by scripts, where
# Debian wants a trigger.
execute_process(COMMAND dpkg-query --show --showformat=\${Version} libc6 OUTPUT_VARIABLE libc COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^[0-9.]+" libc "${libc}")
hr_debian_package(library libhuarong${abi} libs "libc6 (>= ${libc})" "distances in sliding puzzles - shared library"
                  "${about}\n.\nThis package has the library that asks puzzles and tables of distances.")
hr_debian_package(
  development libhuarong-dev libdevel "libhuarong${abi} (= ${HR_DEBIAN_VERSION})" "distances in sliding puzzles - development files"
  "${about}\n.\nThis package has the headers, the static library, and what CMake and pkg-config\nneed.")
if(HR_BUILD_PROGRAM)
  # For the same reason the package of MPI's library is found here.
  list(GET MPI_C_LIBRARIES 0 mpi)
  file(REAL_PATH ${mpi} mpi)
  execute_process(COMMAND dpkg-query --search ${mpi} OUTPUT_VARIABLE mpi COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^[^:]+" mpi "${mpi}")
  execute_process(COMMAND dpkg-query --show --showformat=\${Version} ${mpi} OUTPUT_VARIABLE mpi_version COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "^[0-9.]+" mpi_version "${mpi_version}")
  hr_debian_package(
    search_library libhuarong-search${abi} libs "libc6 (>= ${libc}), ${mpi} (>= ${mpi_version})"
    "searches in sliding puzzles over MPI - shared library"
    "${about}\n.\nThis package has the library that searches over the ranks of a program that has\nMPI.")
  hr_debian_package(
    search_development libhuarong-search-dev libdevel
    "libhuarong-search${abi} (= ${HR_DEBIAN_VERSION}), libhuarong-dev (= ${HR_DEBIAN_VERSION}), libopenmpi-dev"
    "searches in sliding puzzles over MPI - development files"
    "${about}\n.\nThis package has the headers, the static library, and what CMake and pkg-config\nneed, of the library that searches over MPI.")
endif()
hr_debian_package(
  documentation huarong-doc doc "" "exact state-space enumeration of sliding puzzles - documentation"
  "${about}\n.\nThis package has an overview, the manual as HTML, and examples in C and C++.")
hr_debian_package(
  python python3-huarong python "python3 (>= 3.8), python3-numpy, libhuarong${abi} (= ${HR_DEBIAN_VERSION})"
  "distances in sliding puzzles - Python module"
  "${about}\n.\nThis package has the Python module, which gives tables of distances as NumPy\narrays. Searches from Python need libhuarong-search.")

file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cli/manual/*.[157])
foreach(page IN LISTS pages)
  get_filename_component(name ${page} NAME)
  string(REGEX MATCH ".$" section ${name})
  hr_compressed(${page} ${PROJECT_BINARY_DIR}/debian/${name}.gz)
  install(FILES ${PROJECT_BINARY_DIR}/debian/${name}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT program)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "${HR_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 0huarong1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS openmpi-bin)
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "libhuarong ${abi} libhuarong${abi} (>= ${PROJECT_VERSION})\n")
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/shlibs ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_STRICT_PERMISSION ON)
file(WRITE ${PROJECT_BINARY_DIR}/debian/search/shlibs "libhuarong-search ${abi} libhuarong-search${abi} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_SEARCH_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/search/shlibs ${PROJECT_BINARY_DIR}/debian/triggers)
set(CPACK_DEBIAN_SEARCH_LIBRARY_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "libhuarong-search${abi} (= ${HR_DEBIAN_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/scripts/packaging/debian/postinst
                                              ${PROJECT_SOURCE_DIR}/scripts/packaging/debian/prerm)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
