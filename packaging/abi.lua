-- SPDX-License-Identifier: 0BSD
-- abi: libu8gen.so's functions, each with the version that promised it.
--
-- In:  out/NAME/NAME.h, VERSION, and packaging/libu8gen.map, which is the promise and which the linker reads. Out of `faults`: where they
--      differ; of `added`: the map with what headers declare for the first time, in the node of VERSION's first two numbers.
--
--     UTF8_API bool utf8_valid(...);      U8GEN_1.0 { global: utf8_valid; local: *; };      utf8_valid -> "U8GEN_1.0"
--
-- The idea: whoever linked with a version finds all of it in each later one with the same first number. So a function is added to the map,
-- and never leaves it or goes to another node. docs/guide/abi.md says what else is promised.
--
--     lua5.4 packaging/abi.lua          the differences; exit 1 if there are some
--     lua5.4 packaging/abi.lua --add    writes packaging/libu8gen.map

package.path = "./?.lua;" .. package.path
local dir = require "pl.dir"
local path = require "pl.path"
local files = require "gen.files"
local banner = require "gen.banner"

local M = {}

M.MAP = "packaging/libu8gen.map"

local HEAD <const> = [[
/* SPDX-License-Identifier: 0BSD */
/* What libu8gen.so exports, and since which version: 'make abi' adds to it, nothing is taken away (docs/guide/abi.md). */
]]

---@return string text
local function read(name)
  local text <const>, why <const> = files.read(name)
  return text or error("cannot read " .. why, 0)
end

---The functions that a header declares, but for those that it defines inline.
---@param text string of NAME.h
---@return string[] names in the order of the header
function M.declared(text)
  local names = {}
  for declaration in text:gmatch "\n[A-Z0-9_]+_API ([^;]+);" do
    names[#names + 1] = declaration:match "([%w_]+)%("
  end
  return names
end

---The functions of all headers.
---@param out string the folder that holds NAME/NAME.h
---@return table<string, boolean> names
function M.of_headers(out)
  local names = {}
  for _, folder in ipairs(dir.getdirectories(out)) do
    for _, name in ipairs(M.declared(read(path.join(folder, path.basename(folder) .. ".h")))) do
      names[name] = true
    end
  end
  return names
end

---The nodes of a map, oldest first.
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

---How what is there differs from what was promised.
---@param there table<string, string|boolean> names of functions, with their nodes where these are known
---@param where string how messages call that
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
      fault(name, "%s has it in %s, %s in %s; it stays where it was", where, there[name], M.MAP, promised[name])
    end
  end
  for _, name in ipairs(sorted(promised)) do
    if not there[name] then
      fault(name, "promised by %s, and %s does not have it; it stays until VERSION's first number changes", promised[name], where)
    end
  end
  return faults
end

---A map with the functions that it lacked.
---@param text string "" for the first one
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
  local there <const>, map <const> = M.of_headers("out"), files.read(M.MAP) or ""
  if argument == "--add" then
    files.write(path.dirname(M.MAP), { { name = path.basename(M.MAP), text = M.added(map, there, banner.version(".")) } })
    return 0
  end
  local faults <const> = M.faults(there, "out/", M.promised(M.nodes(map)))
  for _, line in ipairs(faults) do
    io.stderr:write(line, "\n")
  end
  return #faults == 0 and 0 or 1
end

if arg and arg[0]:find("abi%.lua$") then
  os.exit(run(arg[1]))
end
return M
