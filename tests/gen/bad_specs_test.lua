-- SPDX-License-Identifier: 0BSD
-- Specs with errors; in many, two rules contradict each other. The message names the line of the error, and often the line of the other
-- rule, too.
--
-- Each case has the spec without its first line, the line of the error, and a part of the message.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local pipeline <const> = require "gen.pipeline"
local spec <const> = require "gen.spec.spec"

local HEAD <const> = 'encoding "X" source "Y"\n'
local ONE <const> = 'form "0xxxxxxx" { "U+0000..U+007F" }\n'
local HOLE <const> = 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { hole = "U+0100..U+01FF" } }\n'

local WRONG <const> = {
  replacement_of_two_code_points = { ONE .. 'replacement "U+003F..U+0040"', 3,
    'replacement must be one code point, such as "U+FFFD", not U+003F..U+0040' },
  replacement_that_is_no_range = { ONE .. 'replacement "?"', 3, 'cannot read the range "?"' },
  replacement_too_long = { ONE .. 'replacement "U+FFFFFFFFF"', 3, "cannot read the range" },
  replacement_of_a_number = { ONE .. "replacement(63)", 3, "replacement must be followed by a string that is not blank" },
  replacement_of_a_table = { ONE .. 'replacement { "U+003F" }', 3, "replacement must be followed by a string" },
  replacement_without_a_value = { ONE .. "replacement()", 3, "replacement must be followed by a string" },
  replacement_twice = { ONE .. 'replacement "U+003F"\nreplacement "U+003F"', 4, "replacement occurs twice, first in line 3" },
  replacement_with_an_equals_sign = { ONE .. 'replacement = "U+003F"', 3,
    "replacement is a statement of specs; write its value directly after it" },
  no_forms = { "", 1, "an encoding needs at least one form" },
  no_code_point_left = { 'form "0xxxxxxx" { "U+0041", except = { a = "U+0041" } }', 2,
    'form "0xxxxxxx" has no characters: its exceptions leave out all its code points' },
  range_that_reads_like_a_line = { 'form "0xxxxxxx" { "line 99999999999999999999" }', 2, 'the range "line 99999999999999999999"' },
  range_that_reads_like_a_line_of_another_file = { 'form "0xxxxxxx" { "line -5" }', 2, 'the range "line -5"' },
  blanks_after_a_long_bracket = { ONE .. "bytes [[  \nzz\n]]", 4, 'cannot read "zz" in bytes' },
  no_range = { 'form "0xxxxxxx" { }', 2, "has no range" },
  seven_bytes = { 'form "0xxxxxxx' .. (" 10xxxxxx"):rep(6) .. '" { "U+0000" }', 2, "a form has one to 6 bytes" },
  outside_the_form = { 'form "0xxxxxxx" { "U+0000..U+0080" }', 2, 'U+0080 does not fit form "0xxxxxxx"' },
  exception_outside_the_form = { 'form "0xxxxxxx" { "U+0000..U+0040", except = { a = "U+0041" } }', 2,
    "the exception a names U+0041, which its form does not have" },
  also_below_the_base = { 'form "100xxxxx" { "U+0080..U+009F", also = "U+0070..U+0085" }', 2, 'U+0070 does not fit form "100xxxxx"' },
  also_outside_the_form = { ONE .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", also = "U+0800" }', 3, "U+0800 does not fit form" },
  two_forms_for_one_code_point = { ONE .. 'form "110xxxxx 10xxxxxx" { "U+007F..U+07FF" }', 3,
    "U+007F is in two forms, here and in line 2" },
  a_character_that_begins_another = { ONE .. 'form "01xxxxxx 10xxxxxx" { "U+0080" }', 3,
    '42 is a character of form "0xxxxxxx" of line 2 and begins a character of form "01xxxxxx 10xxxxxx" of line 3' },
  two_rows_with_a_common_character = { ONE .. 'bytes "81..9F 40..7E"\nbytes "90..A0 7E..7F"', 4,
    '90 7E is a character of form "81..9F 40..7E" of line 3 and also a character of form "90..A0 7E..7F" of line 4' },
  a_row_that_begins_another = { ONE .. 'bytes [[ 81 40 41\n 80..82 30..40 ]]', 3,
    '81 40 is a character of form "80..82 30..40" of line 3 and begins a character of form "81 40 41" of line 3' },
  a_row_without_bytes = { ONE .. 'bytes " "', 3, "bytes must be followed by rows" },
  a_row_that_ends_before_it_begins = { ONE .. 'bytes "9F..81"', 3, "the range 9F..81 ends before it begins" },
  a_row_with_an_invalid_byte = { ONE .. 'bytes "81 4x"', 3, 'cannot read "4x" in bytes' },
  a_row_of_seventeen_bytes = { ONE .. 'bytes "81' .. (" 40"):rep(16) .. '"', 3, "a row has one to 16 bytes" },
  rows_of_too_many_characters = { ONE .. "bytes [[\n" .. ("C0..C9" .. (" 80..BF"):rep(10) .. "\n") .. "]]", 4, "than 2^62 characters" },
  too_many_forms = { ONE .. 'bytes [[' .. ("81\n"):rep(1024) .. ']]', 3, "at most 1024 forms" },
  too_many_rows = { ONE .. 'bytes [[' .. ("81\n"):rep(1025) .. ']]', 1027, "bytes has more than 1024 rows" },
  a_set_of_too_many_rows = { ONE .. 'bytes [[\n81' .. (" {40 42 44 46 48}"):rep(5) .. ' ]]', 4,
    "a row with sets counts as the product of their numbers of ranges" },
  an_empty_set = { ONE .. 'bytes "81 {} 40"', 3, "a set needs bytes; write them between the braces" },
  a_set_that_is_not_closed = { ONE .. 'bytes [[\n81 {40 41\n82 42} ]]', 4, "the set is not closed; write } after its last byte" },
  a_set_that_is_not_opened = { ONE .. 'bytes "81 40 41}"', 3, "this } closes no set; write { before the first byte" },
  a_set_in_a_set = { ONE .. 'bytes "81 {40 {41}}"', 3, "a set cannot contain another set" },
  a_byte_twice_in_a_set = { ONE .. 'bytes "81 {40..45 45}"', 3, "the byte 45 is in the set twice; write it once" },
  a_set_out_of_order = { ONE .. 'bytes "81 {62 2F}"', 3, "the bytes of a set must ascend; write 2F before 62" },
  a_range_of_a_set_that_ends_before_it_begins = { ONE .. 'bytes "81 {7E..40}"', 3, "the range 7E..40 ends before it begins; write 40..7E" },
  a_set_with_an_invalid_byte = { ONE .. 'bytes "81 {4x}"', 3, 'cannot read "4x" in bytes' },
  a_set_where_another_row_has_a_byte = { ONE .. 'bytes [[ 81 {40 50}\n 81 50 ]]', 3, "81 50 is a character of form" },
  a_set_in_a_printed_row_that_is_not_closed = { ONE .. "well_formed [[ {00..7F ]]", 3, "the set is not closed" },
  other_leading_bits = { 'form "100xxxxx" { "U+0080..U+00A0" }', 2,
    'U+00A0 does not fit form "100xxxxx", whose 5 bits encode U+0080..U+009F' },
  also_of_a_code_point_that_no_other_form_has = { 'form "0xxxxxxx" { "U+0001..U+007F" }\n'
    .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", also = "U+0000..U+0001" }', 3,
    "`also` names U+0000, which no other form has" },
  also_of_an_exception_of_another_form = { 'form "0xxxxxxx" { "U+0000..U+007F", except = { nul = "U+0000" } }\n'
    .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", also = "U+0000..U+007F" }', 3,
    "`also` names U+0000..U+007F, but the exception nul of line 2 leaves out some of these code points" },
  also_of_a_code_point_in_the_same_ranges = { ONE .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", also = "U+0080" }', 3,
    "U+0080 is in both `also` and the form's own ranges" },
  left_out_twice = { 'form "0xxxxxxx" { "U+0000..U+007F", except = { a = "U+0041..U+0043", b = "U+0043" } }', 2,
    "U+0043 is left out twice, by the exceptions a and b" },
  two_exceptions_of_one_name = { 'form "0xxxxxxx" { "U+0000..U+007F", except = {\n  a = "U+0041",\n  b = "U+0042", a = "U+0043" } }', 4,
    "a occurs twice in one table, first in line 3" },
  two_exceptions_of_one_name_in_brackets = { ONE .. 'except { ["a"] = "U+0041", a = "U+0042" }', 3, "a occurs twice in one table" },
  a_form_without_code_points_before_a_pair = { ONE .. 'form "1xxxxxxx"\npair { high = "U+0041", low = "U+0042" }', 3,
    'form "1xxxxxxx" has no code points' },
  a_form_with_code_points_twice = { 'local f = form "0xxxxxxx"\nf { "U+0041" } f { "U+0042" }', 2, "is followed by code points twice" },
  two_lists_of_exceptions = { 'form "0xxxxxxx" { "U+0000..U+007F",\nexcept = { a = "U+0041" },\nexcept = { b = "U+0042" } }', 4,
    "except occurs twice in one table, first in line 3" },
  pair_outside_all_forms = { ONE .. 'pair { high = "U+0100", low = "U+0041" }', 3,
    "the high half U+0100 is not inside the ranges of one form" },
  pair_partly_left_out = { ONE .. HOLE .. 'pair { high = "U+00F0..U+010F", low = "U+0200" }', 4,
    "the exception hole of line 3 leaves out a part of the high half U+00F0..U+010F; it must leave out all or nothing" },
  pair_twice = { ONE .. 'pair { high = "U+0041", low = "U+0042" }\npair { high = "U+0043", low = "U+0044" }', 4,
    "pair occurs twice, first in line 3" },
  never_of_an_exception = { ONE .. HOLE .. 'never { "U+0041", "U+0100..U+0101" }', 4,
    "the range U+0100..U+0101 has no characters: the exception hole of line 3 leaves out code points of it" },
  never_of_a_missing_code_point = { ONE .. 'never { "U+0080", "U+0041" }', 3,
    "the range U+0080 has no characters: no form has these code points" },
  never_of_halves = { ONE .. 'pair { high = "U+0041", low = "U+0042" }\nnever { "U+0042", "U+0043" }', 4, "the pair of line 3" },
  never_of_some_pairs = { ONE .. 'pair { high = "U+0041..U+0042", low = "U+0043" }\nnever { "U+0044", "U+0080" }', 4,
    "never names some of U+0080..U+0081, which the pairs of line 3 encode" },
  never_with_an_except_of_all = { ONE .. 'never { "U+0041", { "U+0042", except = "U+0042" } }', 3, "never names no code point" },
  exception_of_unicode_that_no_form_has = { ONE .. 'disallow { a = unicode "Bidi_Control" }', 3,
    "the exception a names no code point that a form has" },
  exception_inside_a_form_that_no_form_has = { 'form "0xxxxxxx" { "U+0000..U+007F", except = { a = unicode "Zl" } }\n' .. HOLE, 2,
    "the exception a names no code point that a form has" },
  never_of_missing_unicode = { ONE .. 'never { "U+0041", unicode "Bidi_Control" }', 3,
    "a side of never has no characters: no form writes a code point of its `unicode`" },
  never_of_missing_unicode_at_the_end = { 'bytes "41"\nnever { unicode "Cc", "end" }', 3, "no form writes a code point of its `unicode`" },
  never_of_missing_unicode_at_the_start = { ONE .. 'never { "start", { unicode "Cf", unicode "Zl" } }', 3, "no form writes a code point" },
  never_after_missing_unicode = { ONE .. 'never { { "start", unicode "Cf" }, "U+0041" }', 3, "no form writes a code point" },
  never_of_unicode_that_is_disallowed = { ONE .. HOLE .. 'disallow { blank = unicode "Zs" }\nnever { "U+0041", unicode "Zs" }', 5,
    "no characters" },
  never_with_an_except_of_all_characters = { ONE .. 'never { "U+0041", { "U+0000..U+0100", except = "U+0000..U+007F" } }', 3,
    "a side of never has no characters: its `except` leaves out all of them" },
  never_with_end_as_the_first_side = { ONE .. 'never { { "U+0041", "end" }, "U+0042" }', 3, 'cannot read the range "end"' },
  never_with_an_unknown_key = { ONE .. 'never { "U+0041", { "U+0042", not_ = "U+0043" } }', 3,
    'a side of never has an unknown key "not_"; allowed are ranges, unicode "NAME", "end" and except' },
  never_with_a_number_as_a_key = { ONE .. 'never { "U+0041", { "U+0042", [9] = "U+0043" } }', 3, 'an unknown key "9"' },
  never_that_forbids_every_continuation = { ONE .. 'never { "U+0041", { "U+0000..U+007F", "end" } }', 3,
    "after 41 no text can be completed" },
  a_printed_row_that_another_row_replaces = { 'form "0xxxxxxx" { "U+0061..U+0062" }\nnever { "U+0061", "U+0061", name = "aa" }\n'
    .. "well_formed [[ 61 62\n62 ]]", 4, "the forms allow 61, but no row has 61" },
  a_printed_row_that_begins_another = { ONE .. "well_formed [[ 00..7F\n41 42 ]]", 3,
    "41 is in a row of well_formed, and another row has it or begins with it" },
  too_many_nevers = { ONE .. ('never { "U+0041", "U+0042" } '):rep(513), 3, "at most 512 never rules" },
  never_named_as_an_exception = { ONE .. HOLE .. 'never { "U+0041", "U+0042", name = "hole" }', 4,
    "the exception of line 3 already has the name hole" },
}

---Similar specs without an error.
local RIGHT <const> = {
  the_same_name_in_two_forms = ONE:gsub(" }", ', except = { hole = "U+0041" } }') .. HOLE,
  halves_inside_an_exception = ONE .. HOLE .. 'pair { high = "U+0100..U+017F", low = "U+0180..U+01FF" }',
  names_in_comments_and_strings = ONE:gsub(" }", ', except = { --[[ a = ]] a = "U+0041", -- a =\n b = [[U+0042]] } }'):gsub("%[%[U", '"U')
    :gsub("2%]%]", '2"'),
  an_exception_over_two_ranges = 'form "0xxxxxxx" { "U+0000..U+003F", "U+0040..U+007F", except = { a = "U+003E..U+0041" } }',
  a_disallow_of_a_form_with_code_points_of_another = 'form "0xxxxxxx" { "U+0000..U+007F", disallow = { a = unicode "Lo" } }' .. HOLE,
  unicode_that_a_form_has_in_part = ONE .. HOLE .. 'disallow { a = unicode "Zs" }\nnever { { "start", "U+0041" }, unicode "Cf" }',
  never_partly_in_an_exception = ONE .. HOLE .. 'never { "U+00F0..U+0100", "U+0041" }',
  two_nevers_of_one_name = ONE .. 'never { "U+0041", "U+0042", name = "a" }\nnever { "U+0042", "U+0041", name = "a" }',
  two_nevers_without_names = ONE .. 'never { "U+0041", "U+0042" }\nnever { "U+0042", "U+0041" }',
  never_over_several_forms_and_the_end = ONE .. HOLE .. 'never { "U+000D", { "U+0000..U+FFFF", "end", except = "U+000A" } }',
  never_of_all_pairs = ONE .. 'pair { high = "U+0041..U+0042", low = "U+0043" }\nnever { "U+0044", "U+0080..U+0081" }',
  shared_lead_bytes = ONE .. 'bytes [[ 81..9F 40..7E\n 81..9F 30..39 81..FE 30..39 ]]',
  sets_in_printed_rows = ONE .. 'bytes "81 {40 50..5F 7E}"\nwell_formed [[\n00..7F\n{81} {40 50..5F}\n81 7E ]]',
  a_set_in_every_place = 'bytes [[ {22 2F 5C}\n{41..43 61..63} {30}{31} ]]',
  rows_in_any_order = 'bytes "81..9F 40..7E"\n' .. ONE,
  replacement = ONE .. 'replacement "U+003F"',
  replacement_that_no_form_writes = ONE .. 'replacement "U+FFFFFFFF"',
  leading_bits = ONE .. 'form "100xxxxx" { "U+0080..U+009F" }',
  a_form_with_only_also = 'form "0xxxxxxx" { "U+0000..U+007F" }\nform "110xxxxx 10xxxxxx" { also = "U+0000" }',
  a_form_of_halves_only = ONE .. 'form "110xxxxx 10xxxxxx" { "U+0080..U+0081", except = { half = "U+0080..U+0081" } }\n'
    .. 'pair { high = "U+0080", low = "U+0081" }',
}

TestBadSpecs = {}

function TestBadSpecs.test_errors_are_reported_with_their_lines()
  for name, case in pairs(WRONG) do
    local ok, err = pcall(pipeline.compile, HEAD .. case[1], "bad.lua")
    lu.assertFalse(ok, name)
    lu.assertTrue(type(err) == "table" and err.spec_error, name .. ": " .. tostring(err))
    local message <const> = spec.message(err)
    lu.assertStrContains(message, ("bad.lua:%d: error: "):format(case[2]), false, false, name)
    lu.assertStrContains(message, case[3], false, false, name)
  end
end

function TestBadSpecs.test_similar_specs_without_an_error_are_accepted()
  for name, text in pairs(RIGHT) do
    local ok, err = pcall(pipeline.compile, HEAD .. text, "good.lua")
    lu.assertTrue(ok, name .. ": " .. tostring(type(err) == "table" and err.message or err))
  end
end

os.exit(lu.LuaUnit.run())
