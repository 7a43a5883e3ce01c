// SPDX-License-Identifier: 0BSD
//
// Tests repair in WTF-8, where a character may forbid the next one: in pieces, and with too little room.
//
// Needs: build/wtf8_repair_test
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wtf8.h"

// A high surrogate ends a piece, and the low one that it forbids begins the next piece.
static void test_a_piece_forbids_the_next_one(void **state)
{
    (void)state;
    wtf8_repair_stream stream;
    uint8_t to[16];
    wtf8_repair_start(&stream);
    const wtf8_result first = wtf8_repair_feed(&stream, "\xED\xA0\x80", 3, to, sizeof to);
    assert_int_equal(first.written, 3);
    const wtf8_result second = wtf8_repair_feed(&stream, "\xED\xB0\x80", 3, to + 3, sizeof to - 3);
    assert_int_equal(second.written, 3);
    assert_memory_equal(to, "\xED\xA0\x80\xEF\xBF\xBD", 6);
}

// If the replacement does not fit, the character before it is still written, unless that character may forbid the next one.
static void test_a_replacement_without_room(void **state)
{
    (void)state;
    uint8_t to[3];
    const wtf8_result r = wtf8_repair("a\xFF", 2, to, sizeof to);
    assert_int_equal(r.status, WTF8_STATUS_NO_ROOM);
    assert_int_equal(r.read, 1);
    assert_int_equal(r.written, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_piece_forbids_the_next_one),
        cmocka_unit_test(test_a_replacement_without_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
