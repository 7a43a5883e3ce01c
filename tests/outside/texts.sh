#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Real text in many scripts, from Debian's packages: fetched once, then validated with u8check, and
# converted to other encodings and back.
#
# In: a folder for the texts and the path of u8check. Out: FOLDER/NAME.txt for each row of the
# tables below, u8check's line for each, and a line for each conversion of all texts; `N passed, N failed`;
# exit 1 if one failed.
# `apt-get download` and `dpkg-deb` need neither root nor an installation. So the texts are also available
# in a slim container image, where installed packages lack man pages and documents. The files of a
# row are unpacked and concatenated; well-formed files give a well-formed text.
# Example: the row "greek" takes every .page below usr/share/help/el of gnome-user-docs; the text
# begins with 3C 3F 78 6D 6C ("<?xml").
set -u

# name, package, file or folder in the package, pattern for the files of a folder
well_formed() {
    cat <<'END'
arabic      hunspell-ar       usr/share/hunspell/ar.dic                       *
assamese    gnome-user-docs   usr/share/help/as                               *.page
chinese     fortunes-zh       usr/share/games/fortunes/chinese                *
emoji       rime-data-emoji   usr/share/rime-data/opencc                      *.txt
french      manpages-fr       usr/share/man/fr                                *.gz
german      gnome-user-docs   usr/share/help/de                               *.page
greek       gnome-user-docs   usr/share/help/el                               *.page
gujarati    gnome-user-docs   usr/share/help/gu                               *.page
hebrew      hunspell-he       usr/share/hunspell/he_IL.dic                    *
hindi       hunspell-hi       usr/share/hunspell/hi_IN.dic                    *
japanese    debian-faq-ja     usr/share/doc/debian/FAQ/debian-faq.ja.txt.gz   *
korean      gnome-user-docs   usr/share/help/ko                               *.page
marathi     gnome-user-docs   usr/share/help/mr                               *.page
russian     manpages-ru       usr/share/man/ru                                *.gz
source      python3-docutils  usr/lib/python3/dist-packages/docutils          *.py
tamil       gnome-user-docs   usr/share/help/ta                               *.page
telugu      gnome-user-docs   usr/share/help/te                               *.page
thai        hunspell-th       usr/share/hunspell/th_TH.dic                    *
ukrainian   gnome-user-docs   usr/share/help/uk                               *.page
tables      m17n-db           usr/share/m17n                                  *.mim
END
}
# "tables" are input methods: Han beyond U+FFFF, Old Hungarian, Newa, mathematical letters and more.

# The rows of texts in other encodings, which u8check must refuse.
foreign() {
    cat <<'END'
euc-jp      kanjidic          usr/share/edict/kanjidic                        *
iso-8859-3  fortunes-eo-iso3  usr/share/games/fortunes/eo-iso3/proverbaro     *
END
}

# Texts of packages that this release of Debian lacks are skipped, but fewer well-formed texts than this number are a failure.
enough=8

[ $# = 2 ] || { echo "usage: sh tests/outside/texts.sh FOLDER U8CHECK" >&2; exit 2; }
mkdir -p "$1" || exit 2
folder=$(cd "$1" && pwd) u8check=$2
new=$folder/new log=$folder/log

# The rows of both tables that were not fetched yet.
missing() {
    { well_formed; foreign; } | while read -r name rest; do
        [ -e "$folder/$name.txt" ] || echo "$name $rest"
    done
}

# The packages of these rows.
packages() {
    missing | while read -r _ package _; do echo "$package"; done | sort -u
}

# download APT-OPTION...: downloads the missing packages that apt knows into $new; fails unless apt knows and gets all of them.
download() {
    known=$(packages | xargs env LC_ALL=C apt-cache "$@" policy 2>/dev/null | awk '
        /^[^ ].*:$/ { name = substr($1, 1, length($1) - 1) }
        $1 == "Candidate:" && $2 != "(none)" { print name }')
    # shellcheck disable=SC2086 # a word for each package
    [ -n "$known" ] &&
        (cd "$new" && apt-get -q "$@" -o APT::Sandbox::User=root download $known) >>"$log" 2>&1 &&
        [ "$known" = "$(packages)" ]
}

# Downloads the missing packages. If apt's lists are missing (a slim image) or out of date, the function updates
# and uses lists of its own, without root. It fails unless it gets every package that apt knows.
download_all() {
    download && return
    set -- -o Dir::State::Lists="$folder/apt" -o Dir::Cache="$folder/apt"
    mkdir -p "$folder/apt/partial" && apt-get -q "$@" update >>"$log" 2>&1 || return
    download "$@"
    for package in $known; do
        set -- "$new/${package}"_*.deb
        [ -e "$1" ] || return
    done
    [ -n "$known" ]
}

# take PACKAGE PATH FILES: prints the files at or below PATH in the package that match FILES, one after the other; unpacks .gz.
take() {
    tree=$new/$1$2
    mkdir -p "$tree" &&
        dpkg-deb --fsys-tarfile "$new/$1"_*.deb | tar -x -C "$tree" -f - "./$2" &&
        find "$tree" -type f -name "$3" | LC_ALL=C sort | while read -r file; do
            case $file in
                *.gz) gzip -dc "$file" ;;
                *) cat "$file" ;;
            esac || exit
        done
}

