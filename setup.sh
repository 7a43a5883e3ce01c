#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Installs the needed packages on Debian or Ubuntu, then runs make.
#
#   sh setup.sh                       installs missing packages, then runs `make`
#   sh setup.sh check                 installs missing packages, then runs `make check`
#   sh setup.sh missing [PACKAGE...]  prints which packages (default: all) are missing; installs nothing
#
# Only the installation needs root; if you are not root, it runs with sudo. If packages are missing and there is no apt-get,
# this script names the packages and fails. Each package has a command that tests for it, so a second run is quick.
set -u
cd "$(dirname "$0")" || exit 1

# Prints the packages, each with a command that succeeds if it is installed.
needs() {
    cat <<'END'
lua5.4                 command -v lua5.4
lua-argparse           lua5.4 -e 'require "argparse"'
lua-filesystem         lua5.4 -e 'require "lfs"'
lua-penlight           lua5.4 -e 'require "pl.template"'
re2c                   command -v re2c
make                   command -v make
git                    command -v git
gcc                    command -v gcc
g++                    command -v g++
clang                  command -v clang
llvm                   command -v llvm-mca
lld                    command -v wasm-ld
nodejs                 command -v node
tcc                    command -v tcc
libc6-dev              echo '#include <stdio.h>' | gcc -E -
qemu-user              command -v qemu-aarch64
gcc-aarch64-linux-gnu  command -v aarch64-linux-gnu-gcc
clang-19               command -v clang-19
lld-19                 command -v ld.lld-19
libc6-dev-riscv64-cross  echo '#include <stdio.h>' | clang-19 --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include -E -
libgcc-12-dev-riscv64-cross  test -f /usr/lib/gcc-cross/riscv64-linux-gnu/12/libgcc.a
libc6-dev-arm64-cross  echo '#include <stdio.h>' | aarch64-linux-gnu-gcc -E -
wasi-libc              echo '#include <stdio.h>' | clang --target=wasm32-wasi -E -
libclang-rt-dev-wasm32 echo 'int main(void) { return 0; }' | clang --target=wasm32-wasi -o /dev/null -x c -
libsimde-dev           echo '#include <simde/hedley.h>' | gcc -E -
lua-unit               lua5.4 -e 'require "luaunit"'
lua-lpeg               lua5.4 -e 'require "re"'
lua-check              command -v luacheck
z3                     command -v z3
unicode-data           test -f /usr/share/unicode/UnicodeData.txt
libcmocka-dev          echo '#include <cmocka.h>' | gcc -E -
libjansson-dev         test -f "$(gcc -print-file-name=libjansson.a)"
mandoc                 command -v mandoc
pkgconf                command -v pkg-config
cmake                  command -v cmake
meson                  command -v meson && command -v ninja
debhelper              command -v dh && command -v dpkg-buildpackage
END
}

# missing [PACKAGE...]: prints the missing packages, one per line.
missing() {
    needs | while read -r package probe; do
        case " ${*:-$package} " in
            *" $package "*) (eval "$probe") >/dev/null 2>&1 </dev/null || echo "$package" ;;
        esac
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

fail() {
    echo "setup.sh: $*" >&2
    exit 1
}

install_missing() {
    packages=$(missing | xargs)
    [ -n "$packages" ] || return 0
    if ! command -v apt-get >/dev/null; then
        fail "this is not Debian or Ubuntu; install these packages (Debian's names) and run this again: $packages"
    fi
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "you are not root, and sudo is missing; as root, run: apt-get install --no-install-recommends $packages"
    fi
    echo "setup.sh: installing $packages"
    as_root apt-get -q update || echo "setup.sh: apt-get update failed; using the existing package lists" >&2
    # shellcheck disable=SC2086 # one word per package
    as_root apt-get -q -y -o DPkg::Lock::Timeout=300 install --no-install-recommends $packages ||
        fail "apt-get could not install $packages (see its message above)"
    packages=$(missing | xargs)
    [ -z "$packages" ] || fail "these packages are installed but do not work: $packages"
}

case "${1-}" in
    missing)
        shift
        for package; do
            needs | grep -q "^$package " || fail "the list of packages in this file lacks '$package'"
        done
        missing "$@"
        exit
        ;;
    '' | check) ;;
    *)
        echo "setup.sh: unknown argument '$1'; allowed: check, missing, or none" >&2
        exit 2
        ;;
esac
install_missing
jobs=$(getconf _NPROCESSORS_ONLN) || jobs=2
set -- make --no-print-directory -j "$jobs" "$@"
# If `sudo sh setup.sh` runs in the user's own checkout, run make as this user, so that root owns no files there.
if [ "$(id -u)" = 0 ] && [ -n "${SUDO_USER-}" ] && [ "$(stat -c %U .)" = "$SUDO_USER" ]; then
    set -- sudo -u "$SUDO_USER" "$@"
fi
exec "$@"
