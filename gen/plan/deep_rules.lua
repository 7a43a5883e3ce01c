-- SPDX-License-Identifier: 0BSD
-- deep_rules: finds the deep rules, which catch the errors that neither pairs of bytes nor the continuation rule catch.
--
-- In:  automaton, analysis, fault model and a check (window_check.lua). Out: the check gets `deep`, lists of atoms (byte_tests.lua), and
--      `candidates`, the number and the cost of the rules that each successful strategy found; or the reason why there are no rules.
--      UTF-8 without U+FFFE: one rule, made from EF BF BE. Its first atom holds for the newest byte, BE.
--
-- The idea: the proof finds the shortest ill-formed text that the check accepts. That text becomes ill-formed by a minimal ill-formed
-- factor (analysis.lua): no well-formed text contains the factor, but each proper part of it occurs in one. The bytes of the factor are
-- widened into atoms, one after the other, as long as no well-formed text contains bytes for which all atoms hold. So one rule catches many
-- factors. This repeats until the proof succeeds.

local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"
local byte_tests = require "gen.plan.byte_tests"
local faults = require "gen.language.faults"
local proof = require "gen.plan.proof"
local window_steps = require "gen.plan.window_steps"
local progress = require "gen.common.progress"

local M = {}

local DEAD <const>, START <const> = automata.DEAD, automata.START
local LIVE <const> = byte_tests.LIVE

---The most rules on several bytes with which a kernel is still useful.
local MOST_DEEP <const> = 32

---Up to this number of rules, all strategies are compared and atoms are made cheaper; with more, no further strategy is tried.
local MOST_POLISHED <const> = 5

---The most proof steps (some seconds) of all searches for rules: for a language's plans by nibbles together, and again for that by classes.
M.MOST_STEPS = 1500000

-- ---- Sequences of bytes in well-formed texts ----

---Transitions of sets of live states by sets of classes.
---@return table walks { all, step, forward, backward }
local function walks_of(automaton)
  local all, step = {}, {}
  for state = 1, automaton.count do
    all[state] = state ~= DEAD or nil
    step[state] = {}
    for c, class in ipairs(automaton.classes) do
      local target <const> = automaton.next[state][class.bytes[1]]
      step[state][c] = target ~= DEAD and target or nil
    end
  end
  all[DEAD] = nil
  return {
    all = all, step = step,
    ---The states to which a byte of these classes leads from some states.
    forward = function(states, classes)
      local after = {}
      for state in next, states do
        local targets <const> = step[state]
        for _, c in ipairs(classes) do
          local target <const> = targets[c]
          if target then
            after[target] = true
          end
        end
      end
      return after
    end,
    ---The states from which a byte of these classes leads into some states.
    backward = function(states, classes)
      local before = {}
      for state in next, all do
        local targets <const> = step[state]
        for _, c in ipairs(classes) do
          if states[targets[c]] then
            before[state] = true
            break
          end
        end
      end
      return before
    end,
  }
end

---Whether some well-formed text contains a sequence of bytes of these classes.
---@param sets table list of lists of classes, the oldest byte's first
local function occurs(walks, sets)
  local states = walks.all
  for _, classes in ipairs(sets) do
    states = walks.forward(states, classes)
  end
  return next(states) ~= nil
end

