-- SPDX-License-Identifier: 0BSD
-- abi: the ABI of libu8gen.so: functions with their version nodes, parameters, structs and values of enums.
--
-- In:  out/NAME/NAME.h, VERSION, and the recorded ABI: packaging/libu8gen.map, which the linker reads, and packaging/libu8gen.types. Out:
--      `faults` and `changed` return differences; `added` returns the map with new functions; `text_of` returns the text of libu8gen.types.
--
--     UTF8_API bool utf8_valid(...);      U8GEN_1.0 { global: utf8_valid; local: *; };      utf8_valid -> "U8GEN_1.0"
--                                         bool P_valid(const void *text, size_t size);
--                                             assignables cesu8 ...
--
-- The idea: a program that was linked with one version works with all later ones that have the same major version. So a new function is
-- added to the map in the node of VERSION's first two numbers. No function is removed or moved to another node, and no declaration changes.
-- docs/guide/abi.md documents this for users.
--
--     lua5.4 packaging/abi.lua          prints the differences; exit status 1 if there are any
--     lua5.4 packaging/abi.lua --add    updates both files

package.path = "./?.lua;" .. package.path
local dir = require "pl.dir"
local path = require "pl.path"
local files = require "gen.common.files"
local banner = require "gen.emit.banner"

local M = {}

M.MAP, M.TYPES = "packaging/libu8gen.map", "packaging/libu8gen.types"

local HEAD <const> = [[
/* SPDX-License-Identifier: 0BSD */
/* The exports of libu8gen.so, with the version that added them. 'make abi' adds new ones; none is removed (docs/guide/abi.md). */
]]

---@return string text
local function read(name)
  local text <const>, why <const> = files.read(name)
  return text or error("cannot read " .. why, 0)
end

