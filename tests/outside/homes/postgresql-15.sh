# shellcheck shell=sh disable=SC2154 # homes.sh reads this file
# SPDX-License-Identifier: 0BSD
# PostgreSQL: src/common/wchar.c verifies UTF-8 by an automaton, and EUC-KR (also EUC-CN) character by character. Both refuse U+0000.
#
# The server refuses to run as root; then `nobody` runs it.

# The server and its tests, in the order of the build.
PARTS="common port timezone backend backend/utils/mb/conversion_procs backend/snowball interfaces/libpq fe_utils bin/initdb bin/pg_ctl
    bin/psql pl/plpgsql test/regress"

as_server() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
    else
        "$@"
    fi
}

missing() {
    as_server test -x "$work" >/dev/null 2>&1 || echo "a folder that nobody may enter"
}

# The second copy has the objects of the first one; make builds wchar.c and all that depends on it.
build() {
    before=$work/postgresql-15-as_it_is
    if [ "$state" = swapped ]; then
        cp -an "$before/." . && sed -i "s|$before|$PWD|g" src/Makefile.global
    else
        ./configure --prefix="$PWD/built" --without-readline --without-zlib --without-icu
    fi && make -C src/backend generated-headers &&
        for part in $PARTS; do
            make -C "src/$part" all && make -C "src/$part" install || return 1
        done && make -C src/include install &&
        cc -std=gnu11 -O2 -shared -fPIC -DFRONTEND -I src/include src/common/wchar.c -o built/wchar.so
}

own_tests() {
    [ "$(id -u)" != 0 ] || chown -R nobody src/test/regress
    programs=$PWD/built/bin
    (cd src/test/regress && as_server ./pg_regress --temp-instance=./tmp_check --inputdir=. --bindir="$programs" --dlpath=. --encoding=UTF8 \
        --no-locale --max-concurrent-tests=20 --schedule=./parallel_schedule | grep -oE '(All|[0-9]+ of) [0-9]+ tests [a-z]+')
}

swap() {
    wchar=src/common/wchar.c
    spec_without "$root/docs/examples/specs/euc-kr.lua" U+0000 src/common/euckr.lua &&
        paired $wchar '#include "utils/ascii.h"' u8_utf8 utf-8-nonul --only valid_prefix,decode &&
        paired $wchar '#include "utils/ascii.h"' u8_euckr src/common/euckr.lua --only valid_prefix &&
        swapped $wchar pg_utf8_verifychar \
            "uint32_t c; const size_t size = u8_utf8_decode(s, (size_t) len, &c); return size ? (int) size : -1;" &&
        swapped $wchar pg_utf8_verifystr "return (int) u8_utf8_valid_prefix(s, (size_t) len);" &&
        swapped $wchar pg_euckr_verifystr "return (int) u8_euckr_valid_prefix(s, (size_t) len);"
}

# called FOLDER FOLDER same|speed: runs the program that calls both builds of wchar.c.
called() {
    cc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror "$root/tests/outside/homes/postgresql.c" -o "$work/postgresql" &&
        "$work/postgresql" "$3" "$1/built/wchar.so" "$2/built/wchar.so"
}

further() {
    verdict "its verifiers, called in both builds" "100381722 texts, 0 different answers" "$(called "$1" "$2" same)"
}

# ---- Both servers, a million rows ----

ROUNDS=9

# served FOLDER NAME PROGRAM ARGUMENT ...: runs a program of a copy with its server's folder.
served() {
    home=$1/built server=$servers/$2 program=$3 && shift 3
    (cd "$servers" && as_server env LD_LIBRARY_PATH="$home/lib" PGHOST="$server" PGDATA="$server" PGUSER=postgres "$home/bin/$program" "$@")
}

# asked FOLDER NAME DATABASE STATEMENT ...
asked() {
    folder=$1 server=$2 database=$3 && shift 3
    for statement in "$@"; do
        set -- "$@" -c "$statement" && shift
    done
    served "$folder" "$server" psql -XqAt -v ON_ERROR_STOP=1 -d "$database" "$@"
}

middle() {
    sort -n | sed -n "$((ROUNDS / 2 + 1))p"
}

