# u8gen's completions for fish: `make completions` writes them from gen/commands/command_line.lua.
# SPDX-License-Identifier: 0BSD

# Completes the last of several words that are separated by commas.
function __u8gen_list
    set -l before (string match -r '.*,' -- (commandline -ct))
    for word in $argv
        echo "$before$word"
    end
end

complete -c u8gen -n __fish_use_subcommand -f
complete -c u8gen -n __fish_use_subcommand -s h -l help -d 'help'
complete -c u8gen -n __fish_use_subcommand -l version -d 'the version'

complete -c u8gen -n __fish_use_subcommand -a gen -d 'Generate C from specs'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l to -r -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2' -d 'the encoding to convert to'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l prefix -r -f -d 'prefix of file and symbol names, as in PREFIX.h and PREFIX_valid'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l kernels -r -f -a '(__u8gen_list dfa shift re2c swar sse avx2 avx2gfni avx512bw avx512 neon sve rvv simd128)' -d 'only dfa and these kernels, separated by commas'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l for -r -f -a '(__u8gen_list x86-64 aarch64 riscv64 wasm32)' -d 'only the kernels for these processors, separated by commas, those that --kernels names, swar, and shift or dfa'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l only -r -f -a '(__u8gen_list valid prefix check status chunk repair repair_stream stream decode encode iterate cut measure count seek rows utf16 utf32 utf16_lossy utf32_lossy kernels limit spec_hash)' -d 'only these functions, separated by commas, and the functions that they need'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l without -r -f -a '(__u8gen_list prefix check status chunk repair repair_stream stream decode encode iterate cut measure count seek rows utf16 utf32 utf16_lossy utf32_lossy kernels limit spec_hash)' -d 'omit these functions, separated by commas, and the functions that need them'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l flat -d 'write each vector kernel in full'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l single-header -d 'one .h file'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l depfile -r -d 'write a Make rule with the dependencies of the output to this file'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l man -r -f -a '(__fish_complete_directories)' -d 'write manual pages to this folder'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -s o -l output -r -f -a '(__fish_complete_directories)' -d 'the folder to write to'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l model -r -f -a '(__fish_complete_directories)' -d 'write auxiliary files to this folder'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l trace -r -f -a '(__fish_complete_directories)' -d 'write the results of the stages to this folder, in seven numbered files'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -l acsl -d 'add the annotations that make prove proves, as comments'
complete -c u8gen -n '__fish_seen_subcommand_from gen' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'

complete -c u8gen -n __fish_use_subcommand -a vendor -d 'Write a copy of the C for your own project into a folder, or upgrade the copy there'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l to -r -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2' -d 'the encoding to convert to'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l prefix -r -f -d 'prefix of file and symbol names, as in PREFIX.h and PREFIX_valid'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l kernels -r -f -a '(__u8gen_list dfa shift re2c swar sse avx2 avx2gfni avx512bw avx512 neon sve rvv simd128)' -d 'only dfa and these kernels, separated by commas'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l for -r -f -a '(__u8gen_list x86-64 aarch64 riscv64 wasm32)' -d 'only the kernels for these processors, separated by commas, those that --kernels names, swar, and shift or dfa'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l only -r -f -a '(__u8gen_list valid prefix check status chunk repair repair_stream stream decode encode iterate cut measure count seek rows utf16 utf32 utf16_lossy utf32_lossy kernels limit spec_hash)' -d 'only these functions, separated by commas, and the functions that they need'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l without -r -f -a '(__u8gen_list prefix check status chunk repair repair_stream stream decode encode iterate cut measure count seek rows utf16 utf32 utf16_lossy utf32_lossy kernels limit spec_hash)' -d 'omit these functions, separated by commas, and the functions that need them'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l flat -d 'write each vector kernel in full'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l single-header -d 'one .h file'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l depfile -r -d 'write a Make rule with the dependencies of the output to this file'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l man -r -f -a '(__fish_complete_directories)' -d 'write manual pages to this folder'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -l force -d 'overwrite edited files'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'
complete -c u8gen -n '__fish_seen_subcommand_from vendor' -f -a '(__fish_complete_directories)'

