-- SPDX-License-Identifier: 0BSD
-- changes: the differences between two versions of a generated pair, PREFIX.h and PREFIX.c.
--
-- In:  the texts of a pair, before and after, and its prefix. Out: lines with the differences in version, command, Unicode's data, rules,
--      types, functions, faults, macros, kernels, tables, numbers, code and comments.
--
--     rules       18a1b3c0d2e4f507 -> 57eb66e8962668c9
--                 - form "0xxxxxxx" { "U+0001..U+007F" }
--                 + form "0xxxxxxx" { "U+0000..U+007F" }
--     functions   new: utf8_count; gone: utf8_length
--     tables      changed: utf8_dfa_next, utf8_shift_table
--
-- The idea: every generated pair has the same parts: a banner, quoted rules, a list of macros, declarations, tables and sections. They are
-- parsed from both versions and compared by name. Differences in other comments are only reported if nothing else differs.

local lists = require "gen.common.lists"
local isas = require "gen.kernel.isas"
local banner = require "gen.emit.banner"
local layout = require "gen.common.layout"

local M = {}

-- ---- Parsing one version ----

---Upper bound on the lines of a declaration or a table.
local MOST_LINES <const> = 20000

---The text of the comment between `from`, at the beginning of a comment line, and `to`, without `//`; "" if one of them is missing.
local function commented(text, from, to)
  local _, begin <const> = text:find("\n// " .. from, 1, true)
  local stop <const> = begin and text:find(to, begin, true)
  return stop and text:sub(begin + 1, stop):gsub("\n// ?", "\n") or ""
end

