#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Installs and builds the peers from Debian packages.
#
#   sh bench/peers.sh install   installs missing packages, as root or with sudo
#   sh bench/peers.sh FOLDER    builds each FOLDER/peer-OBJECT.so that is missing or older than its
#                               source; prints bench's options for the peers
#
# A peer that cannot be built is skipped, and reported with its package on standard error. Debian 12 has no simdutf: the variable SIMDUTF
# names a copy of its repository. CC and CXX are the compilers for C and C++.
set -u
cd "$(dirname "$0")/.." || exit 1

# A line for each validator: its object, the package or variable that the object needs, and
# NAME@ISA:SYMBOL.
peers() {
    cat <<'END'
simdjson   libsimdjson-dev       simdjson-fallback@scalar:simdjson_fallback
simdjson   libsimdjson-dev       simdjson-westmere@sse:simdjson_westmere
simdjson   libsimdjson-dev       simdjson-haswell@avx2:simdjson_haswell
simdjson   libsimdjson-dev       simdjson-icelake@avx512:simdjson_icelake
simdjson   libsimdjson-dev       simdjson-arm64@neon:simdjson_arm64
simdutf8   librust-simdutf8-dev  simdutf8-sse42@sse:simdutf8_sse
simdutf8   librust-simdutf8-dev  simdutf8-avx2@avx2:simdutf8_avx2
simdutf8   librust-simdutf8-dev  simdutf8@avx2:simdutf8_public
simdutf8   librust-simdutf8-dev  simdutf8-neon@neon:simdutf8_neon
std        rustc                 rust-std@scalar:rust_std
glib       libglib2.0-dev        glib@scalar:glib
icu        libicu-dev            icu@scalar:icu
unistring  libunistring-dev      libunistring@scalar:unistring
utfcpp     libutfcpp-dev         utf8-cpp@scalar:utfcpp
simdutf    SIMDUTF=FOLDER        simdutf-fallback@scalar:simdutf_fallback
simdutf    SIMDUTF=FOLDER        simdutf-westmere@sse:simdutf_westmere
simdutf    SIMDUTF=FOLDER        simdutf-haswell@avx2:simdutf_haswell
simdutf    SIMDUTF=FOLDER        simdutf-icelake@avx512:simdutf_icelake
simdutf    SIMDUTF=FOLDER        simdutf-arm64@neon:simdutf_arm64
END
}

# Other packages that the benchmark needs.
tools="g++ clang moreutils icu-devtools ripgrep file python3"

c_object() {
    ${CC:-cc} -O2 -fPIC -shared -o "$@"
}

cxx_object() {
    ${CXX:-c++} -std=c++17 -O3 -fPIC -shared -o "$@"
}

rust_object() {
    RUSTC_VERSION=$(rustc --version) \
        rustc -O --edition 2018 --crate-type cdylib --crate-name peer -o "$@"
}

# Debian has the source of the crate. The crate needs no other crate, so rustc can build it. (cargo would
# contact a registry.)
simdutf8_crate() {
    rustc -O --edition 2018 --crate-type rlib --crate-name simdutf8 --cap-lints allow \
        --cfg 'feature="std"' --cfg 'feature="public_imp"' -o "$1" \
        /usr/share/cargo/registry/simdutf8-*/src/lib.rs
}

# make_peer OBJECT FILE
make_peer() {
    # shellcheck disable=SC2046 # a word for each option of glib's
    case $1 in
        simdjson) cxx_object "$2" bench/peers/simdjson.cpp -lsimdjson ;;
        simdutf) [ -n "${SIMDUTF-}" ] && cxx_object "$2" -I"$SIMDUTF/include" -I"$SIMDUTF/src" bench/peers/simdutf.cpp ;;
        utfcpp) cxx_object "$2" bench/peers/utfcpp.cpp ;;
        glib) c_object "$2" bench/peers/glib.c $(pkg-config --cflags --libs glib-2.0) ;;
        icu) c_object "$2" bench/peers/icu.c -licuuc ;;
        unistring) c_object "$2" bench/peers/unistring.c -lunistring ;;
        std) rust_object "$2" bench/peers/std.rs ;;
        simdutf8)
            crate=$(dirname "$2")/libsimdutf8.rlib
            simdutf8_crate "$crate" &&
                rust_object "$2" --extern simdutf8="$crate" bench/peers/simdutf8.rs
            ;;
    esac
}

case "${1-}" in
    install)
        as_root=
        [ "$(id -u)" = 0 ] || as_root=sudo
        $as_root apt-get -q update
        # shellcheck disable=SC2046,SC2086 # a word for each package
        exec $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install \
            --no-install-recommends $tools $(peers | awk '$2 !~ /=/ { print $2 }' | sort -u)
        ;;
    '')
        echo "usage: sh bench/peers.sh install|FOLDER" >&2
        exit 2
        ;;
esac

[ -n "${SIMDUTF-}" ] || rm -f "$1/peer-simdutf.so"
peers | awk '{ print $1, $2 }' | uniq | while read -r object needed; do
    file=$1/peer-$object.so
    newest=$(find bench/peers/"$object".* -newer "$file" 2>/dev/null)
    if [ -e "$file" ] && [ -z "$newest" ]; then
        continue
    elif ! make_peer "$object" "$file" >"$1/peer-$object.log" 2>&1; then
        rm -f "$file"
        echo "bench: skipped the peer $object: it was not built; it needs $needed ('make bench-deps'" \
            "installs packages; log: $1/peer-$object.log)" >&2
    fi
done
machine=$(uname -m)
peers | while read -r object _ peer; do
    case $machine/$peer in
        x86_64/*@neon:* | aarch64/*@sse:* | aarch64/*@avx*) continue ;;
    esac
    [ ! -e "$1/peer-$object.so" ] || echo "--peer ${peer%:*}=$1/peer-$object.so:${peer#*:}"
done
