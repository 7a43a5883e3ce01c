-- SPDX-License-Identifier: 0BSD
-- Tests `u8gen verify`: its checks pass for the C of a user's own encoding, and fail if the C is changed.
--
-- Needs: build/verify/mutf8_to_utf8-native
-- The parts of the verifier that do not depend on an encoding are reused from this program.

package.path = "./?.lua;" .. package.path
local lu = require "luaunit"
local files_ = require "gen.common.files"

local spec_text = [[
encoding "NoHyphen"
source "UTF-8 without the soft hyphen, to three bytes"
form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF", except = { soft_hyphen = "U+00AD" } }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
]]

local OBJECTS <const> = "VERIFY_OBJECTS=build/verify/objects "
-- A sample is enough for encodings that differ from UTF-8 in one way; `make verify` checks more texts of UTF-8.
-- More optimization would take longer than it saves.
local VERIFY <const> = OBJECTS .. "VERIFY_SUBJECT=-Og ./u8gen verify --sample "
---Functions that tests with changed C do not need. Without them, the C compiles quickly.
local FEW <const> = "--without repair,chunk,decode,encode,iterate,cut,measure,utf16,utf32"
local BUILD <const> = OBJECTS .. "VERIFY_SUBJECT=-Og make -s -f verify/verify.mk VERIFY_NATIVE_ONLY=1 VERIFY_DESCRIBED=1 "

---With ALL=1, passes_some runs every check of `u8gen verify`, and the first encoding has all its forms.
local ALL <const> = os.getenv "ALL" ~= nil

local function run(command)
  local pipe = io.popen("{ " .. command .. "; } 2>&1; echo $?")
  local output = pipe:read("a")
  pipe:close()
  local text, status = output:match("^(.-)(%d+)\n$")
  return tonumber(status), text
end

local function write(name, text)
  local file <const> = io.open(name, "w")
  file:write(text)
  file:close()
  return name
end

local folder
TestVerify = {}

function TestVerify.setUp()
  folder = io.popen("mktemp -d"):read("l")
  write(folder .. "/mine.lua", spec_text)
end

function TestVerify.tearDown()
  os.execute("rm -rf " .. folder)
end

---Two forms are enough to see the whole report; the three-byte form has most of the texts.
function TestVerify.test_the_encoding_of_a_user_passes()
  write(folder .. "/mine.lua", ALL and spec_text or (spec_text:gsub("form \"1110[^\n]*\n", "")))
  local status, output = run((VERIFY .. "%s/mine.lua -o %s/out"):format(folder, folder))
  lu.assertEquals(status, 0, output)
  lu.assertStrContains(output, "nohyphen")
  lu.assertStrMatches(output, ".*%d+ passed, 0 failed\nthe C does what " .. folder
    .. "/mine.lua says: %d+ passed, on a sample of texts\n")
  lu.assertStrContains(output, "mine.lua: not checked, and why\n")
  lu.assertStrContains(output, "  kernels for other processors: ")
  lu.assertStrContains(output, "  texts of 4 bytes by call: there are 4,294,967,296 for each kernel; ")
  local rows <const> = output:match "\nencoding +kernel[^\n]*\n(.-)%d+ passed, 0 failed\n"
  lu.assertEquals(rows:gsub("nohyphen +%l[%w_]* [^\n]*\n", ""), "", "the table has rows that are not results")
end

---Builds a verifier of the C in folder/out and runs some of its checks; with `-open`, the tables are writable.
---@param program string NAME-native or NAME-native-open
local function verified(program, checks)
  program = folder .. "/build/" .. program
  return run((BUILD .. "VERIFY_OUT=%s/out VERIFY_NAME=%s VERIFY_DIR=%s/build %s && %s --checks %s")
    :format(folder, program:match "/(%w+)-native", folder, program, program, checks))
end

---Verifies a spec and returns the output. All checks must pass.
local function passes(text)
  local status <const>, output <const> = run(VERIFY .. write(folder .. "/spec.lua", text))
  lu.assertEquals(status, 0, output)
  lu.assertStrContains(output, "spec.lua says: ")
  return output
end

