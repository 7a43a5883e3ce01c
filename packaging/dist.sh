#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The tarball of a release: what git knows of, or, where there is no repository, all but build/.
#
# In: the folder for it. Out: FOLDER/u8gen-VERSION.tar.gz, written whole or not at all.
# The one idea: nothing of the machine is in it. Names are sorted as bytes, times are the first second of the year in LICENSE, owners
# have no names, of the permissions only the owner's `x` counts, and gzip writes no time. So the tarball that is made from the tarball is
# the same, byte by byte.
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
echo "$1/$name.tar.gz"
