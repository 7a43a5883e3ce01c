-- SPDX-License-Identifier: 0BSD
-- sensitivity: which bits of a plan's tables the language depends on, decided for each by the proof.
--
-- In:  automaton, analysis and a check that is right. Out: { prev_high = {[0] = mask, ...}, ... }: the bits whose flip makes it wrong.
--      UTF-8: 272 of 384.
--
-- A proof from the beginning for each flip would be the same walk hundreds of times. So: what a flip changes is what some pairs of bytes
-- are flagged for, or some bytes.
--
--      a live pair, or a byte that some text holds, is changed       its windows were flagged for nothing, now for a bit: it matters
--      no such pair or byte is                                       only ill-formed texts change; the check can only accept more
--      a bit is set                                                  accepts no more, so it does not matter
--      a bit is cleared                                              it matters exactly if some ill-formed text was flagged for this bit
--                                                                    and nothing else wherever it was flagged
--
-- Such a text goes unflagged to a first window that is flagged for this bit alone: an edge out of the walk of the check that is right,
-- which is walked once. What comes after it is walked with the bit cleared; it is dead, and wrong if it can end unflagged.
--
-- The bit of the continuation rule, compared rather than forbidden, can go both ways, and filter bits are no errors: where pairs do
-- not decide them, what is new is walked: steps that a flip changes, from where the check that is right has been, and what follows
-- them until it is back on the way of that one (proof.errs_now).

local bytes_ = require "gen.common.bytes"
local look_ = require "gen.plan.look"
local window_check = require "gen.plan.window_check"
local classes = require "gen.plan.classes"
local proof = require "gen.plan.proof"
local progress = require "gen.common.progress"

local M = {}

local BITS <const> = 8

