#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Tests the extension of docs/examples/postgres in a temporary server: its regression test, and a million rows compared with
# convert_from. This script runs as root, since it installs the extension for the test (and removes it again).
#
# Needs pg_config, PostgreSQL's server and its headers (Debian: postgresql, postgresql-server-dev-NN); without them, or if the script does
# not run as root, it prints 'skipped: postgres'. Ends with 'N passed, N failed', unless the server cannot be set up.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD

skip() {
    echo "skipped: postgres ($1)"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

command -v pg_config >/dev/null || skip "pg_config is missing: apt-get install postgresql postgresql-server-dev-all"
programs=$(pg_config --bindir)
[ -x "$programs/initdb" ] || skip "the server is missing: apt-get install postgresql"
[ -f "$(pg_config --includedir-server)/postgres.h" ] || skip "the server's headers are missing: apt-get install postgresql-server-dev-all"
[ "$(id -u)" = 0 ] || skip "it installs the extension into $(pg_config --pkglibdir), and that needs root"

work=$(mktemp -d)
as_server() {
    (cd "$work" && setpriv --reuid=postgres --regid=postgres --init-groups env PATH="$programs:$PATH" PGHOST="$work" "$@")
}
end() {
    [ ! -f "$work/data/postmaster.pid" ] || as_server pg_ctl -D "$work/data" -m immediate stop >/dev/null || true
    [ ! -f "$work/u8/Makefile" ] || make -s -C "$work/u8" uninstall OUT="$root/out" >/dev/null || true
    rm -rf "$work"
}
trap end EXIT

cp -R docs/examples/postgres "$work/u8"
make -s -C "$work/u8" OUT="$root/out" with_llvm=no install >"$work/make.log" 2>&1 || { cat "$work/make.log"; exit 1; }
chown -R postgres "$work"
as_server initdb -D "$work/data" -E UTF8 --locale=C -A trust >"$work/initdb.log" 2>&1 || { cat "$work/initdb.log"; exit 1; }
as_server pg_ctl -D "$work/data" -o "-c listen_addresses='' -k $work -c fsync=off" -w -l "$work/log" start >/dev/null

passed=0 failed=0
verdict() {
    if [ "$1" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $2"
    fi
}

as_server psql -Xaq -d postgres <"$work/u8/sql/u8.sql" >"$work/regression.out" 2>&1 || true
diff -u "$root/docs/examples/postgres/expected/u8.out" "$work/regression.out" && status=0 || status=1
verdict "$status" "the regression test"

as_server psql -Xq -d postgres -P footer=off -f "$work/u8/million.sql" >"$work/million.out" 2>&1 && status=0 || status=1
cat "$work/million.out"
verdict "$status" "a million rows"
for name in differ not_repaired needlessly_changed without_error; do
    grep -A 2 "^ *$name *\$" "$work/million.out" | grep -qx ' *0' && status=0 || status=1
    verdict "$status" "$name is not 0"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
