#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Runs commands, adds up the tests that passed and failed, and shows the time of each command.
#
#   sh tests/run.sh [-j N] COMMAND...
#
# In: commands, each an argument. Out: each command's output under a heading, in the order of the
# arguments; the CPU seconds and elapsed seconds of each; a last line `N passed, N failed`;
# exit 1 if anything failed. All commands run, even after a failure.
# With -j, up to N commands run in parallel, started in the order of the arguments. Each output is shown when its
# command and all earlier ones have ended. Until then, a line every 20 seconds names the running commands.
# (Without -j, commands run one after the other, and output is shown while they run.)
# A command that begins with `& ` starts immediately and does not count toward N; its output is shown in order.
# A command's count is the last that it prints, in one of three forms: the one above, luaunit's ("Ran 7
# tests in 0.1 seconds, 6 successes, 1 failure") or cmocka's ("[  PASSED  ] 7 test(s)."). A command
# without a count counts as one test, by its exit status. Each of these is at least one failure: a
# nonzero status; an unknown status, for example of a command that was killed with its parent; and a
# count of zero tests (passed, failed and skipped). Without a command, the exit status is 1.
# A command may report the times of its parts: lines `PROCESSOR-SECONDS SECONDS NAME` in the file that
# the variable RUN_TIMES names. This script does so if another run.sh runs it. The outermost run.sh prints:
#
#        CPU s      s
#        312.4    330  make test
#          7.2      8     lua5.4 tests/gen/gen_test.lua
#
# Then lines that begin with `!!` repeat each failed command and the end of its output: at most 25 lines, or its own `!!` lines.
set -u

jobs=1
if [ "${1-}" = -j ]; then
    jobs=$2
    shift 2
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# Background processes of a script ignore interrupts, so this trap ends them by SIGTERM to the process group.
trap 'trap "" TERM; kill -s TERM 0; exit 130' INT

# timed NUMBER COMMAND: runs a command; writes its status to a file and, at the end, its times to another.
timed() {
    begin=$(date +%s)
    printf '%s\n' "$2" | head -n 1 >"$work/runs.$1"
    (
        RUN_TIMES=$work/inner.$1 sh -c "$2"
        echo $? >"$work/status.$1"
        times >"$work/times.$1"
        # The last line of `times` is that of the children: 1m2.5s user and 0m3.0s system.
        awk -v seconds=$(($(date +%s) - begin)) -v name="$2" '
            { split($0, part, /[ms ]+/); cpu = 60 * part[1] + part[2] + 60 * part[3] + part[4] }
            END { printf "%.1f %d %s\n", cpu, seconds, name }' "$work/times.$1" >"$work/taking.$1"
        [ ! -f "$work/inner.$1" ] || sed 's/^[^ ]* [^ ]* /&   /' "$work/inner.$1" >>"$work/taking.$1"
    )
    [ -s "$work/status.$1" ] || echo 1 >"$work/status.$1"
    [ -s "$work/taking.$1" ] || echo "0.0 $(($(date +%s) - begin)) $2" >"$work/taking.$1"
    rm "$work/runs.$1"
    mv "$work/taking.$1" "$work/took.$1"
}

# run_untaken COMMAND...: runs, one after the other, the commands without `&` that no other worker has taken.
run_untaken() {
    taken=0
    for command; do
        taken=$((taken + 1))
        case $command in
            '& '*) ;;
            *) mkdir "$work/taken.$taken" 2>/dev/null && timed $taken "$command" >"$work/log.$taken" 2>&1 ;;
        esac
    done
}

# show NUMBER COMMAND: waits until a command has ended, and prints its output.
show() {
    waited=0
    until [ -s "$work/took.$1" ]; do
        sleep 0.2
        waited=$((waited + 1))
        if [ $((waited % 100)) = 0 ]; then
            printf -- '-- running: %s\n' "$(cat "$work"/runs.* 2>/dev/null | cut -c 1-60 | paste -s -d '|' - | sed 's/|/; /g')"
        fi
    done
    printf '\n== %s\n' "$2"
    cat "$work/log.$1"
}

number=0
for command; do
    number=$((number + 1))
    case $command in
        '& '*) timed $number "${command#& }" >"$work/log.$number" 2>&1 & ;;
    esac
done
if [ "$jobs" -gt 1 ]; then
    for _ in $(seq "$jobs"); do
        run_untaken "$@" &
    done
fi
passed=0 failed=0 number=0
for command; do
    number=$((number + 1))
    if [ "$jobs" -le 1 ] && [ "${command#& }" = "$command" ]; then
        printf '\n== %s\n' "$command"
        timed $number "$command" | tee "$work/log.$number"
    else
        show $number "${command#& }"
    fi
    sums=$(awk -v status="$(cat "$work/status.$number")" '
        /^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$/ { counted = 1; passed = $1; failed = $3; skipped = $5 }
        /^Ran [0-9]+ tests in / {
            counted = 1; passed = failed = skipped = 0
            for (i = 1; i <= NF; i++) {
                if ($i ~ /^success/) passed = $(i - 1)
                if ($i ~ /^(failure|error)/) failed += $(i - 1)
                if ($i ~ /^skipped/) skipped = $(i - 1)
            }
        }
        /^\[  PASSED  \] [0-9]+ test/ { counted = 1; passed = $4 }
        /^\[  FAILED  \] [0-9]+ test/ { counted = 1; failed = $4 }
        END {
            if (!counted && status == 0) passed = 1
            if (failed == 0 && (status != 0 || passed + skipped == 0)) failed = 1
            print passed + 0, failed + 0
        }' "$work/log.$number")
    passed=$((passed + ${sums% *})) failed=$((failed + ${sums#* }))
    if [ "${sums#* }" != 0 ]; then
        printf '** failed: %s\n' "$command"
        printf '!! %s\n' "${command#& }" >>"$work/failures"
        # Keeps the lines that an inner run.sh printed about its failures, or else the last 25 lines of the output.
        grep '^!! ' "$work/log.$number" >>"$work/failures" || tail -n 25 "$work/log.$number" | sed 's/^/!!   /' >>"$work/failures"
    fi
done
number=0
for command; do
    number=$((number + 1))
    cat "$work/took.$number"
done >"$work/all"
if [ -n "${RUN_TIMES-}" ]; then
    cat "$work/all" >>"$RUN_TIMES"
else
    printf '\n    CPU s      s\n'
    awk '{ cpu = $1; seconds = $2; sub(/^[^ ]* [^ ]* /, ""); printf "%9.1f %6d  %s\n", cpu, seconds, substr($0, 1, 80) }' "$work/all"
fi
[ $failed = 0 ] || { echo; cat "$work/failures"; }
echo
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $# != 0 ]
