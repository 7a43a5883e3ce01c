#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Tests that the pair out/utf8/utf8.{h,c} compiles alone, without a warning, in the environments that users may have; and that the other
# pairs of files in out/, which come from the same templates, compile as C99 and C++11.
#
# In: the folder of the pairs (out). Out: `ok` or `FAILED` for each case, then `N passed, N failed`.
# The cases are the product of compilers, languages, optimization and macros, without cases that another case implies:
#   - The pair has the same lines in C99, C11 and C17 (a case checks that it does not use __STDC_VERSION__), and gcc and clang make the same
#     object from all three, byte for byte. So only C99 is compiled, at -O2; `make platforms` tries each level. For C11 and C17, only the
#     front end runs, since only its warnings could differ.
#   - C++ is compiled to an object once per compiler, as C++11 at -Og; warnings that need optimization appear in C already. For C++20, only
#     the front end runs.
#   - A macro NO_AVX* that changes no token for the target is not tried. If a macro only leaves code out (NO_x, KERNEL=x), clang runs only
#     its front end, which reports unused code. `make build` compiles ALL_KERNELS with $(CC).
#   - The other encodings: `make build` compiles each with $(CC) as C11 at -O2, with the same warnings. Here front ends check them: gcc's
#     as C99, clang's as C++11. gcc reads vector code only for four encodings, which together have all forms of it. For three of them,
#     clang also makes intermediate code: this stage checks target attributes. Later stages have no new warnings, so clang's cases with
#     macros end there, or after the front end.
# Example: `gcc -std=c99 -Og -DUTF8_KERNEL=swar`. No flag names an instruction set, except -msimd128 of wasm32.
# A compiler that is not installed is skipped; cc must be there.
set -u
# shellcheck disable=SC2086 # $1 and $command are compilers with their flags, several words
out=${1:-out}
folder=$out/utf8
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wundef -Werror'
passed=0 failed=0

# try CASE COMMAND...: runs one case, and prints the command's output if it fails.
try() {
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        echo "ok      $name"
        passed=$((passed + 1))
    else
        echo "FAILED  $name"
        cat "$work/log"
        failed=$((failed + 1))
    fi
}

# works COMPILER c|c++: whether the compiler can compile that language here. A compiler may be several words.
works() {
    echo '#include <stdint.h>' | $1 -x "$2" -fsyntax-only - 2>/dev/null
}

# strictly COMPILER LANGUAGE FLAG...: runs the compiler; every warning is an error.
strictly() {
    command="$1 -std=$2 $warnings"
    case $2 in
        c++*) command="$command -x c++" ;;
        *) command="$command -Wstrict-prototypes" ;;
    esac
    shift 2
    $command "$@"
}

# compile COMPILER LANGUAGE FLAG...: utf8.c alone, into $work/utf8.o.
compile() {
    rm -f "$work/utf8.o"
    strictly "$@" -c "$work/utf8.c" -o "$work/utf8.o"
}

# read_by COMPILER LANGUAGE: runs only its front end on utf8.c.
read_by() {
    strictly "$@" -fsyntax-only "$work/utf8.c"
}

# tokens COMPILER FLAG...: utf8.c after the preprocessor.
tokens() {
    command=$1
    shift
    $command -std=c99 -O1 -E -P "$@" "$work/utf8.c"
}

# header_alone COMPILER LANGUAGE: compiles a file that includes only the header.
header_alone() {
    echo '#include "utf8.h"' >"$work/alone.c"
    strictly "$@" -fsyntax-only -I "$work" "$work/alone.c"
}

# Whether the object needs at most memcpy from libc. Weak symbols may be undefined.
needs_memcpy_at_most() {
    undefined=$(nm -u "$1" | awk '$1 != "w" && $NF !~ "^(memcpy|_GLOBAL_OFFSET_TABLE_|[.]TOC[.])$" { print $NF }')
    [ -z "$undefined" ] || { echo "undefined: $undefined"; false; }
}

# Whether the object of C99 links without any library, with only a memcpy of our own.
links_without_libc() {
    $1 -O1 -fno-builtin -c "$work/memcpy.c" -o "$work/memcpy.o" &&
        ${1%% -isystem*} -fuse-ld=bfd -nostdlib -static -Wl,-e,utf8_valid \
            "$work/c99.o" "$work/memcpy.o" -o "$work/alone"
}

# active_is KERNEL FLAG...: compiled with these flags, utf8_valid uses that kernel and gives right answers. With -DLIMIT=NAME, the
# program first calls utf8_limit_kernels(NAME).
active_is() {
    kernel=$1
    shift
    cc -Og "$@" -I "$work" "$work/active.c" "$work/utf8.c" -o "$work/active" &&
        [ "$("$work/active")" = "$kernel" ]
}

cp "$folder/utf8.h" "$folder/utf8.c" "$work" || exit 1
cat >"$work/memcpy.c" <<'END'
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size)
{
    char *t = to;
    const char *f = from;
    while (size--) {
        *t++ = *f++;
    }
    return to;
}
END
cat >"$work/active.c" <<'END'
#include "utf8.h"
#include <stdio.h>
int main(void)
{
#ifdef LIMIT
    fputs(utf8_limit_kernels(LIMIT) ? "" : "refused ", stdout);
#endif
    puts(utf8_active_kernel());
    return !utf8_valid("\xC3\xA9", 2) || utf8_valid("\xC3", 1) || utf8_valid_prefix("a\x80", 2) != 1;
}
END

