#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Installs libu8gen, u8check and the generator, or removes these files.
#
# In: `install` or `uninstall`, and the folder of the built files. Environment: PREFIX; BINDIR, LIBDIR, INCLUDEDIR and DATADIR, which are
# below PREFIX; DESTDIR, which is prepended to all of them but is not written to any file. Out: files, and a line that says where they are.
# For invalid folders it prints an error and changes nothing. Exit status: not 0 on any error; 2 for invalid folders.
# The idea: both commands use the list of files from `manifest`; `uninstall` reads no installed file.
#
#     0644  out/utf8/utf8.h  /usr/local/include/u8gen/utf8.h
#     link  libu8gen.so.1    /usr/local/lib/libu8gen.so
set -u

built=$2
version=$(cat VERSION)
origin=$(sh packaging/origin.sh) || exit 2
soversion=${version%%.*}
tab=$(printf '\t')

fail() {
    echo "$*" >&2
    exit 2
}

# check_folder NAME VALUE
check_folder() {
    case $2 in
        *[!A-Za-z0-9/._+~\ -]*) fail "$1 has a character that is not allowed in u8gen.pc; allowed are letters, digits, spaces and /._+~-: $2" ;;
        */../* | */..) fail "$1 contains ..: $2" ;;
        "${PREFIX%/}"/?*) ;;
        *) [ "$1" = PREFIX ] || fail "$1 is not below PREFIX ($PREFIX): $2" ;;
    esac
    case $2 in
        /*) ;;
        *) fail "$1 is not an absolute path: $2" ;;
    esac
}
check_folder PREFIX "$PREFIX"
check_folder BINDIR "$BINDIR"
check_folder LIBDIR "$LIBDIR"
check_folder INCLUDEDIR "$INCLUDEDIR"
check_folder DATADIR "$DATADIR"

# below FOLDER: its path relative to PREFIX, without components that are only a dot, for `up`.
below() {
    folder=${1#"${PREFIX%/}"/}
    echo "${folder%/}" | sed -e ':again' -e 's,/\./,/,' -e 't again' -e 's,^\./,,; s,/\.$,,'
}

# up FOLDER: the relative path from FOLDER to PREFIX.
up() {
    below "$1" | sed 's,[^/][^/]*,..,g'
}

# filled FILE: fills packaging/FILE.in with the folders, version, names in out/ and ORIGIN; writes it to the folder of the built files.
filled() {
    names=$(cd out && echo */ | tr -d /)
    sed -e "s,@PREFIX@,${PREFIX%/},; s,@FROM_LIBDIR@,$(up "$LIBDIR"),; s,@FROM_BINDIR@,$(up "$BINDIR"),;" \
        -e "s,@LIBDIR@,$(below "$LIBDIR"),; s,@INCLUDEDIR@,$(below "$INCLUDEDIR"),; s,@DATADIR@,$(below "$DATADIR")," \
        -e "s,@VERSION@,$version,; s,@SOVERSION@,$soversion,; s,@NAMES@,$names," -e "$origin" \
        "packaging/$1.in" >"$built/$(basename "$1")"
}

# files MODE FOLDER TARGET: prints lines for all files of a folder and its subfolders, except tests.
files() {
    find "$2" -type f ! -name '*_test.*' | LC_ALL=C sort | while read -r file; do
        printf '%s\t%s\t%s\n' "$1" "$file" "$3/${file#"$2"/}"
    done
}

# one MODE SOURCE TARGET: prints a line of the manifest.
one() {
    printf '%s\t%s\t%s\n' "$1" "$2" "$3"
}