# raced TITLE DATABASE BEFORE STATEMENT: prints the medians of the times of a statement in both servers, and of their ratios.
raced() {
    : >"$servers/times"
    for round in $(seq "$ROUNDS"); do
        for turn in 0 1; do
            [ $(((turn + round) % 2)) = 0 ] && copy=as_it_is || copy=swapped
            time=$(asked "$work/postgresql-15-$copy" "$copy" "$2" "$3" '\timing on' "$4" | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p')
            eval "time_$copy=$time"
        done
        # shellcheck disable=SC2154 # both are set by eval
        echo "$time_as_it_is $time_swapped" >>"$servers/times"
    done
    printf '    %-44s %9.1f ms  %9.1f ms  x%.2f\n' "$1" "$(cut -d' ' -f1 "$servers/times" | middle)" \
        "$(cut -d' ' -f2 "$servers/times" | middle)" "$(awk '{ print $1 / $2 }' "$servers/times" | middle)"
}

# started FOLDER NAME
started() {
    mkdir "$servers/$2" && { [ "$(id -u)" != 0 ] || chown nobody "$servers/$2"; } &&
        served "$1" "$2" initdb -E UTF8 --locale=C -A trust &&
        served "$1" "$2" pg_ctl -w -l "$servers/$2/log" start -o "-c listen_addresses='' -k $servers/$2 -c fsync=off -c shared_buffers=1GB
            -c autovacuum=off -c jit=off -c max_parallel_workers_per_gather=0"
}

# filled FOLDER NAME: makes files and tables of a million rows, in databases of both encodings.
filled() {
    rows="FROM generate_series(1, 1000000) g"
    syllables=b0a1b3aab4d9b6f3b8b6b9d9bbe7bec6c0dac2f7c4abc5b8c6c4c7cfb0c5b3ca
    hangul="translate(md5(g::text), '0123456789abcdef', convert_from('\\x$syllables', 'EUC_KR'))"
    asked "$1" "$2" postgres "CREATE UNLOGGED TABLE texts (a text)" \
        "CREATE UNLOGGED TABLE bytes AS SELECT convert_to($hangul, 'UTF8') AS b $rows" \
        "CREATE UNLOGGED TABLE long AS SELECT convert_to(repeat($hangul, 15), 'UTF8') AS b $rows LIMIT 100000" \
        "COPY (SELECT repeat(md5(g::text), 3) $rows) TO '$servers/$2/ascii'" \
        "COPY (SELECT $hangul $rows) TO '$servers/$2/utf8'" \
        "COPY (SELECT $hangul $rows) TO '$servers/$2/euckr' (ENCODING 'EUC_KR')" \
        "CREATE DATABASE korea ENCODING 'EUC_KR' LOCALE 'C' TEMPLATE template0" &&
        asked "$1" "$2" korea "CREATE UNLOGGED TABLE texts (a text)" \
            "CREATE UNLOGGED TABLE bytes AS SELECT convert_to($hangul, 'EUC_KR') AS b $rows"
}

bench() {
    called "$1" "$2" speed
    servers=$(mktemp -d) && chmod 755 "$servers"
    if started "$1" as_it_is >"$work/servers.log" 2>&1 && started "$2" swapped >>"$work/servers.log" 2>&1 &&
        filled "$1" as_it_is && filled "$2" swapped; then
        data=$servers/as_it_is
        raced "COPY, ASCII, 96 bytes a row" postgres "TRUNCATE texts" "COPY texts FROM '$data/ascii' (ENCODING 'UTF8')"
        raced "COPY, UTF8, 96 bytes a row" postgres "TRUNCATE texts" "COPY texts FROM '$data/utf8' (ENCODING 'UTF8')"
        raced "convert_from, UTF8, 96 bytes a row" postgres "" "SELECT count(convert_from(b, 'UTF8')) FROM bytes"
        raced "convert_from, UTF8, 1,440 bytes a row" postgres "" "SELECT count(convert_from(b, 'UTF8')) FROM long"
        raced "COPY, EUC_KR, 64 bytes a row" korea "TRUNCATE texts" "COPY texts FROM '$data/euckr' (ENCODING 'EUC_KR')"
        raced "convert_from, EUC_KR, 64 bytes a row" korea "" "SELECT count(convert_from(b, 'EUC_KR')) FROM bytes"
    fi
    served "$1" as_it_is pg_ctl -m immediate stop >/dev/null
    served "$2" swapped pg_ctl -m immediate stop >/dev/null
    rm -rf "$servers"
}
