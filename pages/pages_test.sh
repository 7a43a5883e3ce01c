#!/bin/sh
# SPDX-License-Identifier: 0BSD
# The pages in a browser: pages/test/*.mjs, each with the page that it is about.
#
# In: `all` for the full form, else the quick one. Out: each test's lines; `N passed, N failed`.
# Without what `make pages-deps` brings, one line says so, and nothing is tested.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)

skip() {
    echo "skipped: pages ($1; make pages-deps)"
    echo "0 passed, 0 failed"
    exit 0
}

command -v node >/dev/null || skip "node is missing"
[ -d "$root/pages/node_modules/playwright-core" ] || skip "what npm brings is missing"
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || skip "Chromium is missing"
cd "$root" || exit 1
${MAKE:-make} -s pages || exit 1
node pages/test/playground.mjs build/pages/playground.html "$@"
