# u8gen's completions for bash: `make completions` writes them from gen/commands/command_line.lua.
# SPDX-License-Identifier: 0BSD
# shellcheck shell=bash disable=SC2207

_u8gen_words() {
    COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

# Completes the last of several words that are separated by commas.
_u8gen_list() {
    local before=
    case $cur in *,*) before=${cur%,*}, ;; esac
    COMPREPLY=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
    compopt -o nospace
}

_u8gen_folders() {
    compopt -o filenames
    local IFS=$'\n'
    COMPREPLY=($(compgen -d -- "$cur"))
}

# Offers words of the kind $1.
_u8gen_offer() {
    case $1 in
        bytes) compopt +o default ;;
        folder) _u8gen_folders ;;
        functions) _u8gen_list "prefix check status chunk repair repair_stream stream decode encode iterate cut measure count seek rows utf16 utf32 utf16_lossy utf32_lossy kernels limit spec_hash" ;;
        kernels) _u8gen_list "dfa shift re2c swar sse avx2 avx2gfni avx512bw avx512 neon sve rvv simd128" ;;
        name) compopt +o default ;;
        parts) _u8gen_list "valid prefix check status chunk repair repair_stream stream decode encode iterate cut measure count seek rows utf16 utf32 utf16_lossy utf32_lossy kernels limit spec_hash" ;;
        point) compopt +o default ;;
        points) compopt +o default ;;
        prefix) compopt +o default ;;
        processors) _u8gen_list "x86-64 aarch64 riscv64 wasm32" ;;
        spec) _u8gen_words "assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2" ;;
    esac
}

# Sets `kind` and `many` for the value of option $1 or argument $2 of the command, and `options`.
_u8gen_kind() {
    case ${COMP_WORDS[1]} in
        gen)
            options='--to --prefix --kernels --for --only --without --flat --single-header --depfile --man -o --output --model --trace --acsl -h --help'
            case $1 in
                --to) kind='spec' ;;
                --prefix) kind='prefix' ;;
                --kernels) kind='kernels' ;;
                --for) kind='processors' ;;
                --only) kind='parts' ;;
                --without) kind='functions' ;;
                --depfile) kind='file' ;;
                --man) kind='folder' ;;
                -o | --output) kind='folder' ;;
                --model) kind='folder' ;;
                --trace) kind='folder' ;;
            esac
            case $2 in
                ?*) kind='spec' ;;
            esac
            ;;
        vendor)
            options='--to --prefix --kernels --for --only --without --flat --single-header --depfile --man --force -h --help'
            case $1 in
                --to) kind='spec' ;;
                --prefix) kind='prefix' ;;
                --kernels) kind='kernels' ;;
                --for) kind='processors' ;;
                --only) kind='parts' ;;
                --without) kind='functions' ;;
                --depfile) kind='file' ;;
                --man) kind='folder' ;;
            esac
            case $2 in
                1) kind='spec' ;;
                2) kind='folder' ;;
            esac
            ;;
        check)
            options='--copy --spec --model -h --help'
            case $1 in
                --copy) kind='copy' many=yes ;;
                --spec) kind='file' ;;
                --model) kind='folder' ;;
            esac
            case $2 in
                ?*) kind='spec' ;;
            esac
            ;;
        new)
            options='--from --without --max --replacement --name -o --output --force -h --help'
            case $1 in
                --from) kind='spec' ;;
                --without) kind='points' ;;
                --max) kind='point' ;;
                --replacement) kind='point' ;;
                --name) kind='name' ;;
                -o | --output) kind='file' ;;
            esac
            ;;
        tour)
            options='--against -h --help'
            case $1 in
                --against) kind='file' ;;
            esac
            case $2 in
                1) kind='spec' ;;
            esac
            ;;
        explain)
            options='-v --verbose -h --help'
            case $2 in
                1) kind='spec' ;;
                ?*) kind='bytes' ;;
            esac
            ;;
        diff)
            options='-h --help'
            case $2 in
                1) kind='spec' ;;
                2) kind='spec' ;;
            esac
            ;;
        dot)
            options='-o --output -h --help'
            case $1 in
                -o | --output) kind='folder' ;;
            esac
            case $2 in
                1) kind='spec' ;;
            esac
            ;;
        verify)
            options='-o --output --sample -h --help'
            case $1 in
                -o | --output) kind='folder' ;;
            esac
            case $2 in
                1) kind='spec' ;;
            esac
            ;;
        list)
            options='-h --help'
            ;;
    esac
}

_u8gen() {
    local cur=${COMP_WORDS[COMP_CWORD]} place=1 at kind many options
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _u8gen_words "gen vendor check new tour explain diff dot verify list -h --help --version"
        return
    fi
    # bash splits "--to=utf-8" into three words.
    [ "$cur" != "=" ] || cur=
    # An option has no value, one value, or all values up to the next option.
    local pending=
    for ((at = 2; at < COMP_CWORD; at++)); do
        case ${COMP_WORDS[at]} in
            =) ;;
            -*)
                kind='' many=''
                _u8gen_kind "${COMP_WORDS[at]}" ''
                pending=$kind
                ;;
            *)
                if [ -z "$pending" ]; then
                    place=$((place + 1))
                elif [ -z "$many" ]; then
                    pending=
                fi
                ;;
        esac
    done
    kind='' many=''
    _u8gen_kind '' "$place"
    case $cur in
        -*) _u8gen_words "$options" ;;
        *) _u8gen_offer "${pending:-$kind}" ;;
    esac
}

complete -o default -F _u8gen u8gen
