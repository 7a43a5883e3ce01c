-- SPDX-License-Identifier: 0BSD
-- automaton: the automaton of a spec as a constant of C++.
--
-- In:  a model (gen/pipeline.lua). Out: lines, such as
--
--     static constexpr automaton_of<std::uint8_t, 9, 6> automaton = {0, {{...}}, {{...}}, {{...}}};

local M = {}

local WIDTH <const> = 100

---@param list any[] @return string lines, each with an indentation of 8
local function wrapped(list)
  local lines, line = {}, ""
  for i, item in ipairs(list) do
    local text <const> = tostring(item) .. (i < #list and ", " or "")
    if #line + #text > WIDTH - 9 then
      lines[#lines + 1], line = line, ""
    end
    line = line .. text
  end
  lines[#lines + 1] = line
  return "        {{" .. table.concat(lines, "\n        "):gsub(" \n", "\n") .. "}}"
end

---@param model table
function M.cpp(model)
  local a <const> = model.whole
  local classes <const>, following <const>, accepts <const> = {}, {}, {}
  for byte = 0, 255 do
    classes[byte + 1] = a.class_of[byte] - 1
  end
  for state = 1, a.count do
    accepts[state] = tostring(a.accepts[state] or false)
    for _, class in ipairs(a.classes) do
      following[#following + 1] = (a.next[state][class.bytes[1]] - 1) * #a.classes
    end
  end
  local kind <const> = (a.count - 1) * #a.classes > 255 and 16 or 8
  return ("    static constexpr automaton_of<std::uint%d_t, %d, %d> automaton = {\n        %d,\n%s,\n%s,\n%s};"):format(kind, #a.classes,
    a.count, (a.origin - 1) * #a.classes, wrapped(classes), wrapped(following), wrapped(accepts))
end

return M
