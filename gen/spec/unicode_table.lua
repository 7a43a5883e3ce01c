-- SPDX-License-Identifier: 0BSD
-- unicode_table: writes gen/spec/unicode_data.lua. A program: lua5.4 gen/spec/unicode_table.lua < LINES; `make unicode` runs it.
--
-- In:  the lines of gen/spec/ucd/lines.mjs: a version, names of values, and code points with their property.
-- Out: the text of gen/spec/unicode_data.lua, on standard output: the names of values, and the code points of each set as digits.
--
-- The idea: a range is two numbers: the number of code points between the previous range and this one, and its own number of code points
-- less one. A number is written in base 32, highest digit first, with the digits of unicode.DIGITS. A digit of the second half of DIGITS
-- says that another digit follows. Most numbers are small, so most ranges take two or three characters:
--
--     0041..005A ; Alphabetic
--     0061..007A ; Alphabetic      becomes ["Alphabetic"] = "iBZGZ": 65 before, 25 more, 6 before, 25 more
--
-- Only `make unicode` reads Unicode's own data, so a spec means the same on every machine.

package.path = (arg[0]:match("^(.*)/gen/spec/[^/]*$") or ".") .. "/?.lua;" .. package.path
local ranges <const> = require "gen.common.ranges"
local spec <const> = require "gen.spec.spec"
local unicode <const> = require "gen.spec.unicode"

local WIDTH <const> = 120

---The terms of Unicode's data files. Every copy, or its documentation, must include them.
local TERMS <const> = [[
UNICODE LICENSE V3

COPYRIGHT AND PERMISSION NOTICE

Copyright (c) 1991-2025 Unicode, Inc.

NOTICE TO USER: Carefully read the following legal agreement. BY DOWNLOADING, INSTALLING, COPYING OR OTHERWISE USING DATA
FILES, AND/OR SOFTWARE, YOU UNEQUIVOCALLY ACCEPT, AND AGREE TO BE BOUND BY, ALL OF THE TERMS AND CONDITIONS OF THIS AGREEMENT.
IF YOU DO NOT AGREE, DO NOT DOWNLOAD, INSTALL, COPY, DISTRIBUTE OR USE THE DATA FILES OR SOFTWARE.

Permission is hereby granted, free of charge, to any person obtaining a copy of data files and any associated documentation
(the "Data Files") or software and any associated documentation (the "Software") to deal in the Data Files or Software without
restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, and/or sell copies of
the Data Files or Software, and to permit persons to whom the Data Files or Software are furnished to do so, provided that
either (a) this copyright and permission notice appear with all copies of the Data Files or Software, or (b) this copyright
and permission notice appear in associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED
TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR
CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES
OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to promote
the sale, use or other dealings in these Data Files or Software without prior written authorization of the copyright holder.]]

---The lines of standard input.
---@return string version, string[] names "sc Grek Greek", table sets { [name] = ranges }
local function read_lines()
  local version, names, sets = nil, {}, {}
  for line in io.lines() do
    local lo <const>, hi <const>, name <const> = line:match("^(%x+)%.%.(%x+) ; ([%w_=]+)$")
    if name then
      sets[name] = sets[name] or {}
      table.insert(sets[name], { lo = tonumber(lo, 16), hi = tonumber(hi, 16) })
    elseif line:find("^= ") then
      names[#names + 1] = line:sub(3)
    else
      version = line:match("^# Unicode (%d+%.%d+%.%d+)$") or error("cannot read " .. line)
    end
  end
  for name, list in next, sets do
    sets[name] = ranges.union(list)
  end
  return version or error "there is no version", names, sets
end

---Removes redundant data: the set of each property's default value, and of script extensions all except the differences from scripts.
local function shorten(sets)
  for name, list in next, sets do
    local script <const> = name:match("^scx=(.*)$")
    if script then
      local differing <const> = ranges.differing(list, sets["sc=" .. script])
      sets[name] = #differing > 0 and differing or nil
    end
  end
  for _, property in ipairs(unicode.PROPERTIES) do
    sets[property.short .. "=" .. (property.other or "")] = nil
  end
end

---A number in digits of base 32.
local function digits(number)
  local base <const>, last = #unicode.DIGITS // 2, true
  local out = ""
  repeat
    local digit <const> = number % base + (last and 0 or base)
    out, number, last = unicode.DIGITS:sub(digit + 1, digit + 1) .. out, number // base, false
  until number == 0
  return out
end

---Ranges as digits, in lines.
local function text_of(list)
  local words, from = {}, 0
  for i, range in ipairs(list) do
    words[i] = digits(range.lo - from) .. digits(range.hi - range.lo)
    from = range.hi + 1
  end
  local text <const> = table.concat(words)
  return #text <= WIDTH - 30 and ("%q"):format(text) or "[[\n" .. text:gsub(("."):rep(WIDTH), "%0\n"):gsub("\n$", "") .. "]]"
end

local version <const>, names <const>, sets <const> = read_lines()
local last <const> = sets["gc=Cn"][#sets["gc=Cn"]].hi
shorten(sets)
local order <const>, texts <const>, body <const> = {}, {}, {}
for name, list in next, sets do
  order[#order + 1] = name
  texts[name] = text_of(list)
end
table.sort(order)
for i, name in ipairs(order) do
  body[i] = ("  [%q] = %s,\n"):format(name, texts[name])
end
local data <const> = { version = version, last = last, names = table.concat(names, "\n") }
data.sets = load("return {\n" .. table.concat(body) .. "}", "=sets", "t", {})()

io.write(([[
-- Code generated by gen/spec/unicode_table.lua from the Unicode Character Database %s; DO NOT EDIT.
-- @generated
-- SPDX-License-Identifier: Unicode-3.0
--
-- The names of values, and the code points of properties and values, in digits that gen/spec/unicode_table.lua explains. The default value
-- of a property is left out, and "scx=X" has the code points in which it differs from "sc=X". `make unicode` writes this table.
--
--   version  %s
--   table    %s
--   from     npm's packages in gen/spec/ucd/package-lock.json; Debian's unicode-data
--
-- The data are Unicode's; only their format differs. Unicode's terms:
--
%s

return { version = %q, last = 0x%X, names = [=[
%s]=], sets = {
%s} }
]]):format(version, version, spec.hash(unicode.image(data)), (TERMS:gsub("[^\n]+", "-- %0"):gsub("\n\n", "\n--\n")), version, last,
  data.names, table.concat(body)))
