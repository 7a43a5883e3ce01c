# SPDX-License-Identifier: 0BSD
# Completion of u8check's command line in bash: for /usr/share/bash-completion/completions/u8check, or to be sourced.

_u8check() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local encodings="assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8
        utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2"
    local wide="UTF-16LE UTF-16BE UTF-32LE UTF-32BE"
    local switches="--all --binary --color --count --encoding --files0-from --format --help --hidden --invert --jobs
        --kernel --list --max-errors --no-binary --null --quiet --recursive --repair --stats --time --to --verbose --version
        -0 -a -c -e -h -i -j -k -l -m -q -r -t -v"
    local values=
    COMPREPLY=()
    # bash splits "--format=gcc" into three words
    [ "$word" != "=" ] || word=
    [ "$before" != "=" ] || before=${COMP_WORDS[COMP_CWORD - 2]}
    case $before in
        -e | --encoding) values="$encodings $wide" ;;
        --to) values="$encodings $wide" ;;
        --format) values="text gcc json sarif github" ;;
        --color) values="auto always never" ;;
        -k | --kernel) values=$("${COMP_WORDS[0]}" --help 2>/dev/null | sed -n 's/^Kernels here:\([^;]*\);.*/\1/p') ;;
        -j | --jobs | -m | --max-errors) return ;;
    esac
    if [ -z "$values" ] && [ "${word#-}" != "$word" ]; then
        values=$switches
    fi
    if [ -n "$values" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
    else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _u8check u8check
