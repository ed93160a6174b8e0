# SPDX-License-Identifier: MIT
# Writes the page of `huarong report` as C arrays:   cmake -D SOURCE=src/report/page/source -D OUTPUT=page_source.c -P page.cmake
# In page.html the line @style@ stands for the style files, @scripts@ for the scripts in their order, and @data@ for the data.

cmake_minimum_required(VERSION 3.23)

file(READ ${SOURCE}/page.html page)
file(GLOB styles ${SOURCE}/*.css)
file(STRINGS ${SOURCE}/scripts.txt scripts REGEX "\\.js$")
foreach(style IN LISTS styles)
  file(READ ${style} text)
  string(APPEND style_text "${text}")
endforeach()
foreach(script IN LISTS scripts)
  file(READ ${SOURCE}/${script} text)
  string(APPEND script_text "${text}")
endforeach()
string(REPLACE "@style@" "${style_text}" page "${page}")
string(REPLACE "@scripts@" "${script_text}" page "${page}")
string(FIND "${page}" "@data@" place)
string(SUBSTRING "${page}" 0 ${place} before)
math(EXPR behind "${place} + 6")
string(SUBSTRING "${page}" ${behind} -1 after)

set(code "// Made by page.cmake.\n#include \"report/page/source.h\"\n")
foreach(part IN ITEMS before after)
  file(WRITE ${OUTPUT}.${part} "${${part}}")
  file(READ ${OUTPUT}.${part} bytes HEX)
  file(REMOVE ${OUTPUT}.${part})
  string(REGEX REPLACE "(................................................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND code "const unsigned char hr_page_${part}[] = {${bytes}};\n"
         "const size_t hr_page_${part}_size = sizeof hr_page_${part};\n")
endforeach()
file(WRITE ${OUTPUT} "${code}")