---The minimal ill-formed factor at which a text between pads becomes ill-formed: it ends with the byte that leads to the dead state.
local function factor_in(bytes, search)
  local automaton <const>, text = search.automaton, {}
  local function pad()
    for _ = 1, search.analysis.window do
      table.move(search.analysis.pads, 1, #search.analysis.pads, #text + 1, text)
    end
  end
  pad()
  table.move(bytes, 1, #bytes, #text + 1, text)
  pad()
  local state, last = START, 0
  while state ~= DEAD do
    last = last + 1
    state = automaton.next[state][text[last]]
  end
  local sets = {}
  for first = last, 1, -1 do
    table.insert(sets, 1, { automaton.class_of[text[first]] })
    if not occurs(search.walks, sets) then
      return { table.unpack(text, first, last) }
    end
  end
end

-- ---- Widening ----

---Ways to widen a factor into a rule: which byte is widened first, and whether cheap atoms are preferred to wide ones.
local STRATEGIES <const> = {
  { newest_first = false, prefer_cheap = false }, { newest_first = false, prefer_cheap = true },
  { newest_first = true, prefer_cheap = false }, { newest_first = true, prefer_cheap = true },
}

---The weight of each byte at a place of a factor. Each other place may have any byte for which its atom holds. LIVE: some well-formed text
---contains such a factor. 1: no text does, but some contain it without its first byte, and some without its last byte. 0: otherwise.
---@param held table for each place, the classes of the bytes for which its atom holds
---@return integer[] weight by byte
local function weights_at(at, held, search)
  local n <const>, walks <const> = #held, search.walks
  local function forward(from, to)
    local states = walks.all
    for i = from, to do
      states = walks.forward(states, held[i])
    end
    return states
  end
  local function backward(from, to)
    local states = walks.all
    for i = to, from, -1 do
      states = walks.backward(states, held[i])
    end
    return states
  end
  local before <const>, after <const> = forward(1, at - 1), backward(at + 1, n)
  local before_2 <const>, after_2 <const> = forward(2, at - 1), backward(at + 1, n - 1)
  local function joins(from, to, c)
    for state in next, from do
      if to[walks.step[state][c]] then
        return true
      end
    end
    return false
  end
  -- An ill-formed factor is minimal if it occurs in well-formed texts without its first byte and also without its last byte.
  local rest_lives <const>, start_lives <const> = at == 1 and next(after) ~= nil, at == n and next(before) ~= nil
  local weight <const> = {}
  for c, class in ipairs(search.automaton.classes) do
    local one = joins(before, after, c) and LIVE or 0
    if one == 0 and (rest_lives or at > 1 and joins(before_2, after, c)) and (start_lives or at < n and joins(before, after_2, c)) then
      one = 1
    end
    for _, byte in ipairs(class.bytes) do
      weight[byte] = one
    end
  end
  return weight
end

---A list of atoms, cheap and wide, that holds for a minimal ill-formed factor and for no factor of a well-formed text.
---@param factor integer[] bytes, the oldest first
---@return table atoms, the newest byte's first
local function generalized(factor, search, strategy)
  local n <const>, automaton <const> = #factor, search.automaton
  local atoms <const>, held <const> = {}, {}
  for i, byte in ipairs(factor) do
    atoms[i] = { kind = "equal", value = byte, cost = 1, size = 1 }
    held[i] = { automaton.class_of[byte] }
  end
  for turn = 1, n do
    local i <const> = strategy.newest_first and n + 1 - turn or turn
    atoms[i] = byte_tests.best(factor[i], weights_at(i, held, search), search, strategy.prefer_cheap, atoms[i])
    held[i] = byte_tests.classes_held(atoms[i], automaton)
  end
  local out = {}
  for i = n, 1, -1 do
    out[#out + 1] = atoms[i]
  end
  while out[#out].kind == "any" do
    out[#out] = nil
  end
  return out
end

---A rule for a factor. Widening is cached, since checks with other tables need many of the same rules.
---@return table atoms, with .factor and .example
local function rule_for(factor, search, strategy)
  local example <const> = bytes_.hex(factor)
  local widened <const> = search.widened[strategy]
  widened[example] = widened[example] or generalized(factor, search, strategy)
  local atoms <const> = { table.unpack(widened[example]) }
  atoms.factor, atoms.example = factor, example
  return atoms
end

-- ---- The search ----

---Adds deep rules to a copy of a check until the proof succeeds. Each rule is made from a text that the check wrongly accepts.
---@param proofs table cached results of proofs, by the text of the rules added to this check: strategies often begin with equal rules
---@param bound number the search ends, without a reason, if the rules cost this much before the proof succeeds
---@return table? deep, string? reason
local function rules_by(strategy, check, search, proofs, bound)
  local trial <const>, held_for = setmetatable({ deep = { table.unpack(check.deep) } }, { __index = check }), ""
  while true do
    progress.stage("rules on several bytes", #trial.deep)
    local proved = proofs[held_for]
    if not proved then
      local wrong <const>, steps <const> = proof.counterexample(search.automaton, search.analysis, trial)
      proved = { wrong = wrong, steps = steps }
      proofs[held_for] = proved
    end
    local wrong <const> = proved.wrong
    search.left = search.left - proved.steps
    if not wrong then
      return trial.deep
    end
    if not wrong.accepted then
      return nil, #wrong.bytes == 0 and "the tables refuse the bytes that kernels put around a text"
        or "the tables refuse the well-formed text " .. bytes_.hex(wrong.bytes)
    elseif #trial.deep == MOST_DEEP then
      return nil, ("more than %d rules on several bytes would be needed: the ill-formed %s is still accepted"):format(MOST_DEEP,
        bytes_.hex(wrong.bytes))
    elseif search.left < 0 then
      return nil, ("the search for rules on several bytes stopped after %d rules: the ill-formed %s is still accepted"):format(
        #trial.deep, bytes_.hex(wrong.bytes))
    elseif byte_tests.cost(trial.deep) >= bound then
      return nil, nil
    end
    local atoms <const> = rule_for(factor_in(wrong.bytes, search), search, strategy)
    atoms.fault = (faults.of(search.model, wrong.bytes) or { fault = "truncated" }).fault
    table.insert(trial.deep, atoms)
    held_for = held_for .. byte_tests.list_text(atoms) .. "; "
  end
end

---Whether a list of atoms holds for a factor of some well-formed text.
local function refuses(atoms, search)
  local sets = {}
  for i = #atoms, 1, -1 do
    sets[#sets + 1] = byte_tests.classes_held(atoms[i], search.automaton)
  end
  return occurs(search.walks, sets)
end

---Replaces each atom by a cheaper one if the proof still succeeds: later rules may have made a wide atom unnecessary.
local function polish(check, search)
  for _, atoms in ipairs(check.deep) do
    for i = 1, atoms.factor and #atoms or 0 do
      for _, atom in ipairs(byte_tests.cheap(atoms.factor[#atoms.factor + 1 - i], search)) do
        local before <const> = atoms[i]
        if atom.cost < before.cost and search.left > 0 then
          atoms[i] = atom
          local wrong, steps = refuses(atoms, search), 0
          if not wrong then
            wrong, steps = proof.counterexample(search.automaton, search.analysis, check)
          end
          search.left = search.left - steps
          atoms[i] = wrong and before or atom
        end
      end
    end
  end
end

-- ---- A lower bound for the number of rules ----

---For each live state, the shortest text that leads to it, in breadth-first order.
---@return table texts list of { state, bytes }
local function texts_of(automaton)
  local texts, seen = { { state = START, bytes = {} } }, { [START] = true, [DEAD] = true }
  for _, text in ipairs(texts) do
    for _, class in ipairs(automaton.classes) do
      local target <const> = automaton.next[text.state][class.bytes[1]]
      if not seen[target] then
        seen[target] = true
        local bytes = { table.unpack(text.bytes) }
        bytes[#bytes + 1] = class.bytes[1]
        texts[#texts + 1] = { state = target, bytes = bytes }
      end
    end
  end
  return texts
end

---Whether a check flags a text between pads.
local function is_flagged(bytes, steps)
  local context = steps.start
  for _, byte in ipairs(bytes) do
    local after <const>, errors <const> = steps.step(context, steps.class_of[byte])
    if errors ~= 0 then
      return true
    end
    context = after
  end
  return steps.caught_by_pads(context)
end

---Whether no rule can catch the ends of both texts. Such a rule would also catch all mixtures, which have at each place the byte of one
---text or of the other. So no such rule exists if some mixture is live. The shorter text is extended by pads in front.
local function are_apart(a, b, search)
  local next_ <const>, pads <const>, n <const> = search.automaton.next, search.analysis.pads, math.max(#a, #b)
  local function byte_of(text, i)
    local at <const> = i - n + #text
    return text[at] or pads[(at - 1) % #pads + 1]
  end
  local states = { [START] = true }
  for i = 1, n do
    local after = {}
    for state in next, states do
      for _, byte in ipairs { byte_of(a, i), byte_of(b, i) } do
        local target <const> = next_[state][byte]
        after[target] = target ~= DEAD or nil
      end
    end
    states = after
  end
  return next(states) ~= nil
end

---Ill-formed texts that need a rule each, since no rule catches two of them. Tables of pairs do not catch them, since some well-formed
---text contains the last two bytes of each. The continuation rule does not either. The texts are chosen greedily; there may be more.
---@param check table without tables, except for the continuation rule
---@param most integer stop after this number
---@return table texts
function M.apart(check, search, most)
  local automaton <const>, steps <const> = search.automaton, window_steps.of(search.automaton, search.analysis, check)
  local picked = {}
  local function is_apart(bytes)
    for _, other in ipairs(picked) do
      if not are_apart(other, bytes, search) then
        return false
      end
    end
    return true
  end
  for i, text in ipairs(texts_of(automaton)) do
    progress.stage("least number of rules, states", i, automaton.count)
    for _, class in ipairs(#text.bytes > 0 and automaton.classes or {}) do
      local byte <const> = class.bytes[1]
      if automaton.next[text.state][byte] == DEAD and search.analysis.pairs[text.bytes[#text.bytes] << 8 | byte] then
        local bytes = { table.unpack(text.bytes) }
        bytes[#bytes + 1] = byte
        if not is_flagged(bytes, steps) and is_apart(bytes) then
          picked[#picked + 1] = bytes
          if #picked == most then
            return picked
          end
        end
      end
    end
  end
  return picked
end

---Why a check would need too many rules, if that is known before the search.
---@return string? reason
---@return integer least a lower bound for the number of rules
function M.too_many(check, search)
  local most <const> = MOST_DEEP + 1 - #check.deep
  local texts <const> = M.apart(check, search, most)
  return #texts == most and ("more than %d rules on several bytes would be needed: no rule catches two of %s, %s and %d more"):format(
    MOST_DEEP, bytes_.hex(texts[1]), bytes_.hex(texts[2]), most - 2) or nil, #check.deep + #texts
end

-- ---- The search with all strategies ----

---The data that searches for one language share.
---@return table search { automaton, analysis, model, walks, thresholds, widened = by strategy and factor, the widened atoms,
---  left = the number of steps that further proofs may take }
function M.searcher(automaton, analysis, model)
  local widened <const> = {}
  for _, strategy in ipairs(STRATEGIES) do
    widened[strategy] = {}
  end
  return {
    automaton = automaton, analysis = analysis, model = model, walks = walks_of(automaton), thresholds = byte_tests.thresholds(automaton),
    widened = widened, left = M.MOST_STEPS,
  }
end

---Gives a check the cheapest deep rules that the strategies find within the remaining steps (search.left); see MOST_POLISHED.
---If the first strategy fails, no other one is tried.
---@return boolean done, string? reason
function M.close_gaps(check, search)
  local best, reason
  local proofs <const> = {}
  check.candidates = {}
  for _, strategy in ipairs(STRATEGIES) do
    local deep, why = rules_by(strategy, check, search, proofs, best and byte_tests.cost(best) or math.huge)
    reason = reason or why
    table.insert(check.candidates, deep and { rules = #deep, cost = byte_tests.cost(deep) } or nil)
    if deep and (not best or byte_tests.cost(deep) < byte_tests.cost(best)) then
      best = deep
    end
    if not best or #best - #check.deep > MOST_POLISHED or byte_tests.cost(best) == byte_tests.cost(check.deep) then
      break
    end
  end
  check.deep = best or check.deep
  if #check.deep <= MOST_POLISHED then
    polish(check, search)
  end
  return best ~= nil, reason
end

return M
