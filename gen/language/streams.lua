-- SPDX-License-Identifier: 0BSD
-- streams: finds the data that one piece of a text hands over to the next, and its size.
--
-- In:  a model. Out of `of`: { ends, cuts, forms_back, longest, pending }; of `refused`: why there are no streams, or nil.
--      UTF-8: up to 3 bytes of an unfinished character. WTF-8: also the state after a high surrogate.
--
-- The idea: a kernel checks a piece up to the last place where a character may begin. If no byte both begins a form and continues one, and
-- each character may be the last, that place can be found from the end: go back a few forms, and run the automaton from there. One form is
-- needed for the unfinished character, one more if the state depends on the previous character, and one more for the high half of a pair.

local M = {}

---The largest number of a context or of an unfinished row that a stream can hold.
local MOST <const> = 65535

---Whether no byte both begins a form and continues one. If so, the beginning of the last form can be found from the end.
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

---The length of the longest character of the encoding, including those that its profile leaves out.
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
---  ends         whether some characters must not be the last of a text
---  cuts         whether the last place where a character may begin can be found from the end
---  forms_back   how many forms before the end the search for that place begins
---  longest      length of the longest character; characters that the profile leaves out count, too: they are recognized only when whole
---  pending      the most bytes of an unfinished character that are kept, at least 1
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
    return ("its rules on two characters make more than the %d cases that a stream can distinguish"):format(MOST)
  end
end

return M
