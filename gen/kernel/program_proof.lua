-- SPDX-License-Identifier: 0BSD
-- program_proof: proves that the printed program of a kernel is right. The proof does not assume that the plan of the kernel is right.
--
-- In:  a model and the row of an instruction set. Out of `wrong`: the reason why the kernel must not be emitted, or nil; of `unknown`:
--      why nothing can be proved about a kernel, or nil. scalar_proof.lua proves scalar kernels.
--      For UTF-8 with a wrong table entry, `wrong` returns "prev_high[14] is 0x119, which is not a byte".
--
-- The functions of kernel.make, which are also printed, are run on vectors in Lua (lanes.lua) and compared with the automaton:
--
--   tables     each entry is a byte
--   windows    the plan's check is right for texts of every length, and each window that it flags contains the error (proof.lua). That
--              proof visits few windows. In these, the program finds the same errors, but its filters may flag more windows. Each window
--              is tried with all last bytes or, if there are many windows, with one last byte of each class
--   ASCII      a block is skipped if all its bytes pass a test. Every text of passing bytes is well-formed, and no window of passing
--              bytes is flagged. A block with a single byte that does not pass is not skipped
--   two bytes  the bytes that pass the test for two-byte text, and the pairs that the check of such text refuses, agree with the automaton
--   restart    the automaton finds the longest well-formed prefix from the place where it restarts. If vectors do not check the rules
--              at the end of a text, the test of its last character shows whether the text may end there (restart.lua)
--   sets       in a language of single bytes, the flagged bytes and the skipped bytes agree with the automaton
--   carry      the C of a plan that carries bits agrees with the automaton for each byte in each state except the dead one (carry.lua)
--
-- Results are cached, except those for tables, sets and carry.

local automata = require "gen.language.automaton"
local byte_set = require "gen.plan.byte_set"
local bytes_ = require "gen.common.bytes"
local carries = require "gen.plan.carry"
local kernel = require "gen.kernel.kernel"
local lanes = require "gen.kernel.lanes"
local lists = require "gen.common.lists"
local look = require "gen.plan.look"
local program = require "gen.kernel.program"
local proof = require "gen.plan.proof"
local window_steps = require "gen.plan.window_steps"
local restart = require "gen.plan.restart"
local two_byte = require "gen.plan.two_byte"

local M = {}

local START <const>, SIGN_BIT <const> = automata.START, bytes_.SIGN_BIT

---If there are at most this many windows, every byte is tried as the last one; otherwise, one byte of each class.
local MOST_WINDOWS <const> = 1 << 12
---The most windows that are checked at once, and the most bytes of all windows together. With more bytes, nothing is proved (`unknown`).
local AT_ONCE <const>, MOST_BYTES <const> = 1 << 12, 1 << 20

-- ---- Tables ----

local results_of <const> = lists.remembered(function() return {} end)

---The result of `prove`, which is cached for a model and a key; a nil reason is cached as false.
local function once(model, key, prove)
  return lists.once(results_of(model), key, prove)
end

---@return string? reason
local function wrong_entry(facts)
  for name, entries in next, lanes.tables(facts) do
    for i, entry in next, entries do
      if entry < 0 or entry > 255 then
        return ("%s[%d] is 0x%X, which is not a byte"):format(name, i, entry)
      end
    end
  end
end

-- ---- Windows ----

