# SPDX-License-Identifier: MIT
# Let PROGRAM print the scripts for the shells into FOLDER, under the names that the shells look for.

file(MAKE_DIRECTORY ${FOLDER})
foreach(pair IN ITEMS bash/huarong zsh/_huarong fish/huarong.fish)
  get_filename_component(shell ${pair} DIRECTORY)
  get_filename_component(name ${pair} NAME)
  execute_process(COMMAND ${PROGRAM} help --completion ${shell} OUTPUT_FILE ${FOLDER}/${name} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
