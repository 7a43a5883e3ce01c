-- SPDX-License-Identifier: 0BSD
-- fold: the vector kernels as one text, which the emitted file includes once for each instruction set.
--
-- In:  the C of each kernel, with names of its own (utf8_sse_load, UTF8_SSE_WIDTH). Out of `text`: one text in which V(load) and W(WIDTH)
--      stand for these names, and each function once for all instruction sets that have the same.
--
--     utf8_sse_INLINE ... utf8_sse_or(...)  for sse
--     utf8_avx2_INLINE ... utf8_avx2_or(...) for avx2      ->    #if UTF8_ISA & (UTF8_SSE | UTF8_AVX2)
--                                                                INLINE V(vec) V(or)(...)
--
-- The idea: a kernel is a list of units, the parts of its text between blank lines that lie outside of braces. Units that are the same for
-- several kernels, comments and all, are printed once. Their order is one that keeps the order of each kernel. A unit that some kernels
-- have stands between #if and #endif, and so does one that a macro leaves out, UTF8_NO_NAME.

local layout = require "gen.common.layout"

local M = {}

---A line of one kernel with the names that all have. Lines that define or test macros keep theirs.
---@param line string
---@param one table a kernel, see `text`
local function shared_line(line, one)
  local upper <const> = one.upper .. "_"
  for _, macro in ipairs { "INLINE", "FUNCTION", "ALIGNED" } do
    line = line:gsub(upper .. macro .. "%f[^%w_]", macro)
  end
  if line:find "^%s*#" then
    return line
  end
  local code <const>, comment <const> = line:match "^(.-)(//.*)$"
  local function renamed(text, function_form, macro_form)
    return (text:gsub("%f[%w_]" .. one.lower .. "_([%w_]+)", function_form):gsub("%f[%w_]" .. upper .. "([%w_]+)", macro_form))
  end
  return renamed(code or line, "V(%1)", "W(%1)") .. renamed(comment or "", "%1", "%1")
end

