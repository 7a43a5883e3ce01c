-- SPDX-License-Identifier: 0BSD
-- unicode_table: writes gen/spec/unicode_data.lua. A program: lua5.4 gen/spec/unicode_table.lua [FOLDER]; `make unicode` runs it.
--
-- In:  a folder with the files of the Unicode Character Database; by default /usr/share/unicode (Debian's package unicode-data).
-- Out: the text of gen/spec/unicode_data.lua, on standard output: the code points of each name, as ascending ranges that do not touch.
--
-- The idea: all these files have one format, a range and its value. The table groups the ranges by value:
--
--     0041..005A    ; Lu #  [26] LATIN CAPITAL LETTER A..LATIN CAPITAL LETTER Z
--     00C0..00D6    ; Lu #  [23] LATIN CAPITAL LETTER A WITH GRAVE..LATIN CAPITAL LETTER O WITH DIAERESIS
--
-- becomes  ["Lu"] = [[0041..005A 00C0..00D6 ...]]. Only this program reads the folder, so a spec means the same on every machine.

package.path = (arg[0]:match("^(.*)/gen/spec/[^/]*$") or ".") .. "/?.lua;" .. package.path
local ranges <const> = require "gen.common.ranges"
local spec <const> = require "gen.spec.spec"
local unicode <const> = require "gen.spec.unicode"

local FOLDER <const> = arg[1] or "/usr/share/unicode"
local WIDTH <const> = 120

---The files, and the values that are used of each: those that `take` lists, under the names to which `take` maps them, or all values.
local FILES <const> = {
  { name = "extracted/DerivedGeneralCategory.txt" },
  { name = "DerivedCoreProperties.txt", take = { "Alphabetic", "Default_Ignorable_Code_Point", "Lowercase", "Uppercase", "XID_Continue",
    "XID_Start" } },
  { name = "PropList.txt", take = { "ASCII_Hex_Digit", "Bidi_Control", "Dash", "Deprecated", "Diacritic", "Extender", "Hex_Digit",
    "Ideographic", "Join_Control", "Noncharacter_Code_Point", "Pattern_Syntax", "Pattern_White_Space", "Prepended_Concatenation_Mark",
    "Quotation_Mark", "Radical", "Regional_Indicator", "Sentence_Terminal", "Soft_Dotted", "Terminal_Punctuation",
    "Unified_Ideograph", "Variation_Selector", "White_Space" } },
  { name = "DerivedNormalizationProps.txt", take = { ["NFKC_QC;N"] = "NFKC_Quick_Check=No" } },
  { name = "HangulSyllableType.txt", take = { L = "Hangul_Syllable_Type=L", V = "Hangul_Syllable_Type=V", T = "Hangul_Syllable_Type=T" } },
}

---The terms of Unicode's data files. Every copy must include them.
local TERMS <const> = [[
COPYRIGHT AND PERMISSION NOTICE

Copyright (c) 1991-%s Unicode, Inc. All rights reserved.
Distributed under the Terms of Use in https://www.unicode.org/copyright.html.

Permission is hereby granted, free of charge, to any person obtaining a copy of the Unicode data files and any associated
documentation (the "Data Files") or Unicode software and any associated documentation (the "Software") to deal in the Data
Files or Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, and/or sell copies of the Data Files or Software, and to permit persons to whom the Data Files or Software are
furnished to do so, provided that either (a) this copyright and permission notice appear with all copies of the Data Files
or Software, or (b) this copyright and permission notice appear in associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED
TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS. IN NO EVENT
SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR
CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES
OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to promote
the sale, use or other dealings in these Data Files or Software without prior written authorization of the copyright holder.]]

local function fail(message, ...)
  io.stderr:write("unicode_table: error: ", message:format(...), "\n")
  os.exit(2)
end

---The ranges that are taken from a file: { [name] = { {lo, hi}, ... } }.
---@return table sets, string version as in the file's first line, string year of its copyright
local function read_sets(file)
  local path <const> = FOLDER .. "/" .. file.name
  local handle <const>, why <const> = io.open(path)
  if not handle then
    fail("cannot read %s ('apt-get install unicode-data' brings it)", why)
  end
  local text <const> = handle:read("a")
  handle:close()
  local version <const>, year <const> = text:match("^# %w+%-(%d+%.%d+%.%d+)%.txt\n"), text:match("\n# [^\n%d]*(%d%d%d%d) Unicode")
  if not version or not year then
    fail("%s does not begin with its version and copyright, such as # PropList-15.0.0.txt", path)
  end
  local called, sets = {}, {}
  for key, name in next, file.take or {} do
    called[math.type(key) and name or key] = name
  end
  for line in text:gmatch("[^\n]+") do
    local lo, hi, said = line:match("^(%x+)%.*(%x*)%s*;%s*([^#]-)%s*#")
    said = said and said:gsub("%s*;%s*", ";")
    local name <const> = said and (file.take and called[said] or not file.take and said)
    if name then
      sets[name] = sets[name] or {}
      table.insert(sets[name], { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) })
    end
  end
  for _, name in next, called do
    if not sets[name] then
      fail("%s does not say which code points are %s", path, name)
    end
  end
  return sets, version, year
end

---"0041..005A 00AA", broken into lines.
local function text_of(list)
  local lines, line = {}, ""
  for _, range in ipairs(list) do
    local word <const> = range.lo == range.hi and ("%04X"):format(range.lo) or ("%04X..%04X"):format(range.lo, range.hi)
    if #line + #word >= WIDTH then
      lines[#lines + 1], line = line, ""
    end
    line = line == "" and word or line .. " " .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local sets, version, year, files = {}, nil, nil, {}
for i, file in ipairs(FILES) do
  local found <const>, its_version <const>, its_year <const> = read_sets(file)
  version, year, files[i] = version or its_version, year or its_year, file.name
  if its_version ~= version then
    fail("%s is of Unicode %s and %s of %s", file.name, its_version, FILES[1].name, version)
  end
  for name, list in next, found do
    sets[name] = text_of(ranges.union(list))
  end
end

local names <const>, body = {}, {}
for name in next, sets do
  names[#names + 1] = name
end
table.sort(names)
for i, name in ipairs(names) do
  body[i] = ("  [%q] = [[\n%s]],\n"):format(name, sets[name])
end
io.write(([[
-- Code generated by gen/spec/unicode_table.lua from the Unicode Character Database %s; DO NOT EDIT.
-- @generated
-- SPDX-License-Identifier: Unicode-DFS-2016
--
-- The code points of each general category and of some properties: ascending ranges, in hexadecimal. `make unicode` writes this table.
--
--   version  %s
--   table    %s
--   from     %s
--
-- The data are Unicode's; only their format differs. Unicode's terms:
--
%s

return { version = %q, sets = {
%s} }
]]):format(version, version, spec.hash(unicode.image(version, sets)), table.concat(files, ",\n--            "),
  (TERMS:format(year):gsub("[^\n]+", "-- %0"):gsub("\n\n", "\n--\n")), version, table.concat(body)))