try "the pairs do not test __STDC_VERSION__" sh -c "! grep -n __STDC_VERSION__ '$out'/*/*.[ch]"
try "cc -O2 utf8.c" sh -c "cd '$work' && cc -O2 -fsyntax-only utf8.c"
while read -r compiler; do
    works "$compiler" c || { echo "-       no $compiler here"; continue; }
    languages='c99 c11 c17' objects='c99:-O2'
    if works "$compiler" c++; then
        languages="$languages c++11 c++20" objects="$objects c++11:-Og"
    else
        objects="$objects c99:-O0"
        echo "-       no C++ of $compiler here"
    fi
    for case in $objects; do
        language=${case%:*} level=${case#*:}
        try "$compiler -std=$language $level" compile "$compiler" "$language" "$level"
        try "    needs memcpy at most" needs_memcpy_at_most "$work/utf8.o"
        [ "$case" != c99:-O2 ] || mv "$work/utf8.o" "$work/c99.o"
    done
    for language in $languages; do
        case $objects in
            *"$language:"*) ;;
            *) try "$compiler -std=$language" read_by "$compiler" "$language" ;;
        esac
        try "$compiler -std=$language, utf8.h alone" header_alone "$compiler" "$language"
    done
    tokens >"$work/tokens" "$compiler"
    for macro in UTF8_NO_SIMD UTF8_NO_AVX2GFNI UTF8_NO_AVX512BW UTF8_NO_AVX512 UTF8_VERIFY UTF8_ALL_KERNELS \
        UTF8_KERNEL=dfa UTF8_KERNEL=shift UTF8_KERNEL=re2c UTF8_KERNEL=swar; do
        case $macro in
            UTF8_NO_AVX*) tokens "$compiler" -D$macro | cmp -s - "$work/tokens" && continue ;;
        esac
        case $compiler:$macro in
            clang*:UTF8_VERIFY | clang*:UTF8_ALL_KERNELS) try "$compiler -D$macro" compile "$compiler" c99 -emit-llvm -D$macro ;;
            gcc:UTF8_NO_AVX* | gcc:UTF8_ALL_KERNELS) try "$compiler -D$macro" read_by "$compiler" c99 -D$macro ;;
            gcc:*) try "$compiler -D$macro" compile "$compiler" c99 -Og -D$macro ;;
            *) try "$compiler -D$macro" read_by "$compiler" c99 -D$macro ;;
        esac
    done
    try "$compiler -nostdlib, with a memcpy and no library" links_without_libc "$compiler"
done <<END
gcc
clang
aarch64-linux-gnu-gcc
clang --target=aarch64-linux-gnu -isystem /usr/aarch64-linux-gnu/include
END
for target in i686-linux-gnu armv7a-linux-gnueabihf riscv64-linux-gnu s390x-linux-gnu \
    powerpc64le-linux-gnu wasm32 'wasm32 -msimd128'; do
    compiler="clang --target=$target -ffreestanding"
    if works "$compiler" c; then
        try "$compiler" compile "$compiler" c99 -O2
        try "    needs memcpy at most" needs_memcpy_at_most "$work/utf8.o"
    else
        echo "-       no $compiler here"
    fi
done
for kernel in dfa shift re2c swar; do
    try "with UTF8_KERNEL=$kernel, utf8_valid uses $kernel" active_is $kernel -DUTF8_KERNEL=$kernel
done
try "with UTF8_NO_SIMD, utf8_valid uses swar" active_is swar -DUTF8_NO_SIMD
try "UTF8_ALL_KERNELS does not change the choice" active_is swar -DUTF8_NO_SIMD -DUTF8_ALL_KERNELS
try "UTF8_ALL_KERNELS allows the limit dfa" active_is dfa -DUTF8_ALL_KERNELS '-DLIMIT="dfa"'
try "without UTF8_ALL_KERNELS, the limit dfa is refused" active_is "refused swar" -DUTF8_NO_SIMD '-DLIMIT="dfa"'
try "utf8_limit_kernels sets a limit" active_is shift '-DLIMIT="shift"'
try "utf8_limit_kernels(NULL) sets no limit" active_is swar -DUTF8_NO_SIMD -DLIMIT=NULL
try "utf8_limit_kernels refuses a kernel that was left out" active_is "refused swar" -DUTF8_NO_SIMD '-DLIMIT="sse"'
try "with UTF8_KERNEL, utf8_limit_kernels refuses another kernel" active_is "refused swar" -DUTF8_KERNEL=swar '-DLIMIT="shift"'
for pair in "$out"/*/; do
    encoding=$(basename "$pair")
    # Together, these four encodings have all forms of vector code. gcc reads it; for the last three, clang makes intermediate code.
    case $encoding in
        utf8) gcc=-fsyntax-only clang=-fsyntax-only ;;
        wtf8 | assignables | xml10) gcc=-fsyntax-only clang='-emit-llvm -c' ;;
        *) gcc="-D$(echo "$encoding" | tr '[:lower:]' '[:upper:]')_NO_SIMD -fsyntax-only" clang=-fsyntax-only ;;
    esac
    for case in "gcc c99 $gcc" "clang c++11 $clang"; do
        works "${case%% *}" c || continue
        # shellcheck disable=SC2086 # a compiler, a language and flags
        try "$encoding: $case" strictly $case "$out/$encoding/$encoding.c" -o "$work/other.o"
    done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
