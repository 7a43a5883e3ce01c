-- SPDX-License-Identifier: 0BSD
-- Compares the number of operations that u8gen prints for a vector kernel with the number in the inner loop that gcc emits.
--
-- In: out/NAME/NAME.c of four encodings, compiled to assembly by gcc. Out: luaunit's lines, and for each x86 kernel two numbers, which must
-- be equal: the operations that u8gen counts, and the vector instructions, without moves, in gcc's loop (tests/lib/mca.lua finds the loop).

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local isas = require "gen.kernel.isas"
local mca = require "tests.lib.mca"

local function vector_operations(loop)
  local count = 0
  for _, line in ipairs(loop) do
    local operation = line:match("^%s+(v?p%w+)%s") or line:match("^%s+(valign%w)%s") or line:match("^%s+(vgf2p8%w+)%s")
    count = count + (operation and not operation:find("^v?pmov") and line:find("%%[xyz]mm") and 1 or 0)
  end
  return count
end

TestCost = {}

function TestCost.test_the_inner_loops_have_as_many_operations_as_the_generator_counts()
  for _, case in ipairs { { "utf-8", "utf8" }, { "cesu-8", "cesu8" }, { "wtf-8", "wtf8" }, { "mutf-8", "mutf8" } } do
    local costs <const>, assembly <const> = mca.costs(case[1]), mca.assembly("gcc", case[2])
    lu.assertTrue(#costs > 0)
    for _, cost in ipairs(costs) do
      local row <const> = isas.row(cost.name)
      if not row.cross then
        local found <const> = vector_operations(mca.inner_loop(assembly, case[2], cost))
        print(("  %-8s %-7s %2d counted, %2d in the loop that gcc makes"):format(case[2], cost.name, cost.operations, found))
        lu.assertEquals(found, cost.operations, case[2] .. " " .. cost.name)
      end
    end
  end
end

os.exit(lu.LuaUnit.run())
