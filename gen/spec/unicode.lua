-- SPDX-License-Identifier: 0BSD
-- unicode: the code points of `unicode "NAME"` in a spec.
--
-- In:  a name: a general category (Cn), a group of categories (C, LC), a property (XID_Start), a property and its value (Script=Greek) or
--      values (ccc=1..254), or a class of code points that a standard derives from these (PRECIS_IdentifierClass). Out: its code points as
--      ranges, or the nearest name for a message. unicode.ranges "Nl" begins { {lo = 0x16EE, hi = 0x16F0}, {lo = 0x2160, hi = 0x2182}, ...
--
-- The idea: the table gen/spec/unicode_data.lua has the code points of properties and values, derived from Unicode's own data. All other
-- sets are computed from this table. The table is committed, so a spec means the same on every machine. `make unicode` rewrites the table.

local ranges <const> = require "gen.common.ranges"
local spelling <const> = require "gen.common.spelling"
local data <const> = require "gen.spec.unicode_data"

local M = {}

---The digits of the table: 32 for the last digit of a number, then 32 for the digits before it.
M.DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

---The properties that have values. `other` is the default value, which the table leaves out. The values of General_Category may be
---written without the name of the property.
M.PROPERTIES = {
  { short = "ccc", long = "Canonical_Combining_Class", other = "0" },
  { short = "gc", long = "General_Category", other = "Cn" },
  { short = "hst", long = "Hangul_Syllable_Type" },
  { short = "NFC_QC", long = "NFC_Quick_Check", other = "Y" },
  { short = "NFKC_QC", long = "NFKC_Quick_Check", other = "Y" },
  { short = "sc", long = "Script", other = "Zzzz" },
  { short = "scx", long = "Script_Extensions" },
}

---The property with this short or long name, or nil.
local function property_of(name)
  for _, property in ipairs(M.PROPERTIES) do
    if name == property.short or name == property.long then
      return property
    end
  end
end

---A table as one text for its fingerprint: equal tables give equal texts.
---@param table_ table { version, names = "sc Grek Greek\n...", sets = { [name] = digits } }
function M.image(table_)
  local names, lines = {}, { table_.version, (table_.names:gsub("\n$", "")) }
  for name in next, table_.sets do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    lines[#lines + 1] = name .. " " .. table_.sets[name]:gsub("%s+", "")
  end
  return table.concat(lines, "\n")
end

---@return string version of Unicode from which the table is made, such as "17.0.0"
---@return string image of the table
function M.table()
  return data.version, M.image(data)
end

-- ---- The table ----

---Decodes a text of digits to ranges; gen/spec/unicode_table.lua describes the digits.
local function decode(text)
  local base <const>, list = #M.DIGITS // 2, {}
  local number, from, lo = 0, 0, nil
  for char in text:gmatch("%S") do
    local digit <const> = M.DIGITS:find(char, 1, true) - 1
    number = number * base + digit % base
    if digit < base and not lo then
      lo, number = from + number, 0
    elseif digit < base then
      list[#list + 1] = { lo = lo, hi = lo + number }
      from, lo, number = lo + number + 1, nil, 0
    end
  end
  return list
end

local values <const> = {}

---The values of a property that code points have: `map` gives each name its short name; `names` lists all names, `long` the long ones.
local function values_of(property)
  local short <const> = property.short == "scx" and "sc" or property.short
  if not values[short] then
    local out <const>, other <const> = { map = {}, names = {}, long = {} }, property_of(short).other
    for names in ("\n" .. data.names):gmatch("\n" .. short .. " ([^\n]+)") do
      local first <const> = names:match("%S+")
      if short == "gc" or first == other or data.sets[short .. "=" .. first] then
        for name in names:gmatch("%S+") do
          out.map[name], out.names[#out.names + 1] = first, name
        end
        out.long[#out.long + 1] = names:match(short == "ccc" and "^%S+ %S+ (%S+)" or "^%S+ (%S+)") or first
      end
    end
    values[short] = out
  end
  return values[short]
end

local cache <const> = {}

---The union of the code points of some names.
local function together(names)
  local all = {}
  for _, name in ipairs(names) do
    all[#all + 1] = M.ranges(name)
  end
  return ranges.join(table.unpack(all))
end

---The names in the table that begin with a text. "gc=L" gives "gc=Ll", "gc=Lm", "gc=Lo", "gc=Lt" and "gc=Lu", in any order.
local function stored(front)
  local names = {}
  for name in next, data.sets do
    names[#names + 1] = name:sub(1, #front) == front and name or nil
  end
  return names
end

---The code points that have a value of a property; `value` is its short name.
local function of_value(property, value)
  local text <const> = data.sets[property.short .. "=" .. value]
  if property.short == "scx" then
    local script <const>, differing <const> = M.ranges("sc=" .. value), decode(text or "")
    return ranges.differing(script, differing)
  elseif text then
    return decode(text)
  elseif value == property.other then
    return ranges.subtract({ { lo = 0, hi = data.last } }, together(stored(property.short .. "=")))
  elseif value == "LC" then
    return together { "Ll", "Lt", "Lu" }
  end
  local group <const> = stored("gc=" .. value)
  group[#group + 1] = property.other:sub(1, 1) == value and property.other or nil
  return together(group)
end

-- ---- Classes derived from the table ----

---"U+0041..U+005A 00AA" -> { {lo, hi}, ... }
local function parse(text)
  local list = {}
  for lo, hi in text:gsub("U%+", ""):gmatch("(%x+)%.*(%x*)") do
    list[#list + 1] = { lo = tonumber(lo, 16), hi = tonumber(hi ~= "" and hi or lo, 16) }
  end
  return list
end

---Code points that PRECIS and IDNA list singly (RFC 5892, section 2.6). PRECIS_OTHER are valid only in some contexts, or never.
local PRECIS_VALID <const> = "U+00DF U+03C2 U+06FD U+06FE U+0F0B U+3007"
local PRECIS_OTHER <const> = "U+00B7 U+0375 U+05F3 U+05F4 U+30FB U+0660..U+0669 U+06F0..U+06F9 " ..
  "U+0640 U+07FA U+302E U+302F U+3031..U+3035 U+303B"

---The steps of RFC 8264, section 8. The first step that contains a code point decides about it. A step has names of sets, or code points
---(`points`); those of the set `but` are left out. `class` is the smallest class in which the step's code points are valid, nil if they are
---disallowed, unassigned, or valid only in some contexts.
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

---For each derived class, a function that computes its code points.
local CLASSES <const> = {
  PRECIS_FreeformClass = function() return precis(true) end,
  PRECIS_IdentifierClass = function() return precis(false) end,
}

-- ---- Names ----

---The property and the short name of the value that a name means; nil for other names.
---@param name string "Lu", "Uppercase_Letter" or "Script=Greek"
local function valued(name)
  local left <const>, right <const> = name:match("^([%w_]+)=([%w_]+)$")
  local property <const> = property_of(left or "gc")
  local value <const> = property and values_of(property).map[right or name]
  return value and property, value
end

---The code points of the combining classes in a range such as "ccc=1..254"; nil if the name is not such a range, or no class is in it.
local function of_classes(name)
  local left <const>, from <const>, to <const> = name:match("^([%w_]+)=(%d+)%.%.(%d+)$")
  local names = {}
  if left and property_of(left) == property_of "ccc" then
    for _, class in next, values_of(property_of "ccc").map do
      local number <const> = tonumber(class)
      names[#names + 1] = tonumber(from) <= number and number <= tonumber(to) and "ccc=" .. class or nil
    end
  end
  return #names > 0 and together(names) or nil
end

---The code points of a name, or nil for an unknown name. The list is shared: copy it before you change it.
---@param name string
---@return table? ranges { {lo, hi}, ... } ascending
function M.ranges(name)
  if not cache[name] then
    local property <const>, value <const> = valued(name)
    local key <const> = property and property.short .. "=" .. value or name
    if property then
      cache[key] = cache[key] or of_value(property, value)
    elseif CLASSES[name] then
      cache[key] = CLASSES[name]()
    elseif not name:find("=", 1, true) and data.sets[name] then
      cache[key] = decode(data.sets[name])
    else
      cache[key] = of_classes(name)
    end
    cache[name] = cache[key]
  end
  return cache[name]
end

---The names that may be written alone (of categories, only the short ones), and the properties with values, in sorted groups.
---@return table groups lists of names; each also has a `title`
function M.names()
  local groups <const> = { { title = "general categories" }, { title = "properties" }, { title = "properties with values" },
    { title = "classes" } }
  local function add(i, name, fits)
    groups[i][#groups[i] + 1] = fits and name or nil
  end
  for name, short in next, values_of(property_of "gc").map do
    add(1, name, name == short)
  end
  for name in next, data.sets do
    add(2, name, not name:find("=", 1, true))
  end
  for _, property in ipairs(M.PROPERTIES) do
    add(3, property.long, true)
  end
  for name in next, CLASSES do
    add(4, name, true)
  end
  for _, group in ipairs(groups) do
    table.sort(group)
  end
  return groups
end

---The names of the values of a property, or none.
---@param name string such as "Script"
---@return string[] values long names
function M.values(name)
  local property <const> = property_of(name)
  return property and values_of(property).long or {}
end

---The value that is nearest to an unknown one: the nearest number, a long name that begins with the unknown one, or the nearest name.
local function nearest_value(property, value)
  local known <const>, back, all = values_of(property), {}, {}
  local number <const>, best = tonumber(value:match "^%d+"), nil
  for _, name in ipairs(known.names) do
    local other <const> = tonumber(name)
    all[#all + 1], back[name:lower()] = name:lower(), name
    if number and other and (not best or math.abs(other - number) < math.abs(tonumber(best) - number)) then
      best = name
    end
  end
  for _, long in ipairs(best and {} or known.long) do
    best = best or long:lower():sub(1, #value) == value:lower() and (#value == 0 or #value > 2) and long or nil
  end
  return best or back[spelling.nearest(value:lower(), all)]
end

---The known name that is nearest to an unknown one, ignoring case. If the unknown name begins with a known property, the result is one of
---the property's values. A script written alone counts as known: for Greek, the nearest name is Script=Greek.
function M.nearest(name)
  local left <const>, right <const> = name:match "^([%w_]+)=?(.*)$"
  local known_property <const> = left and property_of(left)
  if known_property then
    return left .. "=" .. nearest_value(known_property, right)
  end
  local all, back = {}, {}
  local function add(known, full)
    all[#all + 1] = known:lower()
    back[known:lower()] = back[known:lower()] or full
  end
  for i, group in ipairs(M.names()) do
    for _, known in ipairs(group) do
      add(known, i == 3 and known .. "=" .. M.values(known)[1] or known)
    end
  end
  for _, long in ipairs(values_of(property_of "gc").names) do
    add(long, long)
  end
  for _, property in ipairs(M.PROPERTIES) do
    for _, value in ipairs(values_of(property).names) do
      if name:find("=", 1, true) then
        add(property.long .. "=" .. value, property.long .. "=" .. value)
        add(property.short .. "=" .. value, property.short .. "=" .. value)
      elseif property.short == "sc" then
        add(value, property.long .. "=" .. value)
      end
    end
  end
  return back[spelling.nearest(name:lower(), all)]
end

return M
