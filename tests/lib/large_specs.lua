-- SPDX-License-Identifier: 0BSD
-- large_specs: specs with many ranges, rules, states or rows. Functions make these specs: they draw code points from a seed, take
-- them from Unicode's sets, or compute them.
--
-- In:  nothing. Out: a list of { name, text, refused?, slow? }; the function `text` returns the text of the spec. tests/lib/specs.lua tries
--      them, with the budgets of its list; tests/gen/specs_test.lua also tries the specs that are not slow.
--      { name = "large/never-50", text = ... } gives UTF-8's forms and 50 lines such as never { "U+13E6", "U+26B6", name = "rule_1" }.

local random_specs = require "tests.lib.random_specs"
local unicode = require "gen.spec.unicode"

local M = {}

local ONE <const> = 'form "0xxxxxxx" { %s }'
local TWO <const> = 'form "110xxxxx 10xxxxxx" { %s }'
local THREE <const> = 'form "1110xxxx 10xxxxxx 10xxxxxx" { %s }'
local FOUR <const> = 'form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { %s }'
local ENDS <const> = { { ONE, 0, 0x7F }, { TWO, 0x80, 0x7FF }, { THREE, 0x800, 0xFFFF }, { FOUR, 0x10000, 0x10FFFF } }

local function range_text(lo, hi)
  return lo == hi and ('"U+%04X"'):format(lo) or ('"U+%04X..U+%04X"'):format(lo, hi)
end

