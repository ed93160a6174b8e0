# SPDX-License-Identifier: MIT
# Refuses an OBJECT that lacks a function of huarong's: the first copy's function has states of another size.
execute_process(COMMAND ${NM} -u ${OBJECT} OUTPUT_VARIABLE lacks COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " hr_[a-z_]+" lacks "${lacks}")
if(lacks)
  file(REMOVE ${OBJECT})
  list(JOIN lacks "," lacks)
  message(FATAL_ERROR "What has states of 128 bits lacks${lacks}: see hr_add_wide in src/CMakeLists.txt")
endif()
