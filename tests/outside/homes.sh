#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Puts generated validators into three programs that have handwritten ones: expat (xml10), mosquitto (mqttstrict), jansson (utf8).
#
#     sh tests/outside/homes.sh [FOLDER]      fetches their sources from Debian into FOLDER (build/homes), and builds there
#
# Each program is built unchanged and with the replacement, and its own tests must have the same results with both. This file has only our
# edits, and none of their code. The sources are Debian's upstream tarballs, with pinned hashes. It needs cmake, and for mosquitto's tests
# libcunit1-dev (Debian's names). Anything that is missing or cannot be fetched is named and skipped. Ends with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
work=$(mkdir -p "${1-build/homes}" && cd "${1-build/homes}" && pwd)
passed=0 failed=0

sources() {
    cat <<'LIST'
expat      2.5.0   gz  ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757
mosquitto  2.0.11  gz  7b36a7198bce85cf31b132f5c6ee36dcf5dadf86fb768501eb1e11ce95d4f78a
jansson    2.14    gz  c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
LIST
}

skip() {
    echo "skipped: $1 ($2)"
}

# Runs apt-get with separate package lists. Their sources are those of this machine, as deb-src.
apt_source() {
    mkdir -p "$work/apt/parts" "$work/apt/lists/partial"
    cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed 's/^Types:.*/Types: deb-src/' >"$work/apt/parts/all.sources"
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$work/apt/parts/all.list"
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/apt/parts" \
        -o Dir::State::lists="$work/apt/lists" "$@" 2>>"$work/apt.log"
}

# fetched NAME VERSION ENDING HASH: fetches the tarball if it is missing; fails unless it has the pinned hash.
fetched() {
    tarball=$work/$1_$2.orig.tar.$3
    if [ ! -f "$tarball" ]; then
        [ -f "$work/apt/updated" ] || apt_source update && : >"$work/apt/updated"
        (cd "$work" && apt_source source --download-only --only-source "$1")
    fi
    [ -f "$tarball" ] && [ "$(sha256sum <"$tarball" | cut -d' ' -f1)" = "$4" ]
}

# swapped FILE FUNCTION LINE: replaces the body of a function by a line of ours.
swapped() {
    awk -v name="$2" -v line="$3" '
        index($0, name "(") && !/;/ { inside = 1 }
        inside && /^}/ { inside = 0 }
        inside && /{$/ && !done { print; print "  " line; print "}"; skipping = done = 1; next }
        skipping { if (/^}/) skipping = 0; next }
        { print }
        END { exit !done }' "$1" >"$1.new" && mv "$1.new" "$1"
}

# ---- expat: lib/xmltok.c reads the lead byte of a character of two to four bytes, and calls a function that tests the character ----

build_expat() {
    (cd expat && cmake -S . -B built -DCMAKE_BUILD_TYPE=Release -DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TOOLS=OFF &&
        cmake --build built -j2)
}

test_expat() {
    expat/built/tests/runtests | grep -o 'Checks: [0-9]*, Failed: [0-9]*'
}

swap_expat() {
    "$root/u8gen" gen xml-1.0 --prefix expat_xml10 -o expat/lib --single-header >/dev/null &&
        sed -i 's/^#include "xmltok.h"/#define EXPAT_XML10_STATIC\n#define EXPAT_XML10_IMPLEMENTATION\n#include "expat_xml10.h"\n&/' expat/lib/xmltok.c &&
        for length in 2 3 4; do
            swapped expat/lib/xmltok.c utf8_isInvalid$length "UNUSED_P(enc); return ! expat_xml10_valid(p, $length);" || return 1
        done
}

# ---- mosquitto: lib/utf8_mosq.c, which reads past `len` if a text ends inside a character ----

build_mosquitto() {
    make -C test/unit WITH_BUNDLED_DEPS=yes mosq_test
}

test_mosquitto() {
    (cd test/unit && ./mosq_test | grep -E '^ +(tests|asserts)')
}

swap_mosquitto() {
    "$root/u8gen" gen mqtt-strict --prefix mosq_utf8 -o lib --single-header >/dev/null &&
        sed -i 's/^#include "mosquitto.h"/&\n#define MOSQ_UTF8_STATIC\n#define MOSQ_UTF8_IMPLEMENTATION\n#include "mosq_utf8.h"/' lib/utf8_mosq.c &&
        sed -i '/^int mosquitto_validate_utf8/s/$/ {/; /^int mosquitto_validate_utf8/{n;d}' lib/utf8_mosq.c &&
        swapped lib/utf8_mosq.c mosquitto_validate_utf8 \
            "return !str || len < 0 || len > 65536 ? MOSQ_ERR_INVAL : mosq_utf8_valid(str, (size_t)len) ? MOSQ_ERR_SUCCESS : MOSQ_ERR_MALFORMED_UTF8;"
}

