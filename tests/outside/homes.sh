#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Puts generated code into five programs in place of handwritten code: expat (xml10), mosquitto (mqttstrict), jansson (utf8), nghttp2
# (sets of bytes), libvterm (a profile of utf8).
#
#     sh tests/outside/homes.sh [--bench] [FOLDER [NAME ...]]
#
# Fetches their sources from Debian into FOLDER (build/homes). Each program is built there unchanged and with the replacement, and its own
# tests must have the same results with both. `--bench` also prints the times of both builds of nghttp2 and libvterm. A file
# homes/NAME.sh has our edits to a program, and none of the program's code. The sources are Debian's upstream tarballs, with pinned hashes.
# The script needs cmake, cc, make, apt-get, and the packages that `missing` in these files names. Tests that lack a package are skipped.
# Ends with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
bench=no
[ "${1-}" = --bench ] && bench=yes && shift
work=$(mkdir -p "${1-build/homes}" && cd "${1-build/homes}" && pwd)
[ $# -gt 0 ] && shift
names=" $* "
passed=0 failed=0

sources() {
    cat <<'LIST'
expat      2.5.0   gz  ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757
mosquitto  2.0.11  gz  7b36a7198bce85cf31b132f5c6ee36dcf5dadf86fb768501eb1e11ce95d4f78a
jansson    2.14    gz  c739578bf6b764aa0752db9a2fdadcfe921c78f1228c7ec0bb47fa804c55d17b
nghttp2    1.52.0  gz  6b71561a9950b4a90fa36aa3160763f1437f3730d7a12434e416aa3f4ab145e0
libvterm   0.1.4   gz  bc70349e95559c667672fc8c55b9527d9db9ada0fb80a3beda533418d782d3dd
LIST
}

skip() {
    echo "skipped: $1 ($2)"
}

# debian NAME ...: runs apt-NAME with the package lists in $work/apt, which `update` makes from this machine's sources, as deb-src.
debian() {
    tool=apt-$1 && shift
    "$tool" -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/apt/parts" \
        -o Dir::State::lists="$work/apt/lists" "$@" 2>>"$work/apt.log"
}

update() {
    mkdir -p "$work/apt/parts" "$work/apt/lists/partial"
    cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed 's/^Types:.*/Types: deb-src/' >"$work/apt/parts/all.sources"
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb /deb-src /p' >"$work/apt/parts/all.list"
    debian get update && : >"$work/apt/updated"
}

# fetched NAME VERSION ENDING HASH: fetches the tarball if it is missing; fails unless the tarball has the pinned hash.
fetched() {
    tarball=$work/$1_$2.orig.tar.$3
    if [ ! -f "$tarball" ]; then
        [ -f "$work/apt/updated" ] || update
        # Debian's revisions of this version have the same tarball.
        debian cache madison "$1" | tr -d ' ' | cut -d'|' -f2 | grep "^$2-" | while read -r revision; do
            [ -f "$tarball" ] || (cd "$work" && debian get source --download-only --only-source --tar-only "$1=$revision")
        done
    fi
    [ -f "$tarball" ] && [ "$(sha256sum <"$tarball" | cut -d' ' -f1)" = "$4" ]
}

# ---- For the files homes/NAME.sh ----

# Prints the package of CUnit if it is not installed.
missing_cunit() {
    echo '#include <CUnit/CUnit.h>' | cc -E - >/dev/null 2>&1 || echo libcunit1-dev
}

# spec_without SPEC POINTS FILE: writes to FILE the spec without these code points.
spec_without() {
    "$root/u8gen" new --force --from "$1" --without "$2" -o "$3" >/dev/null 2>&1
}

# paired FILE LINE PREFIX SPEC [OPTION ...]: generates a single header next to FILE, and includes it after the first LINE of FILE.
paired() {
    file=$1 line=$2 prefix=$3 && shift 3
    "$root/u8gen" gen "$@" --prefix "$prefix" -o "${file%/*}" --single-header >/dev/null 2>&1 &&
        awk -v line="$line" -v prefix="$prefix" '
            { print }
            $0 == line && !done {
                print "#define " toupper(prefix) "_STATIC\n#define " toupper(prefix) "_IMPLEMENTATION\n#include \"" prefix ".h\""
                done = 1
            }
            END { exit !done }' "$file" >"$file.new" && mv "$file.new" "$file"
}

# swapped FILE FUNCTION LINE: replaces the body of a function by this line.
swapped() {
    awk -v name="$2" -v line="$3" '
        index($0, name "(") && !/;/ { inside = 1 }
        inside && /^}/ { inside = 0 }
        inside && /{$/ && !done { print; print "  " line; print "}"; skipping = done = 1; next }
        skipping { if (/^}/) skipping = 0; next }
        { print }
        END { exit !done }' "$1" >"$1.new" && mv "$1.new" "$1"
}

