-- SPDX-License-Identifier: 0BSD
-- origins: finds the lines of the emitted C that were generated from each rule, row, state, table entry and bit.
--
-- In:  a model with its plan, and the files of packed.pair. Out: for each file, its name, and keys: key -> list of line numbers. The keys:
--     line:9                   a line of the spec: its copy in the banner, and the lines of its form's rows and its exceptions' faults
--     row:2                    a row: the states on its path, the classes of its bytes, and comments that show its bytes
--     excluded:1               an excluded row: comments that show its bytes, and the lines of its fault
--     fault:overlong           a fault: the lines with its name
--     state:after_E0           a state: its description and its transitions
--     prev_low/13              a table entry
--     nibbles:16  classes:2    a bit of the nibble or class tables: its name (only of nibbles), and the entries that have it
-- The idea: tables are found by their names, entries by counting commas outside of comments, states by the names in comments. So in any
-- layout, a line belongs to an entry only if the line has the entry's text.

local automata = require "gen.language.automaton"
local bytes_ = require "gen.common.bytes"
local difference = require "gen.common.difference"
local nibble = require "gen.plan.nibble"
local passthrough = require "gen.plan.passthrough"

local M = {}

---Returns the tables of bytes in a file: name -> { index from 0 -> the numbers of the lines with this entry }.
---@param lines string[]
---@param prefix string of the tables' names, with _
local function tables_of(lines, prefix)
  local found, now, at = {}, nil, 0
  for number, line in ipairs(lines) do
    local name <const>, rest <const> = line:match("_TABLE uint8_t " .. prefix .. "([%w_]+)%[%d+%].*= {(.*)$")
    if name then
      now, at = {}, 0
      found[name] = now
    end
    if now then
      local code <const> = (rest or line):gsub("//.*$", "")
      for part, comma in code:gsub("};.*$", ""):gmatch("([^,]*)(,?)") do
        if part:find("%S") then
          now[at] = now[at] or {}
          table.insert(now[at], number)
        end
        at = at + #comma
      end
      now = not code:find("};", 1, true) and now or nil
    end
  end
  return found
end

