-- SPDX-License-Identifier: 0BSD
-- sensitivity: decides for each bit of a plan's tables whether a flip makes the check wrong.
--
-- In:  automaton, analysis and a check that is right. Out: { prev_high = {[0] = mask, ...}, ... }: the bits whose flip makes the check
--      wrong. In the tables of a look, only bits that some excluded character needs are included. UTF-8: 272 of 384.
--
-- A proof for each flip would repeat the same walk hundreds of times. Instead, consider the pairs or bytes whose flags the flip changes:
--
--      some well-formed text contains one of them                 the flip matters: such texts are flagged now
--      no well-formed text does, and the flip sets the bit        the flip does not matter: only ill-formed texts get more flags
--      no well-formed text does, and the flip clears the bit      the flip matters exactly if only this bit flagged some ill-formed text
--
-- For the last case, the right check is walked once. The first flagged window of an ill-formed text is an edge that leaves this walk. After
-- such an edge, the check with the cleared bit is walked. The flip matters if some text can then end without a flag.
--
-- Two kinds of bits are different. The bits of the continuation rule are compared, so their flips can add flags and remove others. Filter
-- bits are not errors. If pairs do not decide such a flip, the steps that the flip changes are walked. This walk begins at nodes that the
-- right check reaches, and ends where it reaches such a node again (proof.errs_now).

local lists = require "gen.common.lists"
local bytes_ = require "gen.common.bytes"
local needed_bits = require "gen.plan.needed_bits"
local window_check = require "gen.plan.window_check"
local classes = require "gen.plan.classes"
local proof = require "gen.plan.proof"
local window_steps = require "gen.plan.window_steps"
local progress = require "gen.common.progress"

local M = {}

local BITS <const> = 8

