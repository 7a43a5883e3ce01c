-- SPDX-License-Identifier: 0BSD
-- The cost that u8gen prints, compared with what a compiler makes of the inner loop.
--
-- In: out/NAME/NAME.c, compiled to assembly. Out: luaunit's lines. The inner loop of a scan is the loop that looks up nibbles or classes;
-- its vector instructions but for moves are to be as many as the cost says. Compilers sometimes save one, or copy a constant.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local main = require "gen.main"
local isas = require "gen.isas"
local kernel = require "gen.kernel"
local files_ = require "gen.files"

local SLACK <const> = 2

---The instructions of the shortest loop in a function that has a word in it.
local function loop_with(assembly, name, word)
  local lines, labels, best = {}, {}, nil
  local body <const> = assert(assembly:match("\n" .. name .. ":\n(.-)\n%s+%.cfi_endproc"), name .. " is not there")
  for line in (body .. "\n"):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
    labels[line:match("^(%.L%w+):") or ""] = #lines
    local target = labels[line:match("^%s+j%w+%s+(%.L%w+)")]
    if target and table.concat(lines, "\n", target):find(word, 1, true) and (not best or #lines - target < #best) then
      best = table.move(lines, target, #lines, 1, {})
    end
  end
  return assert(best, "no loop of " .. name .. " has " .. word)
end

local function vector_operations(loop)
  local count = 0
  for _, line in ipairs(loop) do
    local operation = line:match("^%s+(v?p%w+)%s") or line:match("^%s+(valign%w)%s")
    count = count + (operation and not operation:find("^v?pmov") and line:find("%%[xyz]mm") and 1 or 0)
  end
  return count
end

TestCost = {}

function TestCost.test_the_inner_loops_have_as_many_operations_as_the_generator_counts()
  for _, case in ipairs { { "utf-8", "utf8" }, { "cesu-8", "cesu8" }, { "wtf-8", "wtf8" }, { "mutf-8", "mutf8" } } do
    local file <const> = ("gen/specs/%s.lua"):format(case[1])
    local model <const> = main.compile(assert(files_.read(file)), file)
    local costs <const> = kernel.costs(model)
    lu.assertTrue(#costs > 0)
    local pipe <const> = assert(io.popen(("gcc -O3 -S -o - out/%s/%s.c"):format(case[2], case[2])))
    local assembly <const> = pipe:read "a"
    lu.assertTrue(pipe:close())
    for _, cost in ipairs(costs) do
      if isas.row(cost.name).machine == "x86_64" then
        local name <const> = ("%s_%s_scan"):format(case[2], cost.name)
        local found <const> = vector_operations(loop_with(assembly, name, cost.name == "avx512" and "2b" or "pshufb"))
        print(("  %-16s %2d counted, %2d in the loop that gcc makes"):format(name, cost.operations, found))
        lu.assertTrue(math.abs(found - cost.operations) <= SLACK, name)
      end
    end
  end
end

os.exit(lu.LuaUnit.run())