---Generates a spec's C and runs some checks of it, on a sample of texts. They must pass.
---@param name string of the encoding
local function passes_some(name, checks, text)
  if ALL then
    return passes(text)
  end
  local status, output = run(("./u8gen gen %s -o %s/out --model %s/out"):format(write(folder .. "/spec.lua", text), folder, folder))
  lu.assertEquals(status, 0, output)
  status, output = verified(name .. "-native", checks .. " --sample")
  lu.assertEquals(status, 0, output)
  return output
end

---Without one-byte characters, vector kernels check the ends of a text with the automaton, and some of the planted defects do not apply.
function TestVerify.test_an_encoding_without_one_byte_characters()
  local output <const> = passes [[
    encoding "Thai Only" source "one form"
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0E01..U+0E5B" }
  ]]
  lu.assertStrContains(output, "no avx512 kernel: kernels by classes need a pad of one byte")
  lu.assertStrContains(output, "whole_blocks       does not apply: no plain one-byte character, or no longer one")
  lu.assertStrContains(output, "overlong_accepted  does not apply: no overlong forms")
end

---Planted defects have bytes of this encoding, not of UTF-8. The output names a defect that does not apply. The last form saves time: with
---this form, no window of bytes decides whether a byte is wrong, so the C has no vector kernels.
function TestVerify.test_defects_of_other_forms()
  local output <const> = passes_some("i8like", "automaton,sweep,defects", [[
    encoding "I8-like" source "UTR 16: continuation bytes of five bits"
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "110xxxxx 101xxxxx" { "U+00A0..U+03FF" }
    form "1110xxxx 101xxxxx 101xxxxx" { "U+0400..U+3FFF" }
    form "11110xxx 101xxxxx 101xxxxx 101xxxxx" { "U+4000..U+10FFF", "U+12000..U+3FFFF" }
    form "1000xxxx 1000xxxx" { "U+50000..U+500FF" }
  ]])
  lu.assertStrMatches(output, ".*overlong_accepted  [%l ]+: accepts the ill%-formed text [0-9A-F ]+\n.*")
  lu.assertStrContains(output, "half_accepted      does not apply: no pairs")
end

---If continuation bytes begin at 00 or end at FF, the C must have no comparison that is always true: compilers warn of these.
function TestVerify.test_continuation_bytes_from_00_or_to_ff()
  passes_some("fromzero", "automaton,faults,sweep,characters", [[
    encoding "From Zero" source "the second byte is any"
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "1xxxxxxx xxxxxxxx" { "U+0080..U+7FFF", also = "U+0000..U+007F" }
  ]])
  passes_some("fromzeroto7f", "automaton,faults,sweep,characters", [[
    encoding "From Zero to 7F" source "the second byte is below 80"
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "1xxxxxxx 0xxxxxxx" { "U+0080..U+3FFF", also = "U+0000..U+007F" }
  ]])
end

---The columns of the table are aligned for names of any length, and long names compile.
function TestVerify.test_a_long_name_fits_the_table()
  local output <const> = passes [[
    encoding "An encoding with a long name 1" source "two bytes that do not show which one is the first"
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "1000xxxx 1000xxxx" { "U+0080..U+00FF", also = "U+0000..U+007F" }
  ]]
  local head <const>, row <const> = output:match("\n(encoding +kernel[^\n]*)\n(anencodingwithalongname1[^\n]*)\n")
  lu.assertEquals(row:find("dfa ", 1, true), head:find("kernel", 1, true))
  lu.assertEquals(row:find("native", 1, true), head:find("by", 1, true))
end

