-- SPDX-License-Identifier: 0BSD
-- notation: writes the rules of grammar.lua in the notation of ABNF and of PEGs.
--
-- In:  a direction of grammar.directions, or one of its rules. Out: one line, which `rule` wraps.
--      A chain of WTF-8: abnf_chain -> "[ ( form-1 / form-2 / form-3-a / form-3-c / form-4 ) text / form-3-b text-2 ]"
--      WTF-8: peg_character -> "form_1 / form_2 / form_3_a / form_3_b !form_3_c / form_3_c / form_4"

local lists = require "gen.common.lists"
local layout = require "gen.common.layout"

local M = {}

function M.abnf_name(name)
  return (name:gsub("_", "-"))
end

local function choice_of(names)
  return table.concat(names, " / ")
end

---The rule of a character: any part.
function M.abnf_character(direction)
  local names <const> = lists.map(direction.parts, function(part) return part.name end)
  return M.abnf_name(choice_of(names))
end

---The parts that may follow, each with the rule for the text after it; in brackets, unless the text must continue. Without parts: "".
function M.abnf_chain(rule)
  local words <const> = lists.map(rule.steps, function(step)
    return (#step.parts > 1 and "( %s ) %s" or "%s %s"):format(choice_of(step.parts), step.to)
  end)
  if #words == 0 then
    return '""'
  end
  return M.abnf_name(rule.last and "[ " .. choice_of(words) .. " ]" or choice_of(words))
end

---Lookaheads that refuse the parts that must not come first: "!form_1_a !form_2 ".
function M.peg_beginning(direction)
  return lists.joined(direction.never_first, "", function(part) return ("!%s "):format(direction.parts[part].name) end)
end

---The rule of a character: each part, with lookaheads that refuse the parts that must not follow. "form_4 &.": form_4 must not be last.
function M.peg_character(direction)
  local words = {}
  for i, part in ipairs(direction.parts) do
    words[i] = part.name .. (part.last and "" or " &.")
    for _, other in ipairs(part.never) do
      words[i] = words[i] .. " !" .. direction.parts[other].name
    end
  end
  return choice_of(words)
end

---The head and the body of a rule, on as many lines as necessary.
function M.rule(head, body)
  return layout.filled(head, body, (" "):rep(#head))
end

return M
