-- SPDX-License-Identifier: 0BSD
-- window_steps: models a check as transitions between contexts. A context is the data that the check keeps from one byte to the next.
--
-- In:  automaton, analysis and a check (window_check.lua). Out: steps, for proof.lua to walk.
--      UTF-8: after ED a context has the entry 12 (the bits too_short and surrogate) and a demand. Then A0 is flagged with 10 (surrogate).
--
-- The idea: a check sees the last k bytes. A context has only those data of earlier bytes that later steps read: the entries of the
-- last bytes, open demands, and the progress of each list of atoms. Contexts are shared, so that their transitions can be cached.

local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"
local lists = require "gen.common.lists"
local byte_tests = require "gen.plan.byte_tests"
local look = require "gen.plan.look"
local window_check = require "gen.plan.window_check"

local M = {}

local pack <const> = string.pack
local DEAD <const> = automata.DEAD
local SIGN_BIT <const> = bytes_.SIGN_BIT

---The entries of a byte if there is no look.
local NOT_LOOKED <const> = { [0] = 0, 0, 0 }

local ALL_BYTES <const> = {}
for byte = 0, 255 do
  ALL_BYTES[byte + 1] = byte
end

---The number of bits of an integer that lists of atoms use; a list that does not fit begins another integer.
local WORD_BITS <const> = 60

---Packs the lists of atoms of a check into few words, one bit for each atom, the oldest byte's first. The two lists of `pairing` have a
---word each. A shift then advances all lists of a word at once (Baeza-Yates and Gonnet 1992).
---@return table words { lists = { {atoms, shift} }, gates, first = bits of the oldest bytes, last = of the newest }, integer deep_words
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

---For each byte, the bits of a word whose atoms hold for the byte.
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

---For each byte a table { number, kind, demands, held }: its demands, and the atoms that hold for it. Bytes with equal demands and atoms
---have equal `kind`. Such bytes share one table if they also are in one byte class and, with a look, all or none are continuation bytes.
local function facts_of(automaton, check)
  local facts, held, known, count, kinds, kind_count = {}, {}, {}, 0, {}, 0
  local continuations <const> = check.look and check.look.continuations
  for w, word in ipairs((words_of(check))) do
    held[w] = held_of(word)
  end
  for byte = 0, 255 do
    local key = { automaton.class_of[byte] << 1 | (continuations and continuations[byte] and 1 or 0) }
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

