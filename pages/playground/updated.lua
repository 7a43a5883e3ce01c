-- SPDX-License-Identifier: 0BSD
-- updated: corrects the text of a spec, so that its table of well-formed rows and its examples agree with its forms.
--
-- In:  a model, and the lines that disagree (faults.check). Out: the text with the derived rows, and with the right verdicts of examples.
--      A wrong table of rows is left out if the spec has `never` rules, since rows cannot express such rules.
--      "    invalid  ED A1 8C ED BE B4   surrogate  RFC 3629" becomes "    valid    ED A1 8C ED BE B4              RFC 3629".

local bytes_ = require "gen.common.bytes"
local difference = require "gen.common.difference"
local faults = require "gen.language.faults"

local M = {}

---Returns an example's line with another verdict. The citation stays in its column if the new verdict is short enough.
local function example_line(line, example, fault)
  local head <const> = ("%s%-8s %s  %s"):format(line:match("^%s*"), fault and "invalid" or "valid", bytes_.hex(example.bytes), fault or "")
  local column <const> = #line - #example.citation
  return head .. (" "):rep(math.max(2, column - #head)) .. example.citation
end

---Returns the statement well_formed with the derived rows; empty if the spec has `never` rules.
local function rows_text(model)
  local lines <const> = { "well_formed [[" }
  for _, row in ipairs(model.rows) do
    local words <const> = {}
    for i, range in ipairs(row.bytes) do
      words[i] = ("%-6s"):format(bytes_.text { range })
    end
    lines[#lines + 1] = "    " .. table.concat(words, "  "):gsub("%s+$", "")
  end
  lines[#lines + 1] = "]]"
  return #model.spec.nevers == 0 and table.concat(lines, "\n") or ""
end

---@param model table of `understand`
---@param wrong table<integer, boolean> set of the lines that disagree
---@return string text
function M.of(model, wrong)
  local spec <const>, lines <const> = model.spec, difference.lines(model.text)
  for _, example in ipairs(spec.examples) do
    local line <const> = lines[example.line]
    if wrong[example.line] and line:find("^%s*%l*valid%s") then
      lines[example.line] = example_line(line, example, (faults.of(model, example.bytes) or {}).fault)
    end
  end
  local first <const> = spec.lines.well_formed
  if not wrong[first] then
    return table.concat(lines, "\n")
  end
  local before <const>, text <const> = table.concat(lines, "\n", 1, first - 1), table.concat(lines, "\n", first)
  for _, literal in ipairs { "%[(=*)%[.-%]%1%]", '()"[^"]*"', "()'[^']*'" } do
    local from <const>, to <const> = text:find("well_formed%s*%(?%s*" .. literal)
    if from then
      local _ <const>, closed <const> = text:find("^%s*%)", to + 1)
      return before .. "\n" .. text:sub(1, from - 1) .. rows_text(model) .. text:sub((closed or to) + 1)
    end
  end
  return before .. "\n" .. text
end

return M
