-- SPDX-License-Identifier: 0BSD
-- Tests the manual pages of the catalogue and of two examples: each public function has a page, and mandoc does not complain.
--
-- The expected contents come from the headers of out/: each function that is declared there has a page with the same declaration.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local emit <const> = require "gen.emit.emit"
local files <const> = require "gen.common.files"
local pipeline <const> = require "gen.pipeline"
local man <const> = require "gen.emit.man"

local WORK <const> = "build/man_test"

local function output_of(command, ...)
  local pipe <const> = io.popen(command:format(...) .. " 2>&1")
  local output <const> = pipe:read "a"
  pipe:close()
  return output
end

---@param text string of a spec
---@return table pages name -> text
---@return string prefix
local function written(text, file)
  local model <const> = pipeline.compile(text, file)
  local list <const> = emit.manual(".", model, { prefix = model.spec.name, spec_name = file, command = "test" })
  files.write(("%s/%s/man3"):format(WORK, model.spec.name), list)
  local pages <const> = {}
  for _, one in ipairs(list) do
    pages[one.name] = one.text
  end
  return pages, model.spec.name
end

---Returns mandoc's complaints about the pages of an encoding. Pages that consist of `.so` and another page's name are not checked.
---Complaints about references to pages that mandoc does not find here are ignored.
local function complaints(name)
  return output_of("cd %s/%s/man3 && grep -L '^[.]so ' *.3 | xargs mandoc -T lint -W style | grep -v 'referenced manual not found'", WORK,
    name)
end

---@param header string
---@return table declarations name -> the declaration, in one line
local function functions_of(header)
  local found <const> = {}
  local code <const> = header:gsub("//[^\n]*", "")
  for result, name, parameters in code:gmatch "\n[%u%d_]+_API ([%w_ ]-%*?)([%w_]+)(%b());" do
    found[name] = result:gsub(" $", "") .. " " .. name .. parameters:gsub("%s+", " "):gsub("%( ", "(")
  end
  return found
end

TestMan = {}

for path in io.popen("ls gen/specs/*.lua docs/examples/specs/euc-kr.lua docs/examples/specs/utf-ebcdic.lua"):lines() do
  TestMan["test_" .. path:match("([^/]+)%.lua$"):gsub("%W", "_")] = function()
    local pages <const>, name <const> = written(assert(files.read(path)), path)
    lu.assertEquals(complaints(name), "")
    local seen, header <const> = 0, files.read(("out/%s/%s.h"):format(name, name))
    for declared, declaration in next, functions_of(header or "") do
      local text = assert(pages[declared .. ".3"], declared)
      local other <const> = text:match "^%.so man3/([%w_.]+)\n$"
      text = other and pages[other] or text
      lu.assertStrContains(text, "\n.Nm " .. declared)
      local pattern <const> = "%.Ft \"([^\n]*)\"\n%.Fo " .. declared .. "\n(.-)%.Fc"
      local result <const>, parameters = text:match(pattern)
      parameters = parameters:gsub("%.Fa \"?([^\n\"]*)\"?\n", "%1, "):gsub(", $", "")
      lu.assertEquals((("%s %s(%s)"):format(result, declared, parameters)):gsub("%* ", "*"), (declaration:gsub("%* ", "*")))
      seen = seen + 1
    end
    lu.assertTrue(not header or seen >= 9)
  end
end

function TestMan.test_man_finds_a_function_on_the_page_of_another_one()
  written(assert(files.read "gen/specs/utf-8.lua"), "gen/specs/utf-8.lua")
  lu.assertStrContains(output_of("MANWIDTH=80 man -M %s/utf8 utf8_fault_name", WORK),
    "const char *\n     utf8_fault_name(utf8_fault fault);")
end

function TestMan.test_roff_does_not_interpret_the_text_of_a_spec()
  local pages <const> = written([[
encoding "Mine"
source [=[.so /etc/passwd \fB "it's" 'a é \]=]
form "0xxxxxxx" { "U+0000..U+007F" }
]], "mine.lua")
  lu.assertEquals(complaints "mine", "")
  lu.assertStrContains(output_of("mandoc -T utf8 %s/mine/man3/mine_valid.3", WORK), [[Mine: .so /etc/passwd \fB "it's" 'a é \.]])
  for line in pages["mine_valid.3"]:gmatch "[^\n]+" do
    lu.assertNil(line:find "^%.so" or line:find "^'")
  end
end

---The comment of a function in a header becomes a summary, sentences, an example and the return value.
function TestMan.test_the_page_of_a_header_with_three_functions()
  local job <const> = {
    root = ".", p = "x_", options = { prefix = "x", spec_name = "x" }, model = { spec = { title = "X", source = "none", hash = "0" } },
  }
  local text <const> = [[
// Whether it is. Not more; see also others. .so is a name here. 'Tis.
//
//     for (;;) {
//
//     }
bool x_is(const char *text,
    size_t size);
size_t x_size(void);

#if 1
__attribute__((cold))
#endif
int x_next(int *at)
{
    return *at;
}]]
  local page <const> = man.pages(job, { { name = "is", text = text } })[1].text
  lu.assertStrContains(page, '.Nm x_is ,\n.Nm x_size ,\n.Nm x_next\n.Nd "whether it is"\n')
  lu.assertStrContains(page, '.Ft "bool"\n.Fo x_is\n.Fa "const char *text"\n.Fa "size_t size"\n.Fc\n')
  lu.assertStrContains(page, '.Ft "size_t"\n.Fo x_size\n.Fa void\n.Fc\n')
  lu.assertStrContains(page, '.Fo x_next\n.Fa "int *at"\n.Fc\n')
  lu.assertStrContains(page, "Whether it is.\nNot more; see also others.\n\\&.so is a name here.\n\\&'Tis.\n.Bd -literal\nfor (;;) {\n")
  lu.assertStrContains(page, ".Fn x_is\nfunction returns\ntrue if it is.\n")
end

os.exit(lu.LuaUnit.run())
