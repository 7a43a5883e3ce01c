# shellcheck shell=sh disable=SC2154 # homes.sh reads this file
# SPDX-License-Identifier: 0BSD
# expat: for a character of two to four bytes, lib/xmltok.c calls a function that tests it. There is one function for each length.

build() {
    (cd expat && cmake -S . -B built -DCMAKE_BUILD_TYPE=Release -DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TOOLS=OFF &&
        cmake --build built -j2)
}

own_tests() {
    expat/built/tests/runtests | grep -o 'Checks: [0-9]*, Failed: [0-9]*'
}

swap() {
    paired expat/lib/xmltok.c '#include "internal.h"' expat_xml10 xml-1.0 &&
        for length in 2 3 4; do
            swapped expat/lib/xmltok.c utf8_isInvalid$length "UNUSED_P(enc); return ! expat_xml10_valid(p, $length);" || return 1
        done
}
