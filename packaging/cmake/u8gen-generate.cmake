# SPDX-License-Identifier: 0BSD
# u8gen_generate(TARGET SPEC spec [PREFIX prefix] [TO spec] [KERNELS name...] [WITHOUT function...])
#
# Adds a static library TARGET, generated from a spec: a file, or a catalogue name. It is regenerated when the spec or u8gen changes. An
# invalid spec stops the build with a message and leaves the C unchanged. PREFIX is the prefix of files and functions, by default TARGET.
# TO generates a conversion. KERNELS and WITHOUT are options of `u8gen gen`. Needs Lua and some libraries (`sh setup.sh` installs them).
#
#     u8gen_generate(text SPEC text.lua PREFIX app_text)
#     target_link_libraries(app PRIVATE text)             # app_text.h, app_text_valid

get_filename_component(U8GEN_PROGRAM "${CMAKE_CURRENT_LIST_DIR}/../../u8gen" ABSOLUTE)
set(U8GEN_PROGRAM "${U8GEN_PROGRAM}" CACHE FILEPATH "the generator")

# Compiles generated C: C99, which the headers also need; hidden visibility; PIC; and -O2 for gcc, clang and tcc, unless a build type or a
# flag -O is set.
function(u8gen_compiled target)
  get_directory_property(options COMPILE_OPTIONS)
  if(NOT "${CMAKE_C_FLAGS};${options}" MATCHES "(^|[ ;])[-/]O")
    target_compile_options("${target}" PRIVATE
      "$<$<AND:$<NOT:$<BOOL:$<CONFIG>>>,$<C_COMPILER_ID:GNU,Clang,AppleClang,TinyCC>>:-O2>")
  endif()
  target_compile_features("${target}" PUBLIC c_std_99)
  set_target_properties("${target}" PROPERTIES C_STANDARD 99 C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

function(u8gen_generate target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SPEC;PREFIX;TO" "KERNELS;WITHOUT")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SPEC)
    message(FATAL_ERROR "u8gen_generate(TARGET SPEC spec [PREFIX prefix] [TO spec] [KERNELS name...] [WITHOUT function...]): "
      "SPEC is missing, or unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_PREFIX)
    set(arg_PREFIX "${target}")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/u8gen/${arg_PREFIX}")
  set(pair "${folder}/${arg_PREFIX}.c" "${folder}/${arg_PREFIX}.h")
  set(options --prefix "${arg_PREFIX}" -o "${folder}")
  foreach(option IN ITEMS KERNELS WITHOUT)
    if(arg_${option})
      list(JOIN arg_${option} "," names)
      string(TOLOWER "--${option}" word)
      list(APPEND options "${word}" "${names}")
    endif()
  endforeach()
  set(inputs "${U8GEN_PROGRAM}")
  foreach(spec IN ITEMS SPEC TO)
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${arg_${spec}}" AND arg_${spec})
      set(arg_${spec} "${CMAKE_CURRENT_SOURCE_DIR}/${arg_${spec}}")
      list(APPEND inputs "${arg_${spec}}")
    endif()
  endforeach()
  if(arg_TO)
    list(APPEND options --to "${arg_TO}")
  endif()
  # Make's rules cannot have some of these characters, and Ninja misreads others. If a path has one, only spec and program are dependencies.
  set(depfile "")
  if(NOT "${folder}${inputs}" MATCHES "[]()%=|\\$:*?'&`^]")
    list(APPEND options --depfile "${folder}.d")
    set(depfile DEPFILE "${folder}.d")
  endif()
  # gen does not write files whose content is unchanged, so without `touch` they would stay older than the spec.
  add_custom_command(OUTPUT ${pair} DEPENDS ${inputs} ${depfile}
    COMMAND "${U8GEN_PROGRAM}" gen ${options} -- "${arg_SPEC}"
    COMMAND "${CMAKE_COMMAND}" -E touch ${pair}
    COMMENT "Generating ${arg_PREFIX} from ${arg_SPEC}" VERBATIM)
  add_library("${target}" STATIC ${pair})
  target_include_directories("${target}" PUBLIC "$<BUILD_INTERFACE:${folder}>")
  u8gen_compiled("${target}")
endfunction()
