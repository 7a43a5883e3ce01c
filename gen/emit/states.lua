-- SPDX-License-Identifier: 0BSD
-- states: writes the states of the automaton as C: tests, transitions, rows of tables.
--
-- In:  a job (views.lua). Out: `of` returns C and functions that return C. UTF-8: accepts "state" -> "state == UTF8_START". `flags` and
--      `row` return lines of tables.
--
-- In the table, a state is a multiple of the number of classes; in the kernel `shift` it is a bit offset. A test whether a text may end in
-- a state compares the state with START and the other accepting states; a test whether a character may begin is similar. If characters
-- may begin in more than four states other than START, the test looks the state up in a table; in `shift`, in a mask.

local automata = require "gen.language.automaton"
local layout = require "gen.common.layout"
local selection = require "gen.kernel.selection"
local shifts = require "gen.plan.shift"

local M = {}

local MOST_COMPARED <const> = 4
local WORD_BITS <const> = shifts.WORD_BITS

---The states of a set other than START and DEAD.
local function others_in(automaton, set)
  local others = {}
  for state = automata.DEAD + 1, automaton.count do
    others[#others + 1] = automaton[set][state] and state or nil
  end
  return others
end

---Joins tests by `||`, or negated tests by `&&`.
local function joined(tests, negated)
  return #tests == 1 and tests[1] or "(" .. table.concat(tests, negated and " && " or " || ") .. ")"
end

---The C that tests whether a text may end in a state of `shift`.
---@param state string C
---@param looked_up boolean whether the test uses a mask; otherwise it compares states
local function shift_accepts(job, state, looked_up)
  local shift <const>, automaton <const> = job.model.shift, job.model.automaton
  local masks, tests = { [0] = 0, 0 }, {}
  for i, one in ipairs { automata.START, table.unpack(others_in(automaton, "accepts")) } do
    local word <const>, at <const> = shift.offsets[one] // WORD_BITS, shift.offsets[one] % WORD_BITS
    masks[word] = masks[word] | 1 << at
    tests[i] = ("%s == %s_SHIFT_%s"):format(state, job.U, automaton.names[one]:upper())
  end
  local mask <const> = shift.words == 1 and layout.hex64(masks[0])
    or ("((state & %d) != 0 ? %s : %s)"):format(WORD_BITS, layout.hex64(masks[1]), layout.hex64(masks[0]))
  return looked_up and ("(%s >> (state & %d) & 1) != 0"):format(mask, WORD_BITS - 1) or joined(tests)
end

---The transitions of `shift`, and the test whether a text may end.
---@return table shift a part of `code`, see M.of
local function shift_code(job, looked_up)
  local shift <const> = job.model.shift
  local wide <const> = shift.words > 1
  local state <const> = ("(state & %d)"):format(shift.mask)
  return {
    shifted = true, wide = wide, stem = job.U .. "_SHIFT", type = "uint64_t", state = state,
    accepts = shift_accepts(job, state, looked_up),
    step = function(byte)
      return wide and ("%sshift_step(state, %s)"):format(job.p, byte) or ("%sshift_table[%s] >> %s"):format(job.p, byte, state)
    end,
  }
end

---@param job table
---@return table code
---  looked_up               whether tests look the state up; if so, `accepting` and `boundaries` are empty
---  accepting, boundaries   the states other than START that tests compare with
---  accepts(state)          a test whether a text may end in a state; boundary(state, negated): whether a character may begin (or not)
---  is_one(value)           for annotations: a test whether a value is a state of the table
---  shift                   C for `shift`, if the model has its table, with the variable `state`: { shifted = true, wide = two words a
---                          byte, stem = prefix of macros, type, state, accepts, step(byte) }
---  short                   C for the kernel of short texts: that for `shift`, or { stem, type, state, accepts, step(byte) } for the table
function M.of(job)
  local automaton <const>, dfa <const> = job.model.automaton, job.model.dfa
  local p <const>, U <const> = job.p, job.U
  local others <const> = { final = others_in(automaton, "accepts"), boundary = others_in(automaton, "boundary") }
  local looked_up <const> = #others.boundary > MOST_COMPARED
  local code <const> = {
    looked_up = looked_up, accepting = looked_up and {} or others.final, boundaries = looked_up and {} or others.boundary,
  }

  local function test(set, state, negated)
    if looked_up then
      return ("%s%sis_%s[%s / %dU]"):format(negated and "!" or "", p, set, state, dfa.classes)
    end
    local tests = {}
    for i, one in ipairs { automata.START, table.unpack(others[set]) } do
      tests[i] = ("%s %s %s_%s"):format(state, negated and "!=" or "==", U, automaton.names[one]:upper())
    end
    return joined(tests, negated)
  end
  function code.accepts(state)
    return test("final", state)
  end
  function code.boundary(state, negated)
    return test("boundary", state, negated)
  end

  function code.is_one(value)
    local numbers = {}
    for state = 1, automaton.count do
      numbers[state] = (state - 1) * dfa.classes
    end
    return ("%s \\in {%s}"):format(value, table.concat(numbers, ", "))
  end

  code.shift = job.model.shift and shift_code(job, looked_up)
  code.short = selection.short_kernel(job.scalar) == "shift" and code.shift or {
    stem = U, type = "unsigned", state = "state", accepts = code.accepts "state",
    step = function(byte)
      return ("%sdfa_next[state + %sdfa_class[%s]]"):format(p, p, byte)
    end,
  }
  return code
end

---1 for each state of a set, "accepts" or "boundary", and 0 for each other state; on lines of sixteen.
function M.flags(automaton, set)
  local flags = {}
  for state = 1, automaton.count do
    flags[state] = automaton[set][state] and 1 or 0
  end
  return layout.sixteens(flags, 1, automaton.count, function(flag) return ("%d"):format(flag) end)
end

---The row of a state in the table, on as many lines as necessary.
function M.row(automaton, dfa, state)
  local from <const>, last <const> = (state - 1) * dfa.classes, state * dfa.classes - 1
  local lines <const> = layout.sixteens(dfa.next, from, last, function(value) return ("%3d"):format(value) end)
  lines[1] = lines[1] .. "  // " .. automaton.names[state]
  return lines
end

return M
