# shellcheck shell=sh disable=SC2154 # homes.sh reads this file
# SPDX-License-Identifier: 0BSD
# jansson: three functions of src/utf.c. One is utf8_encode, so the generated code needs another prefix than utf8.

build() {
    cmake -S . -B built -DCMAKE_BUILD_TYPE=Release -DJANSSON_BUILD_DOCS=OFF && cmake --build built -j2
}

own_tests() {
    (cd built && ctest | grep -o '[0-9]*% tests passed, .*')
}

swap() {
    paired src/utf.c '#include "utf.h"' jansson_utf8 utf-8 &&
        swapped src/utf.c utf8_encode \
            "return codepoint >= 0 && (*size = jansson_utf8_encode((uint32_t)codepoint, buffer)) > 0 ? 0 : -1;" &&
        swapped src/utf.c utf8_check_full \
            "uint32_t value; return size > 1 && jansson_utf8_decode(buffer, size, &value) == size ? (codepoint ? *codepoint = (int32_t)value : 0, 1) : 0;" &&
        swapped src/utf.c utf8_check_string "return jansson_utf8_valid(string, length);"
}
