-- SPDX-License-Identifier: 0BSD
-- variants: functions of which kernels have two variants that differ in a few lines, as one text with a test around these.
--
-- In:  the units of each kernel (fold.lua). Out of `join`: their texts, changed.
--
--     f(at) { a(at); b(at); }        of sse      ->   f(at) { a(at); #if UTF8_ISA & UTF8_SSE b(at); #endif }
--     f(at) { a(at); }               of avx2

local M = {}

---How many lines less make one text of two.
local WORTH <const> = 4

---@return string[]
function M.lines_of(text)
  local lines <const> = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
  end
  return lines
end

---Two texts as one, with a test around what they differ in; nil if that is hardly shorter.
---@param test string of the instruction sets that have the first one
---@param other_test string of those that have the other
---@return string? text
local function with_choice(one, other, test, other_test)
  local a <const>, b <const>, first, last = M.lines_of(one), M.lines_of(other), 0, 0
  while first < #a and a[first + 1] == b[first + 1] do
    first = first + 1
  end
  while last < math.min(#a, #b) - first and a[#a - last] == b[#b - last] do
    last = last + 1
  end
  if #a == first + last then
    return with_choice(other, one, other_test, test)
  end
  local lines <const> = table.move(a, 1, first, 1, {})
  lines[#lines + 1] = "#if " .. test
  table.move(a, first + 1, #a - last, #lines + 1, lines)
  lines[#lines + 1] = #b > first + last and "#else" or nil
  table.move(b, first + 1, #b - last, #lines + 1, lines)
  lines[#lines + 1] = "#endif"
  table.move(a, #a - last + 1, #a, #lines + 1, lines)
  return #a + #b - #lines >= WORTH and table.concat(lines, "\n") or nil
end

---@param lists table[][] units { text, guards } of each kernel
---@return table[] functions each a list of variants { text, units: by kernel }, in their order
local function functions_of(lists)
  local functions <const>, known <const> = {}, {}
  for i, list in ipairs(lists) do
    for _, unit in ipairs(list) do
      local head <const> = ("\n" .. unit.text):match "\n(%u[^\n]* V%([%w_]+%)%b())\n{\n"
      local key <const> = head and unit.guards .. "\n" .. head
      if key and not known[key] then
        known[key] = {}
        functions[#functions + 1] = known[key]
      end
      local variants <const> = known[key] or {}
      local variant <const> = variants[unit.text] or { text = unit.text, units = {} }
      if not variants[unit.text] then
        variants[unit.text], variants[#variants + 1] = variant, variant
      end
      variant.units[i] = unit
    end
  end
  return functions
end

local function give(variant, text)
  for _, unit in next, variant.units do
    unit.text = text
  end
end

---@param lists table[][] units { text, guards } of each kernel
---@param test fun(with: table, others: table): string a test of the first kernels, where these and the others are meant
---@param fits fun(): boolean whether units with their texts as they are can be put in an order
function M.join(lists, test, fits)
  for _, variants in ipairs(functions_of(lists)) do
    for i = 2, #variants do
      local one <const>, other <const> = variants[i - 1], variants[i]
      local text <const> = not one.joined and with_choice(one.text, other.text, test(one.units, other.units),
        test(other.units, one.units))
      if text then
        give(one, text)
        give(other, text)
        other.joined = fits()
      end
      if text and not other.joined then
        give(one, one.text)
        give(other, other.text)
      end
    end
  end
end

return M
