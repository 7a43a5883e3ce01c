-- SPDX-License-Identifier: 0BSD
-- Tests gen/emit/views.lua, gen/emit/figures.lua, gen/common/layout.lua and gen/kernel/api.lua: a template uses all values of its view, the
-- sizes in the head of a C file are right, each part of the interface has its two files, and long lines are wrapped.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local dir <const> = require "pl.dir"
local path <const> = require "pl.path"
local api <const> = require "gen.kernel.api"
local between <const> = require "gen.language.between"
local figures <const> = require "gen.emit.figures"
local files <const> = require "gen.common.files"
local layout <const> = require "gen.common.layout"
local pipeline <const> = require "gen.pipeline"
local selection <const> = require "gen.kernel.selection"
local templates <const> = require "gen.emit.templates"
local views <const> = require "gen.emit.views"

---Templates that get the view of another template. They need not use all of its names.
local SEEN_WITH <const> = { ["vector/vectors.c"] = true }

local models = {}

local function model_of(spec)
  local file <const> = ("gen/specs/%s.lua"):format(spec)
  models[spec] = models[spec] or pipeline.compile(assert(files.read(file)), file)
  return models[spec]
end

local function job_of(spec)
  local model <const> = model_of(spec)
  return views.job(".", model, { prefix = model.spec.name, spec_name = spec, command = "test" })
end

---The argument of `views.of` for a conversion.
local function job_between(spec, other)
  local source <const>, target <const> = model_of(spec), model_of(other)
  local same <const> = pipeline.compile(between.language(source.spec, target.spec), "agreement")
  return views.between_job(".", source, target, same, { prefix = "conversion", spec_name = spec, command = "test" })
end

local function is_used(text, name)
  return text:find("%f[%w_]" .. name .. "%f[^%w_]") ~= nil
end