---@param one table a kernel, see `text`
---@param part string? the field with its text
---@return table[] units { text, guard: the macro that leaves it out, or "" }, in their order
local function units_of(one, part)
  local units, lines, guard, depth = {}, {}, "", 0
  local function flush()
    units[#units + 1] = #lines > 0 and { text = layout.short(table.concat(lines, "\n")), guard = guard } or nil
    lines = {}
  end
  for line in (one[part or "text"] .. "\n"):gmatch "([^\n]*)\n" do
    local opens <const>, closes <const> = line:match "^#ifndef ([%w_]+_NO_[%w_]+)$", line:find "^#endif  // [%w_]+_NO_"
    if depth == 0 and (opens or closes or line == "") then
      flush()
      guard = opens or closes and "" or guard
    else
      lines[#lines + 1] = shared_line(line, one)
      depth = depth + select(2, line:gsub("{", "")) - select(2, line:gsub("}", ""))
    end
  end
  flush()
  return units
end

---All units, each once, in an order that keeps the order of each kernel; those of the same kernels stand together where they may.
---@param kernels table[]
---@return table[] units { text, guard, mask: a bit for each kernel that has it }
local function merged(kernels)
  local by_key <const>, all <const> = {}, {}
  for place, one in ipairs(kernels) do
    local before
    local units <const> = units_of(one)
    for i, unit in ipairs(units) do
      local key <const> = unit.guard .. "\n" .. unit.text
      local known = by_key[key]
      if not known then
        known = { text = unit.text, guard = unit.guard, mask = 0, behind = {}, waits = 0, place = i / #units, number = #all }
        by_key[key], all[#all + 1] = known, known
      end
      known.mask = known.mask | 1 << (place - 1)
      if before and not before.behind[known] then
        before.behind[known], known.waits = true, known.waits + 1
      end
      before = known
    end
  end
  local ordered, last = {}, nil
  local ready <const> = {}
  for _, unit in ipairs(all) do
    ready[#ready + 1] = unit.waits == 0 and unit or nil
  end
  while #ready > 0 do
    local best = 1
    local function rank(unit)
      return last and unit.mask == last.mask and unit.guard == last.guard and 0 or 1
    end
    for i = 2, #ready do
      local a <const>, b <const> = ready[i], ready[best]
      local ra <const>, rb <const> = rank(a), rank(b)
      if ra < rb or ra == rb and (a.place < b.place or a.place == b.place and a.number < b.number) then
        best = i
      end
    end
    last = table.remove(ready, best)
    ordered[#ordered + 1] = last
    local next_ones <const> = {}
    for unit in next, last.behind do
      unit.waits = unit.waits - 1
      next_ones[#next_ones + 1] = unit.waits == 0 and unit or nil
    end
    table.sort(next_ones, function(a, b) return a.number < b.number end)
    table.move(next_ones, 1, #next_ones, #ready + 1, ready)
  end
  assert(#ordered == #all, "kernels have the same functions in different orders")
  return ordered
end

---A test whether one of some instruction sets is meant.
---@param kernels table[] all
---@param is_meant fun(i, one): boolean
local function test_of(kernels, is_meant, U)
  local with, without = {}, {}
  for i, one in ipairs(kernels) do
    local list <const> = is_meant(i, one) and with or without
    list[#list + 1] = one.upper
  end
  local few <const> = #with <= #without and with or without
  local bits <const> = ("%s_ISA & %s"):format(U, #few == 1 and few[1] or "(" .. table.concat(few, " | ") .. ")")
  return few == with and bits or ("!(%s)"):format(bits)
end

---Units of some kernels, with the tests of those that not all of these have.
---@param kernels table[] as for `merged`
---@param U string
---@return string text
local function printed(kernels, U)
  local lines, all <const> = {}, (1 << #kernels) - 1
  local mask, guard, short = all, "", false
  local function close()
    lines[#lines + 1] = guard ~= "" and "#endif  // " .. guard or nil
    lines[#lines + 1] = mask ~= all and "#endif" or nil
  end
  for _, unit in ipairs(merged(kernels)) do
    local alike <const> = unit.mask == mask and unit.guard == guard
    if not alike then
      close()
    end
    -- Functions on one line stand together.
    if not (alike and short and layout.is_line(unit.text)) then
      lines[#lines + 1] = ""
    end
    if not alike then
      mask, guard = unit.mask, unit.guard
      lines[#lines + 1] = mask ~= all and "#if " .. test_of(kernels, function(i) return mask >> (i - 1) & 1 == 1 end, U) or nil
      lines[#lines + 1] = guard ~= "" and "#ifndef " .. guard or nil
    end
    lines[#lines + 1], short = unit.text, layout.is_line(unit.text)
  end
  close()
  return table.concat(lines, "\n", 2)
end

---Kernels one after the other that have most of their words in common, such as those of avx2 and avx2gfni.
---@return table[][] groups
local function groups_of(kernels)
  local groups, known = {}, {}
  for _, one in ipairs(kernels) do
    local units <const>, same, now <const> = units_of(one, "words"), 0, {}
    for _, unit in ipairs(units) do
      same, now[unit.text] = same + (known[unit.text] and 1 or 0), true
    end
    if 2 * same > #units then
      table.insert(groups[#groups], one)
    else
      groups[#groups + 1] = { one }
    end
    known = now
  end
  return groups
end

---Whether a file includes itself: it has several vector kernels, and nobody wants each in full.
---@param job table see views.job
function M.wanted(job)
  return #job.vectors > 1 and not (job.options.flat or job.options.acsl or job.options.plain_words)
end

---@param kernels table[] { words, loops: parts of its text, lower: what stands before its functions, upper: and before its macros, without
---  _ at the end }
---@param U string the file's prefix in capitals
---@return string text
function M.text(kernels, U)
  local parts <const> = {}
  for _, group in ipairs(groups_of(kernels)) do
    local names <const>, words <const> = {}, {}
    for i, one in ipairs(group) do
      names[one.upper], words[i] = true, setmetatable({ text = one.words }, { __index = one })
    end
    parts[#parts + 1] = ("#if %s\n%s\n#endif"):format(test_of(kernels, function(_, one) return names[one.upper] end, U), printed(words, U))
  end
  local loops <const> = {}
  for i, one in ipairs(kernels) do
    loops[i] = setmetatable({ text = one.loops }, { __index = one })
  end
  parts[#parts + 1] = printed(loops, U)
  return table.concat(parts, "\n\n")
end

return M
