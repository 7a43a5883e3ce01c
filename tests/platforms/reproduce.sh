#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Tests that out/ is the same, byte for byte, for another user, folder, environment and time.
#
#   sh tests/platforms/reproduce.sh [SPEC...]     these specs (default: all, and all conversions: make reproduce)
#   PLANTED=1 sh tests/platforms/reproduce.sh     the generator writes its folder into its output, which must be noticed
#
# In: this tree. Out: a line for the generation, one for each comparison, then `N passed, N failed`. The generator runs in two folders, each
# with a copy of its files. The folders have different names, one of them with a blank, quotes and non-ASCII letters. Locale, time zone,
# umask, home, the user's name, terminal and files' times differ, too; also the clock if faketime is installed, and the user if this script
# runs as root and setpriv works. Both copies generate at the same time. Then their files in out/ are compared with each other and with
# the files of the tree, and their models with each other.
# Example: out/utf8/utf8.c of one copy, of the other copy and of the tree must be equal, byte for byte.
set -u
cd "$(dirname "$0")/../.." || exit 1
tree=$PWD
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
passed=0 failed=0
first=$work/a second="$work/b ü\"'\$(x) 字"
pairs=
if [ $# = 0 ]; then
    for spec in gen/specs/*.lua; do
        set -- "$@" "$(basename "$spec" .lua)"
    done
    pairs=$(sed -n 's/^  "\([a-z0-9-]*:[a-z0-9-]*\)",$/\1/p' gen/common/pairs.lua)
fi

for copy in "$first" "$second"; do
    mkdir "$copy"
    cp -R u8gen VERSION ORIGIN gen templates "$copy" || exit 1
    mkdir "$copy/out"
done
if [ -n "${PLANTED-}" ]; then
    # The banner's first line ends with the folder.
    for copy in "$first" "$second"; do
        sed -i 's|DO NOT EDIT\.|DO NOT EDIT. " .. require("lfs").currentdir() .. "|' "$copy/gen/emit/banner.lua"
    done
fi
find "$second" -exec touch -d '2001-02-03 04:05:06' {} +
# A locale with other rules for sorting and case, if this machine can make it.
locale=C.UTF-8
mkdir "$work/locales"
localedef -i tr_TR -f UTF-8 "$work/locales/tr_TR.UTF-8" 2>/dev/null && locale=tr_TR.UTF-8
as_other=
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
    as_other='setpriv --reuid=65534 --regid=65534 --clear-groups'
    chmod 711 "$work"
    chown -R 65534:65534 "$second"
fi
clock=
command -v faketime >/dev/null && clock="faketime 2031-01-01"

# The commands that a shell runs in the current folder, with the specs as its arguments.
# shellcheck disable=SC2016
generate='folder() { echo "out/$(echo "$1" | tr -d .- | sed s/:/_to_/)"; }
    for spec; do ./u8gen gen "$spec" -o "$(folder "$spec")" --model model >>gen.log 2>&1 || exit 1; done
    for pair in $PAIRS; do
        ./u8gen gen "${pair%:*}" --to "${pair#*:}" -o "$(folder "$pair")" --model model >>gen.log 2>&1 || exit 1
    done'
(cd "$first" && umask 022 && env -i PATH="$PATH" PAIRS="$pairs" LC_ALL=C TZ=UTC HOME="$HOME" USER=one LOGNAME=one TERM=dumb \
    sh -c "$generate" sh "$@") &
begun=$!
# shellcheck disable=SC2086 # $as_other and $clock are commands with their options, or nothing
(cd "$second" && umask 077 && env -i PATH="$PATH" PAIRS="$pairs" LOCPATH="$work/locales" \
    LC_ALL="$locale" LANG="$locale" TZ=Pacific/Kiritimati HOME=/nonexistent \
    USER='two "quoted"' LOGNAME=two TERM=xterm-256color COLUMNS=40 TMPDIR="$second" SOURCE_DATE_EPOCH=1 \
    $as_other $clock sh -c "$generate" sh "$@")
status=$?
wait $begun || status=1

# verdict WHAT AMOUNT STATUS
verdict() {
    if [ "$3" = 0 ]; then
        word=passed passed=$((passed + 1))
    else
        word=failed failed=$((failed + 1))
    fi
    echo "$word  $1 ($2)"
    if [ -n "${TRUST_RESULTS-}" ]; then
        printf 'reproduce\tgenerator\t%s\t%s\tu8gen %s\t%s\n' "$1" "$2" "$(cat VERSION)" $word >>"$TRUST_RESULTS"
    fi
}

surroundings="as $(id -un), C, UTC, umask 022; as ${as_other:+nobody, }$locale, Kiritimati, umask 077${clock:+, in 2031}"
verdict "both copies generate: $surroundings" "$*" $status
if [ $status != 0 ]; then
    tail -n 3 "$first/gen.log" "$second/gen.log"
fi
files=$(cd "$first/out" && find . -type f | wc -l) models=$(cd "$first/model" && find . -type f | wc -l)
(cd "$work" && diff -r "$first/out" "$second/out" && diff -r "$first/model" "$second/model") >"$work/differs" &&
    [ "$files" -gt 0 ] && [ "$models" -gt 0 ]
verdict "two copies in different environments give the same bytes" "$((files + models)) files" $?
head -n 6 "$work/differs" | cut -c 1-200
same=0
for folder in "$first"/out/*; do
    diff -r "$folder" "$tree/out/$(basename "$folder")" >>"$work/stale" || same=1
done
verdict "a copy has the same bytes as out/" "$files files" $same
[ ! -s "$work/stale" ] || head -n 6 "$work/stale" | cut -c 1-200
echo "$passed passed, $failed failed"
[ $failed = 0 ]
