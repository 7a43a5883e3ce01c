-- SPDX-License-Identifier: 0BSD
-- catalogue: the encodings of gen/specs as models, and test texts for each.
--
-- In:  gen/specs. Out: `list`, a list of { name, model }; `model_of`, the model of a name; `texts_of`, short texts for a model, as lists of
--      bytes.

local bytes_ <const> = require "gen.common.bytes"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"

local M = { list = {} }

for file in io.popen("ls gen/specs"):lines() do
  local text <const> = assert(files.read("gen/specs/" .. file))
  M.list[#M.list + 1] = { name = file:gsub("%.lua$", ""), model = pipeline.understand(text, file) }
end

function M.model_of(name)
  for _, entry in ipairs(M.list) do
    if entry.name == name then
      return entry.model
    end
  end
end

---Short texts at the limits of a spec: its examples, and the first and the last sequence of each row, accepted or excluded. Each prefix of
---such a sequence is a text, alone and after 41, after ED A0 80 and after FF. The whole sequence followed by 41 is also a text.
function M.texts_of(model)
  local texts, seen = {}, {}
  local function add(bytes)
    local key <const> = bytes_.hex(bytes)
    if not seen[key] and #bytes > 0 then
      seen[key], texts[#texts + 1] = true, bytes
    end
  end
  for _, example in ipairs(model.spec.examples) do
    add(example.bytes)
  end
  for _, list in ipairs { model.rows, model.excluded } do
    for _, row in ipairs(list) do
      for _, side in ipairs { "lo", "hi" } do
        local bytes = {}
        for i, range in ipairs(row.bytes) do
          bytes[i] = range[side]
          add { table.unpack(bytes) }
          add { 0x41, table.unpack(bytes) }
          add { 0xED, 0xA0, 0x80, table.unpack(bytes) }
          add { 0xFF, table.unpack(bytes) }
        end
        bytes[#bytes + 1] = 0x41
        add(bytes)
      end
    end
  end
  return texts
end

return M
