-- SPDX-License-Identifier: 0BSD
-- streams: what a text that comes in pieces leaves from one to the next, and how much room that takes.
--
-- In:  a model. Out of `of`: { ends, cuts, forms_back, longest, pending }; of `refused`: why there are no streams, or nil.
--      UTF-8: 3 bytes of an unfinished character. WTF-8: besides, the state after a high surrogate.
--
-- The idea: a kernel takes a piece up to the last place where a character may begin. Where lead bytes are no continuation bytes, that is
-- found from the piece's end: so many forms back, from where the automaton goes to the end in a few steps. One form, for the unfinished
-- character; one more where the state depends on the character before, and one more for the high half of a pair.

local M = {}

---How large a number in a stream may be.
local MOST <const> = 65535

---Whether no byte begins a form and stands later in one: then forms can be told from behind.
function M.leads_apart(model)
  for _, form in ipairs(model.spec.forms) do
    for byte = form.bytes[1].lo, form.bytes[1].hi do
      if model.continuations[byte] then
        return false
      end
    end
  end
  return true
end

---How many bytes the longest character of the encoding has, whether or not its profile leaves it out.
---@param model table
---@return integer
function M.longest(model)
  local longest = #model.analysis.counts
  for _, row in ipairs(model.disallowed) do
    longest = math.max(longest, #row.bytes)
  end
  return longest
end

---@param model table
---@return table facts
---  ends         whether some character must not be the last of a text
---  cuts         whether the last place where a character may begin can be found from the end
---  forms_back   so many forms from there, if so
---  longest      bytes of the longest character, one that the profile leaves out, too: it is known when it is whole
---  pending      how many of them are kept
function M.of(model)
  local ends <const>, longest <const> = next(model.ends) ~= nil, M.longest(model)
  return {
    ends = ends, cuts = not ends and M.leads_apart(model),
    forms_back = 1 + (model.contexts > 1 and 1 or 0) + (model.spec.pair and 1 or 0),
    longest = longest, pending = math.max(1, longest - 1),
  }
end

---@param model table
---@return string? reason
function M.refused(model)
  if model.contexts > MOST or #model.unfinished_rows > MOST then
    return ("its rules on two characters make more than the %d cases that a stream can tell"):format(MOST)
  end
end

return M
