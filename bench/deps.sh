#!/bin/sh
# SPDX-License-Identifier: 0BSD
# What the benchmark needs beyond the project's own needs, from Debian.
#
#   sh bench/deps.sh           installs what is missing, as root or through sudo
#   sh bench/deps.sh missing   exit 2 with the names if something is missing, installs nothing
set -u

needs() {
    cat <<'END_OF_NEEDS'
g++               command -v g++
clang             command -v clang
libsimdjson-dev   echo '#include <simdjson.h>' | g++ -std=c++17 -fsyntax-only -x c++ -
END_OF_NEEDS
}

missing() {
    needs | while read -r package probe; do
        (eval "$probe") >/dev/null 2>&1 </dev/null || echo "$package"
    done
}

packages=$(missing | xargs)
[ -n "$packages" ] || exit 0
if [ "${1-}" = missing ]; then
    echo "bench: missing: $packages (Debian's names); 'make bench-deps' installs it" >&2
    exit 2
fi
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q update
# shellcheck disable=SC2086 # a word for each package
exec $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends $packages
