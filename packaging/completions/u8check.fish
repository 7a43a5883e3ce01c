# SPDX-License-Identifier: 0BSD
# Completion of u8check's command line in fish: for /usr/share/fish/vendor_completions.d.

set -l encodings assignables cesu-8 cesu-8-lax fss-utf mqtt-strict mutf-8 mutf-8-android mutf-8-lenient mutf-8-paired toml-1.0 utf-8 \
    utf-8-generalized utf-8-interchange utf-8-nonul wtf-8 xml-1.0 yaml-1.2
set -l wide UTF-16LE UTF-16BE UTF-32LE UTF-32BE
set -l kernels "(u8check --help 2>/dev/null | string replace -rf '^Kernels here: ([^;]*);.*' '\$1' | string split ' ')"

complete -c u8check -s 0 -l null -d 'End each name with a zero byte'
complete -c u8check -s a -l all -d 'Report every fault'
complete -c u8check -l binary -d 'Include binary files in folders'
complete -c u8check -l no-binary -d 'Skip binary files'
complete -c u8check -l color -x -a 'auto always never' -d 'Use colors'
complete -c u8check -s c -l count -d 'Print the number of bytes, characters and UTF-16 units'
complete -c u8check -s e -l encoding -x -a "$encodings $wide" -d 'Check for this encoding'
complete -c u8check -l files0-from -r -d 'Check the files named in a file'
complete -c u8check -l format -x -a 'text gcc json sarif github' -d 'Print faults in this format'
complete -c u8check -s h -l help -d 'Print help'
complete -c u8check -l hidden -d 'Include hidden files in folders'
complete -c u8check -s i -l invert -d 'Print names of well-formed files'
complete -c u8check -s j -l jobs -x -d 'Check this many files at a time'
complete -c u8check -s k -l kernel -x -a "$kernels" -d 'Check with this kernel'
complete -c u8check -s l -l list -d 'Print names of ill-formed files'
complete -c u8check -s m -l max-errors -x -d 'Stop after this many faults'
complete -c u8check -s q -l quiet -d 'Print nothing'
complete -c u8check -s r -l recursive -d 'Check files in folders'
complete -c u8check -l repair -d 'Copy, with U+FFFD for ill-formed bytes'
complete -c u8check -l stats -d 'Print totals for all files'
complete -c u8check -s t -l time -d 'Print the speed of checking'
complete -c u8check -l to -x -a "$encodings $wide" -d 'Copy in this encoding'
complete -c u8check -s v -l verbose -d 'Print the bytes around faults'
complete -c u8check -l version -d 'Print the version'
