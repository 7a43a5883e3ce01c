-- SPDX-License-Identifier: 0BSD
-- seeds: makes the initial texts of a fuzzer from a spec.
--
--     lua5.4 tests/platforms/seeds.lua utf-8 DIR
--
-- In:  a spec of the catalogue. Out: DIR/seeds/, one text in each file, and DIR/dictionary in libFuzzer's format. The texts are the spec's
--      examples, the first and the last sequence of each row, both concatenated, and a beginning of a row followed by the first
--      sequence of a row. Excluded rows are also used. The dictionary has the first and the last sequence of each row, and their
--      beginnings. (trial.c itself also tries each text between ASCII characters.)
--
--     E1..EC 80..BF 80..BF     E1 80 80, EC BF BF, E1 80 80 EC BF BF, E1 80 C2 80; in the dictionary "\xE1\x80\x80", "\xE1", "\xE1\x80"

package.path = "./?.lua;" .. package.path
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"

-- The approximate number of texts that join two rows. If an encoding has at least twice as many, only a sample of them is written.
local MOST_CUTS <const> = 600

local spec <const>, folder <const> = arg[1], arg[2]
local file <const> = ("gen/specs/%s.lua"):format(spec)
local model <const> = pipeline.understand(assert(files.read(file)), file)

local texts, words, known = {}, {}, {}

local function add(list, text)
  local key <const> = tostring(list) .. text
  if text ~= "" and not known[key] then
    known[key] = true
    list[#list + 1] = text
  end
end

local wholes, beginnings = {}, {}

local function add_rows(rows)
  for _, row in ipairs(rows) do
    local low, high = {}, {}
    for i, range in ipairs(row.bytes) do
      low[i], high[i] = string.char(range.lo), string.char(range.hi)
      add(words, table.concat(low))
      add(words, table.concat(high))
      if i < #row.bytes then
        add(beginnings, table.concat(low))
      end
    end
    add(wholes, table.concat(low))
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

local stride <const> = #beginnings * #wholes // MOST_CUTS | 1
for i = 0, #beginnings * #wholes - 1, stride do
  add(texts, beginnings[i // #wholes + 1] .. wholes[i % #wholes + 1])
end
local seeds = {}
for i, text in ipairs(texts) do
  seeds[i] = { name = ("%04d"):format(i), text = text }
end
files.write(folder .. "/seeds", seeds)
local lines = {}
for i, word in ipairs(words) do
  lines[i] = '"' .. word:gsub(".", function(byte) return ("\\x%02X"):format(byte:byte()) end) .. '"'
end
files.write(folder, { { name = "dictionary", text = table.concat(lines, "\n") .. "\n" } })
print(("%d seeds, %d words"):format(#seeds, #words))
