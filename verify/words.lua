-- SPDX-License-Identifier: 0BSD
-- words: lists of words as make uses them, the output of commands, and a hash; for rules.lua, run.lua and plain_words.lua.
--
-- In: texts, lists, commands. Out: lists, sets, texts: words_of " a  b" is { "a", "b" }, and line_of("x", { "a", "b" }, "") is "x a b".

---@param text string?
---@return string[]
local function words_of(text)
  local list <const> = {}
  for word in (text or ""):gmatch "%S+" do
    list[#list + 1] = word
  end
  return list
end

---@param list string[]
---@return table<string, true>
local function set_of(list)
  local set <const> = {}
  for _, one in ipairs(list) do
    set[one] = true
  end
  return set
end

local function without(list, left_out)
  local kept <const>, out <const> = {}, set_of(left_out or {})
  for _, one in ipairs(list) do
    kept[#kept + 1] = not out[one] and one or nil
  end
  return kept
end

---Joins words and lists of words with spaces; skips empty ones. The first nil ends the line.
local function line_of(...)
  local parts <const> = {}
  for _, part in ipairs { ... } do
    part = type(part) == "table" and table.concat(part, " ") or part
    parts[#parts + 1] = part ~= "" and part or nil
  end
  return table.concat(parts, " ")
end

---Returns the output of a command, without the last end of line, and whether the command succeeded.
local function output_of(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read "a"
  return (text:gsub("\n$", "")), pipe:close() == true
end

local function digest(text)
  local sum = -3750763034362895579  -- FNV-1a, 64 bits
  for i = 1, #text do
    sum = (sum ~ text:byte(i)) * 1099511628211
  end
  return ("%016x"):format(sum)
end

return {
  words_of = words_of, set_of = set_of, without = without, line_of = line_of, output_of = output_of, digest = digest,
}
