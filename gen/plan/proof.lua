-- SPDX-License-Identifier: 0BSD
-- proof: that the windows of a plan flag exactly the ill-formed texts, shown in the model.
--
-- In:  automaton, analysis and a check (window_check.lua). Out: nil if the check is right for texts of every length, else the shortest text
--      on which it errs.
--      UTF-8 with the bit `surrogate` cleared from prev_high[E]: { bytes = {ED, A0, 80}, accepted = true }.
--
-- A check sees the last k bytes. It is right exactly if
--      a text that is alive is never flagged                                    (else it refuses a well-formed text), and
--      a text that died is flagged before it ends, its k - 1 pads included      (else it accepts an ill-formed one).
-- Of the bytes before, a context keeps only what later ones are compared with: the last byte's entry, the demands still open, and how far
-- each list of atoms has come. So contexts are few; a breadth-first walk over them decides texts of every length, and the first error
-- it meets is a shortest one. verify/ proves the same of the emitted C, by other means.

local automata = require "gen.language.automaton"
local analyses = require "gen.language.analysis"
local bytes_ = require "gen.common.bytes"
local byte_tests = require "gen.plan.byte_tests"
local look = require "gen.plan.look"
local window_check = require "gen.plan.window_check"

local M = {}

local pack <const> = string.pack
local DEAD <const>, START <const> = automata.DEAD, automata.START
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The entries of a byte where no filter looks.
local NOT_LOOKED <const> = { [0] = 0, 0, 0 }

local ALL_BYTES <const> = {}
for byte = 0, 255 do
  ALL_BYTES[byte + 1] = byte
end

---How many bits of an integer take lists of atoms; one more list begins another integer.
local WORD_BITS <const> = 60

