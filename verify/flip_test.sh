#!/bin/sh
# SPDX-License-Identifier: 0BSD
# A verifier that cannot fail is a defect: with one bit wrong, in memory or in the emitted file, the
# verifier must exit 1 and print the bytes that show it.
#
# Needs: build/verify/utf8-native-open build/verify/wtf8-native-open build/verify/fssutf-native-open build/verify/cesu8-native-open
#
#   --flip this_high 15 1      "sse WRONG accepts C0 F0 90 80 80"
set -eu
cd "$(dirname "$0")/.."
copy=build/verify/flipped
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

# An encoding, and a table, entry and bit of it.
while read -r name table index bit; do
    must_fail "$name --flip $table $index $bit" build/verify/"$name"-native-open \
        --checks automaton,proof --flip "$table" "$index" "$bit" </dev/null
done <<END
utf8 prev_high 12 1
utf8 prev_low 13 4
utf8 this_high 15 1
utf8 demand 1 4
utf8 dfa_next 5 2
utf8 dfa_class 237 0
utf8 shift_table 128 30
wtf8 far_values 1 0
fssutf demand 3 2
cesu8 far_values 2 0
END

# edited NAME TABLE BIT: the file with the first byte of a table in which that bit (1, 2, 4, ...) is another.
edited() {
    rm -rf $copy
    mkdir -p $copy
    cp out/"$1"/"$1".h out/"$1"/"$1"_model.h $copy
    awk -v name="$1_$2[" -v bit="$3" '
        index($0, name) && /=/ { found = 1 }
        found == 1 && match($0, /[{ ](0x[0-9A-F]+|[0-9]+),/) {
            n = substr($0, RSTART + 1, RLENGTH - 2)
            sub(/[{ ](0x[0-9A-F]+|[0-9]+),/, substr($0, RSTART, 1) "(" n " ^ " bit "),")
            found = 2
        }
        { print }' out/"$1"/"$1".c > $copy/"$1".c
    ! cmp -s out/"$1"/"$1".c $copy/"$1".c
}

# The same in the file.
while read -r name table bit; do
    if ! edited "$name" "$table" "$bit"; then
        echo "NOT EDITED: $name $table"
        failures=$((failures + 1))
        continue
    fi
    MAKEFLAGS='' make -s -f verify/verify.mk VERIFY_OUT=$copy VERIFY_NAME="$name" VERIFY_DIR=$copy/build \
        VERIFY_NATIVE_ONLY=1 $copy/build/"$name"-native </dev/null
    must_fail "${name}_$table edited" $copy/build/"$name"-native --checks automaton,proof </dev/null
done <<END
utf8 prev_high 1
utf8 prev_low 1
utf8 this_high 1
utf8 demand 1
utf8 dfa_next 1
utf8 dfa_class 1
wtf8 far_values 16
fssutf demand 1
cesu8 far_values 16
END
rm -rf $copy
[ $failures = 0 ]
