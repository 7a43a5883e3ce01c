# shellcheck shell=sh disable=SC2154 # homes.sh reads this file
# SPDX-License-Identifier: 0BSD
# libvterm: src/encoding.c decodes printable UTF-8 up to a control character. The replacement, a conversion to UTF-32, decodes the
# beginning of a piece, unless the previous piece ended inside a character. The original loop decodes the rest of the piece: from the
# first ill-formed or unfinished character, U+FFFE or U+FFFF on.

missing() {
    command -v libtool >/dev/null || echo libtool-bin
}

build() {
    make CFLAGS="-O2" libvterm.la t/harness
}

own_tests() {
    : >results
    for test in t/[0-9]*.test; do
        perl t/run-test.pl "$test" >>results 2>&1 || return
    done
    echo "$(grep -c '^> ' results) tests, 0 failed"
}

swap() {
    spec_without utf-8 U+0000..U+001F,U+007F,U+FFFE..U+FFFF src/printable.lua &&
        paired src/encoding.c '#include "vterm_internal.h"' vterm_printable src/printable.lua --only utf32 &&
        awk '
            /^static void decode_utf8/ { inside = 1 }
            { print }
            inside && /= data_;$/ {
                print "  if (!data->bytes_remaining) {"
                print "    vterm_printable_result run ="
                print "        vterm_printable_to_utf32(bytes + *pos, bytelen - *pos, cp + *cpi, cplen - *cpi);"
                print "    *pos += run.read;"
                print "    *cpi += run.written;"
                print "  }"
                inside = 0
                done = 1
            }
            END { exit !done }' src/encoding.c >src/encoding.c.new && mv src/encoding.c.new src/encoding.c
}

both() {
    called "$1" "$2" .libs/libvterm.so "$3" -I "$1/include" -I "$1/src"
}

further() {
    [ -n "$lacking" ] || verdict "its decoder, called in both builds" "8492236 texts, 0 different results" "$(both "$1" "$2" same)"
}

bench() {
    both "$1" "$2" speed
}