---The lists of atoms of a check side by side in as few words as they fit, a bit an atom, the oldest byte's first; the two of `pairing`
---have a word each. How far each list has come is then found for all at once, by shifting (Baeza-Yates and Gonnet 1992).
---@return table words { lists = { {atoms, shift} }, first = bits of the oldest bytes, last = bits of the newest }, integer far_words
local function words_of(check)
  local words, used = {}, WORD_BITS
  local function add(atoms)
    local word, n <const> = words[#words], #atoms
    word.lists[#word.lists + 1] = { atoms = atoms, shift = used }
    word.first, word.last = word.first | 1 << used, word.last | 1 << used + n - 1
    for _, gate in ipairs(atoms.gates or {}) do
      word.gates[#word.gates + 1] = { mask = gate.mask, at = 1 << used + n - 1 - gate.distance }
    end
    used = used + n
  end
  for _, atoms in ipairs(check.deep or {}) do
    if used + #atoms > WORD_BITS then
      words[#words + 1], used = { lists = {}, gates = {}, first = 0, last = 0 }, 0
    end
    add(atoms)
  end
  local deep_words <const> = #words
  for _, half in ipairs(check.pairing and { "high", "low" } or {}) do
    words[#words + 1], used = { lists = {}, gates = {}, first = 0, last = 0 }, 0
    add(check.pairing[half])
  end
  return words, deep_words
end

---By byte, the bits of a word's lists whose atoms hold for it.
local function held_of(word)
  local always, held = 0, {}
  for byte = 0, 255 do
    held[byte] = 0
  end
  for _, list in ipairs(word.lists) do
    for t = 0, #list.atoms - 1 do
      local atom <const>, bit <const> = list.atoms[#list.atoms - t], 1 << list.shift + t
      if atom.kind == "any" then
        always = always | bit
      elseif atom.kind == "equal" then
        held[atom.value] = held[atom.value] | bit
      else
        for byte = 0, 255 do
          held[byte] = byte_tests.holds(atom, byte) and held[byte] | bit or held[byte]
        end
      end
    end
  end
  for byte = 0, 255 do
    held[byte] = held[byte] | always
  end
  return held
end

---What each byte is to a check besides its entries in the tables: the demands it makes, and the atoms that hold for it. Bytes that are
---alike share one fact, with its number; those that are alike but for the automaton have one number more in common, .kind.
local function facts_of(automaton, check)
  local facts, held, known, count, kinds, kind_count = {}, {}, {}, 0, {}, 0
  for w, word in ipairs((words_of(check))) do
    held[w] = held_of(word)
  end
  for byte = 0, 255 do
    local key = { automaton.class_of[byte] }
    for _, demand in ipairs(check.demands) do
      key[#key + 1] = byte ~ (check.flipped or 0) >= demand.from and check.bit or 0
    end
    for _, by_byte in ipairs(held) do
      key[#key + 1] = by_byte[byte]
    end
    local name <const> = pack(("j"):rep(#key), table.unpack(key))
    local kind <const> = name:sub(1 + #pack("j", 0))
    if not kinds[kind] then
      kinds[kind], kind_count = kind_count, kind_count + 1
    end
    local fact = known[name]
    if not fact then
      fact, count = { number = count, kind = kinds[kind], demands = {}, held = table.move(key, #check.demands + 2, #key, 1, {}) }, count + 1
      for i, demand in ipairs(check.demands) do
        fact.demands[demand.distance] = key[1 + i]
      end
      known[name] = fact
    end
    facts[byte] = fact
  end
  return facts
end

---Bytes that the automaton and the check treat alike are one class, represented by the first of them.
---@param base table? the steps of a check that differs in its tables only: bytes that the tables did not change keep their classes
---@param changes integer[] the bytes that tables may have changed
---@return table classes each with .like, the first of those that are alike to the check, if not to the automaton; what is found of
--- steps by classes that are `lasting` is kept by that
---@return table class_of
---@return table pieces those of the classes that `base` has not
local function classes_of(facts, check, base, changes)
  local seen, classes, pieces, changed, likes = {}, {}, {}, {}, {}
  local class_of <const> = setmetatable({}, { __index = base and base.class_of })
  for _, byte in ipairs(changes) do
    local prev <const>, this <const> = window_check.entries(check, byte)
    local forbidden <const> = window_check.is_forbidden(check, byte)
    local looked <const> = check.look and look.entries(check.look, byte) or NOT_LOOKED
    local before <const> = base and base.class_of[byte]
    if not before or before.prev ~= prev or before.this ~= this or before.forbidden ~= forbidden
      or before.looked[0] ~= looked[0] or before.looked[1] ~= looked[1] or before.looked[2] ~= looked[2] then
      local entries <const> = (((((forbidden and 1 or 0) << 8 | prev) << 8 | this) << 8 | looked[0]) << 8 | looked[1]) << 8 | looked[2]
      local key <const> = facts[byte].number << 41 | entries
      local class = seen[key]
      if not class then
        class = {
          byte = byte, bytes = {}, prev = prev, this = this, forbidden = forbidden, demands = facts[byte].demands, held = facts[byte].held,
          looked = looked, lasting = not base,
        }
        local kind <const> = facts[byte].kind << 41 | entries
        likes[kind] = likes[kind] or class
        seen[key], class.like = class, likes[kind]
        pieces[#pieces + 1] = class
      end
      table.insert(class.bytes, byte)
      class_of[byte] = class
      if before then
        changed[before] = (changed[before] or 0) + 1
      end
    end
  end
  for _, class in ipairs(base and base.classes or {}) do
    classes[#classes + 1] = changed[class] ~= #class.bytes and class or nil
  end
  return table.move(pieces, 1, #pieces, #classes + 1, classes), class_of, pieces
end

---What a window can be flagged for besides the bits of its last two bytes; LOOK is no error.
M.FORBIDDEN, M.DEEP, M.LOOK = 1 << 8, 1 << 9, 1 << 10

---The steps of a check: how it goes from what it has kept of a text to what it keeps one byte later.
---@param automaton table
---@param analysis table needs .window and .pad
---@param check table
---@param base table? the steps of a check that differs in its tables only
---@param changes integer[]? with a base, the bytes of which its tables say something else
---@return table steps { classes, class_of, pieces, facts, contexts, shared, errors_of, step, open_classes, caught_by_pads, errs_at_end,
--- start = what is kept between pads, pads_changed }
function M.steps(automaton, analysis, check, base, changes)
  local facts <const> = base and base.facts or facts_of(automaton, check)
  local classes <const>, class_of <const>, pieces <const> = classes_of(facts, check, base, changes or ALL_BYTES)
  local words <const>, deep_words <const> = words_of(check)
  local k <const> = analysis.window
  local pad <const> = class_of[analysis.pad]
  local compared <const>, silent <const> = (window_check.chained_bits(check)), window_check.silent_bits(check)

  -- A context is { prev, open demands 1..k-1, progress in each word of lists, the filter's bits that the last two bytes share, and those
  -- of the last one }.
  local word_count <const>, at_looked <const> = #words, k + #words + 1
  local layout <const>, contexts <const> = ("j"):rep(at_looked + 1), base and base.contexts or {}
  ---The next context as it is made, before it is known whether there is such a one; and how far lists of each word have come.
  local made <const>, progress <const> = {}, {}

  ---The bits of the pair of a context's last byte and one of a class.
  local function pair_of(context, class)
    return context[1] & class.this & ~compared | (context[1] ~ class.this) & compared
  end
  ---What a window is flagged for without lists: its pair's bits against the demand that is open here, or a byte that no text holds.
  local function flagged_pair(context, class, pair)
    return (pair & ~silent) ~ context[2] | (class.forbidden and M.FORBIDDEN or 0)
  end
  ---@return integer errors what the window is flagged for that ends with a byte of a class: the bits of its pair, FORBIDDEN, DEEP, LOOK
  ---@return integer pair its bits; in `progress`, how far lists of each word have come, those that are complete among them
  local function flagged(context, class)
    local pair <const>, held_by_word <const> = pair_of(context, class), class.held
    local errors, full_high = flagged_pair(context, class, pair), 0
    for w = 1, word_count do
      local word <const>, held = words[w], held_by_word[w]
      for _, gate in ipairs(word.gates) do
        held = pair & gate.mask == 0 and held & ~gate.at or held
      end
      local come <const> = (context[k + w] << 1 | word.first) & held
      local full <const> = come & word.last
      progress[w] = come
      if w == deep_words + 1 then
        full_high = full
      elseif (full ~= 0) ~= (full_high ~= 0) then
        errors = errors | M.DEEP
      end
    end
    return errors | (class.looked[0] & context[at_looked] ~= 0 and M.LOOK or 0), pair
  end
  ---The one table of a context that all walks share: what it leads to is in .after and .errors, by class.
  local function shared(context)
    local key <const> = pack(layout, table.unpack(context, 1, at_looked + 1))
    local known = contexts[key]
    if not known then
      known = table.move(context, 1, at_looked + 1, 1, {})
      known.after, known.errors, contexts[key] = {}, {}, known
    end
    return known
  end
  ---@param pair integer and `progress`: what `flagged` found of these
  ---@return table context the next one, after a byte of a class
  local function followed(context, class, pair)
    local demands <const> = class.demands
    made[1] = class.prev
    for t = 1, k - 1 do
      made[1 + t] = (t < k - 1 and context[2 + t] or 0) | (demands[t] or 0)
    end
    for n = 1, check.chain or 0 do
      made[1 + 2 * n] = made[1 + 2 * n] ~ (pair << n & SIGN_BIT)
    end
    for w = 1, word_count do
      made[k + w] = progress[w] & ~words[w].last
    end
    made[at_looked], made[at_looked + 1] = class.looked[1] & context[at_looked + 1], class.looked[2]
    return shared(made)
  end
  ---@return integer errors
  ---@return table? after the next context, where nothing is flagged
  local function errors_of(context, class)
    local like <const> = class.like
    local errors, after = context.errors[like], context.after[like]
    if not errors then
      local pair
      errors, pair = flagged(context, class)
      after = errors == 0 and followed(context, class, pair) or nil
      if class.lasting then
        context.errors[like], context.after[like] = errors, after
      end
    end
    return errors, after
  end
  local function step(context, class)
    local errors <const>, known <const> = errors_of(context, class)
    local after = known
    if not after then
      after = followed(context, class, select(2, flagged(context, class)))
      context.after[class.like] = class.lasting and after or nil
    end
    return after, errors
  end
  local open <const> = {}
  ---The classes that make something of a text: it goes on, or is flagged while it lives. All others kill it, and their pair is flagged.
  local function open_classes(state, context)
    local key <const> = (state << 8 | context[1]) << 8 | context[2]
    local list = open[key]
    if not list then
      list = {}
      for _, class in ipairs(classes) do
        local lives <const> = automaton.next[state][class.byte] ~= DEAD
        list[#list + 1] = (lives or flagged_pair(context, class, pair_of(context, class)) == 0) and class or nil
      end
      open[key] = list
    end
    return list
  end
  ---What is flagged while pads follow.
  local function flags_of_pads(context)
    local flags = 0
    for _ = 1, k - 1 do
      local after <const>, errors <const> = step(context, pad)
      context, flags = after, flags | errors
    end
    return flags
  end
  local function caught_by_pads(context)
    return flags_of_pads(context) ~= 0
  end
  ---Whether a check errs on a text that ends here. Of one at which is to be looked it says nothing.
  local function errs_at_end(context, accepts)
    local flags <const> = flags_of_pads(context)
    if accepts then
      return flags & ~M.LOOK ~= 0
    end
    return flags == 0
  end

  local context = {}
  for i = 1, at_looked + 1 do
    context[i] = 0
  end
  context = shared(context)
  for _ = 1, k do
    context = step(context, pad)
  end
  return {
    classes = classes, class_of = class_of, pieces = pieces, pads_changed = pad ~= (base and base.class_of[analysis.pad]), facts = facts,
    contexts = contexts, shared = shared, start = context, errors_of = errors_of, step = step,
    open_classes = open_classes, caught_by_pads = caught_by_pads, errs_at_end = errs_at_end,
  }
end

---What a byte makes of a node { state, context, looked }. A text that is looked at goes on as a live one until a character begins; there
---the check goes on, whatever it has flagged before.
---@return integer state, table? context what is kept, nil where the text needs no more windows
---@return boolean looked, boolean wrong whether a live text is an error
local function go_on(automaton, steps, node, class)
  local state <const> = automaton.next[node.state][class.byte]
  local errors <const>, known <const> = steps.errors_of(node.context, class)
  if errors & ~M.LOOK ~= 0 then
    return state, nil, false, state ~= DEAD
  end
  local goes_past <const> = errors == 0 and not node.looked
  local after <const> = (goes_past or state ~= DEAD) and (known or steps.step(node.context, class)) or nil
  return state, after, not goes_past and not automaton.boundary[state], false
end

---A set of nodes; the second function adds one that is not in it.
local function nodes_visited()
  local seen <const> = { [true] = {}, [false] = {} }
  local function has(state, context, looked)
    local contexts <const> = seen[looked][state]
    return contexts and contexts[context]
  end
  return has, function(state, context, looked)
    local new <const> = not has(state, context, looked)
    if new then
      seen[looked][state] = seen[looked][state] or {}
      seen[looked][state][context] = true
    end
    return new
  end
end

---@param automaton table
---@param analysis table needs .window and .pad
---@param check table
---@return table? counterexample { bytes, accepted = what the check says of it }
---@return integer steps how many it took
function M.counterexample(automaton, analysis, check)
  local steps <const> = M.steps(automaton, analysis, check)

  local function bytes_of(node, tail)
    local bytes = { table.unpack(tail or {}) }
    while node.parent do
      table.insert(bytes, 1, node.class.byte)
      node = node.parent
    end
    return bytes
  end
  ---The shortest end that makes a well-formed text of one that is alive in this state.
  local function completion(state)
    return analyses.shortest(automaton, state, function(other) return automaton.accepts[other] end)
  end

  local queue, best = { { state = START, context = steps.start, looked = false, depth = 0 } }, nil
  local _, add <const> = nodes_visited()
  local steps_taken = 0
  local function offer(bytes, accepted)
    if not best or #bytes < #best.bytes then
      best = { bytes = bytes, accepted = accepted }
    end
  end
  for _, node in ipairs(queue) do
    if best and node.depth >= #best.bytes then
      return best, steps_taken
    end
    steps_taken = steps_taken + #steps.classes
    local accepts <const> = automaton.accepts[node.state]
    if not node.looked and steps.errs_at_end(node.context, accepts) then
      offer(bytes_of(node), not accepts)
    end
    for _, class in ipairs(steps.open_classes(node.state, node.context)) do
      local state <const>, after <const>, looked <const>, wrong <const> = go_on(automaton, steps, node, class)
      if wrong then
        offer(bytes_of({ parent = node, class = class }, completion(state)), false)
      elseif after and add(state, after, looked) then
        queue[#queue + 1] = { state = state, context = after, looked = looked, parent = node, class = class, depth = node.depth + 1 }
      end
    end
  end
  return best, steps_taken
end

---Whether a check errs on a text of one byte: no filter can mend that, since the characters that filters tell are longer.
---@param check table without a filter's tables
---@return boolean
function M.errs_on_a_byte(automaton, analysis, check)
  local steps <const> = M.steps(automaton, analysis, check)
  for _, class in ipairs(steps.classes) do
    local after <const>, errors <const> = steps.step(steps.start, class)
    local accepts <const> = automaton.accepts[automaton.next[START][class.byte]] or false
    if (errors == 0 and not steps.caught_by_pads(after)) ~= accepts then
      return true
    end
  end
  return false
end

---What a check walks through before it flags anything, and what it goes on with where that was looked at.
---@param steps table
---@param visit fun(node: table, class: table, state: integer)?  for each step from what was not looked at
---@return table walked { nodes = list of { state, context, looked, parent?, class? }, has = function(state, context, looked) }: the first
--- node has no parent, the others were reached from it by a byte of the class
function M.walk(automaton, steps, visit)
  local start <const> = { state = START, context = steps.start, looked = false }
  local nodes, has <const>, add <const> = { start }, nodes_visited()
  add(START, steps.start, false)
  for _, node in ipairs(nodes) do
    for _, class in ipairs(steps.classes) do
      local state <const>, after <const>, looked <const> = go_on(automaton, steps, node, class)
      if after and add(state, after, looked) then
        nodes[#nodes + 1] = { state = state, context = after, looked = looked, parent = node, class = class }
      end
      if visit and not node.looked then
        visit(node, class, state)
      end
    end
  end
  return { nodes = nodes, has = has }
end

---Whether a check errs on some text after a change of its tables, where it did not before. What it does otherwise than before begins
---with a byte that changed, after a text that it walked through before.
---@param steps table of the check as it is now
---@param walked table by the check as it was
function M.errs_now(automaton, steps, walked)
  local nodes, _, add <const> = {}, nodes_visited()
  ---Whether a step, or the end of a text, is an error.
  local function is_wrong(node, class)
    local state <const>, after <const>, looked <const>, wrong <const> = go_on(automaton, steps, node, class)
    if after and not walked.has(state, after, looked) and add(state, after, looked) then
      nodes[#nodes + 1] = { state = state, context = after, looked = looked }
      return not looked and steps.errs_at_end(after, automaton.accepts[state])
    end
    return wrong
  end
  for _, node in ipairs(walked.nodes) do
    if steps.pads_changed and not node.looked and steps.errs_at_end(node.context, automaton.accepts[node.state]) then
      return true
    end
    for _, class in ipairs(steps.pieces) do
      if is_wrong(node, class) then
        return true
      end
    end
  end
  for _, node in ipairs(nodes) do
    for _, class in ipairs(steps.classes) do
      if is_wrong(node, class) then
        return true
      end
    end
  end
  return false
end

return M
