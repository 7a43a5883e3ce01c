#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A verifier that cannot fail is a defect: with one bit wrong, in memory or in the emitted file, the
# verifier must exit 1 and print the bytes that show it. Run after `make verify` has built it.
#
#   --flip this_high 15 1      "sse WRONG accepts C0 F0 90 80 80"
set -eu
cd "$(dirname "$0")/.."
copy=build/verify/flipped
# catalogue.c is a program of its own.
sources=$(find verify -name '*.c' ! -name catalogue.c)
failures=0

# must_fail NAME COMMAND...: exit 1, and a counterexample in hex; "(nothing)" is the empty text.
must_fail() {
    name=$1
    shift
    status=0
    said=$("$@" 2>&1) || status=$?
    if [ "$status" = 1 ] && echo "$said" | grep -Eq 'WRONG .* ([0-9A-F]{2}( |$)|\(nothing\))'; then
        echo "noticed: $name:$(echo "$said" | sed -n '/WRONG/{s/.*WRONG//p;q;}')"
    else
        echo "NOT NOTICED (exit $status): $name"
        failures=$((failures + 1))
    fi
}

for bit in 'prev_high 12 1' 'prev_low 13 4' 'this_high 15 1' 'demand 1 4' 'dfa_next 5 2' \
    'dfa_class 237 0' 'shift_table 128 30'; do
    # shellcheck disable=SC2086  # three words
    must_fail "--flip $bit" build/verify/native-open --checks automaton,proof --flip $bit
done

# The same in the file: the first byte of each table gets another lowest bit.
for table in prev_high prev_low this_high demand dfa_class dfa_next; do
    mkdir -p $copy
    cp out/utf8/utf8.h out/utf8/utf8_model.h $copy
    awk -v name="utf8_${table}[" '
        index($0, name) && /=/ { found = 1 }
        found == 1 && match($0, /[{ ](0x[0-9A-F]+|[0-9]+),/) {
            n = substr($0, RSTART + 1, RLENGTH - 2)
            sub(/[{ ](0x[0-9A-F]+|[0-9]+),/, substr($0, RSTART, 1) "(" n " ^ 1),")
            found = 2
        }
        { print }' out/utf8/utf8.c > $copy/utf8.c
    if cmp -s out/utf8/utf8.c $copy/utf8.c; then
        echo "NOT EDITED: $table"
        failures=$((failures + 1))
        continue
    fi
    # shellcheck disable=SC2086  # a list
    "${CC:-cc}" -std=c11 -O2 -pthread -I $copy -DENCODING=utf8 -DPREFIX=UTF8 -o $copy/verify \
        $sources
    must_fail "utf8_$table edited" $copy/verify --checks automaton,proof
done
rm -rf $copy
[ $failures = 0 ]
