-- SPDX-License-Identifier: 0BSD
-- unicode: the code points of `unicode "NAME"` in a spec.
--
-- In:  a name: a general category (Cn), a group of categories (C, LC), a property (XID_Start), or a class of code points that a standard
--      derives from these (PRECIS_IdentifierClass). Out: its code points as ranges; or the nearest name, for a message.
--      unicode.ranges "Nl" begins { {lo = 0x16EE, hi = 0x16F0}, {lo = 0x2160, hi = 0x2182}, ... }.
--
-- The idea: the table gen/spec/unicode_data.lua has the code points of categories and properties, taken from Unicode's own files. The sets
-- of all other names are computed from it. The table is committed, so a spec means the same on every machine. `make unicode` rewrites it.

local ranges <const> = require "gen.common.ranges"
local spelling <const> = require "gen.common.spelling"
local data <const> = require "gen.spec.unicode_data"

local M = {}

---A table as one text for its fingerprint: equal tables give equal texts.
---@param version string
---@param sets table { [name] = "0041..005A 00AA ..." }
function M.image(version, sets)
  local names, lines = {}, { version }
  for name in next, sets do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    lines[#lines + 1] = name .. " " .. sets[name]:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
  end
  return table.concat(lines, "\n")
end

---@return string version of Unicode from which the table is made, such as "15.0.0"
---@return string image of the table
function M.table()
  return data.version, M.image(data.version, data.sets)
end

-- ---- Names derived from the table ----

---"U+0041..U+005A 00AA" -> { {lo, hi}, ... }
local function parse(text)
  local list = {}
  for lo, hi in text:gsub("U%+", ""):gmatch("(%x+)%.*(%x*)") do
    list[#list + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }
  end
  return list
end

---The general categories whose names begin with this letter: for L they are Ll, Lm, Lo, Lt and Lu.
local function categories_of(letter)
  local names = {}
  for name in next, data.sets do
    if name:find("^%u%l$") and name:sub(1, 1) == letter then
      names[#names + 1] = name
    end
  end
  return names
end

---Code points that PRECIS and IDNA decide individually (RFC 5892, section 2.6): always valid, or (PRECIS_OTHER) in some contexts or never.
local PRECIS_VALID <const> = "U+00DF U+03C2 U+06FD U+06FE U+0F0B U+3007"
local PRECIS_OTHER <const> = "U+00B7 U+0375 U+05F3 U+05F4 U+30FB U+0660..U+0669 U+06F0..U+06F9 " ..
  "U+0640 U+07FA U+302E U+302F U+3031..U+3035 U+303B"

---The steps of RFC 8264, section 8. The first step that contains a code point decides about it. A step has names of sets, or code points
---(`points`), without those of the set `but`. `class` is the smallest class in which they are valid; it is nil if they are disallowed,
---unassigned, or valid in some contexts only.
local PRECIS <const> = {
  { points = PRECIS_VALID, class = "identifier" },
  { points = PRECIS_OTHER },
  { "Cn", but = "Noncharacter_Code_Point" },
  { points = "U+0021..U+007E", class = "identifier" },
  { "Join_Control" },
  { "Hangul_Syllable_Type=L", "Hangul_Syllable_Type=V", "Hangul_Syllable_Type=T" },
  { "Default_Ignorable_Code_Point", "Noncharacter_Code_Point" },
  { "Cc" },
  { "NFKC_Quick_Check=No", class = "freeform" },
  { "Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc", class = "identifier" },
  { "Lt", "Nl", "No", "Me", class = "freeform" },
  { "Zs", "S", "P", class = "freeform" },
}

---The union of the code points of some names.
local function together(names)
  local all = {}
  for _, name in ipairs(names) do
    local list <const> = M.ranges(name)
    table.move(list, 1, #list, #all + 1, all)
  end
  return ranges.union(all)
end

---The code points that are valid in a PRECIS class in every context.
local function precis(is_freeform)
  local decided, valid = {}, {}
  for _, step in ipairs(PRECIS) do
    local list = step.points and ranges.union(parse(step.points)) or together(step)
    list = step.but and ranges.subtract(list, M.ranges(step.but)) or list
    list = ranges.subtract(list, ranges.union(decided))
    table.move(list, 1, #list, #decided + 1, decided)
    if step.class == "identifier" or is_freeform and step.class == "freeform" then
      table.move(list, 1, #list, #valid + 1, valid)
    end
  end
  return ranges.union(valid)
end

---Functions that compute the code points of names that are not in the table.
local DERIVED <const> = {
  LC = function() return together { "Ll", "Lt", "Lu" } end,
  PRECIS_IdentifierClass = function() return precis(false) end,
  PRECIS_FreeformClass = function() return precis(true) end,
}
for letter in ("CLMNPSZ"):gmatch(".") do
  DERIVED[letter] = function() return together(categories_of(letter)) end
end

local cache <const> = {}

---The code points of a name, or nil for an unknown name. The list is shared: copy it before you change it.
---@param name string
---@return table? ranges { {lo, hi}, ... } ascending
function M.ranges(name)
  if not cache[name] then
    local text <const> = data.sets[name]
    cache[name] = text and parse(text) or DERIVED[name] and DERIVED[name]()
  end
  return cache[name]
end

---All names in three sorted groups: general categories and their groups; properties; derived classes.
---@return table groups lists of names; each also has a `title`
function M.names()
  local groups <const> = { { title = "general categories" }, { title = "properties" }, { title = "classes" } }
  for _, source in ipairs { data.sets, DERIVED } do
    for name in next, source do
      local group <const> = groups[#name <= 2 and 1 or source == DERIVED and 3 or 2]
      group[#group + 1] = name
    end
  end
  for _, group in ipairs(groups) do
    table.sort(group)
  end
  return groups
end

---The known name that is nearest to an unknown one, ignoring case.
function M.nearest(name)
  local all, back = {}, {}
  for _, group in ipairs(M.names()) do
    for _, known in ipairs(group) do
      all[#all + 1] = known:lower()
      back[known:lower()] = back[known:lower()] or known
    end
  end
  return back[spelling.nearest(name:lower(), all)]
end

return M
