#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Runs commands and adds up what they passed and failed.
#
# In: commands, one an argument. Out: each command's output under a heading, at last one line
# `N passed, N failed`; exit 1 if anything failed. All commands run, whatever fails.
# A command after `&` is begun at once, beside the others, and shown at its turn.
# A command's own count is the last that it prints, in the form above, luaunit's ("Ran 7 tests in
# 0.1 seconds, 6 successes, 1 failure") or cmocka's ("[  PASSED  ] 7 test(s)."). A command without
# one counts as one, by its exit status; one that exits with failure has failed at least once.
set -u

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
log=$work/log status=$work/status
number=0
for command; do
    number=$((number + 1))
    case $command in
        '& '*) { sh -c "${command#& }" >"$work/log.$number" 2>&1; echo $? >"$work/status.$number"; } & ;;
    esac
done
passed=0 failed=0 number=0
for command; do
    number=$((number + 1))
    printf '\n== %s\n' "${command#& }"
    case $command in
        '& '*)
            until [ -s "$work/status.$number" ]; do
                sleep 1
            done
            cat "$work/log.$number"
            cp "$work/log.$number" "$log"
            cp "$work/status.$number" "$status"
            ;;
        *) { sh -c "$command"; echo $? >"$status"; } | tee "$log" ;;
    esac
    # shellcheck disable=SC2046 # two numbers
    set -- $(awk -v status="$(cat "$status")" '
        /^[0-9]+ passed, [0-9]+ failed$/ { counted = 1; passed = $1; failed = $3 }
        /^Ran [0-9]+ tests in / {
            counted = 1; passed = failed = 0
            for (i = 1; i <= NF; i++) {
                if ($i ~ /^success/) passed = $(i - 1)
                if ($i ~ /^(failure|error)/) failed += $(i - 1)
            }
        }
        /^\[  PASSED  \] [0-9]+ test/ { counted = 1; passed = $4 }
        /^\[  FAILED  \] [0-9]+ test/ { counted = 1; failed = $4 }
        END {
            if (!counted && status == 0) passed = 1
            if (status != 0 && failed == 0) failed = 1
            print passed + 0, failed + 0
        }' "$log")
    passed=$((passed + $1)) failed=$((failed + $2))
    [ "$2" = 0 ] || printf '** failed: %s\n' "$command"
done
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ]