# called FOLDER FOLDER LIBRARY same|speed [OPTION ...]: compiles homes/NAME.c, and runs it with LIBRARY from both folders.
called() {
    before=$1/$3 after=$2/$3 what=$4 && shift 4
    cc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror "$@" "$root/tests/outside/homes/$name.c" -o "$work/$name" &&
        "$work/$name" "$what" "$before" "$after"
}

# verdict WHAT EXPECTED SEEN: counts a pass if the two results are equal and not empty, otherwise a failure.
verdict() {
    if [ "$2" = "$3" ] && [ -n "$2" ]; then
        passed=$((passed + 1))
        echo "  passed  $1: $(echo "$2" | tr -s ' \n' ' ')"
    else
        failed=$((failed + 1))
        echo "  FAILED  $1: expected '$2', seen '$3'"
    fi
}

# ---- All programs ----

# A file homes/NAME.sh may define these. All except `missing` run in the folder of a copy. `further` and `bench` get the folders of both.
reset() {
    missing() { :; }   # prints the packages that `build` needs and that are not installed
    build() { :; }
    own_tests() { :; } # prints the counts
    swap() { :; }
    further() { :; }   # FOLDER FOLDER: further verdicts
    bench() { :; }     # FOLDER FOLDER: prints how long both take
}

# home NAME: unpacks a program twice, and puts the replacement into the second copy. Builds and tests both copies, if nothing is missing.
home() {
    lacking=$(missing)
    [ -z "$lacking" ] || skip "$1's own tests" "$lacking is missing"
    for state in as_it_is swapped; do
        rm -rf "$work/$1-$state" && mkdir "$work/$1-$state" && tar -xf "$tarball" -C "$work/$1-$state" --strip-components=1
        cd "$work/$1-$state" || return
        if [ $state = swapped ] && ! swap; then
            verdict "$1" "swapped" "not swapped: its source has changed"
            return
        fi
        [ -z "$lacking" ] || continue
        build >"$work/$1-$state.log" 2>&1 || tail -5 "$work/$1-$state.log"
        eval "results_$state=\$(own_tests 2>>\"$work/$1-$state.log\")"
    done
    # shellcheck disable=SC2154 # both are set by eval
    [ -n "$lacking" ] || verdict "$1's own tests" "$results_as_it_is" "$results_swapped"
    further "$work/$1-as_it_is" "$work/$1-swapped"
    [ $bench = no ] || [ -n "$lacking" ] || bench "$work/$1-as_it_is" "$work/$1-swapped"
}

for tool in cmake cc make apt-get; do
    command -v $tool >/dev/null || { skip "homes" "$tool is missing"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
done
[ $bench = no ] || sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1
sources >"$work/sources"
while read -r name version ending hash; do
    [ "$names" = "  " ] || [ "${names#* "$name" }" != "$names" ] || continue
    echo "$name $version"
    if fetched "$name" "$version" "$ending" "$hash"; then
        reset
        # shellcheck source=/dev/null
        . "$root/tests/outside/homes/$name.sh"
        home "$name" </dev/null
    else
        skip "$name" "its source could not be fetched, or has another hash; see $work/apt.log"
    fi
done <"$work/sources"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
