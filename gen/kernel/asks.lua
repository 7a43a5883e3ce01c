-- SPDX-License-Identifier: 0BSD
-- asks: lists the questions about bytes on which deep rules depend. From the list, verify/ derives which bytes a kernel treats alike.
--
-- In:  the rules of byte_rules.lua, with their atoms, gates and the index of each atom's first value. Out: list of { rule = number,
--      position = number of bytes back from the current one, kind, at, added }, in the order of the rules. An atom is a test of one byte.
--
--        kind                         question
--        the kind of an atom          a comparison with the values from index `at` on
--        "pair"                       whether the table bits of the byte and of the previous byte share a bit of the mask `at`
--        "set"                        whether the byte plus `added` has a bit of the mask `at`
--        "unset"                      whether the byte plus `added` lacks a bit of this mask
--
-- A watch (watch.lua) needs no question of its own: its rule compares the lead byte and the byte after it with one value each.
--
-- UTF-8 without U+FFFE: { 1, 0, "equal", 0, 0 }, { 1, 1, "equal", 1, 0 }, { 1, 2, "equal", 2, 0 }.

local M = {}

---@param rules table[] each with .atoms, .firsts = {[i] = index of the first value of atom i, if any}, .kept = a kind for each gate
---@param moved string? "pairs", "set" or "unset": which bits of earlier pairs the kernel keeps (byte_rules.lua)
---@return table[] asks
function M.of(rules, moved)
  local asks <const> = {}
  for r, rule in ipairs(rules) do
    local function ask(position, kind, at, added)
      asks[#asks + 1] = { rule = r, position = position, kind = kind, at = at, added = added or 0 }
    end
    for i, atom in ipairs(rule.atoms) do
      if rule.firsts[i] then
        ask(i - 1, atom.kind, rule.firsts[i])
      end
    end
    for i, gate in ipairs(rule.atoms.gates or {}) do
      ask(gate.distance, "pair", gate.mask)
      local kept <const> = rule.kept[i]
      if kept ~= "pairs" and (gate.distance == 0 or kept == moved) then
        ask(gate.distance, kept, gate.mask, gate.distance == 0 and rule.atoms[1].added or nil)
      end
    end
  end
  return asks
end

return M