---The windows that the walk of a proof reaches: their bytes, and whether the check flags each one or leaves it to the automaton.
---@return table? parts of at most AT_ONCE windows: { text = bytes from 0 on, size = number of windows, bytes = number of bytes in a window,
---  flagged = list, looked = list }; nil if the windows together have more than MOST_BYTES bytes
---@return table steps of the check, see window_steps.lua
local function windows_of(model, check)
  -- A plan by classes compares each pair with demands of earlier pairs. Pairs before the window can hide a filter bit of a pair in it.
  local automaton <const>, chain <const> = model.inner, check.chain or -1
  local k <const> = math.max(model.analysis.window + (check.filter > 0 and 2 * math.max(chain, 0) or 0), 2 * (chain + 1))
  local steps <const> = window_steps.of(automaton, model.analysis, check)
  local tails <const>, contexts, pads <const> = {}, {}, model.analysis.pads
  proof.walk(automaton, steps, function(node)
    if not tails[node.context] then
      local tail, at, padded = {}, node, 0
      for i = k - 1, 1, -1 do
        tail[i] = at.parent and at.class.byte or pads[#pads - padded % #pads]
        padded = padded + (at.parent and 0 or 1)
        at = at.parent or at
      end
      tails[node.context], contexts[#contexts + 1] = tail, node.context
    end
  end)
  local parts <const>, bytes <const> = {}, {}
  for byte = 0, 255 do
    bytes[#bytes + 1] = (256 * #contexts <= MOST_WINDOWS or steps.class_of[byte].byte == byte) and byte or nil
  end
  if k * #contexts * #bytes > MOST_BYTES then
    return nil, steps
  end
  for _, context in ipairs(contexts) do
    if #parts == 0 or parts[#parts].size + #bytes > AT_ONCE then
      parts[#parts + 1] = { text = {}, size = 0, bytes = k, flagged = {}, looked = {} }
    end
    local windows <const> = parts[#parts]
    for _, byte in ipairs(bytes) do
      local at <const>, errors <const> = k * windows.size, steps.errors_of(context, steps.class_of[byte])
      table.move(tails[context], 1, k - 1, at, windows.text)
      windows.text[at + k - 1] = byte
      windows.size = windows.size + 1
      windows.flagged[windows.size], windows.looked[windows.size] = errors & ~window_steps.LOOK ~= 0, errors & window_steps.LOOK ~= 0
    end
  end
  return parts, steps
end

---Runs the program of a kernel by nibbles on windows. The functions `_after` get all windows as one vector that follows pads.
---@return table results by function name; `rechecked` is the result of a recheck. A window's result is in its last lane; `flags` and
---`flags_after` also have results in its other lanes, except the first
local function by_nibbles(made, facts, windows, k, pad)
  local width <const> = k * windows.size
  local domain <const> = lanes.domain(facts, width, pad, false, k)
  local at <const>, pads <const> = { text = windows.text, from = 0 }, {}
  for i = 0, width - 1 do
    pads[i] = pad
  end
  local results <const> = {
    errors = program.run(made, facts.flags == "flags" and made.by_name.errors and "errors" or facts.flags, { at }, domain),
    errors_after = program.run(made, (made.by_name.errors_after and "errors" or facts.flags) .. "_after", { windows.text, pads }, domain),
  }
  if facts.flags == "flags" then
    results.flags = program.run(made, "flags", { at }, domain)
    results.flags_after = program.run(made, "flags_after", { windows.text, pads }, domain)
  end
  if facts.by_pairs and facts.broken then
    local left <const> = facts.moved and program.run(made, "left_before", { at }, domain) or nil
    local broken <const>, certain <const> = program.run(made, "broken_at", { at, left }, domain), 255 - facts.plan.filter
    domain.fill(broken, k - 1)
    domain.fill(results.flags, k - 1)
    results.rechecked = {}
    for i = k - 1, width - 1, k do
      results.rechecked[i] = results.flags[i] & certain | broken[i] & (facts.broken == "vec" and facts.broken_mask or 255)
    end
  end
  for name, vector in next, results do
    for residue = name:find "^flags" and 1 or k - 1, k - 1 do
      domain.fill(vector, residue)
    end
  end
  return results
end

---Runs the program of a kernel by classes on all windows as one vector, with the carry that pads leave.
---@return table results as for a program by nibbles
local function by_classes(made, facts, windows, k, pad)
  local width <const> = k * windows.size
  local domain <const> = lanes.domain(facts, width, pad)
  local previous <const> = { [0] = pad }
  for i = 1, width - 1 do
    previous[i] = windows.text[i - 1]
  end
  local function masked(name, mask)
    local lanes_ <const>, carry <const> = {}, program.run(made, "carry_of_pads", {}, domain)
    for i, value in next, program.run(made, name, { windows.text, previous, carry }, domain) do
      lanes_[i] = value & mask
    end
    return lanes_
  end
  return {
    errors = masked(made.by_name.errors and "errors" or facts.flags, facts.errors_mask),
    flags = facts.flags == "flags" and masked("flags", facts.flags_mask) or nil,
  }
end

---@return string? reason
local function wrong_window(model, row, made, facts, windows)
  local k <const>, pad <const> = windows.bytes, model.analysis.pads[1]
  local results <const> = (row.plan == "classes" and by_classes or by_nibbles)(made, facts, windows, k, pad)
  for i = 1, windows.size do
    local lane <const>, flagged <const>, looked <const> = k * i - 1, windows.flagged[i], windows.looked[i]
    for name, values in next, results do
      local is_flagged <const> = values[lane] ~= 0
      local right = is_flagged == flagged
      if name:find "^flags" then
        -- `flags` may flag more windows, or an earlier lane instead: deep rules or the automaton then check all bytes from that lane on.
        right = is_flagged or not (flagged or looked)
        for pair = lane - model.analysis.window + 2, lane - 1 do
          right = right or values[pair] & facts.plan.filter ~= 0
        end
      end
      if not right then
        return ("%s %s the window %s"):format(name, is_flagged and "flags" or "does not flag",
          bytes_.hex { table.unpack(windows.text, k * (i - 1), lane) })
      end
    end
  end
end

-- ---- ASCII, and two-byte text ----

---A vector of 256 lanes with one byte, or with all bytes in order.
---@param byte integer? nil: all
local function vector_of(byte)
  local vector <const> = {}
  for i = 0, 255 do
    vector[i] = byte or i
  end
  return vector
end

---The bytes that pass a test of blocks. Each byte is tested in all vectors at once, and in each one while the others have passing bytes.
---@param run fun(vectors: table[]): table the test, of 256 lanes
---@return table? passes set of bytes, string? reason why tests differ
local function skipped(block_vectors, run)
  local function passing(vector, among)
    local vectors <const> = {}
    for n = 1, block_vectors do
      vectors[n] = vector_of(n ~= vector and among or nil)
    end
    return run(vectors)
  end
  local alone <const>, list <const>, passes <const> = passing(), {}, {}
  for byte = 0, 255 do
    passes[byte] = alone[byte] ~= 0 or nil
    list[#list + 1] = passes[byte] and byte or nil
  end
  for i = 1, 3 * block_vectors do
    local n <const>, among <const> = (i + 2) // 3, ({ list[1], list[(#list + 1) // 2], list[#list] })[i % 3 + 1]
    local results <const> = among and passing(n, among) or alone
    for byte = 0, 255 do
      if (results[byte] ~= 0 or nil) ~= passes[byte] then
        return nil, ("the byte %02X in vector %d among others, %02X, is %sskipped"):format(byte, n, among,
          results[byte] == 0 and "not " or "")
      end
    end
  end
  return passes
end

---The reason why a text of skipped bytes may be ill-formed, or why a skipped byte may be an error after any text that ends with window - 1
---skipped bytes; nil if neither is possible.
local function wrong_language(automaton, window, passes)
  local states <const>, seen <const> = { START }, { [START] = true }
  for _, state in ipairs(states) do
    for byte in next, passes do
      local after <const> = automaton.next[state][byte]
      if not automaton.accepts[after] then
        return ("%02X is skipped, but is not a character after each text of skipped bytes"):format(byte)
      end
      states[#states + 1] = not seen[after] and after or nil
      seen[after] = true
    end
  end
  local kinds <const> = two_byte.kinds(automaton, nil, function(byte) return passes[byte] or false end, function() return false end,
    function() return false end)
  local before <const>, byte <const> = two_byte.disagreement(automaton, window, kinds)
  return byte and ("%02X %02X is skipped, but no well-formed text continues like this"):format(before, byte)
end

---Proves that skipping is harmless: texts of skipped bytes are well-formed, and none of their windows is flagged. Skipped bytes also leave
---the same carry as pads, unless the kernel computes the carry from the last skipped vector (`restricts`).
---@param steps table of the plan's check
---@return string? reason why it is not
local function wrong_skip(model, row, made, facts, steps)
  local window <const>, pad <const> = model.analysis.window, model.analysis.pads[1]
  local each <const> = lanes.domain(facts, 256, pad, true)
  local passes <const>, reason = skipped(facts.block_vectors, function(vectors)
    return program.run(made, "ascii_vectors", vectors, each)
  end)
  reason = reason or wrong_language(model.inner, window, passes)
  if reason then
    return reason
  end
  local classes <const>, known <const> = {}, {}
  for byte in next, passes do
    local class <const> = steps.class_of[byte]
    classes[#classes + 1], known[class] = not known[class] and class or nil, true
    local first <const>, like <const> = classes[1], steps.class_of[pad]
    local function pair(one) return one.prev & one.this & ~facts.compared | (one.prev ~ one.this) & facts.compared end
    if row.plan == "classes" and not model.analysis.restricts and (pair(class) ~= pair(like) or class.prev ~= first.prev
      or class.this ~= first.this or class.looked[1] ~= like.looked[1] or class.looked[2] ~= like.looked[2]) then
      return ("%02X is skipped, but leaves another carry than the pad %02X"):format(byte, pad)
    end
  end
  local contexts = { steps.start }
  for run = 1, window do
    local after <const>, seen <const> = {}, {}
    for _, context in ipairs(contexts) do
      for _, class in ipairs(classes) do
        local next_, errors = steps.step(context, class)
        if run == window and errors ~= 0 then
          return ("a window that ends with %02X is flagged, and skipped"):format(class.byte)
        end
        after[#after + 1] = not seen[next_] and next_ or nil
        seen[next_] = true
      end
    end
    contexts = after
  end
end

---Proves that the checks of two-byte text agree with the automaton.
---@return string? reason why they do not
local function wrong_two_byte(model, row, made, facts)
  local automaton <const>, window <const>, pad <const> = model.inner, model.analysis.window, model.analysis.pads[1]
  local look_ <const>, found <const> = facts.plan.look, facts.plan.two_byte
  -- All bytes, in each vector of a block.
  local block <const> = {}
  for i = 0, 256 * row.block_vectors - 1 do
    block[i] = i & 255
  end
  local inside <const> = program.run(made, "two_byte_block", { { text = block, from = 0 } }, lanes.domain(facts, 256, pad, true))
  -- Pairs of each byte with a lead byte, a continuation byte and another byte of such text, in both orders.
  local pairs_ <const>, others <const> = {}, { found.lead, found.trail, two_byte.other(found) }
  for _, other in ipairs(others) do
    for byte = 0, 255 do
      table.insert(pairs_, other)
      table.insert(pairs_, byte)
      table.insert(pairs_, other)
    end
  end
  table.move(pairs_, 1, #pairs_, 0)
  local at <const>, domain <const> = { text = pairs_, from = 0 }, lanes.domain(facts, #pairs_ + 1, pad)
  local errors <const> = program.run(made, "two_byte_errors", { at }, domain)
  local looks <const> = look_ and program.run(made, "two_byte_look", { at }, domain)
  ---The lane of the pair (others[other], byte). The next lane has the pair (byte, others[other]).
  local function place(other, byte) return (other - 1) * 768 + 3 * byte + 1 end
  ---The filter bits that a pair has in some round of the look.
  local function shared(b1, b0)
    local bits = 0
    for _, of_round in ipairs(look.by_round(look_, look.entries(look_, b0)[0] & look.entries(look_, b1)[1])) do
      bits = bits | of_round
    end
    return bits
  end
  local function is_inside(byte) return inside[byte] ~= 0 end
  local function leads(byte) return errors[place(3, byte) + 1] & SIGN_BIT ~= 0 end
  local function continues(byte) return errors[place(3, byte)] & SIGN_BIT ~= 0 end
  for n, other in ipairs(others) do
    for byte = 0, 255 do
      local after <const>, before <const> = place(n, byte), place(n, byte) + 1
      if (errors[after] & SIGN_BIT ~= 0) ~= (leads(other) ~= continues(byte))
        or (errors[before] & SIGN_BIT ~= 0) ~= (leads(byte) ~= continues(other)) then
        return ("%02X and %02X in two-byte text: each byte alone does not decide whether the pair is flagged"):format(other, byte)
      end
      if looks and (looks[after] ~= shared(other, byte) or looks[before] ~= shared(byte, other)) then
        return ("%02X and %02X in two-byte text: the filter has other bits than in a window"):format(other, byte)
      end
    end
  end
  local kinds <const> = two_byte.kinds(automaton, look_, is_inside, leads, continues)
  local before <const>, byte <const> = two_byte.disagreement(automaton, window, kinds)
  local first <const>, second <const> = two_byte.filtered(facts.plan, is_inside, leads, continues)
  return byte and ("%02X %02X in two-byte text: the check and the automaton disagree"):format(before, byte)
    or second and ("%02X %02X in two-byte text: a filter bit is skipped"):format(first, second) or nil
end

-- ---- Languages of single bytes ----

---Proves that the flagged bytes and the bytes that blocks skip agree with the automaton.
---@return string? reason why they do not
local function wrong_set(model, made, facts)
  local pad <const>, next_ <const> = model.analysis.pad, model.automaton.next[START]
  local errors <const> = program.run(made, "errors", { { text = vector_of(), from = 0 } }, lanes.domain(facts, 256, pad))
  local each <const> = lanes.domain(facts, 256, pad, true)
  for _, name in ipairs { "ascii_block", "ascii_half", made.by_name.whole_block and "whole_block" } do
    local count <const> = name == "ascii_half" and facts.block_vectors // 2 or facts.block_vectors
    local exact <const> = facts.plan.passthrough[name:match "^%a+"].exact
    local passes <const>, reason <const> = skipped(count, function(vectors)
      local text <const> = {}
      for n, vector in ipairs(vectors) do
        table.move(vector, 0, 255, 256 * (n - 1), text)
      end
      return program.run(made, name, { { text = text, from = 0 } }, each)
    end)
    for byte = 0, passes and 255 or -1 do
      local inside <const>, flagged <const>, skips <const> = next_[byte] == START, errors[byte] & ~facts.silent ~= 0, passes[byte] or false
      if flagged == inside or skips ~= inside and (skips or exact) then
        return ("%02X is %sflagged, and %sskipped"):format(byte, flagged and "" or "not ", skips and "" or "not ")
      end
    end
    if reason then
      return reason
    end
  end
  return not (facts.plan.passthrough.ascii.exact or facts.plan.passthrough.whole.exact) and "no test of blocks is exact"
    or not byte_set.of(model.automaton) and "whether a byte is an error depends on others" or nil
end

-- ---- Kernels ----

---The proof of a plan, for all kernels that use it.
---@return table { reason } if the plan is wrong, otherwise { windows, steps, too_large }
local function proof_of_plan(model, plan)
  local found <const> = proof.counterexample(model.inner, model.analysis, plan)
  if found then
    return { reason = ("the check %s %s"):format(found.accepted and "accepts" or "refuses", bytes_.hex(found.bytes)) }
  end
  local windows <const>, steps <const> = windows_of(model, plan)
  if proof.is_late(model.inner, steps, model.analysis.window) then
    return { reason = ("the check flags an error more than %d bytes late"):format(model.analysis.window - 1) }
  end
  return { windows = windows or {}, steps = steps, too_large = not windows }
end

---@param model table
---@param row table of isas.lua, for which kernel.is_possible holds
---@return string? reason why nothing can be proved about the kernel
function M.unknown(model, row)
  local plan <const> = not model.carry and not model.plan.set
    and once(model, row.plan, function() return proof_of_plan(model, select(2, kernel.make(model, row)).plan) end)
  return plan and plan.too_large and ("the generator's own check would take more than %d bytes of windows"):format(MOST_BYTES) or nil
end

---@param model table
---@param row table of isas.lua, for which kernel.is_possible holds and M.unknown gives no reason
---@return string? reason why the kernel must not be emitted
function M.wrong(model, row)
  if model.carry then
    return carries.wrong(model.automaton, model.carry)
  end
  local made <const>, facts <const> = kernel.make(model, row)
  if facts.set then
    return wrong_entry(facts) or wrong_set(model, made, facts)
  end
  local reason <const> = wrong_entry(facts) or once(model, "restart", function()
    local chosen <const> = restart.of(model)
    return restart.wrong(model, chosen) or chosen.may_end and restart.wrong_end(model, chosen.may_end) or nil
  end)
  if reason then
    return reason
  end
  local plan <const> = once(model, row.plan, function() return proof_of_plan(model, facts.plan) end)
  if plan.reason then
    return plan.reason
  end
  local function of_section(section, prove)
    local text <const> = program.c(made, section, { p = "", v = "", V = "" })
    return once(model, ("%s %d %s"):format(row.plan, section == "check" and 0 or row.block_vectors, text), prove)
  end
  local function wrong_windows()
    local wrong
    for _, windows in ipairs(plan.windows) do
      wrong = wrong or wrong_window(model, row, made, facts, windows)
    end
    return wrong
  end
  return of_section("check", wrong_windows)
    or of_section("ascii", function() return wrong_skip(model, row, made, facts, plan.steps) end)
    or made.by_name.two_byte_block and of_section("two_byte", function() return wrong_two_byte(model, row, made, facts) end)
    or nil
end

return M