---A view has no name that its template doesn't use, except where two templates share a view.
function TestAViewHasNoNameThatItsTemplateDoesNotUse()
  local job <const>, conversion <const> = job_of "wtf-8", job_between("wtf-8", "utf-8")
  local recoding <const> = job_between("mutf-8", "utf-8").same
  local names, unused <const> = 0, {}
  for _, folder in ipairs(dir.getdirectories "templates") do
    for _, file in ipairs(dir.getfiles(folder)) do
      local name <const> = file:gsub("^templates/", "")
      local view <const> = name:find "^files/between%.[ch]$" and views.of(conversion, name)
        or name == "shared/recode.c" and views.of(recoding, name)
        or name == "scalar/masks.c" and views.of(job_of "utf-8", name)
        or name == "shared/append_units.c" and views.of(job, "api/utf16.c").units or views.of(job, name)
      -- Two templates share the view of units, so each may use only some of its names.
      local other <const> = name == "shared/append_units.c" and templates.read(".", "shared/lossy_units.c") or ""
      local text <const> = templates.read(".", name) .. other
      for key in next, SEEN_WITH[name] and {} or view do
        names = names + 1
        unused[#unused + 1] = not is_used(text, key) and name .. ": " .. key or nil
      end
    end
  end
  lu.assertEquals(unused, {})
  lu.assertTrue(names > 80)
end

---A view does not have the names that only other templates use.
function TestAViewDoesNotHaveTheNamesOfOtherTemplates()
  local job <const> = job_of "utf-8"
  lu.assertNotNil(views.of(job, "scalar/kernel_shift.c").shift)
  lu.assertNil(views.of(job, "scalar/kernel_dfa.c").shift)
  lu.assertNil(views.of(job, "api/prefix.c").automaton)
end

---Patterns for the symbols of an object file. The first one that matches a symbol gives the name of its table in figures.lua.
local TABLE_OF <const> = {
  { "^dfa_class$", "automaton" }, { "^dfa_next$", "automaton" }, { "^final$", "automaton" }, { "^boundary$", "automaton" },
  { "^shift_table$", "shift" }, { "_class$", "classes" }, { "^class_", "classes" }, { "_high$", "nibbles" }, { "_low$", "nibbles" },
  { "_column$", "nibbles" },  { "^demand$", "nibbles" }, { "_values$", "nibbles" },
}

---The sums of the sizes of tables in an object file, by the names of gen/emit/figures.lua.
local function sizes_of(name)
  local object <const>, found = os.tmpname(), { automaton = 0, shift = 0, nibbles = 0, classes = 0 }
  -- These options keep unused tables.
  local pipe <const> = assert(io.popen(("gcc -Og -fno-toplevel-reorder -w -D%s_VERIFY -I out/%s -c out/%s/%s.c -o %s && nm -S -t d %s")
    :format(name:upper(), name, name, name, object, object)))
  for size, symbol in pipe:read("a"):gmatch("%d+ (%d+) [dDrR] " .. name .. "_([%w_]+)\n") do
    for _, one in ipairs(TABLE_OF) do
      if symbol:find(one[1]) then
        found[one[2]] = found[one[2]] + tonumber(size)
        break
      end
    end
  end
  lu.assertTrue(pipe:close())
  os.remove(object)
  return found
end

---The sizes of tables in the head of a C file equal the sizes in the compiled object.
function TestTheListedSizesAreThoseOfTheCompiledTables()
  for _, case in ipairs { { "utf-8", "utf8" }, { "mqtt-strict", "mqttstrict" }, { "yaml-1.2", "yaml12" }, { "toml-1.0", "toml10" } } do
    local found <const>, listed <const> = sizes_of(case[2]), figures.of(job_of(case[1]))
    lu.assertEquals(listed[#listed].text, ("//   tables      in bytes: automaton %d, shift %d, nibbles %d, classes %d"):format(
      found.automaton, found.shift, found.nibbles, found.classes))
  end
end

---Each listed part has a header and a C file in templates/api, which has no other files.
function TestEachPartHasAHeaderAndACFile()
  local listed = {}
  for _, row in ipairs(api.functions) do
    listed[#listed + 1] = row.name .. ".c"
    listed[#listed + 1] = row.name .. ".h"
  end
  local there = {}
  for i, file in ipairs(dir.getfiles "templates/api") do
    there[i] = path.basename(file)
  end
  lu.assertItemsEquals(there, listed)
end

---A part defines every function that it declares.
function TestPartsDefineWhatTheyDeclare()
  local job <const> = job_of "utf-8"
  for _, row in ipairs(api.functions) do
    local declared, code = 0, views.render(job, ("api/%s.c"):format(row.name))
    for function_ in templates.read(".", ("api/%s.h"):format(row.name)):gmatch "\n%$%(U%)_API [^\n]-%$%(p%)([%w_]+)%(" do
      declared = declared + 1
      lu.assertStrContains("\n" .. code, ("utf8_%s("):format(function_))
    end
    lu.assertTrue(declared > 0, row.name)
  end
end

function TestSelectionGivesNarrowerKernels()
  local job <const> = job_of "utf-8"
  local chosen <const> = selection.of(job.model, { kernels = { "dfa", "avx2" } })
  lu.assertEquals({ chosen.missing, chosen.names }, { {}, { "dfa", "avx2" } })
  lu.assertEquals({ #chosen.families, chosen.families[1].name, chosen.vectors[1].narrower }, { 1, "X86", "dfa" })
end

-- ---- Layout ----

function TestPackedPutsWordsIntoLinesOfAWidth()
  lu.assertEquals(layout.packed({ "aaa", "bbb", "cc" }, 8, "; "), { "aaa; bbb;", "cc" })
  lu.assertEquals(layout.packed({ "aaa", "bbb", "cc" }, 7, "; "), { "aaa;", "bbb; cc" })
  lu.assertEquals(layout.packed({ "longer than that", "b" }, 4, " "), { "longer than that", "b" })
  lu.assertEquals(layout.packed({}, 4, " "), {})
end

function TestFilledWrapsAComment()
  local words <const> = ("word "):rep(40)
  local text <const> = layout.filled("// No text: ", words, "// ")
  lu.assertStrMatches(text, "// No text: word [^\n]*\n// word [^\n]*\n// word [^\n]*")
  for line in text:gmatch "[^\n]+" do
    lu.assertTrue(#line <= layout.WIDTH and #line > layout.WIDTH - 10 or line == text:match "[^\n]+$", line)
  end
  lu.assertEquals(select(2, text:gsub("word", "")), 40)
end

---Long comments, except tables, are wrapped again. Long code is broken where the fewest parentheses are open. Other lines are kept.
function TestRefillWrapsLongCommentsAndLongCode()
  local long <const> = ("name "):rep(30)
  local filled <const> = layout.refill(("    // Of %s.\n    // Then this.\n//   a  table  %s\nint x;\n"):format(long:sub(1, -2), long))
  lu.assertStrContains(filled, "name. Then this.\n")
  lu.assertStrContains(filled, ("//   a  table  %s\nint x;\n"):format(long))
  local argument <const> = ("x"):rep(60)
  lu.assertEquals(layout.refill(("    f(%s, g(%s, y));\n"):format(argument, argument)),
    ("    f(%s,\n        g(%s, y));\n"):format(argument, argument))
  -- A parenthesis in a character constant does not count: each statement stays on its line.
  local scanner <const> = "    if (yych <= '(') goto yy1;\n    if (yych <= 'M') goto yy3;\n    if (yych == ')') goto yy1;\n"
  lu.assertEquals(layout.refill(scanner), scanner)
end

os.exit(lu.LuaUnit.run())
