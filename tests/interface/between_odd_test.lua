-- SPDX-License-Identifier: 0BSD
-- Tests conversions between unusual encodings. The status, the output, and the offset at which a conversion stops must equal those of a
-- slow conversion in Lua.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir = require "pl.dir"
local between <const> = require "gen.language.between"
local files_ <const> = require "gen.common.files"
local conversion <const> = require "tests.lib.conversion"
local pairs_ <const> = require "tests.lib.pairs"
local random_specs <const> = require "tests.lib.random_specs"

pairs_.WORK = "build/between_odd_test"

local ODD <const> = {
  { "docs/examples/specs/utf-ebcdic.lua", "utf-8" }, { "utf-8", "docs/examples/specs/utf-ebcdic.lua" },
  { "tests/specs/ends/joiner.lua", "tests/specs/ends/two-rules.lua" },
  { "mutf-8", "tests/specs/ends/not-after-cr.lua" }, { "tests/specs/tiny/two-that-end.lua", "utf-8" },
  { "tests/specs/ends/with-pairs.lua", "wtf-8" }, { "utf-8-generalized", "mutf-8" },
  { "mutf-8-paired", "cesu-8" }, { "utf-8", "docs/examples/specs/assigned.lua" },
  { "xml-1.0", "tests/specs/tiny/one-of-six-bytes.lua" }, { "tests/specs/utf8/only-also.lua", "utf-8" },
  -- The target lacks some or all code points above U+FFFF.
  { "mutf-8", "tests/specs/utf8/bmp-only.lua" }, { "cesu-8", "tests/specs/utf8/planes-one-and-two.lua" },
  { "mutf-8", "docs/examples/specs/assigned.lua" }, { "cesu-8", "tests/specs/utf8/no-plane-one.lua" },
}

---Invented encodings: short name -> statements. Each differs in one detail from encodings that vectors can convert.
local ALMOST <const> = {
  -- Some code points from U+0080 on have one byte, others two.
  high_bytes = [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "101xxxxx" { "U+00A0..U+00BF" }
    form "110xxxxx 10xxxxxx" { "U+0080..U+009F", "U+00C0..U+07FF" }]],
  some_high_bytes = [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "10xxxxxx" { "U+0080..U+00BF" }
    form "110xxxxx 10xxxxxx" { "U+0100..U+07FF" }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
    form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }]],
  five_bytes = [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
    form "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }]],
  low_first = [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }
    pair { high = "U+DC00..U+DFFF", low = "U+D800..U+DBFF" }]],
  -- C0 begins other characters, too.
  overlong = [[form "110xxxxx 10xxxxxx" { "U+0000..U+003F" }]],
  overlong_without_nul = [[
    form "0xxxxxxx" { "U+0000" }
    form "110xxxxx 10xxxxxx" { "U+0001..U+003F" }]],
  -- F8 to FF are characters.
  high_leads = [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "11111xxx" { "U+00F8..U+00FF" }
    form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF" }]],
  high_surrogates = [[
    form "0xxxxxxx" { "U+0000..U+007F" }
    form "11111xxx" { "U+00F8..U+00FF" }
    form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF" }]],
}
for name, text in next, ALMOST do
  ALMOST[name] = ("%s/%s.lua"):format(pairs_.WORK, name)
  files_.write(pairs_.WORK, { { name = name .. ".lua", text = ('encoding %q\nsource "invented"\n%s\n'):format(name, text) } })
end
table.move({
  { "cesu-8", "utf-8-interchange" }, { "mutf-8-paired", ALMOST.high_bytes }, { ALMOST.high_bytes, "utf-8" },
  { "cesu-8", ALMOST.five_bytes }, { "utf-8", ALMOST.low_first }, { ALMOST.overlong, ALMOST.overlong_without_nul },
  { ALMOST.high_leads, ALMOST.high_surrogates },
}, 1, 7, #ODD + 1, ODD)

TestOdd = {}

function TestOdd.setUp()
  dir.makepath(pairs_.WORK)
end

for _, pair in ipairs(ODD) do
  TestOdd["test_" .. (pair[1] .. "_to_" .. pair[2]):gsub("%.lua", ""):gsub("[^%w]+", "_")] = function()
    local source <const>, target <const> = pairs_.load(pair[1]), pairs_.load(pair[2])
    local sanitized <const> = next(source.ends) and "-g -fsanitize=address,undefined -fno-sanitize-recover"
    local texts <const> = conversion.texts(source, target, 400, random_specs.dice(1))
    lu.assertNil(conversion.difference(source, target, texts, (pairs_.made(pair[1], pair[2], sanitized)), pairs_.answers))
  end
end

-- No vector code shortens both surrogate pairs and two-byte characters from U+0080 to U+00FF.
function TestOdd.test_pairs_and_high_bytes_by_agreement()
  lu.assertNil(between.recoding(pairs_.load("cesu-8").spec, pairs_.load(ALMOST.some_high_bytes).spec))
end

os.exit(lu.LuaUnit.run())
