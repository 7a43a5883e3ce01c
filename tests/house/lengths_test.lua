-- SPDX-License-Identifier: 0BSD
-- Functions have at most 60 lines and 5 parameters, and Lua files at most 450 lines. ALLOWED, EMITTED and DATA are the exceptions. The
-- parameters of templates and of emitted C are not limited.
--
-- A failure lists all functions or files above a limit, the greatest number first.
--
-- Lua is split into words, without strings and comments. `end` closes `function`, `do` and `if`, and `until` closes `repeat`.
-- In C, which is formatted (`make lint`), the ends of lines show where functions begin. So templates can be read, too, although braces in
-- them need not match. A line that ends with `) {`, or has only `{`, opens a function unless it belongs to a statement. The next `}` with
-- the same indentation closes the function. Annotations (//@) of templates do not count, since out/ has none.
--
--     lua_functions("f.lua", "local function f(a, b)\n  return a\nend") is { { name = "f", place = "f.lua:1", lines = 3, parameters = 2 } }

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local MOST <const> = { lines = 60, parameters = 5, file_lines = 450 }

---Lua files that are only tables, from a standard or written by hand.
local DATA <const> = {
  ["gen/spec/unicode_data.lua"] = true,
  ["verify/mutants/accepted.lua"] = true,
}

---Replaces the strings and comments of a text by blanks. The other code keeps its line and column.
local function without_literals(text)
  local parts <const>, at = {}, 1
  while true do
    local from <const> = text:find("[%-%[\"']", at)
    if not from then
      return table.concat(parts) .. text:sub(at)
    end
    local level <const> = text:match("^%-%-%[(=*)%[", from) or text:match("^%[(=*)%[", from)
    local last = from
    if level then
      last = select(2, text:find("]" .. level .. "]", from, true))
    elseif text:find("^%-%-", from) then
      last = text:find("\n", from, true) - 1
    elseif text:find("^[\"']", from) then
      local quote <const> = text:sub(from, from)
      repeat
        last = text:find("[\\" .. quote .. "]", last + 1)
        local escape <const> = text:sub(last, last) == "\\"
        last = escape and last + 1 or last
      until not escape
    end
    parts[#parts + 1] = text:sub(at, from - 1)
    parts[#parts + 1] = text:sub(from, last):gsub("[^\n]", " ")
    at = last + 1
  end
end

---Returns the number of elements of a list between parentheses.
local function count_of(list)
  local inner <const> = list:sub(2, -2):gsub("%b()", "")
  if not inner:find "%S" or inner:find "^%s*void%s*$" then
    return 0
  end
  return 1 + select(2, inner:gsub(",", ""))
end

local OPENS <const> = { ["function"] = true, ["do"] = true, ["if"] = true, ["repeat"] = true }
local CLOSES <const> = { ["end"] = true, ["until"] = true }

---@return table functions { name, place, lines, parameters } of a Lua text
local function lua_functions(path, text)
  text = without_literals(text .. "\n")
  local out <const>, open <const> = {}, {}
  local line, counted = 1, 1
  for at, word in text:gmatch "()([%a_][%w_]*)" do
    line = line + select(2, text:sub(counted, at):gsub("\n", ""))
    counted = at
    if OPENS[word] then
      open[#open + 1] = { word = word, at = at, line = line }
    elseif CLOSES[word] then
      local block <const> = table.remove(open)
      if block.word == "function" then
        local name <const>, list <const> = text:match("^function%s*([%w_.:]*)%s*(%b())", block.at)
        out[#out + 1] = {
          name = name == "" and "function" or name, place = path .. ":" .. block.line, lines = line - block.line + 1,
          parameters = count_of(list),
        }
      end
    end
  end
  assert(#open == 0, path)
  return out
end

---The statements that can have a `{` after a `)`.
local STATEMENTS <const> = { ["for"] = true, ["if"] = true, ["switch"] = true, ["while"] = true, ["catch"] = true,
  ["return"] = true }

---@return table functions { name, place, lines, parameters } of a formatted C text, or of a template
local function c_functions(path, text)
  local out <const>, lines <const>, open <const>, annotations = {}, {}, {}, 0
  for line in text:gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
    annotations = annotations + (line:find "^%s*//@" and 1 or 0)
    local closed <const> = line:match "^(%s*)}"
    local block <const> = closed and open[closed]
    if block then
      block.lines, open[closed] = #lines - block.line + 1 - (annotations - block.annotations), nil
      out[#out + 1] = block
    end
    if line:find "^%s*{$" or line:find "%)[%s%a:]*{$" and not line:find "^@" then
      local first, head = #lines, line:match "^%s*{$" and lines[#lines - 1] .. " {" or line
      first = head == line and first or first - 1
      while select(2, head:gsub("%(", "")) < select(2, head:gsub("%)", "")) do
        first = first - 1
        head = lines[first] .. "\n" .. head
      end
      local indent <const>, before <const>, name <const>, list <const> = head:match "^(%s*)(.-)([^%s(]*)%s*(%b())[%s%a:]*{$"
      if name and not STATEMENTS[name] and not (before .. name):find "^}?%s*else" then
        open[indent] = { name = name, place = path .. ":" .. first, line = first, parameters = count_of(list),
          annotations = annotations }
      end
    end
  end
  return out
end

---Returns the names of the files that git does not ignore. @param pattern string one or several pathspecs of git, quoted
local function names(pattern)
  local out <const>, pipe <const> = {}, assert(io.popen("git ls-files --cached --others --exclude-standard -- " .. pattern))
  for name in pipe:lines() do
    out[#out + 1] = name
  end
  pipe:close()
  assert(#out > 0, pattern)
  return out
end

---Finds all functions of the files. @return table functions
local function functions_of(pattern, read)
  local out <const> = {}
  for _, name in ipairs(names(pattern)) do
    local text <const> = files.read(name)
    for _, one in ipairs(text and read(name, text:gsub("^#![^\n]*", "")) or {}) do
      out[#out + 1] = one
    end
  end
  return out
end

---The functions that may exceed a limit, as "FILE FUNCTION". POSIX prescribes the parameters of mmap.
local ALLOWED <const> = {
  lines = {},
  parameters = {
    ["tests/platforms/windows/sys/mman.h mmap"] = true,
    ["verify/wasi/sys/mman.h mmap"] = true,
  },
}

---Functions of emitted C that may exceed a limit, as patterns for the ends of their names. re2c writes the first, `fssutf_next` decodes
---six forms, and the others are loops over blocks.
local EMITTED <const> = { "re2c_next$", "scan_through%)?$", "scan%)?$", "unit_blocks$", "fssutf_next$" }

---Returns a line for each function or file above the limit, the greatest number first, and for each entry of ALLOWED that is not needed.
---@param list table of functions or files { name, place, lines, parameters? }
local function above(list, key, most)
  table.sort(list, function(a, b) return a[key] > b[key] end)
  local out <const>, needed <const>, files_seen <const> = {}, {}, {}
  for _, one in ipairs(list) do
    local file <const> = one.place:gsub(":%d+$", "")
    local entry <const> = file .. " " .. one.name:gsub("^%*", "")
    local still = ALLOWED[key][entry]
    for _, ending in ipairs(file:find "^out/" and EMITTED or {}) do
      still = still or one.name:find(ending)
    end
    files_seen[file] = true
    if one[key] > most then
      needed[entry] = true
      if not still then
        out[#out + 1] = ("%d %s: %s %s"):format(one[key], key, one.place, one.name)
      end
    end
  end
  for entry in next, ALLOWED[key] do
    local file <const>, name <const> = entry:match "^(%S+) (.*)$"
    if files_seen[file] and (name == "") == (list[1].name == "") and not needed[entry] then
      out[#out + 1] = entry .. " is within the limit: remove it from ALLOWED"
    end
  end
  return table.concat(out, "\n")
end

local WRITTEN_C <const> = "'verify/*.[ch]' 'tests/*.[ch]' 'bench/*.[ch]' 'bench/*.[ch]pp' 'docs/*.[ch]' 'docs/*.cpp' 'packaging/*.[ch]'"

TestLengths = {}

function TestLengths.test_lengths_and_parameters_of_lua_functions()
  local all <const> = functions_of("'*.lua' u8gen", lua_functions)
  lu.assertTrue(#all > 300)
  lu.assertEquals(above(all, "lines", MOST.lines), "")
  lu.assertEquals(above(all, "parameters", MOST.parameters), "")
end

function TestLengths.test_lengths_of_lua_files()
  local all <const> = {}
  for _, name in ipairs(names "'*.lua'") do
    local text <const> = files.read(name)
    if text and not DATA[name] then
      all[#all + 1] = { name = "", place = name, lines = select(2, text:gsub("\n", "")) }
    end
  end
  lu.assertEquals(above(all, "lines", MOST.file_lines), "")
end

function TestLengths.test_lengths_and_parameters_of_functions_in_written_c()
  local all <const> = functions_of(WRITTEN_C, c_functions)
  lu.assertTrue(#all > 300)
  lu.assertEquals(above(all, "lines", MOST.lines), "")
  lu.assertEquals(above(all, "parameters", MOST.parameters), "")
end

function TestLengths.test_lengths_of_functions_in_templates()
  local all <const> = functions_of("'templates/*.[ch]'", c_functions)
  lu.assertTrue(#all > 300)
  lu.assertEquals(above(all, "lines", MOST.lines), "")
end

function TestLengths.test_lengths_of_functions_in_emitted_c()
  local all <const> = functions_of("'out/*.[ch]'", c_functions)
  lu.assertTrue(#all > 300)
  lu.assertEquals(above(all, "lines", MOST.lines), "")
end

os.exit(lu.LuaUnit.run())
