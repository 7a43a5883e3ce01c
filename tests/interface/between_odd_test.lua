-- SPDX-License-Identifier: 0BSD
-- Tests conversions between unusual encodings. The status, the output, and the offset at which a conversion stops must equal those of a
-- slow conversion in Lua.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir = require "pl.dir"
local automata <const> = require "gen.language.automaton"
local between <const> = require "gen.language.between"
local files_ <const> = require "gen.common.files"
local characters <const> = require "gen.language.characters"
local bytes_ <const> = require "gen.common.bytes"
local forms_ <const> = require "gen.spec.forms"
local rows <const> = require "gen.language.rows"
local pairs_ <const> = require "tests.lib.pairs"
local trials <const> = require "tests.lib.trials"

pairs_.WORK = "build/between_odd_test"

local HIGH_FIRST <const>, HIGH_LAST <const>, LOW_FIRST <const>, LOW_LAST <const> = 0xD800, 0xDBFF, 0xDC00, 0xDFFF

---Reads the character at a place, from a state of the automaton. Returns the next state and the place after the character; or nil and
---whether the text ends inside the character.
local function step(automaton, state, bytes, at)
  while at <= #bytes do
    state = automaton.next[state][bytes[at]]
    at = at + 1
    if state == automata.DEAD then
      return nil, false
    elseif automaton.boundary[state] then
      return state, at
    end
  end
  return nil, true
end

local function is_high(code_point)
  return HIGH_FIRST <= code_point and code_point <= HIGH_LAST
end

---The target's bytes for a code point; nil if the target cannot encode it.
local function spell(target, code_point)
  local bytes <const> = characters.write(target.spec, code_point)
  if bytes or code_point < 0x10000 or code_point > 0x10FFFF then
    return bytes
  end
  local high <const> = characters.write(target.spec, HIGH_FIRST + (code_point - 0x10000 >> 10))
  local low <const> = characters.write(target.spec, LOW_FIRST + (code_point - 0x10000 & 0x3FF))
  return high and low and table.move(low, 1, #low, #high + 1, high) or nil
end

---The expected result of a conversion with enough room: "STATUS READ WRITTEN SIZE HEX".
local function converted(source, target, bytes)
  local a, b, at, out, read, written, status = automata.START, automata.START, 1, {}, 0, 0, "complete"
  while at <= #bytes do
    local next_a, last = step(source.automaton, a, bytes, at)
    if not next_a then
      status = last and "incomplete" or "ill_formed"
      break
    end
    local code_point, alone = characters.read(source.spec, { table.unpack(bytes, at, last - 1) }), false
    if is_high(code_point) then
      local low_a <const>, low_last <const> = step(source.automaton, next_a, bytes, last)
      local low <const> = low_a and characters.read(source.spec, { table.unpack(bytes, last, low_last - 1) })
      if low and LOW_FIRST <= low and low <= LOW_LAST then
        code_point, next_a, last = 0x10000 + (code_point - HIGH_FIRST << 10) + low - LOW_FIRST, low_a, low_last
      elseif not low_a and low_last then
        -- The text ends here or inside the next character. That character may be a low surrogate.
        for _, row in ipairs(rows.of_characters(source.spec, { { lo = LOW_FIRST, hi = LOW_LAST } })) do
          local follows = automata.START
          for place = 1, #row.bytes do
            follows = row.bytes[place] and source.automaton.next[place == 1 and next_a or follows][row.bytes[place].lo]
          end
          alone = alone or follows ~= automata.DEAD and forms_.begins(row, { table.unpack(bytes, last) })
        end
        if alone and last <= #bytes then
          status = "incomplete"
          break
        end
      end
    end
    local spelled <const> = spell(target, code_point)
    for _, byte in ipairs(spelled or {}) do
      b = target.automaton.next[b][byte]
    end
    if not spelled or b == automata.DEAD then
      status = alone and "incomplete" or "ill_formed"
      break
    end
    a, at = next_a, last
    table.move(spelled, 1, #spelled, #out + 1, out)
    if source.automaton.accepts[a] and target.automaton.accepts[b] then
      read, written = at - 1, #out
    end
  end
  status = status == "complete" and read < #bytes and "incomplete" or status
  return (("%s %d %d %d %s"):format(status, read, written, written, bytes_.hex { table.unpack(out, 1, written) }):gsub(" $", ""))
end

---Texts of the source's characters: the ends and middles of all ranges, and some other code points. Some texts have errors.
local function texts_of(source, count)
  local pieces, seed = {}, 12345
  local function roll(most)
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 8) % most + 1
  end
  for _, range in ipairs(forms_.written(source.spec)) do
    for _, code_point in ipairs { range.lo, range.hi, range.lo + range.hi >> 1 } do
      pieces[#pieces + 1] = characters.write(source.spec, code_point)
    end
  end
  for _, code_point in ipairs { 0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x1F600 } do
    pieces[#pieces + 1] = characters.write(source.spec, code_point)
  end
  local texts = {}
  for i = 1, count do
    texts[i] = trials.text_of(pieces, roll)
  end
  return texts
end

local ODD <const> = {
  { "docs/examples/specs/utf-ebcdic.lua", "utf-8" }, { "utf-8", "docs/examples/specs/utf-ebcdic.lua" },
  { "tests/specs/ends/joiner.lua", "tests/specs/ends/two-rules.lua" },
  { "mutf-8", "tests/specs/ends/not-after-cr.lua" }, { "tests/specs/tiny/two-that-end.lua", "utf-8" },
  { "tests/specs/ends/with-pairs.lua", "wtf-8" }, { "utf-8-generalized", "mutf-8" },
  { "mutf-8-paired", "cesu-8" }, { "utf-8", "docs/examples/specs/assigned.lua" },
  { "xml-1.0", "tests/specs/tiny/one-of-six-bytes.lua" }, { "tests/specs/utf8/only-also.lua", "utf-8" },
  -- The target lacks all code points above U+FFFF, or some.
  { "mutf-8", "tests/specs/utf8/bmp-only.lua" }, { "cesu-8", "tests/specs/utf8/planes-one-and-two.lua" },
  { "mutf-8", "docs/examples/specs/assigned.lua" }, { "cesu-8", "tests/specs/utf8/no-plane-one.lua" },
}

---Encodings that differ from another one almost as vectors can convert: short names to statements.
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
    local lines, want = {}, {}
    for i, bytes in ipairs(texts_of(source, 2000)) do
      -- With more room than needed, more is converted at once.
      lines[i], want[i] = (i % 2 == 0 and "- " or "4096 ") .. bytes_.hex(bytes), converted(source, target, bytes)
    end
    for i, answer in ipairs(pairs_.answers((pairs_.made(pair[1], pair[2], sanitized)), lines)) do
      lu.assertEquals(answer, want[i], lines[i])
    end
  end
end

-- Vectors have no code that joins both pairs and U+0080 to U+00FF.
function TestOdd.test_pairs_and_high_bytes_by_agreement()
  lu.assertNil(between.recoding(pairs_.load("cesu-8").spec, pairs_.load(ALMOST.some_high_bytes).spec))
end

os.exit(lu.LuaUnit.run())
