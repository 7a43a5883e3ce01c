-- SPDX-License-Identifier: 0BSD
-- The examples of docs/functions.md compile and print the output that the document shows. The document names the public functions.
--
-- One program has all blocks of C from the document. Blocks that begin with #include are at its top. Each other block is an example:
-- the program prints its number and runs it. The document must have a block with its output after it.

local lu <const> = require "luaunit"

local guide <const> = assert(io.open("docs/functions.md")):read("a")
local NAME <const> = "build/functions_example"

---@return string[] heads, { code: string, printed: string }[] examples
local function blocks()
  local heads <const>, examples <const> = {}, {}
  local at = 1
  while true do
    local from <const>, to <const>, code <const> = guide:find("\n```c\n(.-\n)```\n", at)
    if not from then
      return heads, examples
    end
    if code:find "^#include" then
      heads[#heads + 1] = code
    else
      local printed <const> = guide:match("^%s*```text\n(.-\n)```\n", to)
      examples[#examples + 1] = { code = code, printed = assert(printed, "no output after: " .. code) }
    end
    at = to
  end
end

function TestExamplesPrintTheOutputThatTheDocumentShows()
  local heads <const>, examples <const> = blocks()
  local program <const> = { table.concat(heads), "int main(void)\n{\n" }
  local expected = ""
  for i, example in ipairs(examples) do
    program[#program + 1] = ('puts("example %d");\n{\n%s}\n'):format(i, example.code)
    expected = expected .. ("example %d\n%s"):format(i, example.printed)
  end
  program[#program + 1] = "return 0;\n}\n"
  os.execute "mkdir -p build"
  assert(io.open(NAME .. ".c", "w")):write(table.concat(program)):close()
  local pipe <const> = io.popen(("{ cc -Wall -Wextra -Wconversion -Werror -Og -I out/utf8 -I out/mutf8_to_utf8 -o %s %s.c out/utf8/utf8.c "
    .. "out/mutf8_to_utf8/mutf8_to_utf8.c && %s; } 2>&1"):format(NAME, NAME, NAME))
  lu.assertEquals(pipe:read("a"), expected)
  pipe:close()
end

---The document's table has every public function of the header, except those that only inline functions call.
function TestTheDocumentNamesEveryFunction()
  local header <const> = assert(io.open "out/utf8/utf8.h"):read("a")
  local count = 0
  for name in header:gmatch "\n[%w_][^\n(/]-%f[%w_](utf8_[%w_]+)%(" do
    count = count + 1
    lu.assertTrue(name:find "_segment$" ~= nil or guide:find("\n|[^\n|]*`" .. name .. "`") ~= nil, name)
  end
  lu.assertTrue(count > 30)
end

os.exit(lu.LuaUnit.run("-v", table.unpack(arg)))
