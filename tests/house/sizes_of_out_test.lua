-- SPDX-License-Identifier: 0BSD
-- The sizes of the code that people read: lines and bytes of out/; lines of utf8.c and of the generator; lines of utf8.c with few functions
-- and kernels.
--
-- In:  the tree on disk; pairs of files that the test generates. Out: a line for each size with its bound, and luaunit's lines.
--
-- Bounds are numbers in this file. If the code becomes shorter, its bound is lowered by hand. A raised bound is visible in the diff.

package.path = "./?.lua;" .. package.path
local lfs <const> = require "lfs"
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local WORK <const> = "build/sizes_of_out"

---Lists all files below a folder, except hidden files.
local function walk(folder, list)
  for name in lfs.dir(folder) do
    local file <const> = folder .. "/" .. name
    if name:sub(1, 1) ~= "." then
      if lfs.attributes(file, "mode") == "directory" then
        walk(file, list)
      else
        list[#list + 1] = file
      end
    end
  end
  return list
end

---@param list string[] files
---@return integer lines
---@return integer bytes
local function size_of(list)
  local lines, bytes = 0, 0
  for _, file in ipairs(list) do
    local text <const> = assert(files.read(file))
    lines, bytes = lines + select(2, text:gsub("\n", "")), bytes + #text
  end
  return lines, bytes
end

---Returns the number of lines of UTF-8's .c with these options.
local function lines_with(options)
  os.execute(("rm -rf %s"):format(WORK))
  local pipe <const> = io.popen(("./u8gen gen utf-8 %s -o %s 2>&1"):format(options, WORK))
  local output <const> = pipe:read("a")
  assert(pipe:close(), output)
  return (size_of { WORK .. "/utf8.c" })
end

---For each size: its name, the function that measures it, the bound, and the goal.
local SIZES <const> = {
  { what = "lines of out/utf8/utf8.c", of = function() return (size_of { "out/utf8/utf8.c" }) end, most = 6440, aim = 6500 },
  { what = "lines of out/", of = function() return (size_of(walk("out", {}))) end, most = 149000, aim = 60000 },
  { what = "bytes of out/", of = function() return select(2, size_of(walk("out", {}))) end, most = 6050000, aim = 5000000 },
  { what = "lines of gen/ and templates/", of = function() return (size_of(walk("templates", walk("gen", {})))) end, most = 44320,
    aim = 27000 },
  { what = "lines of valid by dfa", of = function() return lines_with "--only valid --kernels dfa" end, most = 150, aim = 150 },
  { what = "lines of valid, prefix and check by avx2, neon and swar",
    of = function() return lines_with "--only valid,prefix,check --kernels avx2,neon,swar" end, most = 1520, aim = 1300 },
}

TestSizesOfOut = {}

function TestSizesOfOut.test_sizes_are_within_their_bounds()
  local over <const> = {}
  for _, size in ipairs(SIZES) do
    local is <const> = size.of()
    print(("%9d  %s (at most %d; aim %d)"):format(is, size.what, size.most, size.aim))
    over[#over + 1] = is > size.most and ("%d %s, at most %d"):format(is, size.what, size.most) or nil
    lu.assertTrue(is > 0, size.what)
  end
  lu.assertEquals(table.concat(over, "\n"), "")
end

---out/ has neither files that only verify/ reads, nor files that a command makes on request.
function TestSizesOfOut.test_out_has_only_files_that_users_copy()
  local known <const> = { c = true, h = true, abnf = true, peg = true, json = true }
  for _, file in ipairs(walk("out", {})) do
    lu.assertTrue(known[file:match "%.(%w+)$"] and not file:find "_model%.h$", file)
  end
end

os.exit(lu.LuaUnit.run())
