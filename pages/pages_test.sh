#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Tests the pages and the npm package in a browser: runs playground.mjs, light.mjs and npm.mjs of pages/test/.
#
# In: `all` for the full form, with the light pages of all encodings; else the quick form, with two. Out: each test's lines, then a line
# `N passed, N failed`. Without node, playwright-core or Chromium, it tests nothing; without lld or clang's wasm32, only the playground.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)

skip() {
    echo "skipped: pages ($1)"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

command -v node >/dev/null || skip "node is missing; sh setup.sh"
[ -d "$root/pages/node_modules/playwright-core" ] || skip "npm packages are missing; make pages-deps"
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || skip "Chromium is missing; make pages-deps"
cd "$root" || exit 1
light='utf-8 wtf-8'
[ "${1-}" != all ] || light=$(cd gen/specs && echo *.lua | sed 's/\.lua//g')
set -- "node pages/test/playground.mjs build/pages/playground.html $*" "node pages/test/light.mjs build/pages $light $*" \
    'node pages/test/npm.mjs build/npm/package'
if ! { clang --print-targets | grep wasm32 && command -v wasm-ld; } >/dev/null 2>&1; then
    echo "skipped: the light pages, npm in a browser (clang's target wasm32 or lld is missing)"
    set -- "$1"
    ${MAKE:-make} -s build/pages/playground.html || exit 1
elif [ "$light" = 'utf-8 wtf-8' ]; then
    ${MAKE:-make} -s build/pages/playground.html build/pages/utf-8.html build/pages/wtf-8.html build/npm/package/package.json || exit 1
else
    ${MAKE:-make} -s pages build/npm/package/package.json || exit 1
fi
sh tests/run.sh "$@"
