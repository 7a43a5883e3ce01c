# shellcheck shell=sh disable=SC2154 # homes.sh reads this file
# SPDX-License-Identifier: 0BSD
# mosquitto: lib/utf8_mosq.c. The original reads past `len` if a text ends inside a character that lacks two or more bytes.

missing() {
    missing_cunit
}

build() {
    make -C test/unit WITH_BUNDLED_DEPS=yes mosq_test
}

own_tests() {
    (cd test/unit && ./mosq_test | grep -E '^ +(tests|asserts)')
}

swap() {
    paired lib/utf8_mosq.c '#include "mosquitto.h"' mosq_utf8 mqtt-strict &&
        sed -i '/^int mosquitto_validate_utf8/s/$/ {/; /^int mosquitto_validate_utf8/{n;d}' lib/utf8_mosq.c &&
        swapped lib/utf8_mosq.c mosquitto_validate_utf8 \
            "return !str || len < 0 || len > 65536 ? MOSQ_ERR_INVAL : mosq_utf8_valid(str, (size_t)len) ? MOSQ_ERR_SUCCESS : MOSQ_ERR_MALFORMED_UTF8;"
}

# Validates texts that end inside a character, each in memory of exactly its size. Prints how many are refused, and for how many
# AddressSanitizer reports a read after the end.
read_past_end() {
    cat >asan.c <<'C'
#include <stdlib.h>
#include <string.h>
#include <mosquitto.h>
int main(int count, char **words)
{
    const int size = count > 1 ? (int)strlen(words[1]) : 0;
    char *text = malloc((size_t)size);
    if (!text || size == 0) {
        return 2;
    }
    memcpy(text, words[1], (size_t)size);
    const int result = mosquitto_validate_utf8(text, size);
    free(text);
    return result == MOSQ_ERR_MALFORMED_UTF8 ? 0 : 3;
}
C
    cc -g -fsanitize=address -I . -I include -I lib asan.c lib/utf8_mosq.c -o asan >asan.log 2>&1 || { echo "not built"; return; }
    refused=0 past=0
    for text in '\303' '\342' '\342\202' '\360' '\360\237' '\360\237\230'; do
        # shellcheck disable=SC2059 # the format is the text
        if ./asan "$(printf "a$text")" >asan.log 2>&1; then
            refused=$((refused + 1))
        elif grep -q 'heap-buffer-overflow' asan.log; then
            past=$((past + 1))
        fi
    done
    echo "refused $refused of 6, read past the end $past"
}

further() {
    verdict "AddressSanitizer of mosquitto as it is" "refused 3 of 6, read past the end 3" "$(cd "$1" && read_past_end)"
    verdict "AddressSanitizer with the swap" "refused 6 of 6, read past the end 0" "$(cd "$2" && read_past_end)"
}
