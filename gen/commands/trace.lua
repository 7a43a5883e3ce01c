-- SPDX-License-Identifier: 0BSD
-- trace: the results of the stages of a generation, in seven files.
--
-- In:  a model, its vector kernels, their costs, and the emitted files. Out: files for `u8gen gen --trace DIR`, numbered in this order:
--
--     1_spec.txt        form 0xxxxxxx ...: the statements of the spec, each form with all its exceptions; the bytes of the examples
--     2_rows.txt        E0 A0..BF 80..BF ...: the rows, and the excluded rows
--     3_automaton.txt   start 00..7F -> start; ...: states, byte classes, and the transitions of each state
--     4_analysis.txt    the window; bytes that are whole characters, forbidden bytes, and which bytes may follow which
--     5_plan.txt        the cover, the tables and the deep rules
--     6_kernels.txt     the program of each vector kernel, word by word, and its cost; of kernels that carry bits, only the names
--     7_emit.txt        the names of the emitted files, and their numbers of lines
--
-- The idea: `u8gen tour` prints a summary, and these files have more. If two versions of the generator, or two specs, give different
-- results, the first file that differs shows the stage.

local kernel = require "gen.kernel.kernel"
local program = require "gen.kernel.program"
local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local spec_ = require "gen.spec.spec"
local tour = require "gen.commands.pages"

local M = {}

---The words whose statements (spec.statements) have no range.
local WITHOUT_RANGE <const> = lists.set { "form", "bytes", "never", "start", "end" }

local function spec_page(say, model)
  local spec <const> = model.spec
  say("%s (%s), %s, hash %s", spec.title, spec.source, spec.name, spec.hash)
  for _, statement in ipairs(spec_.statements(spec)) do
    local range <const> = WITHOUT_RANGE[statement.word] and "" or (" U+%04X..U+%04X"):format(statement.lo, statement.hi)
    say("%-14s%s%s", statement.word, statement.text ~= "" and " " .. statement.text or "", range)
  end
  for _, example in ipairs(spec.examples) do
    say("%-14s %s", "example", bytes_.hex(example.bytes))
  end
end

local function automaton_page(say, model)
  local automaton <const> = model.whole
  tour.pages.automaton(say, model)
  say("")
  say("classes of bytes:")
  for c, class in ipairs(automaton.classes) do
    say("  %3d  %s", c, bytes_.ranges_text(class.ranges))
  end
  say("")
  say("transitions by byte class; + a text may end in this state; . leads to `dead`:")
  for state = 1, automaton.count do
    local words = {}
    for c, class in ipairs(automaton.classes) do
      local target <const> = automaton.next[state][class.bytes[1]]
      words[c] = automaton.names[target] == "dead" and "." or automaton.names[target]
    end
    say("  %s %-12s %s", automaton.accepts[state] and "+" or " ", automaton.names[state], table.concat(words, " "))
  end
end

---The bytes for which `set` is true, as text.
local function set_text(set)
  local ranges = {}
  for byte = 0, 255 do
    local last <const> = ranges[#ranges]
    if set(byte) and last and last.hi == byte - 1 then
      last.hi = byte
    elseif set(byte) then
      ranges[#ranges + 1] = { lo = byte, hi = byte }
    end
  end
  return #ranges > 0 and bytes_.ranges_text(ranges) or "none"
end

local function analysis_page(say, model)
  local analysis <const> = model.analysis
  tour.pages.analysis(say, model)
  say("")
  say("bytes that are whole characters, wherever a character may begin: %s", set_text(function(byte) return analysis.whole[byte] end))
  say("bytes that no well-formed text contains: %s", set_text(function(byte) return analysis.forbidden[byte] end))
  say("bytes that may follow a byte in some well-formed text:")
  local before
  for b1 = 0, 255 do
    local after <const> = set_text(function(b2) return analysis.pairs[b1 << 8 | b2] end)
    if after ~= before then
      say("  from %02X up  %s", b1, after)
    end
    before = after
  end
end

local function kernels_page(say, model, made, costs)
  if #made == 0 then
    say("6 no vector kernels%s", model.no_plan and not model.carry and ": " .. model.no_plan or "")
    return
  elseif model.carry then
    say("6 kernels         of the plan in 5_plan.txt: %s", lists.joined(made, ", ", function(row) return row.name end))
    return
  end
  tour.pages.costs(say, costs)
  for _, row in ipairs(made) do
    local text <const> = program.c(kernel.make(model, row), nil, { p = "", v = "", V = "" })
    say("")
    say("---- %s: %d bytes a vector ----", row.name, row.bytes)
    say("")
    say("%s", (text:gsub("%f[%w_]_INLINE ", ""):gsub("%f[%w_]_WIDTH", "WIDTH")))
  end
end

local function emit_page(say, _, _, _, texts)
  for _, file in ipairs(texts) do
    say("%-24s %6d lines", file.name, select(2, file.text:gsub("\n", "")))
  end
end

local STAGES <const> = {
  { "spec", spec_page }, { "rows", tour.pages.rows }, { "automaton", automaton_page }, { "analysis", analysis_page },
  { "plan", tour.pages.plan }, { "kernels", kernels_page }, { "emit", emit_page },
}

---@param model table
---@param made table the rows of isas.lua for the model's vector kernels
---@param costs table of these kernels, see kernel.costs
---@param texts table[] the emitted files
---@return table files { {name, text} }
function M.files(model, made, costs, texts)
  local files = {}
  for i, stage in ipairs(STAGES) do
    local say <const>, text <const> = tour.page()
    stage[2](say, model, made, costs, texts)
    files[i] = { name = ("%d_%s.txt"):format(i, stage[1]), text = text():gsub("^\n+", ""):gsub("[ ]+\n", "\n") }
  end
  return files
end

return M
