#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Makes the tarball of a release: all files in git, or, without a repository, all files except build/.
#
# In: the output folder. Out: FOLDER/u8gen-VERSION.tar.gz, written completely or not at all, and FOLDER/SHA256SUMS: the SHA-256 of the
# tarball and of the C files and headers in its out/, under their names after unpacking.
# The idea: the tarball does not depend on the machine. Names are sorted as bytes, times are the first second of the year in LICENSE, owners
# are numeric, `x` is the only permission that is kept, and gzip writes no time. So a tarball made from an unpacked tarball is identical
# to the first one.
set -eu

version=$(cat VERSION)
name=u8gen-$version
year=$(sed -n 's/^Copyright (c) \([0-9]\{4\}\) .*/\1/p' LICENSE)
LC_ALL=C
export LC_ALL

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -e .git ]; then
    git ls-files -z >"$work/files"
else
    find . -path ./build -prune -o ! -type d -printf '%P\0' >"$work/files"
fi
sort -z -o "$work/files" "$work/files"
tar --create --file "$work/tar" --format=ustar --null --no-recursion --verbatim-files-from --files-from "$work/files" \
    --transform "flags=r;s,^,$name/," --owner=0 --group=0 --numeric-owner --mtime="$year-01-01 00:00:00Z" --mode='u+rw,go=rX'
mkdir -p "$1"
gzip -9 -n <"$work/tar" >"$1/$name.tar.gz.new"
mv "$1/$name.tar.gz.new" "$1/$name.tar.gz"
{
    sha256sum <"$1/$name.tar.gz" | sed "s/-$/$name.tar.gz/"
    tr '\0' '\n' <"$work/files" | grep '^out/[^/]*/[^/]*\.[ch]$' | xargs sha256sum | sed "s,  ,&$name/,"
} >"$1/SHA256SUMS.new"
mv "$1/SHA256SUMS.new" "$1/SHA256SUMS"
echo "$1/$name.tar.gz"