---Returns a table, key -> line numbers, and a function that adds line numbers to a key. Each number is added once per key.
local function collector()
  local of <const>, seen <const> = {}, {}
  return of, function(key, numbers)
    if numbers and not of[key] then
      of[key], seen[key] = {}, {}
    end
    local list <const>, known <const> = of[key], seen[key]
    for _, number in ipairs(numbers or {}) do
      if not known[number] then
        known[number] = true
        list[#list + 1] = number
      end
    end
  end
end

---Returns the lines that end in a comment, by the comment's text (without slashes): `// ED A0..BF`, or a line of the spec in the banner.
---@param lines string[]
---@return table<string, integer[]>
local function by_comment(lines)
  local found <const> = {}
  for number, line in ipairs(lines) do
    local text <const> = line:match("// ([^/]*)$")
    local words <const> = text and text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
    if words then
      found[words] = found[words] or {}
      table.insert(found[words], number)
    end
  end
  return found
end

---Adds the lines that describe states, and those that name faults, in one pass.
local function add_names(add, model, lines)
  local state_of <const>, faults <const> = {}, {}
  for _, name in ipairs(model.whole.names) do
    state_of[name] = true
  end
  for _, name in ipairs(model.fault_names) do
    faults[name:upper()], faults[name] = name, name
  end
  for number, line in ipairs(lines) do
    local name <const> = line:match("^//%s+%d+%s+([%w_]+)") or line:match(",  // ([%w_]+)$")
    if state_of[name] then
      add("state:" .. name, { number })
    end
    local rule <const> = line:match("_RULE_([%u%d_]+) = 0x")
    for _, fault in ipairs(rule and model.fault_names or {}) do
      add("fault:" .. fault, rule:find(fault:upper(), 1, true) and { number } or nil)
    end
    if not line:find("^//") then
      for word in line:gmatch("[%w_]+") do
        local fault <const> = faults[word] or faults[word:match("^%u[%u%d]*_(.*)$")]
        if fault then
          add("fault:" .. fault, { number })
        end
      end
    end
  end
end

---Adds the lines of the bits and the table entries of a kind, "nibbles" or "classes".
---@param seen table of the file: lines, found = its tables, of = the lines of each key
local function add_bits(add, kind, bits, tables, seen)
  local found <const>, lines <const> = seen.found, seen.lines
  for name, entries in next, tables do
    for at, value in next, entries do
      local numbers <const> = found[name] and found[name][at]
      add(("%s/%d"):format(name, at), numbers)
      for _, bit in ipairs(bits) do
        if value & bit.mask ~= 0 then
          add(("%s:%d"):format(kind, bit.mask), numbers)
        end
      end
    end
  end
  for number, line in ipairs(lines) do
    local mask <const> = kind == "nibbles" and line:match("_RULE_[%w_]+ = 0x(%x+),")
    if mask then
      add(("%s:%d"):format(kind, tonumber(mask, 16)), { number })
    end
  end
end

---Adds the lines of a row: the entries of its bytes in the table of classes, and the states on its path.
local function add_row(add, key, model, row, seen)
  local of <const>, found <const> = seen.of, seen.found
  local automaton <const>, states = model.whole, { [model.whole.origin] = true }
  for _, range in ipairs(row.bytes) do
    local after <const> = {}
    for state in next, states do
      add(key, of["state:" .. automaton.names[state]])
      for byte = range.lo, range.hi do
        after[automaton.next[state][byte]] = true
      end
    end
    after[automata.DEAD] = nil
    local last
    for byte = range.lo, range.hi do
      local numbers <const> = found.dfa_class and found.dfa_class[byte]
      if numbers and numbers[1] ~= last then
        add(key, numbers)
        last = numbers[1]
      end
    end
    states = after
  end
end

---Adds the lines of each statement of the spec: its copy, and the lines of the rows and exceptions that it makes.
local function add_statements(add, of, model, comments)
  for number, text in ipairs(difference.lines(model.spec.text)) do
    local words <const> = text:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
    if words ~= "" then
      add("line:" .. number, comments[words])
    end
  end
  for i, row in ipairs(model.rows) do
    local form <const> = model.spec.forms[row.form]
    if form and form.line then
      add("line:" .. form.line, of["row:" .. i])
    end
  end
  for _, form in ipairs(model.spec.forms) do
    for _, rule in ipairs(form.except) do
      add(("line:%d"):format(rule.line or form.line), of["fault:" .. rule.name])
    end
  end
end

---@param model table
---@param files table { {name, text} }
---@param prefix string
---@return table[] origins for each file, { name, keys }; keys: key -> list of line numbers, ascending
function M.of(model, files, prefix)
  local out <const>, plan <const> = {}, model.plan
  for i, file in ipairs(files) do
    local lines <const> = difference.lines(file.text)
    local of <const>, add <const> = collector()
    local found <const>, comments <const> = tables_of(lines, prefix .. "_"), by_comment(lines)
    local seen <const> = { lines = lines, found = found, of = of }
    add_names(add, model, lines)
    if plan and plan.cover then
      local tables <const> = {}
      for _, axis in ipairs(nibble.names(plan.tables)) do
        tables[axis] = plan.tables[axis]
      end
      add_bits(add, "nibbles", plan.bits, tables, seen)
    end
    if plan and plan.set then
      for _, one in ipairs(passthrough.tables(plan)) do
        add_bits(add, "nibbles", {}, { [one.name] = one.entries }, seen)
      end
    elseif plan and plan.classes then
      add_bits(add, "classes", plan.classes.bits, plan.classes.tables, seen)
    end
    for r, row in ipairs(model.rows) do
      add_row(add, "row:" .. r, model, row, seen)
      add("row:" .. r, comments[bytes_.text(row.bytes)])
    end
    for r, row in ipairs(model.excluded) do
      add("excluded:" .. r, comments[bytes_.text(row.bytes)])
      add("excluded:" .. r, of["fault:" .. row.fault])
    end
    add_statements(add, of, model, comments)
    for _, numbers in next, of do
      table.sort(numbers)
    end
    out[i] = { name = file.name, keys = of }
  end
  return out
end

return M
