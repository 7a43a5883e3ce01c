-- SPDX-License-Identifier: 0BSD
-- Tests gen/emit/templates.lua: the text that a template produces, and the file and line that errors name.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local templates <const> = require "gen.emit.templates"
local files <const> = require "gen.common.files"

local ROOT <const> = "build/templates"

local number = 0

---Fills a template of these lines from a view, to which `ipairs` is added.
---@return boolean ok
---@return string|table text or error
---@return string file the template's path, as errors name it
local function rendered(lines, view)
  number = number + 1
  local name <const> = ("test_%d.c"):format(number)
  files.write(ROOT .. "/templates", { { name = name, text = table.concat(lines, "\n") .. "\n" } })
  local ok <const>, result <const> = pcall(templates.render, ROOT, name, setmetatable(view or {}, { __index = { ipairs = ipairs } }))
  return ok, result, "templates/" .. name
end

---Asserts that a template of these lines fails with this message, and that the error names the template and this line.
local function assert_error(lines, line, message, view)
  local ok <const>, result <const>, file <const> = rendered(lines, view)
  lu.assertFalse(ok)
  lu.assertEquals({ result.path, result.line }, { file, line })
  lu.assertStrContains(result.message, message)
  lu.assertNotStrContains(result.message, "test_")
end

function TestHolesAndLinesOfLuaInATemplate()
  local ok <const>, text <const> = rendered({
    "$(a)$(b) \\n \"$\" $x '$(a .. \"z\")'",
    "@ for _, n in ipairs { 1, 2 } do",
    "",
    "n $(n)",
    "@ end",
    "  @ no Lua",
    "",
  }, { a = "x", b = 7 })
  lu.assertTrue(ok)
  lu.assertEquals(text, "x7 \\n \"$\" $x 'xz'\n\nn 1\n\nn 2\n  @ no Lua")
end

function TestErrorsNameTheLineOfTheTemplate()
  local padded <const> = { "first $(a) $(a) $(a)", "@ for i = 1, 3 do", "$(a) and $(a)", "@ end" }
  local view <const> = { a = 1, none = false, half = 0.5, fail = function() error("raised by a helper") end }
  local cases <const> = {
    { "$(a) $(unknown)", "unknown name unknown" },
    { "$(none)", "a hole has no value" },
    { "$(half)", "the value of a hole is a float" },
    { "@ a()", "attempt to call a number value" },
    { "$(a.b.c)", "attempt to index a number value" },
    { "$(fail())", "raised by a helper" },
    { "@ if then", "unexpected symbol near 'then'" },
    { "$(a b)", "expected" },
  }
  for _, case in ipairs(cases) do
    local lines <const> = { table.unpack(padded) }
    lines[#lines + 1] = case[1]
    lines[#lines + 1] = "$(a)"
    assert_error(lines, #padded + 1, case[2], view)
  end
end

function TestErrorsOfInnerTemplatesNameTheInnerTemplate()
  files.write(ROOT .. "/templates", { { name = "inner.c", text = "fine\n\n$(missing)\n" } })
  local view <const> = { part = function() return templates.render(ROOT, "inner.c", {}) end }
  local ok <const>, result <const> = rendered({ "1", "$(part())" }, view)
  lu.assertFalse(ok)
  lu.assertEquals({ result.path, result.line, result.message }, { "templates/inner.c", 3, "unknown name missing" })
end

function TestAMissingTemplateIsAnError()
  local ok <const>, result <const> = pcall(templates.render, ROOT, "nowhere.c", {})
  lu.assertFalse(ok)
  lu.assertStrContains(result.message, "a template is missing: ")
  lu.assertStrContains(result.message, "nowhere.c")
end

---A part of a template is filled separately. Its errors have the line numbers of the whole template.
function TestErrorsOfPartsNameTheLineOfTheWholeTemplate()
  local ok <const>, result <const> = pcall(templates.fill, "a\n\n$(missing)\n", "isa/test.c", {}, 40)
  lu.assertFalse(ok)
  lu.assertEquals({ result.path, result.line }, { "templates/isa/test.c", 42 })
end

---The command line also names the file and line of an error that is planted in a copy of the generator's files.
function TestTheCommandLineNamesTheLineOfAnError()
  local root <const> = ROOT .. "/copy"
  os.execute(("rm -rf %s && mkdir -p %s && cp -r gen templates u8gen VERSION ORIGIN %s/"):format(root, root, root))
  local file <const> = root .. "/templates/scalar/kernel_dfa.c"
  local text <const>, planted = files.read(file), 0
  local line, at = 0, nil
  local broken <const> = text:gsub("[^\n]*\n", function(one)
    line = line + 1
    if one:find("^    size_t end = 0;") then
      planted, at = planted + 1, line
      return "    $(no_such_name)\n"
    end
  end)
  lu.assertEquals(planted, 1)
  files.write(root .. "/templates/scalar", { { name = "kernel_dfa.c", text = broken } })
  local pipe <const> = io.popen(("%s/u8gen gen -o %s/out utf-8 2>&1"):format(root, root))
  lu.assertEquals(pipe:read("a"), ("templates/scalar/kernel_dfa.c:%d: error: unknown name no_such_name\n"):format(at))
  local _, _, status <const> = pipe:close()
  lu.assertEquals(status, 2)
end

os.exit(lu.LuaUnit.run())
