-- SPDX-License-Identifier: 0BSD
-- seeds: what a fuzzer begins with, from a spec.
--
--     lua5.4 tests/platforms/seeds.lua utf-8 DIR
--
-- In:  a spec of the catalogue. Out: DIR/seeds/, a text a file, and DIR/dictionary, as libFuzzer reads it. Texts are the spec's examples and
--      both ends of each row, of those that are left out, too, as they are and behind ASCII up to the edges of vectors; the dictionary has
--      the ends of rows, and what each row begins with.
--
--     E1..EC 80..BF 80..BF     E1 80 80, EC BF BF; the same behind 14, 30 and 62 bytes 61; in the dictionary "\xE1\x80\x80", "\xE1", "\xE1\x80"

package.path = "./?.lua;" .. package.path
local files <const> = require "gen.files"
local main <const> = require "gen.main"

local BEHIND <const> = { 0, 14, 30, 62, 125 }

local spec <const>, folder <const> = arg[1], arg[2]
local file <const> = ("gen/specs/%s.lua"):format(spec)
local model <const> = main.understand(assert(files.read(file)), file)

local texts, words, known = {}, {}, {}

local function add(list, text)
  local key <const> = tostring(list) .. text
  if text ~= "" and not known[key] then
    known[key] = true
    list[#list + 1] = text
  end
end

local function add_rows(rows)
  for _, row in ipairs(rows) do
    local low, high = {}, {}
    for i, range in ipairs(row.bytes) do
      low[i], high[i] = string.char(range.lo), string.char(range.hi)
      add(words, table.concat(low))
      add(words, table.concat(high))
    end
    add(texts, table.concat(low))
    add(texts, table.concat(high))
    add(texts, table.concat(low) .. table.concat(high))
  end
end

add_rows(model.rows)
add_rows(model.excluded)
for _, example in ipairs(model.spec.examples or {}) do
  add(texts, string.char(table.unpack(example.bytes)))
end

local seeds = {}
for i, text in ipairs(texts) do
  for _, before in ipairs(BEHIND) do
    seeds[#seeds + 1] = { name = ("%03d-%d"):format(i, before), text = ("a"):rep(before) .. text }
  end
end
files.write(folder .. "/seeds", seeds)
local lines = {}
for i, word in ipairs(words) do
  lines[i] = '"' .. word:gsub(".", function(byte) return ("\\x%02X"):format(byte:byte()) end) .. '"'
end
files.write(folder, { { name = "dictionary", text = table.concat(lines, "\n") .. "\n" } })
print(("%d seeds, %d words"):format(#seeds, #words))
