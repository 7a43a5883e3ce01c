-- SPDX-License-Identifier: 0BSD
-- The code of gen/ has constants of UTF-8 only in the files listed here, and in the catalogue.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files_ <const> = require "gen.common.files"

local function read(name)
  return assert(files_.read(name))
end

TestConstants = {}

---The constants of UTF-8 and FSS-UTF: prefixes, masks and ends of ranges.
local CONSTANTS <const> = {
  0x3F, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xF7, 0xF8, 0xFC, 0x7FF, 0x800,
  0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFE, 0x10000, 0x10FFFF, 0x110000, 0x1FFFFF, 0x7FFFFFFF,
}

---Removes the comments from Lua code.
local function code_of(text)
  return (text:gsub("%-%-%[(=*)%[.-%]%1%]", ""):gsub("%-%-[^\n]*", ""))
end

---Finds CONSTANTS in Lua code: numbers in any notation, "\x80", "\128", and "C2 80" (upper-case bytes in a string without U+).
local function constants_in(code)
  local known, found = {}, {}
  for _, value in ipairs(CONSTANTS) do
    known[value] = true
  end
  for word in code:gmatch("%f[%w_.]%d[%w.]*") do
    if known[math.tointeger(tonumber(word)) or -1] then
      found[#found + 1] = word
    end
  end
  for digits in code:gmatch("\\x(%x%x)") do
    found[#found + 1] = known[tonumber(digits, 16)] and "\\x" .. digits or nil
  end
  for decimal in code:gmatch("\\(%d%d%d)") do
    found[#found + 1] = known[tonumber(decimal)] and "\\" .. decimal or nil
  end
  for quoted in code:gmatch([["([^"\n]*)"]]) do
    for digits in quoted:gmatch("%f[%w](%x+)%f[%W]") do
      if #digits > 1 and not digits:find("%l") and known[tonumber(digits, 16)] and not quoted:find("U%+") then
        found[#found + 1] = '"' .. digits .. '"'
      end
    end
  end
  return found
end

---The two files with constants of encodings, which conversions to and from UTF-16 and UTF-8 need.
local ENCODINGS <const> = {
  ["gen/language/utf16.lua"] = { "0xD800", "0xDBFF", "0xDC00", "0xDFFF", "0x10000", "0x10FFFF" },
  ["gen/language/utf8.lua"] = { "0xC0", "0xE0", "0xF0", "0x80", "0x3F", "0x800", "0x80" },
}

---Files in which such numbers mean something else, in this order: the ends of the ranges of Unicode's categories and properties; the
---ends of common blocks of characters; limits of signed bytes, and sizes of tables, for vectors; the padding of SHA-1 and SHA-256.
local OTHERS <const> = {
  ["gen/spec/unicode_data.lua"] = true, ["gen/plan/common_windows.lua"] = true,
  ["gen/kernel/vocabulary.lua"] = true, ["gen/common/digest.lua"] = true,
}

function TestConstants.test_gen_has_no_constant_of_utf8_outside_the_listed_files()
  local count = 0
  for name in io.popen("find gen -name '*.lua' ! -path 'gen/specs/*'"):lines() do
    lu.assertEquals(OTHERS[name] and {} or constants_in(code_of(read(name))), ENCODINGS[name] or {}, name)
    count = count + 1
  end
  lu.assertTrue(count >= 90)
end

function TestConstants.test_an_added_constant_is_found()
  local code <const> = read "gen/language/faults.lua"
  for _, line in ipairs { "local x = 0x80", "if byte >= 192 then end", "f(63)", "local y = a & 0x3f", "x = '\\x80'", 'match("C2 80")',
    "x = 1114111", "x = 0x10FFFF", "return 0xd800 <= c", "x = 128.0" } do
    lu.assertNotEquals(constants_in(code_of(code .. "\n" .. line)), {}, line)
  end
  lu.assertEquals(constants_in(code_of(code .. "\n-- 0x80 \n--[[ 0xC0 ]]")), {})
end

os.exit(lu.LuaUnit.run())