---With many ranges, a sample of texts is chosen by nodes and classes. On this sample, the checks find a wrong fault, range or comparison.
function TestVerify.test_a_sample_finds_faults_among_many_ranges()
  local holes <const> = {}
  for i = 0, 25 do
    holes[i + 1] = ('"U+%05X..U+%05X"'):format(0x10040 + 0x9C71 * i, 0x10040 + 0x9C71 * i + i % 3)
  end
  local spec <const> = write(folder .. "/holes.lua", ([[
    encoding "Holes" source "UTF-8 with 26 holes"
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
    form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF", except = { hole = { %s } } }
  ]]):format(table.concat(holes, ", ")))
  local status, output = run(("./u8gen gen %s -o %s/out --model %s/out --kernels dfa,re2c %s"):format(spec, folder, folder, FEW))
  lu.assertEquals(status, 0, output)
  local name <const> = folder .. "/out/holes.c"
  local text <const> = files_.read(name)
  status, output = verified("holes-native", "faults,exhaustive --sample")
  lu.assertEquals(status, 0, output)
  local broken = 0
  for _, edit in ipairs {
    -- The last of the four octets at which a hole begins; the fault of a hole; a bound of a comparison in re2c.
    { "({ 4, {[^}]*, )(0x%x%x)( }, {)", function(a, octet, b) return ("%s0x%02X%s"):format(a, tonumber(octet) + 1, b) end },
    { "(HOLES_)HOLE( },\n)", "%1TOO_LARGE%2" },
    { "(if %(yych <= 0x9)D(%))", "%1E%2" },
  } do
    local edited <const>, count <const> = text:gsub(edit[1], edit[2], 1)
    if count == 1 and edited ~= text then
      broken = broken + 1
      write(name, edited)
      status, output = verified("holes-native", "faults,exhaustive --sample")
      lu.assertEquals(status, 1, edit[1])
      lu.assertStrMatches(output, ".*WRONG  .*")
    end
  end
  lu.assertTrue(broken >= 2, "the edits no longer match the C")
end

---After the units CR CR, the next unit decides: if it is LF, only the first CR is wrong. So trim_utf16 must not count the second CR.
function TestVerify.test_trim_of_units_after_a_character_that_must_not_be_last()
  passes_some("crthenlf", "utf", (files_.read "tests/specs/ends/cr-then-lf.lua":gsub("examples.*", "")))
end

---A rule on two characters of five bytes has windows of ten bytes.
function TestVerify.test_a_window_of_ten_bytes()
  passes_some("ten", "proof", [[
    encoding "Ten" source "tests of u8gen"
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+534E..U+FFBC" }
    form "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+200000..U+3FFFFFF" }
    never { { "U+200000..U+200314", "U+3DD59F4", "U+3FFFFFF" }, { "U+FFBC", "U+3FFFFFF" } }
  ]])
end

---Plants each edit in the C of a spec in which A, B or U+0400..U+043F must follow each character A. The checks must find each edit.
---@param edits table[] { checks, pattern, replacement, what the report says }
local function finds_each(without, edits)
  local status, output = run(("./u8gen gen %s -o %s/out --model %s/out --kernels dfa --without %s"):format(write(folder .. "/chain.lua", [[
    encoding "Open Chain" source "tests of u8gen"
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
    never { "U+0041", { "U+0000..U+07FF", "end", except = { "U+0041..U+0042", "U+0400..U+043F" } }, name = "open" }
    replacement "U+003F"
  ]]), folder, folder, without))
  lu.assertEquals(status, 0, output)
  local name <const> = folder .. "/out/openchain.c"
  local text <const> = files_.read(name)
  for i, edit in ipairs { { edits[1][1], "^", "", "passed" }, table.unpack(edits) } do
    local edited <const>, count <const> = text:gsub(edit[2], edit[3], 1)
    lu.assertEquals(count, 1, edit[2])
    write(name, edited)
    status, output = verified("openchain-native", edit[1] .. " --sample")
    lu.assertEquals(status, i == 1 and 0 or 1, edit[2] .. output)
    lu.assertStrMatches(output, ".*" .. edit[4] .. ".*")
  end
end

---A run of A may have any length, and only the next character or the end shows whether the first A is wrong. Some runs are longer than 255.
function TestVerify.test_long_chains_of_characters_that_must_not_be_last()
  finds_each("decode,encode,iterate,cut,measure,count,rows,utf16,utf32", {
    { "faults,chunks,streams", "stream%->length %+= length;", "stream->length = (uint8_t)(stream->length + length);",
      "WRONG  X_stream_feed returns a wrong status for pieces of 41%*321" },
    { "streams", "stream%->offset %+= stream%->length;", "stream->offset += (uint8_t)stream->length;",
      "WRONG  X_stream_error reports a wrong error for pieces of 41%*32%d 42" },
    { "faults", "error%->length = length;", "error->length = (uint8_t)length;", "WRONG  reports offset 0, length 66, truncated" },
    { "chunks", "whole %? openchain_characters_in", "whole ? (uint8_t)openchain_characters_in",
      "WRONG  X_repaired_size returns a wrong size" },
  })
end

