-- SPDX-License-Identifier: 0BSD
-- The registry of instruction sets (gen/kernel/isas.lua). verify/isas.h, verify/isas.mk, templates/isa/ and setup.sh agree with it.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local isas = require "gen.kernel.isas"
local files = require "gen.common.files"
local words = require "gen.emit.words"

local function output_of(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read "a"
  lu.assertTrue(pipe:close(), command)
  return text
end

TestIsas = {}

function TestIsas.test_committed_files_for_c_and_make_match_the_registry()
  lu.assertEquals(assert(files.read "verify/isas.h"), output_of "lua5.4 verify/isas.lua --c", "run: make isas")
  lu.assertEquals(assert(files.read "verify/isas.mk"), output_of "lua5.4 verify/isas.lua --make", "run: make isas")
end

function TestIsas.test_unknown_options_are_refused()
  lu.assertIsNil((os.execute "lua5.4 verify/isas.lua --lua 2>/dev/null"))
end

function TestIsas.test_rows_are_found_by_name_and_ordered_from_narrow_to_wide()
  local seen, width = {}, {}
  for _, row in ipairs(isas.rows) do
    lu.assertIs(isas.row(row.name), row)
    lu.assertNil(seen[row.name])
    seen[row.name] = true
    lu.assertTrue(row.bytes >= (width[row.family] or 0), row.name)
    width[row.family] = row.bytes
    lu.assertTrue(row.plan == "nibbles" or row.plan == "classes", row.name)
    lu.assertEquals(row.target == nil, #row.features == 0, row.name)
    lu.assertNumber(row.most.shift)
    lu.assertNumber(row.most.dfa)
  end
  -- If the macro of a set also leaves out another set, both are of the same family and need the same compilers.
  for _, row in ipairs(isas.rows) do
    local other <const> = isas.row(row.left_out_with or "")
    lu.assertEquals(other ~= nil, row.left_out_with ~= nil, row.name)
    lu.assertTrue(not other or other.family == row.family and other.optional and row.optional, row.name)
    lu.assertEquals(other and other.since, other and row.since)
  end
  lu.assertNil(isas.row "dfa")
  lu.assertEquals(#isas.names(), #isas.scalar + #isas.rows)
end

function TestIsas.test_each_instruction_set_has_a_file_of_words()
  for _, row in ipairs(isas.rows) do
    lu.assertItemsEquals({ words.names(words.read("./", ("isa/%s.c"):format(row.name)))[1] }, { "load" })
  end
end

function TestIsas.test_setup_installs_what_the_cross_builds_need()
  local setup <const> = assert(files.read "setup.sh")
  for _, row in ipairs(isas.rows) do
    for _, package in ipairs(row.cross and row.cross.packages or {}) do
      lu.assertStrMatches(setup, (".*\n%s +[^\n]+\n.*"):format(package:gsub("%p", "%%%0")))
    end
  end
end

---verify/isas.h includes a file for each instruction set that the compiler's machine and the model have. Returns the macros' values there.
local function included(flags)
  local name <const> = os.tmpname()
  local file <const> = assert(io.open(name, "w"))
  file:write "found ISA ISA_UPPER WIDTH BY_CLASSES TARGET;\n#undef ISA\n#undef ISA_UPPER\n#undef WIDTH\n#undef BY_CLASSES\n#undef TARGET\n"
  file:write "#undef HAS_UNITS\n#undef STORE\n"
  file:close()
  local models = {}
  for i, row in ipairs(isas.rows) do
    models[i] = ("-DMODEL_%s=1"):format(row.name:upper())
  end
  local source <const> = ("#define EACH_ISA \"%s\"\\n#include \"verify/isas.h\"\\nISAS(Y)\\n"):format(name)
  local text <const> = output_of(("printf '%s' | gcc -Werror -E -P -I . %s %s -"):format(source, table.concat(models, " "), flags))
  os.remove(name)
  local found = {}
  for line in text:gmatch "found ([^;]-) *;" do
    found[#found + 1] = line
  end
  return found
end

function TestIsas.test_isas_h_includes_a_file_for_each_available_set()
  local all, x86 = {}, {}
  for _, row in ipairs(isas.rows) do
    local line <const> = ("%s %s %d %d %s"):format(row.name, row.name:upper(), row.bytes, row.plan == "classes" and 1 or 0,
      row.target and ('__attribute__((target("%s")))'):format(row.target) or ""):gsub(" $", "")
    all[#all + 1] = line
    x86[#x86 + 1] = row.machine == "x86_64" and row.name ~= "avx2" and line or nil
  end
  lu.assertEquals(included "-DALL_MACHINES=1", all)
  lu.assertEquals(included "-U__x86_64__ -U__aarch64__", {})
  lu.assertEquals(included "-D__x86_64__=1 -U__aarch64__ -UMODEL_AVX2", x86)
end

os.exit(lu.LuaUnit.run())