---The walk of a check that is right over all that it does not flag.
---@return table edges edges[errors] = list of { after, class, before }: flagged for `errors` at a byte of `class`, the byte before it one
---of these classes, what is kept afterwards
---@return table walked see proof.walk
local function flagged_edges(automaton, steps)
  local before, flagged = {}, {}
  local walked <const> = proof.walk(automaton, steps, function(node, class, state)
    local errors, after = steps.errors_of(node.context, class)
    if errors == 0 then
      before[state] = before[state] or {}
      before[state][after] = before[state][after] or {}
      before[state][after][class] = true
    elseif errors & errors - 1 == 0 then
      after = steps.step(node.context, class)
      flagged[#flagged + 1] = { node = node, class = class, after = after, errors = errors }
    end
  end)
  local edges, known = {}, {}
  for _, edge in ipairs(flagged) do
    -- Nodes that differ in their states alone go on alike.
    local key = ("%d:%d:%s"):format(edge.errors, edge.class.byte, table.concat(edge.after, " "))
    if not known[key] then
      known[key] = { after = edge.after, class = edge.class, before = {} }
      edges[edge.errors] = edges[edge.errors] or {}
      table.insert(edges[edge.errors], known[key])
    end
    local node <const> = edge.node
    for class in next, before[node.state] and before[node.state][node.context] or {} do
      known[key].before[class] = true
    end
  end
  return edges, walked
end

---Whether a check accepts some text that died on one of these edges, which it does not flag.
---@param concerned fun(edge: table, byte: integer): boolean  whether the byte of the edge may be this one
local function accepts_after(steps, edges, concerned)
  local queue, seen = {}, {}
  local function reach(context)
    if not seen[context] then
      seen[context] = true
      queue[#queue + 1] = context
      return not steps.caught_by_pads(context)
    end
  end
  for _, edge in ipairs(edges) do
    for _, byte in ipairs(edge.class.bytes) do
      if concerned(edge, byte) and reach(steps.shared { steps.class_of[byte].prev, table.unpack(edge.after, 2) }) then
        return true
      end
    end
  end
  for _, context in ipairs(queue) do
    for _, class in ipairs(steps.classes) do
      local after, errors = steps.step(context, class)
      if errors == 0 and reach(after) then
        return true
      end
    end
  end
  return false
end

---Whether the byte before an edge may be one for which a test holds.
local function comes_after(edge, test)
  for class in next, edge.before do
    for _, byte in ipairs(class.bytes) do
      if test(byte) then
        return true
      end
    end
  end
  return false
end

---Of each byte its entries before another and as the current one.
local function entries_by_byte(check)
  local entries = {}
  for byte = 0, 255 do
    entries[byte] = { window_check.entries(check, byte) }
  end
  return entries
end

---Of each bit, the bytes whose entry has it: as the one before another ([1]), and as the current one ([2]); of bytes that are alike one.
---@param entries table see entries_by_byte
---@param steps table see proof.steps
local function bytes_with_bit(entries, steps)
  local bytes <const> = { {}, {} }
  for side = 1, 2 do
    for b = 0, BITS - 1 do
      local with = {}
      for _, class in ipairs(steps.classes) do
        with[#with + 1] = entries[class.byte][side] & 1 << b ~= 0 and class.byte or nil
      end
      bytes[side][1 << b] = with
    end
  end
  return bytes
end

---What a flip in a table of pairs does to them: "refuses" if a live one changes, "nothing" if none changes or all that do are flagged
---for other bits too, wherever they stand, else "something".
---@param entries table see entries_by_byte
---@param with table see bytes_with_bit
local function effect_on_pairs(analysis, check, entries, with, name, n, bit)
  local side <const>, high <const> = name:find "^prev" and 1 or 2, name:find "_high$" ~= nil
  -- The continuation bit is no error where it is demanded, so it catches no pair by itself.
  local other_side <const>, others <const> = 3 - side, ~(bit | check.bit | check.filter)
  local other_half <const> = check.tables[(side == 1 and "prev" or "this") .. (high and "_low" or "_high")]
  local effect = "nothing"
  for half = 0, 15 do
    local byte <const> = high and n << 4 | half or half << 4 | n
    -- Where the other table has not the bit, a flip in this one changes nothing.
    for _, other in ipairs((not other_half or other_half[half] & bit ~= 0) and with[other_side][bit] or {}) do
      if analysis.pairs[side == 1 and byte << 8 | other or other << 8 | byte] then
        return "refuses"
      elseif entries[byte][side] & entries[other][other_side] & others == 0 then
        effect = "something"
      end
    end
  end
  return effect
end

---What a flip in a table of single bytes does to them: "refuses" if one that some text holds changes.
local function effect_on_bytes(analysis, forbidden, name, n, bit)
  local effect = "nothing"
  for other = 0, 15 do
    local byte, shared
    if name == "forbidden_high" then
      byte, shared = n << 4 | other, forbidden.low[other]
    else
      byte, shared = other << 4 | n, forbidden.high[other]
    end
    if shared & bit ~= 0 and forbidden.high[byte >> 4] & forbidden.low[byte & 15] & ~bit == 0 then
      if not analysis.forbidden[byte] then
        return "refuses"
      end
      effect = "something"
    end
  end
  return effect
end

---Notes for each bit of a filter's tables that some excluded character is told by alone, whatever stands before it: without the bit it
---would be accepted.
---@param note fun(axis: table, n: integer, bit: integer)
local function note_needed(analysis, steps, look, note)
  local entries <const>, before <const> = {}, {}
  for byte = 0, 255 do
    entries[byte] = look_.entries(look, byte)
    before[#before + 1] = analysis.whole[byte] and byte or nil
  end
  ---Whether nothing is wrong with a text between pads, and its windows, each with the filter's bits, that are looked at.
  local function windows_of(text)
    local context, errors, looked = steps.start, 0, {}
    for i = 3, #text do
      local flags
      context, flags = steps.step(context, steps.class_of[text[i]])
      errors = errors | flags & ~proof.LOOK
      local bits <const> = entries[text[i]][0] & entries[text[i - 1]][1] & entries[text[i - 2]][2]
      looked[#looked + 1] = bits ~= 0 and { at = i, bits = bits } or nil
    end
    return errors == 0, looked
  end
  local pad <const> = analysis.pad
  for _, one in ipairs(look.open) do
    for _, byte in ipairs(before) do
      local text <const> = { pad, pad, byte, table.unpack(one.character) }
      table.move({ pad, pad, pad }, 1, 3, #text + 1, text)
      local right <const>, looked <const> = windows_of(text)
      if right and #looked == 1 and looked[1].bits & looked[1].bits - 1 == 0 then
        for _, axis in ipairs(look.axes) do
          note(axis, look_.nibble_of(axis, text[looked[1].at - axis.distance]), looked[1].bits)
        end
      end
      if #one.bytes > 2 then
        break
      end
    end
  end
end

---The bits of a filter's tables without which an excluded character is accepted, for which alone there is a bit. One bit more is no error.
---@return table sensitivity name of a table -> {[0] = mask, ...}
local function of_look(analysis, look, steps)
  local sensitivity <const> = {}
  for _, axis in ipairs(look.axes) do
    sensitivity[axis.name] = {}
    for n = 0, 15 do
      sensitivity[axis.name][n] = 0
    end
  end
  note_needed(analysis, steps, look, function(axis, n, bit)
    sensitivity[axis.name][n] = sensitivity[axis.name][n] | bit
  end)
  return sensitivity
end

---@param automaton table
---@param analysis table
---@param check table one that proof.counterexample finds nothing against; as it was when this returns
---@return table sensitivity name of a table -> {[0] = mask, ...}
function M.of_nibbles(automaton, analysis, check)
  local steps <const> = proof.steps(automaton, analysis, check)
  local edges <const>, walked <const> = flagged_edges(automaton, steps)
  local tables <const>, entries_of <const> = {}, entries_by_byte(check)
  local with <const> = bytes_with_bit(entries_of, steps)
  for name, entries in next, check.tables do
    tables[name] = entries
  end
  if check.forbidden then
    tables.forbidden_high, tables.forbidden_low = check.forbidden.high, check.forbidden.low
  end

  ---The bytes that have an entry.
  local function bytes_at(name, n)
    local bytes = {}
    for other = 0, 15 do
      bytes[#bytes + 1] = name:find "_high$" and n << 4 | other or other << 4 | n
    end
    return bytes
  end
  local function matters_cleared(name, n, bit)
    local flipped <const> = proof.steps(automaton, analysis, check, steps, bytes_at(name, n))
    if not check.tables[name] then
      return accepts_after(flipped, edges[proof.FORBIDDEN] or {}, function(_, byte) return not flipped.class_of[byte].forbidden end)
    end
    return accepts_after(flipped, edges[bit] or {}, function(edge, byte)
      if name == "this_high" or name == "this_low" then
        return (name == "this_high" and byte >> 4 or byte & 15) == n
      end
      return comes_after(edge, function(before) return (name == "prev_high" and before >> 4 or before & 15) == n end)
    end)
  end

  local sensitivity = {}
  for name, entries in next, tables do
    sensitivity[name] = {}
    for n = 0, 15 do
      local mask = 0
      for b = 0, BITS - 1 do
        local bit <const> = 1 << b
        local filters <const> = check.tables[name] and check.filter & bit ~= 0
        local effect = filters and "something" or check.tables[name] and effect_on_pairs(analysis, check, entries_of, with, name, n, bit)
          or effect_on_bytes(analysis, check.forbidden, name, n, bit)
        local cleared <const> = entries[n] & bit ~= 0
        local wrong = effect == "refuses"
        entries[n] = entries[n] ~ bit
        if effect == "something" and (filters or check.tables[name] and bit == check.bit) then
          wrong = proof.errs_now(automaton, proof.steps(automaton, analysis, check, steps, bytes_at(name, n)), walked)
        elseif effect == "something" and cleared then
          wrong = matters_cleared(name, n, bit)
        end
        entries[n] = entries[n] ~ bit
        mask = mask | (wrong and bit or 0)
      end
      sensitivity[name][n] = mask
    end
  end
  if check.look then
    for name, masks in next, of_look(analysis, check.look, steps) do
      sensitivity[name] = masks
    end
  end
  return sensitivity
end

---What a flip in a table of classes does, as far as single pairs of bytes tell: true if it refuses some text, false if it changes
---nothing or only refuses more of what is ill-formed, nil if a proof must tell.
---@param entries table see entries_by_byte; from before the flip
---@param with table see bytes_with_bit
---@param bytes integer[] that have this entry
---@param set boolean whether the flip sets the bit
local function effect_on_classes(analysis, check, entries, with, name, bytes, bit, set)
  local compared <const> = window_check.chained_bits(check)
  if compared & bit ~= 0 then
    -- Pairs with a byte that texts hold are compared wrongly, there or later.
    for _, byte in ipairs(bytes) do
      if not analysis.forbidden[byte] then
        return true
      end
    end
    return nil
  end
  -- A filter's bit is no error, but rules hear it: they look at fewer pairs, or at live ones, too.
  local filters <const>, others <const> = check.filter & bit ~= 0, ~(compared | check.filter | bit)
  if filters and not set then
    return nil
  end
  local side <const> = name == "prev_class" and 1 or 2
  local other_side <const> = 3 - side
  for _, byte in ipairs(bytes) do
    local rest <const> = entries[byte][side] & others
    for _, other in ipairs(with[other_side][bit]) do
      if set and analysis.pairs[side == 1 and byte << 8 | other or other << 8 | byte] then
        return not filters or nil
      elseif not set and rest & entries[other][other_side] == 0 then
        return nil
      end
    end
  end
  return false
end

---The same for the table of bytes that no text holds.
local function effect_of_forbidden(analysis, check, at, bit)
  local entries <const>, wrong = check.forbidden.class, false
  for _, byte in ipairs { at, at | bytes_.SIGN_BIT } do
    local before <const> = window_check.is_forbidden(check, byte)
    entries[at] = entries[at] ~ bit
    local after <const> = window_check.is_forbidden(check, byte)
    entries[at] = entries[at] ~ bit
    if before ~= after then
      if not analysis.forbidden[byte] then
        return true
      end
      if before then
        wrong = nil
      end
    end
  end
  return wrong
end

---The same for tables of classes: where pairs do not decide, the proof does, once for all entries of bytes that are alike.
---@param check table as for find
---@return table sensitivity { prev_class = {[0] = mask, ...}, this_class = ..., forbidden_class = ... }
function M.of_classes(automaton, analysis, check)
  local steps <const> = proof.steps(automaton, analysis, check)
  ---The bytes that an index takes to each entry.
  local function bytes_by(index)
    local bytes = {}
    for byte = 0, 255 do
      local at <const> = index(byte)
      bytes[at] = bytes[at] or {}
      table.insert(bytes[at], byte)
    end
    return bytes
  end
  local edges <const>, walked <const> = flagged_edges(automaton, steps)
  local compared <const> = window_check.chained_bits(check)
  ---Whether some text is accepted after a bit of both classes, which is an error, was cleared in the entry of some bytes.
  local function matters_cleared(name, bytes, bit)
    local concerned = {}
    for _, byte in ipairs(bytes) do
      concerned[byte] = true
    end
    local flipped <const> = proof.steps(automaton, analysis, check, steps, bytes)
    return accepts_after(flipped, edges[bit] or {}, function(edge, byte)
      if name == "this_class" then
        return concerned[byte]
      end
      return comes_after(edge, function(before) return concerned[before] end)
    end)
  end
  local entries_of <const> = entries_by_byte(check)
  local with <const> = bytes_with_bit(entries_of, steps)
  local by_class <const> = bytes_by(function(byte) return classes.index(byte, check.refused_nul) end)
  local by_low_bits <const> = bytes_by(function(byte) return byte & bytes_.SIGN_BIT - 1 end)
  local tables <const> = {
    prev_class = { entries = check.tables.prev_class, bytes = by_class },
    this_class = { entries = check.tables.this_class, bytes = by_class },
    forbidden_class = check.forbidden and { entries = check.forbidden.class, bytes = by_low_bits },
  }
  local sensitivity = {}
  for name, one in next, tables do
    local entries <const>, known = one.entries, {}
    sensitivity[name] = {}
    for at = 0, #entries do
      progress.stage("bits that matter, entries of " .. name, at, #entries)
      local mask = 0
      for b = 0, BITS - 1 do
        local bit <const> = 1 << b
        local bytes <const>, set <const> = one.bytes[at], entries[at] & bit == 0
        local wrong
        if name == "forbidden_class" then
          wrong = effect_of_forbidden(analysis, check, at, bit)
        end
        entries[at] = entries[at] ~ bit
        if name ~= "forbidden_class" then
          wrong = effect_on_classes(analysis, check, entries_of, with, name, bytes, bit, set)
        end
        -- What is left is about a bit, and bytes that were alike.
        local key = { b }
        for _, byte in ipairs(bytes) do
          key[#key + 1] = key[#key] ~= steps.class_of[byte].byte and steps.class_of[byte].byte or nil
        end
        key = table.concat(key, " ")
        if wrong == nil and known[key] == nil and name ~= "forbidden_class" and (compared | check.filter) & bit == 0 then
          known[key] = matters_cleared(name, bytes, bit)
        elseif wrong == nil and known[key] == nil then
          known[key] = proof.errs_now(automaton, proof.steps(automaton, analysis, check, steps, bytes), walked)
        end
        if wrong == nil then
          wrong = known[key]
        end
        mask = mask | (wrong and bit or 0)
        entries[at] = entries[at] ~ bit
      end
      sensitivity[name][at] = mask
    end
  end
  return sensitivity
end

return M
