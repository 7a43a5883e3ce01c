-- SPDX-License-Identifier: 0BSD
-- known_answers: texts of each encoding of the catalogue, with the right answers, for tests of packages in other languages.
--
-- judge.lua derives the answers from the statements of the spec; only Unicode's sets are from gen/.
--
-- In:  gen/specs/; out/, for the hashes. Out: lines:
--
--     hash mutf8 14abc089e0e73621      the hash of the spec
--     mutf8 C080                       a well-formed text
--     mutf8 41C0AF 1 1 overlong 0..010..0   an ill-formed text: offset, length, fault; then 256 digits, 1 for each byte that is expected

local facts <const> = require "gen.emit.facts"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"
local unicode <const> = require "gen.spec.unicode"
local judge <const> = require "tests.lib.judge"
local random_specs <const> = require "tests.lib.random_specs"
local trials <const> = require "tests.lib.trials"

local M = {}

local RANDOM <const>, AROUND <const> = 60, 60

---@param text string of the spec
---@param file string its name
local function add(lines, text, file)
  local model <const>, meaning <const> = pipeline.understand(text, file), judge.read(text, unicode.ranges)
  local name <const> = model.spec.name
  lines[#lines + 1] = ("hash %s %s"):format(name, facts.of_file(("out/%s/%s.json"):format(name, name)).hash)
  for _, bytes in ipairs(trials.texts_for(meaning, model.automaton, random_specs.dice(1), RANDOM, AROUND)) do
    local fault <const> = judge.fault(meaning, bytes)
    local hex <const> = trials.hex(bytes):gsub(" ", "")
    lines[#lines + 1] = not fault and ("%s %s"):format(name, hex)
      or ("%s %s %d %d %s %s"):format(name, hex, fault.offset, fault.length, fault.fault, fault.expected)
  end
end

---Writes the lines to a file.
---@param name string
function M.write(name)
  local lines <const> = {}
  for file in io.popen("ls gen/specs/*.lua"):lines() do
    add(lines, files.read(file), file)
  end
  local output <const> = assert(io.open(name, "w"))
  output:write(table.concat(lines, "\n"), "\n")
  output:close()
end

return M
