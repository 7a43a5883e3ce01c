-- SPDX-License-Identifier: 0BSD
-- The encodings that `make verify` runs with SIMDe and under emulators (VERIFY_COMPLETE and VERIFY_KINDS) together have each function that
-- any encoding has.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local files <const> = require "gen.common.files"

local makefile <const> = assert(files.read "verify/verify.mk"):gsub("\\\n", " ")

---@return string[] words of a variable of verify.mk
local function words(variable)
  local list <const> = {}
  for word in makefile:match("\n" .. variable .. " *[?:]= *([^\n]*)"):gmatch "%S+" do
    list[#list + 1] = word
  end
  return list
end

---@return table<string, boolean> names of the functions that the C of an encoding defines, without its prefix
local function functions_of(encoding)
  local names <const> = {}
  local text <const> = files.read(("out/%s/%s.c"):format(encoding, encoding)):gsub("/%*.-%*/", ""):gsub("//[^\n]*", "")
  for head in text:gmatch "\n([%a_][^\n;{}#]*%b()[%s%w_]*)%{" do
    local name <const> = head:match "([%w_]+)%)?%s*%b()[%s%w_]*$"
    names[name and name:gsub("^" .. encoding .. "_", "") or head] = true
  end
  return names
end

---@return string[] names in `some` that are not in `all`, sorted
local function lacking(some, all)
  local list <const> = {}
  for name in pairs(some) do
    list[#list + 1] = not all[name] and name or nil
  end
  table.sort(list)
  return list
end

TestKinds = {}

function TestKinds.test_the_kinds_have_the_functions_of_all_encodings()
  local all <const> = {}
  for _, variable in ipairs { "VERIFY_COMPLETE", "VERIFY_KINDS" } do
    for _, encoding in ipairs(words(variable)) do
      for name in pairs(functions_of(encoding)) do
        all[name] = true
      end
    end
  end
  for _, encoding in ipairs(words "VERIFY_NAME") do
    local own <const> = functions_of(encoding)
    lu.assertTrue(own.errors, encoding .. ": expected the block check among the functions found")
    lu.assertEquals(lacking(own, all), {}, encoding .. " has functions that VERIFY_COMPLETE and VERIFY_KINDS lack; add it to VERIFY_KINDS")
  end
end

---@return string the C of a function, without its encoding's prefix and blanks
local function code_of(encoding, name)
  local text <const> = assert(files.read(("out/%s/%s.c"):format(encoding, encoding)))
  local body <const> = text:match(("\n[^\n;{}]*%%f[%%w_]%s_%s(%%b()\n%%b{})"):format(encoding, name))
  lu.assertNotNil(body, ("%s: no function %s"):format(encoding, name))
  return (body:gsub(encoding .. "_", "p_"):gsub(encoding:upper() .. "_", "P_"):gsub("%s+", ""))
end

---tests/interface/processor_test.c tests only the copy of these functions in utf8.c.
function TestKinds.test_the_functions_that_choose_a_kernel_are_those_of_utf8()
  for _, encoding in ipairs(words "VERIFY_NAME") do
    for _, name in ipairs { "cpuid", "saved_registers", "processor_has", "last_supported", "choose", "chosen" } do
      lu.assertEquals(code_of(encoding, name), code_of("utf8", name), encoding .. ": " .. name)
    end
  end
end

function TestKinds.test_an_added_function_is_found()
  lu.assertNotEquals(lacking(functions_of "fssutf", functions_of "toml10"), {})
end

os.exit(lu.LuaUnit.run())
