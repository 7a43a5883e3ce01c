-- SPDX-License-Identifier: 0BSD
-- pipeline: runs the stages of a generation, in order.
--
-- In:  the text of a spec. Out: the model, a table with the results of the stages, by name. `understand` runs the stages up to the
--      language, which suffices to validate texts. `plan` runs the next stages, up to the plans for emitted C. `compile` runs both. `emit`
--      makes the files. The commands and pages/playground/bridge.lua call these; the playground shows the language before the plan.

local spec = require "gen.spec.spec"
local forms_ = require "gen.spec.forms"
local rows = require "gen.language.rows"
local automaton = require "gen.language.automaton"
local analysis = require "gen.language.analysis"
local faults = require "gen.language.faults"
local plan = require "gen.plan.plan"
local carry = require "gen.plan.carry"
local kernel = require "gen.kernel.kernel"
local dfa = require "gen.plan.dfa"
local shift = require "gen.plan.shift"
local cuts = require "gen.language.cuts"
local scanner = require "gen.plan.scanner"
local progress = require "gen.common.progress"
local emit = require "gen.emit.emit"

local M = {}

-- Most tables live until the end. So the garbage collector starts when memory is four times as large as after the last collection, instead
-- of twice (Lua's default). This saves time and takes more memory.
collectgarbage("incremental", 400)

---The encoding that a profile restricts. The encoding's automaton reads each character to the end, even one that the profile forbids.
local function encoding_of(m)
  local encoding <const> = { spec = forms_.encoding_of(m.spec) }
  encoding.rows = rows.derive(encoding.spec)
  encoding.automaton = automaton.build(encoding.rows, 1, m.continuations)
  return encoding
end

---The automaton of a language. Raises an error if there are too many states.
local function automaton_of(m, origin)
  local made <const>, too_large <const> = automaton.build(m.rows, m.contexts, m.continuations, m.ends, origin)
  return made or error({ spec_error = true, path = m.name, message = too_large }, 0)
end

---If the language without the rules for the end of a text has pads, vectors check that language; `inner` is its automaton. PREFIX_may_end
---then checks the rules for the end (templates/vector/vectors.c).
local function without_ends(m)
  local inner <const> = automaton.build(m.rows, m.contexts, m.continuations, {}, 1)
  local study <const> = analysis.study(inner)
  if study.pads then
    -- The kernel swar checks the language with the rules for the end.
    study.whole = m.analysis.whole
    m.inner, m.analysis = inner, study
  end
end

---The stages up to the language, in order. Each adds its results to the model.
local LANGUAGE <const> = {
  { "spec", function(m)
    m.spec = spec.read(m.text, m.name)
    progress.start(m.spec.title)
  end },
  { "rows", function(m)
    m.rows, m.contexts, m.ends, m.origin = rows.derive(m.spec)
  end },
  { "automaton", function(m)
    m.continuations = faults.continuations(m.spec)
    -- Vector kernels, conversions and later pieces of a stream do not check the rules for the start of a text. So all plans except dfa's
    -- are for `automaton` or `inner`, whose origin is START. If such rules matter, `whole` also has the states that only the beginning of a
    -- text can reach.
    m.automaton = automaton_of(m, 1)
    m.whole = m.origin > 1 and automaton_of(m, m.origin) or m.automaton
    m.starts = m.whole.origin ~= automaton.START
  end },
  { "faults", function(m)
    m.disallowed = rows.disallowed(m.spec)
    m.encoding = #m.disallowed > 0 and encoding_of(m) or m
    -- The first excluded row that begins with ill-formed bytes names their fault. So rows of characters that a profile forbids come first.
    m.excluded = faults.shortened(m.encoding.automaton, rows.excluded(m.encoding.spec))
    table.move(m.excluded, 1, #m.excluded, #m.disallowed + 1)
    table.move(m.disallowed, 1, #m.disallowed, 1, m.excluded)
    m.never_rows, m.unfinished_rows = faults.never_rows(m.spec), faults.unfinished_rows(m.spec, m.rows, m.ends)
    m.fault_names = faults.names(m.spec, m.excluded)
    faults.check(m)
  end },
}

---The stages from the language to the plans for emitted C, in order.
local PLANS <const> = {
  { "analysis", function(m)
    m.analysis, m.inner = analysis.study(m.automaton), m.automaton
    if next(m.ends) and m.analysis.window and not m.analysis.pad then
      without_ends(m)
    end
    m.leaves_end = m.inner ~= m.automaton
    -- Pads of several bytes are only used in proofs. With such pads, kernels let the automaton read the first and the last bytes of a text.
    m.edges = m.analysis.pads ~= nil and not m.analysis.pad
  end },
  { "plan", function(m)
    m.plan, m.no_plan = plan.make(m.spec, m.inner, m.analysis, m, kernel.cycles)
    local window <const>, longest <const> = m.analysis.window, #m.analysis.counts
    if not m.plan and window and window < longest then
      -- Lead bytes can demand all continuation bytes only in a window as long as the longest character.
      m.analysis.window = longest
      m.plan = plan.make(m.spec, m.inner, m.analysis, m, kernel.cycles)
      m.analysis.window = m.plan and longest or window
      m.no_plan = not m.plan and m.no_plan or nil
    end
    m.carry = not m.plan and carry.make(m.automaton, m.analysis) or nil
  end },
  { "scalar", function(m)
    m.dfa = dfa.table_layout(m.whole, m.spec)
    if m.plan and m.plan.set then
      m.no_shift = "dfa looks up single bytes without a state, which is as fast"
    else
      m.shift, m.no_shift = shift.layout(m.automaton)
    end
    m.end_byte = scanner.end_byte(m.automaton)
    m.no_re2c = scanner.refused(m)
  end },
  { "cuts", function(m)
    m.cuts = cuts.of(m)
  end },
}

---@param m table model
---@param stages table
local function run(m, stages)
  for _, stage in ipairs(stages) do
    stage[2](m)
  end
  return m
end

---The names of all stages, in order. The function `emit` runs the last two.
M.STAGES = {}
for _, stages in ipairs { LANGUAGE, PLANS, { { "kernels" }, { "emit" } } } do
  for _, stage in ipairs(stages) do
    M.STAGES[#M.STAGES + 1] = stage[1]
  end
end

---Runs the stages up to the language on the text of a spec.
---@param text string
---@param name string how messages name the spec
---@param disagree function? see faults.check
---@return table model
function M.understand(text, name, disagree)
  return run({ text = text, name = name, disagree = disagree }, LANGUAGE)
end

---Runs the stages after the language, up to the plans, and adds their results to a model.
---@param m table the result of `understand`
---@return table model the same table
function M.plan(m)
  return run(m, PLANS)
end

---Chooses the kernels of a model, and makes its files.
---@param root string the project's folder
---@param m table the result of `compile`
---@param options table see emit.files
---@return table files, table selection, table missing
function M.emit(root, m, options)
  return emit.files(root, m, options)
end

---Runs all stages except `kernels` and `emit` on the text of a spec.
---@param text string
---@param name string how messages name the spec
---@return table model
function M.compile(text, name)
  return M.plan(M.understand(text, name))
end

return M
