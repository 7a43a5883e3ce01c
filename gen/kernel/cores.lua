-- SPDX-License-Identifier: 0BSD
-- cores: lists models of processor cores, one row each, and computes the cycles that a core needs for the inner loop of a kernel.
--
-- In:  the cost of a vector (cost.lua), a row of isas.lua. Out: cycles. Zen 3 needs 4.0 cycles for a vector of the kernel avx2 for UTF-8:
--      its four vector units execute 16 operations in four cycles. In this time, it can dispatch the 21 micro-operations.
--
-- The idea: loops of kernels are long and do not wait for latencies, so the scarcest resource limits them: dispatch, the load ports, or the
-- vector units. The numbers are from LLVM 19's models, not from the manuals, since tests/gen/mca_test.lua compares the cycles with
-- llvm-mca. Skylake dispatches six micro-operations: its model counts operands in memory separately. Gracemont has no row: LLVM models it
-- as Alder Lake. Ice Lake has no avx512bw here, and Skylake-X has no row: their models use a port that cannot execute vectors of 64 bytes.

local lists = require "gen.common.lists"

local M = {}

---The number of bytes for which cycles are given; it does not depend on the width of vectors.
M.BYTES = 64

---  name     for users; cpu: the name for compilers; since: the first LLVM, from 14 on, that has this model
---  width    micro-operations that are dispatched in a cycle
---  splits   an operand in memory is a micro-operation of its own
---  copies   cost of a copy of a vector: nothing ("free"), a micro-operation (nil), or an operation of a vector unit ("vector")
---  sets     for each instruction set: `vectors` and `loads`, the operations and loads in a cycle; `words`, the number of operations of
---           each word that does not count as one (0 for `add` on Ice Lake, whose model has a third port for additions of 64 bytes)
M.rows = {
  {
    name = "Zen 2", cpu = "znver2", since = 14, width = 4, sets = { sse = { vectors = 4, loads = 2 }, avx2 = { vectors = 4, loads = 2 } },
  },
  {
    name = "Zen 3", cpu = "znver3", since = 14, width = 6, sets = { sse = { vectors = 4, loads = 2 }, avx2 = { vectors = 4, loads = 2 } },
  },
  {
    name = "Zen 4", cpu = "znver4", since = 16, width = 6,
    sets = {
      sse = { vectors = 4, loads = 2 }, avx2 = { vectors = 4, loads = 2, words = { lookup = 2 } },
      avx512bw = { vectors = 2, loads = 1 }, avx512 = { vectors = 2, loads = 1 },
    },
  },
  {
    name = "Skylake", cpu = "skylake", since = 14, width = 6, splits = true, copies = "vector",
    sets = { sse = { vectors = 3, loads = 2 }, avx2 = { vectors = 3, loads = 2 } },
  },
  {
    name = "Ice Lake", cpu = "icelake-server", since = 14, width = 6, splits = true, copies = "vector",
    sets = {
      sse = { vectors = 3, loads = 2 }, avx2 = { vectors = 3, loads = 2 }, avx512 = { vectors = 2, loads = 2, words = { add = 0 } },
    },
  },
  {
    name = "Alder Lake", cpu = "alderlake", since = 16, width = 6, splits = true, copies = "free",
    sets = { sse = { vectors = 3, loads = 3 }, avx2 = { vectors = 3, loads = 3 }, avx2gfni = { vectors = 3, loads = 3 } },
  },
  {
    name = "Sapphire Rapids", cpu = "sapphirerapids", since = 17, width = 6, splits = true, copies = "free",
    sets = {
      sse = { vectors = 3, loads = 3 }, avx2 = { vectors = 3, loads = 3 }, avx512bw = { vectors = 2, loads = 2 },
      avx512 = { vectors = 2, loads = 2, words = { lookup = 3 } },
    },
  },
  { name = "Neoverse N1", cpu = "neoverse-n1", since = 15, width = 8, sets = { neon = { vectors = 2, loads = 2 } } },
  { name = "Neoverse V2", cpu = "neoverse-v2", since = 17, width = 16, sets = { neon = { vectors = 4, loads = 3 } } },
  { name = "Apple M1", cpu = "apple-m1", since = 14, width = 6, sets = { neon = { vectors = 3, loads = 2 } } },
}

---Whether some core has an instruction set.
---@param name string
function M.has(name)
  return lists.any(M.rows, function(core) return core.sets[name] end)
end

---The cycles of a loop for one vector.
---@param core table a row
---@param cost table the counts of cost.count, and .name, the instruction set
---@return number? cycles nil if the core does not have the set
---@return integer? micro_operations
function M.cycles(core, cost)
  local set <const> = core.sets[cost.name]
  if not set then
    return nil
  end
  local vectors = cost.operations + (core.copies == "vector" and cost.copies or 0)
  for word, times in pairs(set.words or {}) do
    vectors = vectors + (times - 1) * (cost.words[word] or 0)
  end
  local micro_operations <const> = cost.micro_operations + (core.splits and cost.folded or 0)
    - (core.copies == "free" and cost.copies or 0)
  return math.max(micro_operations / core.width, cost.loads / set.loads, vectors / set.vectors), micro_operations
end

---The cycles for BYTES bytes in a loop that takes `cycles` for a vector.
---@param row table of isas.lua
function M.for_bytes(cycles, row)
  return cycles * M.BYTES / row.bytes
end

return M
