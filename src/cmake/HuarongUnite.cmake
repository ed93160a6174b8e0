# SPDX-License-Identifier: MIT
# Fewer, larger runs of the compiler: half of what one takes for a file of this tree is its own start and the headers.

option(HR_UNITE "Compile several files of a room at a time; no build for a debugger or for speed" OFF)

# hr_unite(TARGET): compile the target's files in groups. No group has two files with the same name of their own: a static function or
# variable, a type, a constant, a macro. A name that this overlooks, because it is within a function or in a header of some of the files,
# stops the compiler. A test that puts functions in the place of a file's needs this file by itself: SKIP_UNITY_BUILD_INCLUSION.
function(hr_unite target)
  string(CONCAT definition "\n((__attribute__[^;\n]* )?(static|HR_INLINE) [A-Za-z0-9_ *]+" "|(struct|enum|union) [a-z0-9_]+ {|} [a-z0-9_]+"
                "|#define [A-Za-z0-9_]+)")
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_source_file_property(group ${source} UNITY_GROUP)
    if(group) # a copy with states of 128 bits has some of the room's files
      continue()
    endif()
    file(READ ${source} text)
    string(REGEX MATCHALL "${definition}" names "${text}")
    string(REGEX MATCHALL "enum [a-z0-9_ ]*{[^}]*}" lists "${text}")
    string(REGEX MATCHALL "[{, \n][A-Z][A-Z0-9_]+[,= }\n]" values "${lists}")
    list(APPEND names ${values})
    list(TRANSFORM names REPLACE "^.*[^A-Za-z0-9_]([A-Za-z0-9_]+)[^A-Za-z0-9_]*$" "\\1")
    set(group 1)
    set(taken TRUE)
    while(taken)
      set(taken FALSE)
      foreach(name IN LISTS names)
        if(DEFINED group_${group}_${name})
          set(taken TRUE)
          math(EXPR group "${group} + 1")
          break()
        endif()
      endforeach()
    endwhile()
    foreach(name IN LISTS names)
      set(group_${group}_${name} TRUE)
    endforeach()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