# Validates texts that end inside a character, each in memory of exactly its size. Prints how many are refused, and for how many
# AddressSanitizer reports a read after the end.
read_past_end() {
    cat >asan.c <<'C'
#include <stdlib.h>
#include <string.h>
#include <mosquitto.h>
int main(int count, char **words)
{
    const int size = count > 1 ? (int)strlen(words[1]) : 0;
    char *text = malloc((size_t)size);
    if (!text || size == 0) {
        return 2;
    }
    memcpy(text, words[1], (size_t)size);
    const int said = mosquitto_validate_utf8(text, size);
    free(text);
    return said == MOSQ_ERR_MALFORMED_UTF8 ? 0 : 3;
}
C
    cc -g -fsanitize=address -I . -I include -I lib asan.c lib/utf8_mosq.c -o asan >asan.log 2>&1 || { echo "not built"; return; }
    refused=0 past=0
    for text in '\303' '\342' '\342\202' '\360' '\360\237' '\360\237\230'; do
        # shellcheck disable=SC2059 # the format is the text
        if ./asan "$(printf "a$text")" >asan.log 2>&1; then
            refused=$((refused + 1))
        elif grep -q 'heap-buffer-overflow' asan.log; then
            past=$((past + 1))
        fi
    done
    echo "refused $refused of 6, read past the end $past"
}

# ---- jansson: src/utf.c, which has a utf8_encode, so the pair needs another prefix ----

build_jansson() {
    cmake -S . -B built -DCMAKE_BUILD_TYPE=Release -DJANSSON_BUILD_DOCS=OFF && cmake --build built -j2
}

test_jansson() {
    (cd built && ctest | grep -o '[0-9]*% tests passed, .*')
}

swap_jansson() {
    "$root/u8gen" gen utf-8 --prefix jansson_utf8 -o src --single-header >/dev/null &&
        sed -i 's/^#include "utf.h"/&\n#define JANSSON_UTF8_STATIC\n#define JANSSON_UTF8_IMPLEMENTATION\n#include "jansson_utf8.h"/' src/utf.c &&
        swapped src/utf.c utf8_encode \
            "return codepoint >= 0 && (*size = jansson_utf8_encode((uint32_t)codepoint, buffer)) > 0 ? 0 : -1;" &&
        swapped src/utf.c utf8_check_full \
            "uint32_t value; return size > 1 && jansson_utf8_decode(buffer, size, &value) == size ? (codepoint ? *codepoint = (int32_t)value : 0, 1) : 0;" &&
        swapped src/utf.c utf8_check_string "return jansson_utf8_valid(string, length);"
}

# ---- All of them ----

verdict() {
    if [ "$2" = "$3" ] && [ -n "$2" ]; then
        passed=$((passed + 1))
        echo "  passed  $1: $(echo "$2" | tr -s ' \n' ' ')"
    else
        failed=$((failed + 1))
        echo "  FAILED  $1: as it is '$2', with the swap '$3'"
    fi
}

# home NAME HOW: unpacks a program twice, and puts the replacement into the second copy. Builds and tests both copies, unless HOW is
# `unpacked`.
home() {
    for state in as_it_is swapped; do
        rm -rf "$work/$1-$state" && mkdir "$work/$1-$state" && tar -xzf "$tarball" -C "$work/$1-$state" --strip-components=1
        cd "$work/$1-$state" || return
        if [ $state = swapped ] && ! "swap_$1"; then
            verdict "$1" "swapped" "not swapped: its source is not what it was"
            return
        fi
        [ "$2" = unpacked ] && continue
        "build_$1" >"$work/$1-$state.log" 2>&1 || tail -5 "$work/$1-$state.log"
        eval "said_$state=\$(test_$1 2>>\"$work/$1-$state.log\")"
    done
    # shellcheck disable=SC2154 # both are set by eval
    [ "$2" = unpacked ] || verdict "$1's own tests" "$said_as_it_is" "$said_swapped"
}

for tool in cmake cc make apt-get; do
    command -v $tool >/dev/null || { skip "homes" "$tool is missing"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
done
sources >"$work/sources"
while read -r name version ending hash; do
    echo "$name $version"
    if ! fetched "$name" "$version" "$ending" "$hash"; then
        skip "$name" "its source could not be fetched, or has another hash; see $work/apt.log"
    else
        how=tested
        if [ "$name" = mosquitto ] && ! echo '#include <CUnit/CUnit.h>' | cc -E - >/dev/null 2>&1; then
            skip "$name's own tests" "libcunit1-dev is missing"
            how=unpacked
        fi
        home "$name" $how </dev/null
        if [ "$name" = mosquitto ]; then
            verdict "AddressSanitizer of mosquitto as it is" "refused 3 of 6, read past the end 3" "$(cd "$work/mosquitto-as_it_is" && read_past_end)"
            verdict "AddressSanitizer with the swap" "refused 6 of 6, read past the end 0" "$(cd "$work/mosquitto-swapped" && read_past_end)"
        fi
    fi
done <"$work/sources"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