---Divides the bytes into classes. The automaton and the check treat the bytes of a class alike; its first byte represents it.
---@param base table? the steps of a check that differs only in its tables: bytes whose entries did not change keep their classes
---@param changes integer[] the bytes whose entries may have changed
---@return table classes each with .like: the first class that the check does not distinguish from it (the automaton may). The results of
---  steps by a `lasting` class are cached under its .like
---@return table class_of
---@return table new_classes the classes that `base` lacks
local function classes_of(facts, check, base, changes)
  local seen, classes, new_classes, changed, likes = {}, {}, {}, {}, {}
  local class_of <const> = setmetatable({}, { __index = base and base.class_of })
  for _, byte in ipairs(changes) do
    local prev <const>, this <const> = window_check.entries(check, byte)
    local forbidden <const> = window_check.is_forbidden(check, byte)
    local looked <const> = check.look and look.entries(check.look, byte) or NOT_LOOKED
    local before <const> = base and base.class_of[byte]
    if not before or before.prev ~= prev or before.this ~= this or before.forbidden ~= forbidden
      or before.looked[0] ~= looked[0] or before.looked[1] ~= looked[1] or before.looked[2] ~= looked[2] then
      local entries <const> = pack("jjjjj", prev << 1 | (forbidden and 1 or 0), this, looked[0], looked[1], looked[2])
      local key <const> = pack("j", facts[byte].number) .. entries
      local class = seen[key]
      if not class then
        class = {
          byte = byte, bytes = {}, prev = prev, this = this, forbidden = forbidden, demands = facts[byte].demands, held = facts[byte].held,
          looked = looked, lasting = not base,
        }
        local kind <const> = pack("j", facts[byte].kind) .. entries
        likes[kind] = likes[kind] or class
        seen[key], class.like = class, likes[kind]
        new_classes[#new_classes + 1] = class
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
  return table.move(new_classes, 1, #new_classes, #classes + 1, classes), class_of, new_classes
end

---Flags of a window other than the bits of its last two bytes. LOOK is not an error.
M.FORBIDDEN, M.DEEP, M.LOOK = 1 << 8, 1 << 9, 1 << 10

-- A context is { prev, open demands 1..k-1, progress in each word of lists, the look's bits that the last two bytes share, the look's bits
-- of the last byte }.

---The data that all steps of a check have in common.
---@return table shape { check, k, words, deep_words, at_looked = index of the look's bits in a context, progress = for each word, how far
---  its lists had come at the last call of `flagged` }
local function shape_of(analysis, check)
  local words <const>, deep_words <const> = words_of(check)
  return {
    check = check, k = analysis.window, words = words, deep_words = deep_words, at_looked = analysis.window + #words + 1, progress = {},
  }
end

---The flags of a window that ends with a byte of a class.
---@return function flagged_pair (context, class): errors, bits of the pair. The errors are FORBIDDEN and the bits of the pair that differ
---  from the open demand; lists of atoms are not evaluated
---@return function flagged (context, class): the same errors, with DEEP and LOOK; bits of the pair. It sets shape.progress: how far the
---  lists of each word have come, complete lists included
local function flagging(shape)
  local k <const>, words <const>, deep_words <const>, at_looked <const> = shape.k, shape.words, shape.deep_words, shape.at_looked
  local word_count <const>, progress <const> = #words, shape.progress
  local compared <const>, silent <const> = (window_check.chained_bits(shape.check)), window_check.silent_bits(shape.check)

  local function flagged_pair(context, class)
    local pair <const> = context[1] & class.this & ~compared | (context[1] ~ class.this) & compared
    return (pair & ~silent) ~ context[2] | (class.forbidden and M.FORBIDDEN or 0), pair
  end
  local function flagged(context, class)
    local errors, pair <const> = flagged_pair(context, class)
    local held_by_word <const>, full_high = class.held, 0
    for w = 1, word_count do
      local word <const>, held = words[w], held_by_word[w]
      for _, gate in ipairs(word.gates) do
        held = pair & gate.mask == 0 and held & ~gate.at or held
      end
      local advanced <const> = (context[k + w] << 1 | word.first) & held
      local full <const> = advanced & word.last
      progress[w] = advanced
      if w == deep_words + 1 then
        full_high = full
      elseif (full ~= 0) ~= (full_high ~= 0) then
        errors = errors | M.DEEP
      end
    end
    return errors | (class.looked[0] & context[at_looked] ~= 0 and M.LOOK or 0), pair
  end
  return flagged_pair, flagged
end

---The transitions between contexts.
---@param contexts table those known so far, by their contents
---@return function shared (context): the one table of a context that all walks share; .after and .errors cache transitions by class
---@return function followed (context, class, pair): the next context; the last call of `flagged` must have been for this context and class
local function following(shape, contexts)
  local k <const>, words <const>, at_looked <const>, progress <const> = shape.k, shape.words, shape.at_looked, shape.progress
  local word_count <const>, chain <const>, layout <const> = #words, shape.check.chain or 0, ("j"):rep(at_looked + 1)
  ---The next context under construction, before the shared one is looked up.
  local made <const> = {}

  local function shared(context)
    local key <const> = pack(layout, table.unpack(context, 1, at_looked + 1))
    local known = contexts[key]
    if not known then
      known = table.move(context, 1, at_looked + 1, 1, {})
      known.after, known.errors, contexts[key] = {}, {}, known
    end
    return known
  end
  local function followed(context, class, pair)
    local demands <const> = class.demands
    made[1] = class.prev
    for t = 1, k - 1 do
      made[1 + t] = (t < k - 1 and context[2 + t] or 0) | (demands[t] or 0)
    end
    for n = 1, chain do
      made[1 + 2 * n] = made[1 + 2 * n] ~ (pair << n & SIGN_BIT)
    end
    for w = 1, word_count do
      made[k + w] = progress[w] & ~words[w].last
    end
    made[at_looked], made[at_looked + 1] = class.looked[1] & context[at_looked + 1], class.looked[2]
    return shared(made)
  end
  return shared, followed
end

---The functions that make steps, with a cache in each context.
---@return function errors_of (context, class): errors; and the next context if nothing is flagged, or if this context is already known
---@return function step (context, class): the next context, errors
local function stepping(flagged, followed)
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
  return errors_of, step
end

---@return function open_classes (state, context): the classes after which the text is live or `flagged_pair` gives no errors. After all
---  other classes, the text is dead and flagged
local function opening(automaton, classes, flagged_pair)
  local open <const> = {}
  return function(state, context)
    local key <const> = (state << 8 | context[1]) << 8 | context[2]
    local list = open[key]
    if not list then
      list = {}
      for _, class in ipairs(classes) do
        local lives <const> = automaton.next[state][class.byte] ~= DEAD
        list[#list + 1] = (lives or flagged_pair(context, class) == 0) and class or nil
      end
      open[key] = list
    end
    return list
  end
end

---@return function caught_by_pads (context): whether pads after a text have an error other than LOOK
local function ending(k, step, pads)
  return function(context)
    local flags = 0
    for i = 1, k - 1 do
      local after <const>, errors <const> = step(context, pads[(i - 1) % #pads + 1])
      context, flags = after, flags | errors
    end
    return flags & ~M.LOOK ~= 0
  end
end

---@param automaton table
---@param analysis table needs .window and .pads
---@param check table
---@param base table? the steps of a check that differs in its tables only
---@param changes integer[]? with a base, the bytes whose entries may differ
---@return table steps { classes, class_of, new_classes, facts, contexts, shared, errors_of, step, open_classes, caught_by_pads,
---  continuations = with a look, the set of continuation bytes, start = the context between pads, pads_changed = some pad has a new class }
function M.of(automaton, analysis, check, base, changes)
  local facts <const> = base and base.facts or facts_of(automaton, check)
  local classes <const>, class_of <const>, new_classes <const> = classes_of(facts, check, base, changes or ALL_BYTES)
  local shape <const>, contexts <const> = shape_of(analysis, check), base and base.contexts or {}
  local pads <const> = lists.map(analysis.pads, function(byte) return class_of[byte] end)
  local flagged_pair <const>, flagged <const> = flagging(shape)
  local shared <const>, followed <const> = following(shape, contexts)
  local errors_of <const>, step <const> = stepping(flagged, followed)
  local context = {}
  for i = 1, shape.at_looked + 1 do
    context[i] = 0
  end
  context = shared(context)
  for _ = 1, shape.k do
    for _, pad in ipairs(pads) do
      context = step(context, pad)
    end
  end
  return {
    classes = classes, class_of = class_of, new_classes = new_classes, facts = facts,
    pads_changed = lists.any(analysis.pads, function(byte) return not base or class_of[byte] ~= base.class_of[byte] end),
    contexts = contexts, shared = shared, start = context, continuations = check.look and check.look.continuations,
    errors_of = errors_of, step = step,
    open_classes = opening(automaton, classes, flagged_pair), caught_by_pads = ending(shape.k, step, pads),
  }
end

return M