---Walks a right check over all texts that it does not flag, and from each of them over one more byte.
---@return table edges edges[errors] = list of { after, class, before, lost }: a byte of `class`, after a byte of one of the classes
---`before`, is flagged for the bit `errors` alone; `after` is the context after this byte, and `lost` is as in proof.lua
---@return table walked see proof.walk
local function flagged_edges(automaton, steps)
  local before, flagged = {}, {}
  local walked <const> = proof.walk(automaton, steps, function(node, class, state, lost)
    local errors, after = steps.errors_of(node.context, class)
    -- If the error is `lost`, it is outside of the form that a look selects, so the look does not find it.
    errors = lost and errors & ~window_steps.LOOK or errors
    after = errors == 0 and steps.step(node.context, class) or after
    if errors == 0 then
      before[state] = before[state] or {}
      before[state][after] = before[state][after] or {}
      before[state][after][class] = true
    elseif errors & errors - 1 == 0 then
      after = steps.step(node.context, class)
      flagged[#flagged + 1] = { node = node, class = class, after = after, errors = errors, lost = lost }
    end
  end)
  local edges, known = {}, {}
  for _, edge in ipairs(flagged) do
    -- Nodes that differ only in their states continue alike.
    local key = ("%d:%d:%s:%s"):format(edge.errors, edge.class.byte, edge.lost, table.concat(edge.after, " "))
    if not known[key] then
      known[key] = { after = edge.after, class = edge.class, before = {}, lost = edge.lost }
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

---Whether a check that no longer flags some of these edges accepts a text that becomes ill-formed at one of them.
---@param concerned fun(edge: table, byte: integer): boolean  whether the check no longer flags the edge by this byte
local function accepts_after(steps, edges, concerned)
  local queue <const>, seen <const>, continuations <const> = {}, { [true] = {}, [false] = {} }, steps.continuations
  local function reach(context, lost)
    if not seen[lost][context] then
      seen[lost][context] = true
      queue[#queue + 1] = { context = context, lost = lost }
      return not steps.caught_by_pads(context)
    end
  end
  for _, edge in ipairs(edges) do
    for _, byte in ipairs(edge.class.bytes) do
      if concerned(edge, byte) and reach(steps.shared { steps.class_of[byte].prev, table.unpack(edge.after, 2) }, edge.lost) then
        return true
      end
    end
  end
  for _, node in ipairs(queue) do
    for _, class in ipairs(steps.classes) do
      local after <const>, errors <const> = steps.step(node.context, class)
      local lost <const> = node.lost or continuations ~= nil and not continuations[class.byte]
      -- A look finds only errors of the form that contains the look's byte.
      if (lost and errors & ~window_steps.LOOK or errors) == 0 and reach(after, lost) then
        return true
      end
    end
  end
  return false
end

---Whether a test holds for some byte that may be before an edge.
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

---For each bit, the bytes whose entry has it: [1] as the previous byte, [2] as the current one. One byte stands for each class.
local function bytes_with_bit(entries, steps)
  local bytes <const> = { {}, {} }
  for side = 1, 2 do
    for b = 0, BITS - 1 do
      bytes[side][1 << b] = lists.picked(steps.classes, function(class)
        return entries[class.byte][side] & 1 << b ~= 0 and class.byte
      end)
    end
  end
  return bytes
end

---The data about a right check, before any flip.
---@return table right { automaton, analysis, check, steps, edges and walked: see flagged_edges, with: see bytes_with_bit,
---  entries[byte] = { as the previous byte, as the current one } }
local function right_check(automaton, analysis, check)
  local steps <const>, entries <const> = window_steps.of(automaton, analysis, check), {}
  local edges <const>, walked <const> = flagged_edges(automaton, steps)
  for byte = 0, 255 do
    entries[byte] = { window_check.entries(check, byte) }
  end
  return {
    automaton = automaton, analysis = analysis, check = check, steps = steps, edges = edges, walked = walked, entries = entries,
    with = bytes_with_bit(entries, steps),
  }
end

---The steps of the check with its present tables, in which a flip has changed the entries of these bytes.
local function flipped_steps(right, bytes)
  return window_steps.of(right.automaton, right.analysis, right.check, right.steps, bytes)
end

---Whether the check errs with its present tables.
local function errs_flipped(right, bytes)
  return proof.errs_now(right.automaton, flipped_steps(right, bytes), right.walked)
end

---For each index of a table, the mask of the bits for which `matters` holds.
---@param last integer index
---@param matters fun(n: integer, bit: integer): boolean
local function masks_of(name, last, matters)
  local masks <const> = {}
  for n = 0, last do
    progress.stage("bits that matter, entries of " .. name, n, last)
    masks[n] = 0
    for b = 0, BITS - 1 do
      masks[n] = masks[n] | (matters(n, 1 << b) and 1 << b or 0)
    end
  end
  return masks
end

---The bytes whose nibble selects entry n of a table of nibbles.
local function bytes_at(name, n)
  local bytes <const> = {}
  for other = 0, 15 do
    bytes[#bytes + 1] = name:find "_high$" and n << 4 | other or other << 4 | n
  end
  return bytes
end

---The effect of a flip in a table of pairs: "refuses" if it changes the bits of a pair of a well-formed text; "nothing" if other bits flag
---all pairs that it changes, in each context; otherwise "something".
local function effect_on_pairs(right, name, n, bit)
  local check <const>, entries <const> = right.check, right.entries
  local side <const>, half <const> = name:find "^prev" and 1 or 2, name:find "_high$" and "_low" or "_high"
  -- The continuation bit is not an error where it is demanded, so it catches no pair by itself.
  local other_side <const>, others <const> = 3 - side, ~(bit | check.bit | check.filter)
  local other_half <const> = check.tables[(side == 1 and "prev" or "this") .. half]
  local effect = "nothing"
  for i, byte in ipairs(bytes_at(name, n)) do
    -- If the entry of the byte's other nibble lacks the bit, the flip does not change the byte's bits.
    for _, other in ipairs((not other_half or other_half[i - 1] & bit ~= 0) and right.with[other_side][bit] or {}) do
      if right.analysis.pairs[side == 1 and byte << 8 | other or other << 8 | byte] then
        return "refuses"
      elseif entries[byte][side] & entries[other][other_side] & others == 0 then
        effect = "something"
      end
    end
  end
  return effect
end

---The effect of a flip in a table of single bytes: "refuses" if the table then flags a byte of a well-formed text; "something" if only
---results for forbidden bytes change; otherwise "nothing".
local function effect_on_bytes(right, name, n, bit)
  local forbidden <const>, effect = right.check.forbidden, "nothing"
  for _, byte in ipairs(bytes_at(name, n)) do
    local shared <const> = name == "forbidden_high" and forbidden.low[byte & 15] or forbidden.high[byte >> 4]
    if shared & bit ~= 0 and forbidden.high[byte >> 4] & forbidden.low[byte & 15] & ~bit == 0 then
      if not right.analysis.forbidden[byte] then
        return "refuses"
      end
      effect = "something"
    end
  end
  return effect
end

---Whether some ill-formed text is accepted now that a rule bit is cleared in an entry.
local function accepts_cleared(right, name, n, bit)
  local flipped <const> = flipped_steps(right, bytes_at(name, n))
  if not right.check.tables[name] then
    local edges <const> = right.edges[window_steps.FORBIDDEN] or {}
    return accepts_after(flipped, edges, function(_, byte) return not flipped.class_of[byte].forbidden end)
  end
  return accepts_after(flipped, right.edges[bit] or {}, function(edge, byte)
    if name == "this_high" or name == "this_low" then
      return (name == "this_high" and byte >> 4 or byte & 15) == n
    end
    return comes_after(edge, function(before) return (name == "prev_high" and before >> 4 or before & 15) == n end)
  end)
end

---Whether the flip of a bit in a table of nibbles makes the check wrong.
local function matters_to_nibbles(right, name, entries, n, bit)
  local check <const> = right.check
  local of_pairs <const> = check.tables[name] ~= nil
  local filters <const> = of_pairs and check.filter & bit ~= 0
  local effect <const> = filters and "something" or (of_pairs and effect_on_pairs or effect_on_bytes)(right, name, n, bit)
  if effect ~= "something" then
    return effect == "refuses"
  end
  local cleared <const>, wrong = entries[n] & bit ~= 0, false
  entries[n] = entries[n] ~ bit
  if filters or of_pairs and bit == check.bit then
    wrong = errs_flipped(right, bytes_at(name, n))
  elseif cleared then
    wrong = accepts_cleared(right, name, n, bit)
  end
  entries[n] = entries[n] ~ bit
  return wrong
end

---The bits of tables of nibbles whose flip makes the check wrong.
---@param analysis table
---@param check table one for which proof.counterexample finds nothing; its tables are changed and restored
---@return table sensitivity name of a table -> {[0] = mask, ...}
function M.of_nibbles(automaton, analysis, check)
  local right <const>, tables <const> = right_check(automaton, analysis, check), lists.update({}, check.tables)
  local sensitivity <const> = {}
  if check.forbidden then
    tables.forbidden_high, tables.forbidden_low = check.forbidden.high, check.forbidden.low
  end
  for name, entries in next, tables do
    sensitivity[name] = masks_of(name, 15, function(n, bit) return matters_to_nibbles(right, name, entries, n, bit) end)
  end
  return lists.update(sensitivity, check.look and needed_bits.of(automaton, analysis, check.look, right.steps) or {})
end

---A table of classes: { name, entries, bytes = by index, the bytes with this entry, known = cached results of proofs }.
local function class_table(name, entries, index)
  local bytes <const> = {}
  for byte = 0, 255 do
    local at <const> = index(byte)
    bytes[at] = bytes[at] or {}
    table.insert(bytes[at], byte)
  end
  return { name = name, entries = entries, bytes = bytes, known = {} }
end

---Whether a flip in a table of classes makes the check wrong, if pairs of bytes decide that: true if the check then flags a well-formed
---text; false if no result changes, or if only more ill-formed texts are flagged; nil if a proof must decide.
---@param one table see class_table; its entries are those before the flip
local function effect_on_classes(right, one, at, bit)
  local check <const>, entries <const>, pairs_ <const> = right.check, right.entries, right.analysis.pairs
  local set <const>, compared <const> = one.entries[at] & bit == 0, window_check.chained_bits(check)
  if compared & bit ~= 0 then
    -- If a well-formed text contains one of the bytes, the flip makes the check flag this text, at that byte or later.
    for _, byte in ipairs(one.bytes[at]) do
      if not right.analysis.forbidden[byte] then
        return true
      end
    end
    return nil
  end
  -- A filter bit enables rules. If it is cleared, fewer pairs enable them; if it is set, pairs of well-formed texts may enable them.
  local filters <const>, others <const> = check.filter & bit ~= 0, ~(compared | check.filter | bit)
  if filters and not set then
    return nil
  end
  local side <const> = one.name == "prev_class" and 1 or 2
  local other_side <const> = 3 - side
  for _, byte in ipairs(one.bytes[at]) do
    local rest <const> = entries[byte][side] & others
    for _, other in ipairs(right.with[other_side][bit]) do
      if set and pairs_[side == 1 and byte << 8 | other or other << 8 | byte] then
        return not filters or nil
      elseif not set and rest & entries[other][other_side] == 0 then
        return nil
      end
    end
  end
  return false
end

---Whether a flip in the table of forbidden bytes makes the check wrong, if single bytes decide that; results as in effect_on_classes.
local function effect_of_forbidden(right, one, at, bit)
  local entries <const>, wrong = one.entries, false
  for _, byte in ipairs(one.bytes[at]) do
    local before <const> = window_check.is_forbidden(right.check, byte)
    entries[at] = entries[at] ~ bit
    local after <const> = window_check.is_forbidden(right.check, byte)
    entries[at] = entries[at] ~ bit
    if before ~= after then
      if not right.analysis.forbidden[byte] then
        return true
      end
      if before then
        wrong = nil
      end
    end
  end
  return wrong
end

---Whether some ill-formed text is accepted now that a rule bit is cleared in the entry of some bytes.
local function accepts_cleared_class(right, name, bytes, bit)
  local concerned <const> = lists.set(bytes)
  return accepts_after(flipped_steps(right, bytes), right.edges[bit] or {}, function(edge, byte)
    if name == "this_class" then
      return concerned[byte]
    end
    return comes_after(edge, function(before) return concerned[before] end)
  end)
end

---Whether the flip of a bit in a table of classes makes the check wrong. If pairs or bytes do not decide this, a proof does, once for all
---entries whose bytes are alike.
---@param one table see class_table
local function matters_to_classes(right, one, at, bit)
  local of_bytes <const>, bytes <const>, entries <const> = one.name == "forbidden_class", one.bytes[at], one.entries
  local wrong <const> = (of_bytes and effect_of_forbidden or effect_on_classes)(right, one, at, bit)
  if wrong ~= nil then
    return wrong
  end
  -- The result of the proof depends only on the bit and on the classes of the bytes.
  local key = { "bit " .. bit }
  for _, byte in ipairs(bytes) do
    local alike <const> = right.steps.class_of[byte].byte
    key[#key + 1] = key[#key] ~= alike and alike or nil
  end
  key = table.concat(key, " ")
  if one.known[key] == nil then
    local silent <const> = window_check.chained_bits(right.check) | right.check.filter
    entries[at] = entries[at] ~ bit
    if not of_bytes and silent & bit == 0 then
      one.known[key] = accepts_cleared_class(right, one.name, bytes, bit)
    else
      one.known[key] = errs_flipped(right, bytes)
    end
    entries[at] = entries[at] ~ bit
  end
  return one.known[key]
end

---The bits of tables of classes whose flip makes the check wrong.
---@param check table as for of_nibbles
---@return table sensitivity { prev_class = {[0] = mask, ...}, this_class = ..., forbidden_class? = ... }, and the tables of a look, if any
function M.of_classes(automaton, analysis, check)
  local function class_index(byte) return classes.index(byte, check.refused_nul) end
  local function low_bits(byte) return byte & bytes_.SIGN_BIT - 1 end
  local tables <const> = {
    class_table("prev_class", check.tables.prev_class, class_index), class_table("this_class", check.tables.this_class, class_index),
    check.forbidden and class_table("forbidden_class", check.forbidden.class, low_bits),
  }
  local right <const>, sensitivity <const> = right_check(automaton, analysis, check), {}
  for _, one in ipairs(tables) do
    sensitivity[one.name] = masks_of(one.name, #one.entries, function(at, bit) return matters_to_classes(right, one, at, bit) end)
  end
  return lists.update(sensitivity, check.look and needed_bits.of(automaton, analysis, check.look, right.steps) or {})
end

return M