---A list of words, eight to a line.
local function lines_of(words)
  local lines = {}
  for i = 1, #words, 8 do
    lines[#lines + 1] = table.concat(words, ", ", i, math.min(i + 7, #words))
  end
  return table.concat(lines, ",\n    ")
end

local function head(title, source)
  return ('encoding "%s"\nsource "%s"\n'):format(title, source)
end

---UTF-8's four forms without the ranges `holes`, which get the name hole, and without surrogates.
---@param holes table ascending {lo, hi}; none crosses the end of a form or touches a surrogate
local function utf8_without(title, source, holes)
  local text = head(title, source)
  for _, form in ipairs(ENDS) do
    local words = {}
    for _, hole in ipairs(holes) do
      words[#words + 1] = form[2] <= hole.lo and hole.hi <= form[3] and range_text(hole.lo, hole.hi) or nil
    end
    local surrogates <const> = form[1] == THREE and 'surrogate = "U+D800..U+DFFF", ' or ""
    local holes_text <const> = #words > 0 and ("hole = { %s }"):format(lines_of(words)) or ""
    local except <const> = surrogates .. holes_text ~= "" and (",\n    except = { %s%s }"):format(surrogates, holes_text) or ""
    text = text .. form[1]:format(range_text(form[2], form[3]) .. except) .. "\n"
  end
  return text
end

---Distinct code points that UTF-8 writes, ascending.
local function some_code_points(roll, count, last)
  local seen, list = {}, {}
  while #list < count do
    local code_point <const> = roll(last + 1) - 1
    if not seen[code_point] and not (0xD800 <= code_point and code_point <= 0xDFFF) then
      seen[code_point] = true
      list[#list + 1] = code_point
    end
  end
  table.sort(list)
  return list
end

---UTF-8 without some random code points.
local function holes(count, last)
  local list = some_code_points(random_specs.dice(count), count, last)
  for i, code_point in ipairs(list) do
    list[i] = { lo = code_point, hi = code_point }
  end
  return utf8_without(("Holes %d"):format(count), ("RFC 3629, without %d random code points up to U+%X"):format(count, last), list)
end

---UTF-8 without U+E01F0..U+EFFFF and without random ranges of 1 to 60 code points. Most of these ranges have at most 4 code points, like
---the ranges of Unicode's unassigned code points.
local function gaps(count)
  local roll <const>, list, lo = random_specs.dice(count), {}, 0x378
  for _ = 1, count do
    local hi <const> = lo + (roll(3) == 1 and roll(60) or roll(4)) - 1
    local crosses = false
    for _, edge in ipairs { 0x800, 0xD800, 0xE000, 0x10000 } do
      crosses = crosses or lo < edge and edge <= hi
    end
    if not crosses and not (0xD800 <= lo and lo <= 0xDFFF) then
      list[#list + 1] = { lo = lo, hi = hi }
    end
    lo = hi + 1 + roll(lo < 0x10000 and 120 or 300)
  end
  list[#list + 1] = { lo = 0xE01F0, hi = 0xEFFFF }
  return utf8_without(("Gaps %d"):format(count), ("RFC 3629, without %d ranges, drawn at random"):format(#list), list)
end

---UTF-8 without the code points of a category, cut at the ends of forms: the expansion of `except { hole = unicode "Cn" }`.
local function without_category(name)
  local list = {}
  for _, range in ipairs(unicode.ranges(name)) do
    for _, form in ipairs(ENDS) do
      local lo <const>, hi <const> = math.max(range.lo, form[2]), math.min(range.hi, form[3])
      list[#list + 1] = lo <= hi and { lo = lo, hi = hi } or nil
    end
  end
  return utf8_without("Without " .. name, "RFC 3629, without General Category " .. name, list)
end

---UTF-8's forms with the code points of a category and no others.
local function only_category(name)
  local text = head("Only " .. name, "RFC 3629, General Category " .. name)
  for _, form in ipairs(ENDS) do
    local words = {}
    for _, range in ipairs(unicode.ranges(name)) do
      local lo <const>, hi <const> = math.max(range.lo, form[2]), math.min(range.hi, form[3])
      words[#words + 1] = lo <= hi and range_text(lo, hi) or nil
    end
    text = text .. form[1]:format("\n    " .. lines_of(words)) .. "\n"
  end
  return text
end

---UTF-8's forms up to `last_form` (by default all four), with one `allow` for all of them.
local function profile(title, source, set, last_form)
  local text = head(title, source)
  for i = 1, last_form or #ENDS do
    local form <const> = ENDS[i]
    local except <const> = form[1] == THREE and ', except = { surrogate = "U+D800..U+DFFF" }' or ""
    text = text .. form[1]:format(range_text(form[2], form[3]) .. except) .. "\n"
  end
  return ("%sallow { %s }\n"):format(text, set)
end

---UTF-8 with only some Latin letters, signs, and Greek, Cyrillic and combining characters. The set is as irregular as that of DIN 91379.
local function latin_letters()
  local roll <const>, words = random_specs.dice(91379), { range_text(0x20, 0x7E), range_text(0x300, 0x304), range_text(0x306, 0x30C) }
  local blocks <const> = { { 0xA0, 0x24F }, { 0x386, 0x3CE }, { 0x401, 0x45F }, { 0x1E00, 0x1EFF }, { 0x2010, 0x203A }, { 0x2070, 0x208E } }
  for _, block in ipairs(blocks) do
    local lo = block[1]
    while lo <= block[2] do
      local hi <const> = math.min(lo + roll(12) - 1, block[2])
      words[#words + 1] = range_text(lo, hi)
      lo = hi + 1 + roll(4)
    end
  end
  return profile("Latin Letters", "irregular ranges, drawn at random", "\n    " .. lines_of(words), 3)
end

---UTF-8 with drawn rules. Each rule forbids one code point after another one.
local function rules(count)
  local roll <const> = random_specs.dice(count)
  local firsts <const>, seconds <const> = some_code_points(roll, count, 0x2FFFF), some_code_points(roll, count, 0x10FFFF)
  local lines = { utf8_without(("Never %d"):format(count), ("RFC 3629, with %d rules drawn at random"):format(count), {}) }
  for i, first in ipairs(firsts) do
    lines[#lines + 1] = ('never { %s, %s, name = "rule_%d" }'):format(range_text(first, first), range_text(seconds[i], seconds[i]), i)
  end
  return table.concat(lines, "\n") .. "\n"
end

---UTF-8 with rules that all have the same name. Each rule forbids one block of code points after another block, and after U+10000..U+1000F.
local function wide_rules(count)
  local roll <const> = random_specs.dice(count)
  local lines = { utf8_without(("Wide %d"):format(count), ("RFC 3629, with %d rules on blocks"):format(count), {}) }
  local function block()
    local lo <const> = (roll(0x300) - 1) << 6
    return 0xD800 <= lo and lo <= 0xDFFF and range_text(lo - 0x1000, lo - 0xFC1) or range_text(lo, lo | 0x3F)
  end
  for _ = 1, count do
    lines[#lines + 1] = ('never { { %s, "U+10000..U+1000F" }, %s, name = "adjacent" }'):format(block(), block())
  end
  return table.concat(lines, "\n") .. "\n"
end

---UTF-8 without two ranges in each of several blocks of 64 code points. No two blocks are alike, so each needs a separate state.
local function states(count)
  local list, number = {}, 0
  for lo = 0x800, 0x10FFFF, 64 do
    if #list < 2 * count and not (0xD800 <= lo and lo <= 0xDFFF) and lo ~= 0xFFC0 then
      -- The first range is before code point 24 of its block, and the second begins at 24 or later. Their bounds encode the block's number.
      local a <const>, b <const> = lo + number % 12, lo + 24 + number // 144 % 20
      list[#list + 1] = { lo = a, hi = a + number // 12 % 12 }
      list[#list + 1] = { lo = b, hi = b + number // 2880 }
      number = number + 1
    end
  end
  return utf8_without(("States %d"):format(count), ("RFC 3629, without two ranges in each of %d blocks"):format(count), list)
end

---Rows of bytes after the form of ASCII. Each row counts as a form, and a spec may have at most 1024 forms.
local function many_rows(count)
  local lines = { head(("Rows %d"):format(count), "invented"), ONE:format('"U+0000..U+007F"'), "bytes [[" }
  for i = 1, count do
    local lead <const>, second <const> = 0x81 + (i - 1) // 10, 0x40 + 8 * ((i - 1) % 10)
    lines[#lines + 1] = ("    %02X %02X..%02X"):format(lead, second, second + i % 7)
  end
  lines[#lines + 1] = "]]\n"
  return table.concat(lines, "\n")
end

M.specs = {
  { name = "large/never-50", text = function() return rules(50) end },
  { name = "large/never-400", text = function() return rules(400) end, slow = true },
  { name = "large/never-512", text = function() return rules(512) end, slow = true },
  { name = "large/never-513", text = function() return rules(513) end, refused = "a spec has at most 512 never rules" },
  { name = "large/wide-never-40", text = function() return wide_rules(40) end, slow = true },
  { name = "large/gaps-26", text = function() return gaps(25) end, slow = true },
  { name = "large/gaps-700", text = function() return gaps(700) end, slow = true },
  { name = "large/assigned", text = function() return without_category "Cn" end, slow = true },
  { name = "large/letters", text = function() return only_category "L" end, slow = true },
  { name = "large/latin-letters", text = latin_letters, slow = true },
  {
    name = "large/identifiers-precis", slow = true,
    text = function() return profile("Precis", "RFC 8264", 'unicode "PRECIS_IdentifierClass"') end,
  },
  {
    name = "large/identifiers-with-joiners", slow = true,
    text = function() return profile("Script Names", "UAX #31", 'unicode "XID_Continue", "U+0024", "U+200C..U+200D"') end,
  },
  { name = "large/holes-100", text = function() return holes(100, 0xFFFF) end },
  { name = "large/holes-1500", text = function() return holes(1500, 0x2FFFF) end, slow = true },
  { name = "large/states-300", text = function() return states(290) end },
  { name = "large/states-5000", text = function() return states(4900) end, slow = true },
  { name = "large/states-17000", text = function() return states(16500) end, refused = "allowed are 16384", slow = true },
  { name = "large/rows-63", text = function() return many_rows(63) end },
  { name = "large/rows-1023", text = function() return many_rows(1023) end, slow = true },
  { name = "large/rows-1024", text = function() return many_rows(1024) end, refused = "a spec has at most 1024 forms" },
}

return M
