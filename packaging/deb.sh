#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Builds Debian packages from the tarball of a release.
#
# In: the tarball, and an output folder; LINTIAN, a program to use instead of lintian. Out: FOLDER/*.deb, and lintian's output if it is
# installed; its warnings are failures.
# The idea: the packages are built in a folder with only the contents of the tarball. packaging/debian becomes debian/, filled from
# ORIGIN. debian/changelog has the tarball's version and refers to CHANGELOG.md. A package needs an address of its maintainer: if ORIGIN has
# no contact, it is nobody@example.org, in a reserved domain (RFC 2606).
set -eu

command -v dh >/dev/null || {
    echo "make deb: missing: debhelper (Debian's name)" >&2
    exit 1
}
name=$(basename "$1" .tar.gz)
version=${name#u8gen-}
rm -rf "$2"
mkdir -p "$2"
tar -xzf "$1" -C "$2"
cd "$2/$name"
cp -R packaging/debian debian
origin=$(sh packaging/origin.sh)
sed -i "$(echo "$origin" | sed 's,^/@CONTACT@/d$,s/@CONTACT@/nobody@example.org/,')" debian/control
sed -i "$origin" debian/copyright
author=$(sed -n 's/^Maintainer: //p' debian/control)
day=$(LC_ALL=C date -u -R -r VERSION)
printf 'u8gen (%s) unstable; urgency=medium\n\n  * Version %s: see CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version" "$version" "$author" "$day" >debian/changelog
dpkg-buildpackage --no-sign --build=binary
cd ..
! command -v "${LINTIAN:=lintian}" >/dev/null || "$LINTIAN" --allow-root --fail-on error,warning ./*.changes