---Plants integers with too few bits for offsets, sizes, rows and replacements, and a conversion that gives up after 150 characters A.
function TestVerify.test_numbers_above_2_to_the_16()
  finds_each("stream,iterate", {
    { "sizes", "error%->offset = offset;", "error->offset = (uint16_t)offset;", "WRONG  X_next_chunk returns a wrong number" },
    { "sizes", "size_t total = 0;(.-)total %+= written;", "size_t total = 0;%1total = (uint16_t)(total + written);",
      "WRONG  X_repaired_size returns a wrong number" },
    { "sizes", "%*replaced = now%.replaced;", "*replaced = (uint8_t)now.replaced;", "WRONG  X_to_utf32_lossy returns a wrong number" },
    { "sizes", "(i %+= count;)", "%1 i = (uint16_t)i;", "WRONG  X_valid_rows64 returns a wrong number" },
    { "utf", "%(at <= end || (!%(state == OPENCHAIN_START%))%)", "(at <= end || (at - end < 150 && %1))",
      "WRONG  to_utf16: .* incomplete, 0 read, .*for 41%*321" },
  })
end

---The proof fails if one byte in the tables of the C is changed. One vector kernel for each of two processors is enough.
function TestVerify.test_the_proof_finds_a_changed_table()
  local edits <const> = {
    { "demand%[1%] = { 0xE0 }", "demand[1] = { 0xE1 }" },
    { "(deep_values%[%d+%] = {%s*)0x%x%x", "%10x01" },
  }
  local status, output = run(("./u8gen gen %s/mine.lua -o %s/out --model %s/out --kernels dfa,sse,neon %s")
    :format(folder, folder, folder, FEW))
  lu.assertEquals(status, 0, output)
  local name <const> = folder .. "/out/nohyphen.c"
  local text <const> = files_.read(name)
  for _, edit in ipairs(edits) do
    local broken, count = text:gsub(edit[1], edit[2])
    lu.assertEquals(count, 1, edit[1])
    write(name, broken)
    status, output = verified("nohyphen-native", "proof")
    lu.assertEquals(status, 1, output)
    lu.assertStrMatches(output, ".*WRONG  %l+ the %l+%-formed text [%x ]+\n.*")
  end
end

---The proof treats bytes alike if each test of a rule has the same result for them. For example, (b & 7F) == 29 is true of 29 and A9. If
---the model conceals tests, the proof fails.
function TestVerify.test_the_proof_needs_every_test_of_the_model()
  local name <const> = "masksthatothersmatch"
  local status, output = run(("./u8gen gen tests/specs/defects/masks-that-others-match.lua -o %s/out --model %s/out %s %s")
    :format(folder, folder, "--kernels dfa,sse,neon", FEW))
  lu.assertEquals(status, 0, output)
  status, output = verified(name .. "-native", "proof")
  lu.assertEquals(status, 0, output)
  local model <const> = ("%s/out/%s_model.h"):format(folder, name)
  local concealed <const>, count <const> = files_.read(model):gsub("X%(%d+, 0, masked, %d+, 0%)", "")
  lu.assertTrue(count > 0)
  write(model, concealed)
  status, output = verified(name .. "-native", "proof")
  local vectors <const> = output:find "\n  sse " or output:find "\n  neon "
  lu.assertEquals(status, vectors and 1 or 0, output)
  local wrong <const> = "WRONG  a deep rule distinguishes %x%x from %x%x, but no test in the model does, in the window [%x ]+\n"
  lu.assertEquals(output:find(wrong) ~= nil, vectors ~= nil, output)
end

---A shift automaton in two words: the verifier notices a change of any field, and a step that takes the wrong word.
function TestVerify.test_a_shift_automaton_of_two_words()
  local status, output = run(("./u8gen gen tests/specs/never/chain.lua -o %s/out --model %s/out --kernels dfa,shift %s")
    :format(folder, folder, FEW))
  lu.assertEquals(status, 0, output)
  local name <const> = folder .. "/out/chain.c"
  local text <const> = files_.read(name)
  for _, case in ipairs {
    { "automaton,mutation", 0, "^", "", "shift   passed .* changes of a field, all noticed" },
    { "automaton", 1, "(0x2A54A82A2A545)4", "%10", "WRONG  [%l ,-]+ %x%x" },
    { "exhaustive", 1, "(shift_table%[)256 %+", "%1", "shift   WRONG  valid is 1 instead of 0 for %x%x" },
  } do
    local edited <const>, count <const> = text:gsub(case[3], case[4], 1)
    lu.assertEquals(count, 1, case[3])
    write(name, edited)
    status, output = verified("chain-native-open", case[1])
    lu.assertEquals(status, case[2], output)
    lu.assertStrMatches(output, ".*" .. case[5] .. ".*")
  end
