#!/bin/bash
# SPDX-License-Identifier: 0BSD
# Compares u8check with other tools that check whether files are UTF-8.
#
#   bash bench/u8check.sh U8CHECK TEXTS FOLDER
#
# In: the program; a folder of texts, *.txt, of which those in UTF-8 are used; a folder for generated files. Out: a table for each job, on
# stdout; messages about tools that are missing or give a wrong result, on stderr.
# Variables: MIB (64), the least size of the large files; ROUNDS (5); TURN (0.2), the approximate seconds of a turn of at most 200 runs.
#
# The idea: tools take turns in rounds, and each round begins with another tool, so that other load on the machine affects all tools
# equally. A turn runs a tool again and again for about TURN seconds, and the median is the result. Before the measurement, each tool must
# accept the files, and must reject them with an added line, or an added file, that has an ill-formed byte E9.
set -u
export LC_ALL=C.UTF-8 TIMEFORMAT='%R %U %S'
[ $# = 3 ] || { echo "usage: bash bench/u8check.sh U8CHECK TEXTS FOLDER" >&2; exit 2; }
# shellcheck disable=SC2034 # for eval
u8check=$1
texts=$2 folder=$3
mib=${MIB:-64} rounds=${ROUNDS:-5} turn=${TURN:-0.2}

# Lines of: name, program, package, and a command for the file or folder $1, with exit status 0 if everything is well-formed.
tools() {
    cat <<'END'
u8check          u8check  -            "$u8check" -rq "$1"
u8check -j1      u8check  -            "$u8check" -rqj1 "$1"
isutf8           isutf8   moreutils    find "$1" -type f -exec isutf8 -q {} +
iconv            iconv    libc-bin     find "$1" -type f -exec iconv -f UTF-8 -t UTF-8 -o /dev/null {} +
uconv            uconv    icu-devtools find "$1" -type f -exec uconv -f UTF-8 -t UTF-8 --from-callback stop -o /dev/null {} +
rg -axv .*       rg       ripgrep      ! rg -q --no-config -uuu -axv '.*' "$1"
rg -E utf-8      rg       ripgrep      ! rg -q --no-config -uuu -a -E utf-8 '\x{FFFD}' "$1"
grep -axv .*     grep     grep         ! grep -rqaxv '.*' "$1"
file             file     file         ! find "$1" -type f -exec file -b --mime-encoding -P bytes=2147483647 -P encoding=2147483647 {} + | grep -qv '^us-ascii$\|^utf-8$'
python3          python3  python3      find "$1" -type f -exec python3 -c "$python" {} +
END
}
# shellcheck disable=SC2034 # for eval
python='
import sys
for name in sys.argv[1:]:
    with open(name, "rb") as file:
        file.read().decode("utf-8")'

# Splits the lines of the table into names and commands.
names=() commands=()
read_tools() {
    local line name program package
    while IFS= read -r line; do
        name=${line:0:17} program=${line:17:9} package=${line:26:13}
        name=${name%"${name##*[! ]}"} program=${program%% *} package=${package%% *}
        if [ "$program" = u8check ] || command -v "$program" >/dev/null; then
            names+=("$name") commands+=("${line:39}")
        else
            echo "bench: skipped: $name ($program is missing; Debian package: $package)" >&2
        fi
    done < <(tools)
}

# verdict COMMAND PATH
verdict() {
    (set -- "$2" "$1"; eval "$2") >/dev/null 2>&1
}

# seconds COMMAND PATH TIMES: prints the elapsed and the CPU seconds of one run, from a turn of TIMES runs.
seconds() {
    local i spent
    spent=$({ time for ((i = 0; i < $3; i++)); do verdict "$1" "$2"; done; } 2>&1)
    awk -v n="$3" '{ printf "%.7f %.7f\n", $1 / n, ($2 + $3) / n }' <<<"$spent"
}

median() {
    sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# job TITLE GOOD BAD: prints the table of one job.
job() {
    local title=$1 good=$2 bad=$3 kept=() times=() i k round bytes
    for i in "${!names[@]}"; do
        if verdict "${commands[i]}" "$good" && ! verdict "${commands[i]}" "$bad"; then
            kept+=("$i")
            times[i]=$(seconds "${commands[i]}" "$good" 1 | awk -v turn="$turn" '{ n = int(turn / ($1 + 0.0005)); print (n < 1 ? 1 : n > 200 ? 200 : n) }')
        else
            echo "bench: skipped: ${names[i]} ($title: a wrong result)" >&2
        fi
    done
    rm -f "$folder"/turns.*
    for ((round = 0; round < rounds; round++)); do
        for ((k = 0; k < ${#kept[@]}; k++)); do
            i=${kept[(k + round) % ${#kept[@]}]}
            seconds "${commands[i]}" "$good" "${times[i]}" >>"$folder/turns.$i"
        done
    done
    bytes=$(find "$good" -type f -exec cat {} + | wc -c)
    printf '\n%s: %s files, %s bytes\n\n| tool | ms | GB/s | CPU ms | ratio to u8check, ms | ratio to u8check, CPU ms |\n|---|--:|--:|--:|--:|--:|\n' \
        "$title" "$(find "$good" -type f | wc -l)" "$bytes"
    for i in "${kept[@]}"; do
        printf '%s\t%s\t%s\n' "${names[i]}" "$(cut -d' ' -f1 "$folder/turns.$i" | median)" "$(cut -d' ' -f2 "$folder/turns.$i" | median)"
    done | awk -F '\t' -v bytes="$bytes" '
        NR == 1 { clock = $2; cpu = $3 }
        { printf "| %s | %.1f | %.2f | %.1f | %.1f | %.1f |\n", $1, $2 * 1000, bytes / $2 / 1e9, $3 * 1000, $2 / clock, $3 / cpu }'
    rm -f "$folder"/turns.*
}

# made FOLDER: makes one large file, one of ASCII, and many small files of whole lines; also ill-formed copies, with one more line or file.
made() {
    local size
    rm -rf "$1"
    mkdir -p "$1/large" "$1/small" "$1/large-bad" "$1/small-bad" "$1/ascii" "$1/ascii-bad"
    "$u8check" -i0 "$texts"/*.txt | xargs -0 cat >"$1/once"
    size=$(wc -c <"$1/once")
    [ "$size" -gt 0 ] || exit 2
    while [ "$(stat -c %s "$1/large/text" 2>/dev/null || echo 0)" -lt $((mib << 20)) ]; do
        cat "$1/once" >>"$1/large/text"
    done
    head -c 8000000 "$1/once" | iconv -c -f UTF-8 -t UTF-8 | split -C 4000 -a 4 - "$1/small/"
    (yes 'All human beings are born free and equal in dignity and rights.' | head -c $((mib << 20))) >"$1/ascii/text"
    cp "$1"/small/* "$1/small-bad/"
    for size in large ascii; do
        (cat "$1/$size/text"; printf 'caf\351\n') >"$1/$size-bad/text"
    done
    printf 'caf\351\n' >"$1/small-bad/zzzz"
}

read_tools
made "$folder/u8check"
job "one large file" "$folder/u8check/large" "$folder/u8check/large-bad"
job "one large file of ASCII" "$folder/u8check/ascii" "$folder/u8check/ascii-bad"
job "many small files" "$folder/u8check/small" "$folder/u8check/small-bad"
rm -rf "$folder/u8check"