complete -c u8gen -n __fish_use_subcommand -a check -d 'Compare out/, or copies in your tree, with newly generated files'
complete -c u8gen -n '__fish_seen_subcommand_from check' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from check' -l copy -r -d 'instead of out/, check these files in your tree'
complete -c u8gen -n '__fish_seen_subcommand_from check' -l spec -r -d 'a copys spec, if it is neither in the catalogue nor next to the copy'
complete -c u8gen -n '__fish_seen_subcommand_from check' -l model -r -f -a '(__fish_complete_directories)' -d 'write auxiliary files to this folder'
complete -c u8gen -n '__fish_seen_subcommand_from check' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'

complete -c u8gen -n __fish_use_subcommand -a new -d 'Write a spec from options'
complete -c u8gen -n '__fish_seen_subcommand_from new' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from new' -l from -r -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2' -d 'the spec to start from'
complete -c u8gen -n '__fish_seen_subcommand_from new' -l without -r -f -d 'exclude a code point, a range, or a Unicode category or property'
complete -c u8gen -n '__fish_seen_subcommand_from new' -l max -r -f -d 'the last code point'
complete -c u8gen -n '__fish_seen_subcommand_from new' -l replacement -r -f -d 'the code point that replaces ill-formed bytes in repaired text'
complete -c u8gen -n '__fish_seen_subcommand_from new' -l name -r -f -d 'the encodings name'
complete -c u8gen -n '__fish_seen_subcommand_from new' -s o -l output -r -d 'the file to write'
complete -c u8gen -n '__fish_seen_subcommand_from new' -l force -d 'overwrite the file'

complete -c u8gen -n __fish_use_subcommand -a tour -d 'Show how u8gen derives the C from a spec, stage by stage'
complete -c u8gen -n '__fish_seen_subcommand_from tour' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from tour' -l against -r -d 'compare the derived tables with published ones from this file'
complete -c u8gen -n '__fish_seen_subcommand_from tour' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'

complete -c u8gen -n __fish_use_subcommand -a explain -d 'Show how an encoding reads bytes'
complete -c u8gen -n '__fish_seen_subcommand_from explain' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from explain' -s v -l verbose -d 'show the payload bits of each byte, and the code point in binary, decimal and hexadecimal'
complete -c u8gen -n '__fish_seen_subcommand_from explain' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'
complete -c u8gen -n '__fish_seen_subcommand_from explain' -f

complete -c u8gen -n __fish_use_subcommand -a diff -d 'Show the shortest texts in which two encodings differ'
complete -c u8gen -n '__fish_seen_subcommand_from diff' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from diff' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'
complete -c u8gen -n '__fish_seen_subcommand_from diff' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'

complete -c u8gen -n __fish_use_subcommand -a dot -d 'Write the automaton as NAME.dot, for Graphviz'
complete -c u8gen -n '__fish_seen_subcommand_from dot' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from dot' -s o -l output -r -f -a '(__fish_complete_directories)' -d 'the folder to write to'
complete -c u8gen -n '__fish_seen_subcommand_from dot' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'

complete -c u8gen -n __fish_use_subcommand -a verify -d 'Generate C from a spec, and verify it against the spec'
complete -c u8gen -n '__fish_seen_subcommand_from verify' -s h -l help -d 'help'
complete -c u8gen -n '__fish_seen_subcommand_from verify' -s o -l output -r -f -a '(__fish_complete_directories)' -d 'keep the generated files in this folder'
complete -c u8gen -n '__fish_seen_subcommand_from verify' -l sample -d 'test only a sample of the texts, for a quick result'
complete -c u8gen -n '__fish_seen_subcommand_from verify' -a 'assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2'

complete -c u8gen -n __fish_use_subcommand -a list -d 'Show the encodings of the catalogue'
complete -c u8gen -n '__fish_seen_subcommand_from list' -s h -l help -d 'help'