# Makes NAME.txt of every row that lacks it; an empty file marks a text that this release lacks.
fetch() {
    rm -rf "$new" && mkdir -p "$new" && : >"$log" || return
    echo "fetching $(missing | wc -l) texts from Debian packages into $1"
    if download_all; then
        missing | while read -r name package path files; do
            take "$package" "$path" "$files" >"$new/text" 2>>"$log" || : >"$new/text"
            mv "$new/text" "$folder/$name.txt"
        done
        rm -rf "$new" "$folder/apt"
    else
        echo "texts: cannot fetch them; the end of apt's output:" >&2
        tail -n 5 "$log" >&2
        false
    fi
}

passed=0 failed=0
if [ -n "$(missing)" ]; then
    if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
        echo "texts: skipped: they come from Debian's packages, and apt-get is missing"
        echo "0 passed, 0 failed, 1 skipped"
        exit 0
    fi
    fetch "$1" || failed=1
fi

absent='' texts=0
while read -r name _; do
    if [ -s "$folder/$name.txt" ]; then
        texts=$((texts + 1))
        if "$u8check" --time "$1/$name.txt"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
        fi
    else
        absent="$absent $name"
    fi
done <<END
$(well_formed)
END

while read -r name _; do
    if [ -s "$folder/$name.txt" ]; then
        "$u8check" "$1/$name.txt"
        if [ $? = 1 ]; then
            passed=$((passed + 1))
            echo "  (refused, as it must be: $name)"
        else
            failed=$((failed + 1))
            echo "$1/$name.txt is $name, and u8check does not say where it is ill-formed" >&2
        fi
    else
        absent="$absent $name"
    fi
done <<END
$(foreign)
END

# All well-formed texts, one after the other.
all_texts() {
    well_formed | while read -r name _; do cat "$folder/$name.txt"; done
}

# agree WHAT SUM SUM: counts a pass if the two checksums are equal, otherwise a failure.
agree() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
        echo "all texts $1"
    else
        failed=$((failed + 1))
        echo "all texts $1: they differ" >&2
    fi
}

# Compares with other converters, if they are installed.
for program in iconv python3 javac; do
    command -v $program >/dev/null || echo "skipped: the comparison with $program, which is missing"
done

original=$(all_texts | cksum)
for name in utf-8-generalized wtf-8 cesu-8 cesu-8-lax mutf-8 mutf-8-android mutf-8-paired mutf-8-lenient fss-utf \
    utf-16le utf-16be utf-32le utf-32be; do
    agree "to $name and back" "$original" \
        "$(all_texts | "$u8check" --to $name | "$u8check" -e $name --to utf-8 | cksum)"
    case $name in
        cesu-8 | mutf-8)
            if command -v javac >/dev/null; then
                agree "to $name as Java does" "$(all_texts | "$u8check" --to $name | cksum)" \
                    "$(all_texts | java "$(dirname "$0")/Texts.java" $name | cksum)"
            fi
            ;;
        utf-16* | utf-32*)
            if command -v iconv >/dev/null; then
                agree "to $name as iconv does" "$(all_texts | "$u8check" --to $name | cksum)" \
                    "$(all_texts | iconv -f UTF-8 -t $name | cksum)"
            fi
            ;;
    esac
done
agree "repaired without a change" "$original" "$(all_texts | "$u8check" --repair | cksum)"
if command -v python3 >/dev/null; then
    bytes() {
        cat "$folder/euc-jp.txt" "$folder/iso-8859-3.txt"
    }
    agree "in other encodings repaired as Python does" "$(bytes | "$u8check" --repair | cksum)" \
        "$(bytes | python3 -c 'import sys
sys.stdout.buffer.write(sys.stdin.buffer.read().decode("utf-8", "replace").encode())' | cksum)"
fi

[ -z "$absent" ] || echo "not available:$absent"
if [ $texts -lt $enough ]; then
    echo "only $texts texts, fewer than $enough" >&2
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