manifest() {
    one 0644 "$built/libu8gen.a" "$LIBDIR/libu8gen.a"
    one 0755 "$built/libu8gen.so.$version" "$LIBDIR/libu8gen.so.$version"
    one link "libu8gen.so.$version" "$LIBDIR/libu8gen.so.$soversion"
    one link "libu8gen.so.$soversion" "$LIBDIR/libu8gen.so"
    for folder in out/*/; do
        name=${folder#out/} name=${name%/}
        one 0644 "out/$name/$name.h" "$INCLUDEDIR/u8gen/$name.h"
    done
    for facts in out/*/*.json; do
        one 0644 "$facts" "$DATADIR/u8gen/$facts"
    done
    one 0644 "$built/u8gen.pc" "$LIBDIR/pkgconfig/u8gen.pc"
    for file in u8gen-config.cmake u8gen-config-version.cmake; do
        one 0644 "$built/$file" "$LIBDIR/cmake/u8gen/$file"
    done
    one 0755 "$built/u8check" "$BINDIR/u8check"
    one 0755 "$built/u8gen" "$BINDIR/u8gen"
    one 0755 u8gen "$DATADIR/u8gen/u8gen"
    one 0644 VERSION "$DATADIR/u8gen/VERSION"
    one 0644 ORIGIN "$DATADIR/u8gen/ORIGIN"
    one 0644 LICENSE "$DATADIR/u8gen/LICENSE"
    one 0644 packaging/u8gen.mk "$DATADIR/u8gen/packaging/u8gen.mk"
    one 0644 packaging/cmake/u8gen-generate.cmake "$DATADIR/u8gen/packaging/cmake/u8gen-generate.cmake"
    for folder in gen templates verify; do
        files 0644 $folder "$DATADIR/u8gen/$folder"
    done
    for page in docs/man/*.[0-9]; do
        one 0644 "$built/${page##*/}" "$DATADIR/man/man${page##*.}/${page##*/}"
    done
    for file in packaging/completions/*; do
        name=${file##*/}
        case $name in
            *.bash) one 0644 "$file" "$DATADIR/bash-completion/completions/${name%.bash}" ;;
            *.fish) one 0644 "$file" "$DATADIR/fish/vendor_completions.d/$name" ;;
            _*) one 0644 "$file" "$DATADIR/zsh/site-functions/$name" ;;
        esac
    done
}

# install_together [MODE FOLDER SOURCE...]: installs files that keep their names, with one process.
install_together() {
    [ $# -gt 0 ] || return 0
    mode_of_all=$1 folder_of_all=$2
    shift 2
    install -D -m "$mode_of_all" -t "$folder_of_all" "$@"
}

install_all() {
    for template in cmake/u8gen-config.cmake cmake/u8gen-config-version.cmake u8gen.pc u8gen; do
        filled $template || exit
    done
    # SEE ALSO is the last section of each page.
    for page in docs/man/*.[0-9]; do
        { cat "$page" && echo @HOMEPAGE@ | sed -e "$origin" -e 's/^/.Lk /;h;s/.*/.Pp/;G'; } >"$built/${page##*/}" || exit
    done
    manifest | (
        together=''
        while IFS=$tab read -r mode source target; do
            folder=${DESTDIR-}${target%/*}
            if [ "$mode $folder" != "$together" ] || [ "${source##*/}" != "${target##*/}" ]; then
                install_together "$@" || exit
                together='' && set --
            fi
            if [ "$mode" = link ]; then
                ln -sf "$source" "${DESTDIR-}$target" || exit
            elif [ "${source##*/}" != "${target##*/}" ]; then
                install -D -m "$mode" "$source" "${DESTDIR-}$target" || exit
            else
                [ -n "$together" ] || set -- "$mode" "$folder"
                together="$mode $folder" && set -- "$@" "$source"
            fi
        done
        install_together "$@"
    ) || fail "the installation failed: see above"
    echo "u8gen $version is in ${DESTDIR-}$PREFIX"
}

# Removes the installed files, and our own folders if they are empty. Other folders stay, even if they are now empty.
uninstall_all() {
    manifest | (
        set --
        while IFS=$tab read -r mode source target; do
            set -- "$@" "${DESTDIR-}$target"
        done
        rm -f "$@"
    ) || fail "the removal failed: see above"
    for folder in "$INCLUDEDIR/u8gen" "$LIBDIR/cmake/u8gen" "$DATADIR/u8gen"; do
        [ ! -d "${DESTDIR-}$folder" ] || find "${DESTDIR-}$folder" -depth -type d -empty -delete
    done
    echo "u8gen $version is no longer in ${DESTDIR-}$PREFIX"
}

case ${1-} in
    install) install_all ;;
    uninstall) uninstall_all ;;
    *) fail "install.sh: the first argument must be install or uninstall" ;;
esac
