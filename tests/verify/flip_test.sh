#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The verifier must notice errors. If one bit is wrong, in memory or in the emitted file, or if a word or a loop in the file is wrong, the
# verifier must exit with 1 and print bytes on which the code is wrong.
#
# Needs: build/verify/utf8-plain build/verify/wtf8-plain build/verify/fssutf-plain build/verify/cesu8-plain
#
# Example: --flip this_high 15 1 prints "sse     WRONG  accepts the ill-formed text C0 F0 90 80 80".
set -eu
cd "$(dirname "$0")/../.."
copy=build/verify/flipped
export VERIFY_OBJECTS=build/verify/objects
# Compiling with more optimization would take longer than it saves.
export VERIFY_SUBJECT=-Og
failures=0

# The instruction sets whose plans are by nibbles (0) or by classes (1), one in each line.
sets() {
    sed -n "s/^    X(\([a-z0-9]*\), .*, $1, [a-z0-9_]*).*/\1/p" verify/isas.h
}
nibbles=$(sets 0 | paste -s -d ,)
classes=$(sets 1 | paste -s -d ,)

# must_fail NAME COMMAND...: the command must exit with 1 and print a counterexample in hex. "(nothing)" is the empty text.
must_fail() {
    what=$1
    shift
    status=0
    output=$("$@" 2>&1) || status=$?
    if [ "$status" = 1 ] && echo "$output" | grep -Eq 'WRONG .* ([0-9A-F]{2}( |$)|\(nothing\))'; then
        echo "noticed: $what:$(echo "$output" | sed -n '/WRONG/{s/.*WRONG//p;q;}')"
    else
        echo "NOT NOTICED (exit $status): $what"
        failures=$((failures + 1))
    fi
}

# Each line: an encoding, kernels, and a table, an entry and a bit to flip. Each of the kernels must be found wrong.
while read -r name kernels table index bit; do
    tried=0
    for kernel in $(echo "$kernels" | tr , ' '); do
        # The program omits kernels that equal another one in plain C (`twins`), and kernels by nibbles that run natively here (`native`).
        ! grep -Eq "^$kernel( |\$)" build/verify/plain/"$name"/twins build/verify/plain/"$name"/native || continue
        must_fail "$name $kernel --flip $table $index $bit" build/verify/"$name"-plain \
            --checks automaton,proof --kernels "$kernel" --flip "$table" "$index" "$bit" </dev/null
        tried=$((tried + 1))
    done
    if [ $tried = 0 ]; then
        echo "NO KERNEL: $name $table"
        failures=$((failures + 1))
    fi
done <<END
utf8 $nibbles prev_high 12 1
utf8 $nibbles prev_low 13 4
utf8 $nibbles this_high 15 1
utf8 $nibbles demand 1 4
utf8 $classes prev_class 100 7
utf8 $classes this_class 1 3
utf8 dfa dfa_next 5 2
utf8 dfa dfa_class 237 0
utf8 shift shift_table 128 30
wtf8 $nibbles this_high 10 4
fssutf $nibbles demand 3 2
fssutf $nibbles deep_values 2 0
cesu8 $nibbles this_high 11 4
END

# edited NAME TABLE BIT: flips BIT (1, 2, 4, ...) in the first number after the name of a table, in a copy of the file.
edited() {
    rm -rf $copy
    mkdir -p $copy
    cp out/"$1"/"$1".h $copy
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

# The test above flips bits in memory; this one flips bits of some tables in the file. The entries of prev_high are names, so the first
# number after the name prev_high is in a later table, demand.
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
utf8 dfa_next 1
utf8interchange deep_values 16
fssutf demand 1
END

# planted SCRIPT: generates utf8 with each kernel in full, and applies the sed script once for each vector kernel. In the script, @set@ and
# @SET@ denote the kernel's name. The file has only the functions that the checks call, so that it compiles faster.
planted() {
    rm -rf $copy
    mkdir -p $copy
    ./u8gen gen utf-8 --flat --only check,status,kernels -o $copy --model $copy >/dev/null
    for set in $(sets 0) $(sets 1); do
        cp $copy/utf8.c $copy/before
        sed -i "$(printf '%s\n' "$1" | sed "s/@set@/$set/g; s/@SET@/$(echo "$set" | tr '[:lower:]' '[:upper:]')/g")" \
            $copy/utf8.c
        ! cmp -s $copy/before $copy/utf8.c || return 1
    done
}

# word_of NAME MACHINE: prints the first word of the variable NAME_MACHINE in verify/isas.mk.
word_of() {
    sed -n "s/^$1_$2 := \([^ ]*\).*/\1/p" verify/isas.mk
}

# each_must_fail NAME CHECKS: the checks must find each vector kernel of the copy wrong. A kernel runs natively if this processor has the
# instruction set, otherwise through SIMDe. Kernels whose vector length is known only at run time run under an emulator.
each_must_fail() {
    MAKEFLAGS='' make -s -f verify/verify.mk VERIFY_OUT=$copy VERIFY_NAME=utf8 VERIFY_DIR=$copy/build \
        $copy/build/utf8-native </dev/null
    lacking=" $($copy/build/utf8-native --lacking | xargs) "
    while read -r machine set; do
        program=$copy/build/utf8-native under=env sample=
        if sed -n 's/^ISA_SCALABLE := / /p' verify/isas.mk | grep -qw "$set"; then
            program=$copy/build/utf8-cross-$machine
            under="env QEMU_CPU=$(word_of ISA_CPUS "$machine") $(word_of ISA_EMULATOR "$machine")" sample=--sample
            MAKEFLAGS='' make -s -f verify/verify.mk VERIFY_OUT=$copy VERIFY_NAME=utf8 \
                VERIFY_DIR=$copy/build "$program" </dev/null
        elif [ "$machine" != "$(uname -m)" ] || [ "${lacking#* "$set" }" != "$lacking" ]; then
            program=$copy/build/utf8-simde-$machine
            MAKEFLAGS='' make -s -f verify/verify.mk VERIFY_OUT=$copy VERIFY_NAME=utf8 \
                VERIFY_DIR=$copy/build "$program" </dev/null
        fi
        # shellcheck disable=SC2086  # words
        must_fail "$1 of $set" $under "$program" $sample --checks "$2" --kernels "$set" </dev/null
    done <<END
$(sed -n 's/^    X(\([a-z0-9]*\), .*, \([a-z0-9_]*\)).*/\2 \1/p' verify/isas.h)
END
}

# plant NAME CHECKS SCRIPT: plants an error with the sed script; the checks must find it in each kernel.
plant() {
    if planted "$3"; then
        each_must_fail "$1" "$2"
    else
        echo "NOT EDITED: $1"
        failures=$((failures + 1))
    fi
}
# `or` returns its first operand.
plant 'a wrong word' proof,sweep '/^UTF8.* utf8_@set@_or(/,/^}/s/return .*/(void)b; return a;/'
# The loop ends too early if only a vector, or a vector and a byte, is left.
plant 'a wrong loop' sweep \
    '/^UTF8.* utf8_@set@_scan\(_through\)*(/,/^}/s/size - i >= UTF8_@SET@_WIDTH\([;)]\)/size - i > UTF8_@SET@_WIDTH + 1\1/'
rm -rf $copy
[ $failures = 0 ]
