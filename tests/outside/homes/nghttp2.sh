# shellcheck shell=sh disable=SC2154 # homes.sh reads this file
# SPDX-License-Identifier: 0BSD
# nghttp2: lib/nghttp2_helper.c checks names and values of header fields with tables of 256 entries. Our specs have the sets of
# http-field-value.lua, http-token.lua and uri-characters.lua, without the bytes that nghttp2 rejects.

missing() {
    missing_cunit
}

build() {
    cmake -S . -B built -DCMAKE_BUILD_TYPE=Release -DENABLE_LIB_ONLY=ON -DENABLE_STATIC_LIB=ON -DENABLE_DOC=OFF &&
        cmake --build built --target main nghttp2
}

own_tests() {
    built/tests/main | grep -E '^ +(tests|asserts)'
}

swap() {
    specs=$root/docs/examples/specs
    spec_without "$specs/http-token.lua" U+0041..U+005A hd_name.lua &&
        spec_without "$specs/http-field-value.lua" U+0009,U+0020 hd_path.lua &&
        spec_without "$specs/uri-characters.lua" U+0023,U+002F,U+003F hd_authority.lua || return 1
    helper=lib/nghttp2_helper.c
    for pair in name:hd_name.lua value:"$specs/http-field-value.lua" method:"$specs/http-token.lua" path:hd_path.lua \
        authority:hd_authority.lua; do
        paired $helper '#include "nghttp2_helper.h"' "hd_${pair%%:*}" "${pair#*:}" --only valid || return 1
    done
    swapped $helper nghttp2_check_header_name \
        "if (len > 1 && *name == ':') { ++name; --len; } return len != 0 && hd_name_valid(name, len);" &&
        swapped $helper nghttp2_check_header_value "return hd_value_valid(value, len);" &&
        swapped $helper nghttp2_check_method "return len != 0 && hd_method_valid(value, len);" &&
        swapped $helper nghttp2_check_path "return hd_path_valid(value, len);" &&
        swapped $helper nghttp2_check_authority "return hd_authority_valid(value, len);"
}

both() {
    called "$1" "$2" built/lib/libnghttp2.so "$3" -I "$1/lib/includes" -I "$1/built/lib/includes"
}

further() {
    [ -n "$lacking" ] || verdict "its six functions, called in both builds" "8146950 texts, 0 different answers" "$(both "$1" "$2" same)"
}

bench() {
    both "$1" "$2" speed
}