---Returns the functions that a header declares, except inline functions.
---@param text string of NAME.h
---@return string[] names in the order of the header
function M.declared(text)
  local names = {}
  for declaration in text:gmatch "\n[A-Z0-9_]+_API ([^;]+);" do
    names[#names + 1] = declaration:match "([%w_]+)%("
  end
  return names
end

---@param out string the folder with NAME/NAME.h
---@return table<string, string> texts of the headers, by NAME
local function headers(out)
  local texts = {}
  for _, folder in ipairs(dir.getdirectories(out)) do
    local name <const> = path.basename(folder)
    texts[name] = read(path.join(folder, name .. ".h"))
  end
  return texts
end

---Returns the functions of all headers.
---@param out string
---@return table<string, boolean> names
function M.of_headers(out)
  local names = {}
  for _, text in next, headers(out) do
    for _, name in ipairs(M.declared(text)) do
      names[name] = true
    end
  end
  return names
end

---Returns the declarations that programs are compiled with: types and functions of a header, without comments, and with P as the prefix.
---@param name string
---@param text string of NAME.h
---@return string[] declarations
function M.declarations(name, text)
  local declarations = {}
  text = text:gsub("//[^\n]*", "")
  for declaration in text:gmatch "\n(typedef [^;{]*%b{} [%w_]+;)" do
    declarations[#declarations + 1] = declaration
  end
  for declaration in text:gmatch "\n[A-Z0-9_]+_API ([^;]+;)" do
    declarations[#declarations + 1] = declaration
  end
  for i, declaration in ipairs(declarations) do
    declarations[i] = declaration:gsub("%s+", " "):gsub("%( ", "(")
      :gsub("%f[%w_]" .. name .. "_", "P_"):gsub("%f[%w_]" .. name:upper() .. "_", "P_")
  end
  return declarations
end

---Returns the nodes of a map, the oldest first.
---@param text string
---@return table[] nodes { name, functions: string[] }
function M.nodes(text)
  local nodes = {}
  for name, body in text:gmatch "\n(U8GEN_[%d.]+) {(.-)\n}" do
    nodes[#nodes + 1] = { name = name, functions = {} }
    for one in body:gmatch "\n    ([%w_]+);" do
      table.insert(nodes[#nodes].functions, one)
    end
  end
  return nodes
end

---@param nodes table[]
---@return string text of a map
local function map_of(nodes)
  local parts = { HEAD }
  for i, node in ipairs(nodes) do
    table.sort(node.functions)
    parts[#parts + 1] = ("\n%s {\n  global:\n    %s;\n%s}%s;\n"):format(node.name, table.concat(node.functions, ";\n    "),
      i == 1 and "  local:\n    *;\n" or "", i == 1 and "" or " " .. nodes[i - 1].name)
  end
  return table.concat(parts)
end

---@param nodes table[]
---@return table<string, string> promised the node of each function
function M.promised(nodes)
  local promised = {}
  for _, node in ipairs(nodes) do
    for _, name in ipairs(node.functions) do
      promised[name] = node.name
    end
  end
  return promised
end

local function sorted(names)
  local list = {}
  for name in next, names do
    list[#list + 1] = name
  end
  table.sort(list)
  return list
end

---Finds the differences between actual and recorded functions.
---@param there table<string, string|boolean> the actual functions, with their nodes if known
---@param where string their source, for messages
---@param promised table<string, string>
---@return string[] faults
function M.faults(there, where, promised)
  local faults = {}
  local function fault(name, text, ...)
    faults[#faults + 1] = ("%s: " .. text):format(name, ...)
  end
  for _, name in ipairs(sorted(there)) do
    if not promised[name] then
      fault(name, "%s has it, %s does not; 'make abi' adds it to the node of VERSION's first two numbers", where, M.MAP)
    elseif there[name] ~= true and there[name] ~= promised[name] then
      fault(name, "%s has it in %s, %s in %s; it must not move", where, there[name], M.MAP, promised[name])
    end
  end
  for _, name in ipairs(sorted(promised)) do
    if not there[name] then
      fault(name, "promised by %s, and %s does not have it; it must stay until VERSION's first number changes", promised[name], where)
    end
  end
  return faults
end

local TYPES_HEAD <const> = [[
Declarations that programs are compiled with, and their headers. SPDX-License-Identifier: 0BSD
'make abi' adds new ones; none is changed or removed (docs/guide/abi.md). P is a header's prefix.
]]
local WIDTH <const> = 120

---@param out string
---@return table<string, table<string, boolean>> types the headers of each declaration
function M.types_of_headers(out)
  local types = {}
  for name, text in next, headers(out) do
    for _, declaration in ipairs(M.declarations(name, text)) do
      types[declaration] = types[declaration] or {}
      types[declaration][name] = true
    end
  end
  return types
end

---Parses packaging/libu8gen.types. The result has the format of `types_of_headers`.
---@param text string
function M.types_of(text)
  local types, names = {}, nil
  for line in text:gmatch "[^\n]+" do
    if line:find ";$" then
      names = {}
      types[line] = names
    end
    for name in (names and line:match "^    (.*)" or ""):gmatch "%S+" do
      names[name] = true
    end
  end
  return types
end

---@param types table see types_of_headers
---@return string text of packaging/libu8gen.types
function M.text_of(types)
  local lines = {}
  for _, declaration in ipairs(sorted(types)) do
    lines[#lines + 1] = "\n" .. declaration
    local line = "   "
    for _, name in ipairs(sorted(types[declaration])) do
      if #line + #name >= WIDTH then
        lines[#lines + 1], line = line, "   "
      end
      line = line .. " " .. name
    end
    lines[#lines + 1] = line
  end
  return TYPES_HEAD .. table.concat(lines, "\n") .. "\n"
end

---Finds the differences between actual and recorded declarations.
---@param there table the actual declarations, see types_of_headers
---@param promised table the recorded declarations, in the same format
---@return string[] faults
function M.changed(there, promised)
  local faults = {}
  for _, side in ipairs { { promised, there, "%s.h no longer declares this, which must stay until VERSION's first number changes: %s" },
    { there, promised, "%s.h declares this, and " .. M.TYPES .. " does not; 'make abi' adds it: %s" } } do
    for _, declaration in ipairs(sorted(side[1])) do
      for _, name in ipairs(sorted(side[1][declaration])) do
        if not (side[2][declaration] or {})[name] then
          faults[#faults + 1] = side[3]:format(name, declaration)
        end
      end
    end
  end
  return faults
end

---Adds one table of declarations to another (see types_of_headers).
local function both(types, others)
  for declaration, names in next, others do
    types[declaration] = types[declaration] or {}
    for name in next, names do
      types[declaration][name] = true
    end
  end
  return types
end

---Adds to a map the functions that it does not have.
---@param text string of the map; "" for a new one
---@param there table<string, boolean>
---@param version string
---@return string text
function M.added(text, there, version)
  local nodes <const>, name <const> = M.nodes(text), "U8GEN_" .. version:match "^%d+%.%d+"
  local promised <const> = M.promised(nodes)
  for _, one in ipairs(sorted(there)) do
    if not promised[one] then
      if #nodes == 0 or nodes[#nodes].name ~= name then
        nodes[#nodes + 1] = { name = name, functions = {} }
      end
      table.insert(nodes[#nodes].functions, one)
    end
  end
  return map_of(nodes)
end

---@param argument string? --add
---@return integer status
local function run(argument)
  local map <const>, types <const> = files.read(M.MAP) or "", M.types_of(files.read(M.TYPES) or "")
  local functions <const>, declared <const> = M.of_headers "out", M.types_of_headers "out"
  if argument == "--add" then
    files.write(path.dirname(M.MAP), {
      { name = path.basename(M.MAP), text = M.added(map, functions, banner.version ".") },
      { name = path.basename(M.TYPES), text = M.text_of(both(types, declared)) },
    })
    return 0
  end
  local faults <const> = M.faults(functions, "out/", M.promised(M.nodes(map)))
  local others <const> = M.changed(declared, types)
  table.move(others, 1, #others, #faults + 1, faults)
  for _, line in ipairs(faults) do
    io.stderr:write(line, "\n")
  end
  return #faults == 0 and 0 or 1
end

if arg and arg[0]:find "abi%.lua$" then
  os.exit(run(arg[1]))
end
return M
