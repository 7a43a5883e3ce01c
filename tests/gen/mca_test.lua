-- SPDX-License-Identifier: 0BSD
-- Compares the cycles that gen/kernel/cores.lua predicts with those of llvm-mca for the inner loops that compilers emit.
--
-- Without llvm-mca, the test is skipped. A core is skipped if the installed llvm-mca has no model of it.

package.path = "./?.lua;" .. package.path

local lu = require "luaunit"
local isas = require "gen.kernel.isas"
local cores = require "gen.kernel.cores"
local mca = require "tests.lib.mca"

-- The tolerances, as fractions of llvm-mca's cycles: for each loop of an encoding, and on average. An encoding with many constants has a
-- larger tolerance, since compilers reload some constants.
local CASES <const>, MEAN <const> = {
  { "utf-8", "utf8", 0.1 }, { "xml-1.0", "xml10", 0.2 }, { "utf-8-interchange", "utf8interchange", 0.2 },
}, 0.05

TestMca = {}

function TestMca.test_predicted_cycles_are_close_to_those_of_llvm_mca()
  local command <const>, version <const> = mca.installed()
  lu.skipIf(not command, "missing: llvm-mca (Debian's llvm)")
  local far, compared, without = 0, 0, {}
  local function compare(compiler, name, tolerance, cost, loop)
    for _, core in ipairs(cores.rows) do
      local predicted <const> = cores.cycles(core, cost)
      if predicted and version < core.since then
        without[core.name] = true
      elseif predicted then
        local measured <const> = mca.analyzed(command, core, loop, isas.row(cost.name))
        print(("  %-15s %-8s %-16s %5.2f predicted, %5.2f by %s for the code of %s"):format(name, cost.name, core.name, predicted, measured,
          command, compiler))
        lu.assertAlmostEquals(predicted / measured, 1, tolerance)
        far, compared = far + math.abs(predicted / measured - 1), compared + 1
      end
    end
  end
  for _, case in ipairs(CASES) do
    local assemblies = {}
    for _, cost in ipairs(mca.costs(case[1])) do
      local row <const> = isas.row(cost.name)
      for _, compiler in ipairs(cores.has(cost.name) and (row.cross and { row.cross.compiler } or { "gcc", "clang" }) or {}) do
        assemblies[compiler] = assemblies[compiler] or mca.assembly(compiler, case[2])
        compare(compiler, case[2], case[3], cost, mca.inner_loop(assemblies[compiler], case[2], cost))
      end
    end
  end
  for _, core in ipairs(cores.rows) do
    if without[core.name] then
      print(("  skipped: %s, which needs llvm-mca %d; %s has %d"):format(core.name, core.since, command, version))
    end
  end
  lu.assertTrue(compared > 0)
  print(("  %d compared, on average %.1f %% away"):format(compared, 100 * far / compared))
  lu.assertTrue(far / compared <= MEAN)
end

os.exit(lu.LuaUnit.run())
