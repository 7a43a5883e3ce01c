-- SPDX-License-Identifier: 0BSD
-- acsl: removes the annotations for Frama-C from emitted C, or turns them into comments that Frama-C reads.
--
-- In:  a text. Its annotations are lines that begin with //@, indented or not, as in the templates.
-- Out: `without` removes the annotations, as for out/. `joined` turns adjacent annotation lines into one comment, for `gen --acsl`.
--      `stripped` removes the comments that `joined` made; the result is that of `without`.
--
--      //@ requires size > 0;             /*@ requires size > 0;
--      //@ assigns \nothing;        ->       assigns \nothing; */
--      size_t f(size_t size)              size_t f(size_t size)
--
-- The idea: an annotation consists of whole lines, so removing it changes no other line. A line with only //@ separates two annotations.

local M = {}

---@param line string
---@return string? indent
---@return string? text nil if the line is not an annotation
local function annotation(line)
  return line:match("^( *)//@ ?(.*)$")
end

---@param text string of a filled template
---@return string text without annotations
function M.without(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = not annotation(line) and line or nil
  end
  return table.concat(lines, "\n")
end

---@param text string with annotations as in the templates
---@return string text with the comments that Frama-C reads
function M.joined(text)
  local lines, open = {}, false
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    local indent <const>, annotated <const> = annotation(line)
    if open and (not annotated or annotated == "") then
      lines[#lines] = lines[#lines] .. " */"
      open = false
    end
    if not annotated then
      lines[#lines + 1] = line
    elseif annotated ~= "" then
      lines[#lines + 1] = indent .. (open and "   " or "/*@") .. " " .. annotated
      open = true
    end
  end
  return table.concat(lines, "\n")
end

---@param text string result of `joined`
---@return string text without the comments that begin with /*@
function M.stripped(text)
  local lines, inside = {}, false
  for line in (text .. "\n"):gmatch("([^\n]*)\n") do
    inside = inside or line:find("^ */%*@") ~= nil
    lines[#lines + 1] = not inside and line or nil
    inside = inside and not line:find("%*/$")
  end
  return table.concat(lines, "\n")
end

return M