---Statements of C, each joined into one line without comments. A statement begins with a line that matches `first`. It ends with the first
---line from there on that matches `last`, or after MOST_LINES lines; this limit makes the time linear for every text.
local function statements(text, first, last)
  local found, open = {}, nil
  for line in text:gmatch("([^\n]*)\n") do
    open = open or line:find(first) and {} or nil
    if open then
      open[#open + 1] = line:gsub("//.*$", "")
      if line:find(last) or #open == MOST_LINES then
        found[#found + 1], open = table.concat(open, " "):gsub("%s+", " "), nil
      end
    end
  end
  return found
end

---The rules that the header quotes.
local function rules_of(header)
  local lines, quoted = {}, false
  for line in header:gmatch("([^\n]*)\n") do
    if quoted and not line:find("^//") then
      break
    elseif quoted then
      lines[#lines + 1] = line:gsub("^// ? ? ? ? ?", "")
    end
    quoted = quoted or line:find("^// The rules.*:$") ~= nil
  end
  return lines
end

---Declarations of functions, by name.
local function functions_of(header, p, U)
  local found <const> = {}
  for _, first in ipairs { U .. "_API ", "static inline ", U .. "_INLINE " } do
    for _, statement in ipairs(statements(header, "^" .. first, "[;{)]$")) do
      local declaration <const> = statement:sub(#first + 1):gsub("^" .. U .. "_WRAPS ", ""):gsub("[;{ ]+$", "")
      local name <const> = declaration:match("(" .. p .. "[%w_]+)%(")
      if name then
        found[name] = declaration
      end
    end
  end
  return found
end

---Definitions of types, by name, and the names of the faults.
local function types_of(header, p, U)
  local types, faults = {}, {}
  for _, statement in ipairs(statements(header, "^typedef %l+ [%w_]* ?{$", "^}")) do
    local body <const>, name <const> = statement:match("({.*}) ([%w_]+);")
    if name == p .. "fault" then
      for fault in body:gmatch(U .. "_([%u%d_]+)") do
        faults[fault:lower()] = fault ~= "FAULT_NONE" and "" or nil
      end
    elseif name and name:sub(1, #p) == p then
      types[name] = body
    end
  end
  return types, faults
end

---The macros that a user may define: those in the list in the source's opening comment, and PREFIX_IMPLEMENTATION if the code tests it.
local function macros_of(source, U)
  local found = {}
  local text <const> = commented(source, "Macros, all optional", "\n//\n")
  for name in text:gmatch("\n  (" .. U .. "_[%u%d_]+)") do
    found[name] = ""
  end
  found[U .. "_NO_NAME"] = nil
  for name, comma in (text:match("NAME is one of (.*)") or ""):gmatch("([%u%d_]+)(,?)") do
    found[U .. "_NO_" .. name] = ""
    if comma == "" then
      break
    end
  end
  local single <const> = U .. "_IMPLEMENTATION"
  found[single] = source:find("defined(" .. single .. ")", 1, true) and "" or nil
  return found
end

---The entries under "In numbers", by name.
local function numbers_of(source)
  local found, name = {}, nil
  for line in commented(source, "In numbers", "\n//\n"):gmatch("\n([^\n]+)") do
    local key <const>, value <const> = line:match("^  (%l+) +(.*)$")
    name = key or name
    if name then
      found[name] = key and value or found[name] .. " " .. line:gsub("^%s+", "")
    end
  end
  return found
end

---A pattern for the first line of a table.
local function table_begins(U)
  return "^" .. U .. "_%u*_?TABLE [%w_]+ [%w_]+%[.* = {"
end

---Tables, by name.
local function tables_of(source, U)
  local found <const> = {}
  for _, statement in ipairs(statements(source, table_begins(U), "};$")) do
    local type_ <const>, name <const>, rest <const> = statement:match("TABLE ([%w_]+) ([%w_]+)(.*)$")
    found[name] = type_ .. rest
  end
  return found
end

---The code of each section without tables and comments, by the section's title. A kernel's sections, whose titles begin with the kernel's
---name and a colon, are joined under this name.
local function sections_of(source, U)
  local found, lines, in_table, begins <const> = {}, nil, false, table_begins(U)
  for line in source:gmatch("([^\n]*)\n") do
    local title <const> = line:match("^// %-%-%-%- (.-) %-%-%-+$")
    if title then
      local name <const> = title:match("^(%l[%l%d]*):") or title
      found[name] = found[name] or {}
      lines = found[name]
    end
    in_table = in_table or line:find(begins) ~= nil
    if lines and not in_table then
      lines[#lines + 1] = line:gsub("//.*$", "")
    end
    in_table = in_table and not line:find("};$")
  end
  for name, code in next, found do
    found[name] = table.concat(code, " "):gsub("%s+", " ")
  end
  return found
end

---Splits sections into those of kernels and all others.
local function kernels_of(source, U, sections)
  local kernels, others = {}, {}
  for name in source:gmatch("\n#define " .. U .. "_NEEDED_BY_(%l[%l%d]*) ") do
    kernels[name] = sections[name] or ""
  end
  -- A file with one kernel has no list of kernels.
  for _, name in ipairs(isas.names()) do
    kernels[name] = kernels[name] or sections[name]
  end
  for name, code in next, sections do
    others[name] = not kernels[name] and code or nil
  end
  return kernels, others
end

---@param texts string[] of a pair, or of one single header
---@return table facts the parts of this version, which M.between compares
local function facts_of(texts, prefix)
  local all <const>, p <const>, U <const> = table.concat(texts, "\n"), prefix .. "_", prefix:upper()
  local header, source = texts[1], table.concat(texts, "\n")
  for _, text in ipairs(texts) do
    local stop <const> = select(2, text:find("#endif  // " .. U .. "_H\n", 1, true))
    header = stop and text:sub(1, stop) or header
    source = text:find("\n// In numbers", 1, true) and text or source
  end
  local types <const>, faults <const> = types_of(header, p, U)
  local kernels <const>, sections <const> = kernels_of(all, U, sections_of(source, U))
  return {
    banner = banner.read(header), rules = rules_of(header), functions = functions_of(header, p, U), types = types, faults = faults,
    macros = macros_of(source, U), numbers = numbers_of(source), tables = tables_of(source, U), kernels = kernels, code = sections,
  }
end

-- ---- Comparing two versions ----

local COLUMN <const>, MOST_RULES <const> = 12, 12

---Names that are new, gone, or have another value, as text.
local function compared(old, new)
  local kinds <const> = { { "new" }, { "gone" }, { "changed" } }
  for name, value in next, new do
    local list <const> = not old[name] and kinds[1] or old[name] ~= value and kinds[3] or {}
    list[#list + 1] = name
  end
  for name in next, old do
    if not new[name] then
      table.insert(kinds[2], name)
    end
  end
  local words = {}
  for _, list in ipairs(kinds) do
    local title <const> = table.remove(list, 1)
    table.sort(list)
    words[#words + 1] = #list > 0 and ("%s: %s"):format(title, table.concat(list, ", ")) or nil
  end
  return table.concat(words, "; ")
end

---Lines that are in only one of two lists: with - for the first, + for the second.
local function line_changes(old, new)
  local function set_of(lines)
    return lists.set(lines)
  end
  local out, before <const>, after <const> = {}, set_of(old), set_of(new)
  for _, side in ipairs { { old, after, "-" }, { new, before, "+" } } do
    for _, line in ipairs(side[1]) do
      out[#out + 1] = not side[2][line] and ("%s %s"):format(side[3], line) or nil
    end
  end
  return out
end

---The differences between two versions of a pair.
---@param old string[] texts
---@param new string[]
---@param prefix string
---@return string[] lines, none if there are no differences
function M.between(old, new, prefix)
  local a <const>, b <const>, lines = facts_of(old, prefix), facts_of(new, prefix), {}
  local function say(title, text)
    if text ~= "" then
      local head <const> = title .. (" "):rep(COLUMN - #title)
      for line in layout.filled(head, text, (" "):rep(COLUMN)):gmatch("[^\n]+") do
        lines[#lines + 1] = line
      end
    end
  end
  local function say_values(title, was, is)
    say(title, was ~= is and ("%s -> %s"):format(was or "none", is or "none") or "")
  end
  say_values("u8gen", a.banner and a.banner.version, b.banner.version)
  say_values("command", a.banner and a.banner.command, b.banner.command)
  say_values("unicode", a.banner and a.banner.unicode, b.banner.unicode)
  say_values("rules", a.banner and a.banner.spec, b.banner.spec)
  local rules <const> = line_changes(a.rules, b.rules)
  for i = 1, math.min(#rules, MOST_RULES) do
    lines[#lines + 1] = (" "):rep(COLUMN) .. rules[i]
  end
  if #rules > MOST_RULES then
    lines[#lines + 1] = ("%sand %d more lines"):format((" "):rep(COLUMN), #rules - MOST_RULES)
  end
  for _, key in ipairs { "types", "functions", "faults", "macros", "kernels", "tables" } do
    say(key, compared(a[key], b[key]))
  end
  for _, key in ipairs { "characters", "automaton", "window", "operations" } do
    say_values(key, a.numbers[key], b.numbers[key])
  end
  say("code", compared(a.code, b.code))
  if #lines == 0 and table.concat(old) ~= table.concat(new) then
    say("comments", "nothing else differs")
  end
  return lines
end

return M