end

---In this spec, rules differ in one byte, and some share a gate. The verifier notices a change of one rule, and a changed bit of a gate. If
---the generator's claim about a bit differs from the proof, the report names the bit.
function TestVerify.test_rules_that_differ_in_one_byte()
  -- With the whole spec, the generator would use a look (docs/glossary.md) instead of the rules.
  local text <const> = files_.read "tests/specs/defects/alike-except-one-byte.lua":gsub(",%s*disallow = %b{}", "")
    :gsub(', "U%+0052", "U%+0054", "U%+0058", "U%+007D"', "")
  local status, output = run(("./u8gen gen %s -o %s/out --model %s/out %s")
    :format(write(folder .. "/alike.lua", text), folder, folder, "--kernels dfa,sse,neon,avx512 " .. FEW))
  lu.assertEquals(status, 0, output)
  local model <const>, program <const> = folder .. "/out/alikeexceptonebyte_model.h", folder .. "/build/alikeexceptonebyte-native-open"
  local claims <const>, count <const> = assert(files_.read(model)):gsub("X%(prev_high, 0, { \\\n *0x(%x)", function(digit)
    return ("X(prev_high, 0, { 0x%X"):format(tonumber(digit, 16) ~ 1)
  end)
  lu.assertEquals(count, 1, claims)
  write(model, claims)
  status, output = verified("alikeexceptonebyte-native-open", "mutation --kernels sse,neon")
  lu.assertEquals(status, 1, output)
  lu.assertStrMatches(output, ".*WRONG  prev_high%[0%] bit 4 flipped: the proof finds that the kernel accepts the same language; "
    .. "the generator claims that the flip changes the language\n.*")
  lu.assertStrContains(output, "the number of bits about which the generator's claims and the proof differ: 1. ")
  ---The proof of these kernels fails, with this message, if one bit of a table is flipped.
  local function assert_noticed(kernels, flip, what)
    status, output = run(("%s --checks proof --kernels %s --flip %s"):format(program, kernels, flip))
    lu.assertEquals(status, 1, output)
    lu.assertStrMatches(output, ".*WRONG  " .. what .. "\n.*")
  end
  local values <const> = files_.read(folder .. "/out/alikeexceptonebyte.c"):match "_deep_values%[%d+%] = {(.-)}"
  local at, masks = 0, 0
  for value in values:gmatch "0x(%x%x)" do
    if value == "38" then
      masks = masks + 1
      assert_noticed("sse,neon", ("deep_values %d 0"):format(at), "accepts the ill%-formed text %x%x F0 A8 A[1357] 80")
    end
    at = at + 1
  end
  lu.assertEquals(masks, 3)
  status, output = run(program .. " --checks proof --kernels avx512")
  lu.assertNotEquals(status, 1, output)
  if status == 0 then
    -- Only F0 A8 should open these gates. With each flip, C2 A8 also opens one gate: of the rule on 25, or of the rule on 29.
    assert_noticed("avx512", "prev_class 67 3", "rejects the well%-formed text 25 C2 A8 [%x ]+")
    assert_noticed("avx512", "prev_class 67 4", "rejects the well%-formed text 29 C2 A8 [%x ]+")
  end
end

function TestVerify.test_error_messages()
  local status, output = run(("CC=no-such-compiler ./u8gen verify %s/mine.lua"):format(folder))
  lu.assertEquals(status, 2)
  lu.assertStrContains(output, "verify needs no-such-compiler, which is not installed")
  status, output = run(("CC='cc --no-such-option' ./u8gen verify %s/mine.lua"):format(folder))
  lu.assertEquals(status, 2)
  lu.assertStrContains(output, "the C compiler 'cc --no-such-option' cannot compile an empty program (set CC to use another one): ")
  lu.assertEquals((run("./u8gen verify no-such-encoding")), 2)
end

os.exit(lu.LuaUnit.run())
