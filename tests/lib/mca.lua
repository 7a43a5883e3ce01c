-- SPDX-License-Identifier: 0BSD
-- mca: analyzes the compiled inner loops of kernels with llvm-mca.
--
-- In:  gen/specs/, out/NAME/NAME.c, a compiler, llvm-mca. Out: for tests, the functions below. As a program (`make mca`), it prints the
--      table of cycles in bench/results/cycles.md. A row has a kernel of utf8, its loads and micro-operations, and the cycles for 64
--      bytes on each core that this llvm-mca knows, as predicted by llvm-mca and by gen/kernel/cores.lua.
--
--     lua5.4 tests/lib/mca.lua [COMPILER]          clang by default; it must compile for all instruction sets by --target
--
-- The inner loop of a scan is recognized by its number of table lookups, which kernel.costs gives. For a plan by nibbles, it is the
-- shortest loop with exactly this number; for a plan by byte classes, the shortest loop with at least this number.

package.path = "./?.lua;" .. package.path

local pipeline = require "gen.pipeline"
local kernel = require "gen.kernel.kernel"
local files_ = require "gen.common.files"
local isas = require "gen.kernel.isas"
local cores = require "gen.kernel.cores"

local M = {}

local NEWEST <const>, OLDEST <const> = 29, 14
local ITERATIONS <const> = 200

---A part of the name of the instruction that looks up in a table, for each kind of plan and family.
local LOOKUPS <const> = { nibbles = { x86 = "pshufb", arm = "tbl" }, classes = { x86 = "2b" } }

local function output_of(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read "a"
  return text, pipe:close()
end

---The costs of an encoding of the catalogue, see kernel.costs.
---@param name string of its spec
function M.costs(name)
  local file <const> = ("gen/specs/%s.lua"):format(name)
  return kernel.costs(pipeline.compile(assert(files_.read(file)), file))
end

---@param command string a compiler and the options that select the machine
---@param name string an encoding of out/
---@return string assembly
function M.assembly(command, name)
  -- All functions of the encoding are static and only `valid` is called, so the compiler removes the functions that `valid` does not need.
  local user <const> = ('#include "out/%s/%s.c"\nbool judge(const void *, size_t);\n'
    .. 'bool judge(const void *text, size_t size) { return %s_valid(text, size); }'):format(name, name, name)
  local text <const>, done <const> = output_of(("%s -O3 -I. -D%s_STATIC -x c -S -o - - <<'END'\n%s\nEND"):format(command,
    name:upper(), user))
  return assert(done and text, command .. " failed")
end

---The instructions of the inner loop of a kernel, without comments.
---@param cost table one of M.costs
---@return string[] lines
function M.inner_loop(assembly, encoding, cost)
  local row <const> = isas.row(cost.name)
  local name <const>, word <const> = ("%s_%s_scan"):format(encoding, row.name), LOOKUPS[row.plan][row.family]
  local lines, labels, best = {}, {}, nil
  local body <const> = assert(assembly:match("\n" .. name .. ":[^\n]*\n(.-)\n%s+%.cfi_endproc"), "the assembly has no function " .. name)
  for line in (body .. "\n"):gmatch "([^\n]*)\n" do
    line = line:gsub("%s*//.*", ""):gsub("%s*#%s.*", "")
    if line:find "^%.L" then
      labels[line:match "^[^:]+"] = #lines + 1
    elseif line:find "^%s+%a" then
      lines[#lines + 1] = line
      local first <const> = labels[line:match "(%.L[%w_]+)$"]
      local _ <const>, lookups <const> = table.concat(lines, "\n", first or #lines):gsub(word, "")
      local right <const> = row.plan == "nibbles" and lookups == cost.words.lookup or row.plan == "classes" and lookups >= cost.words.lookup
      if first and right and (not best or #lines - first < #best) then
        best = table.move(lines, first, #lines, 1, {})
      end
    end
  end
  return assert(best, ("no loop of %s has the expected number of table lookups (%s)"):format(name, word))
end

---@return string? command of the newest llvm-mca that is installed
---@return integer? version
function M.installed()
  for version = NEWEST, OLDEST, -1 do
    local command <const> = "llvm-mca-" .. version
    if os.execute(("command -v %s >/dev/null"):format(command)) then
      return command, version
    end
  end
  local version <const> = output_of("llvm-mca --version 2>/dev/null"):match "LLVM version (%d+)"
  return version and "llvm-mca", math.tointeger(version)
end

---The prediction of llvm-mca for a loop.
---@param command string see M.installed
---@param core table of gen/kernel/cores.lua
---@return number cycles of one iteration
---@return number micro_operations of one iteration
function M.analyzed(command, core, loop, row)
  local output <const> = output_of(("%s -mtriple=%s-linux-gnu -mcpu=%s -iterations=%d 2>&1 <<'END'\n%s\nEND"):format(command, row.machine,
    core.cpu, ITERATIONS, table.concat(loop, "\n")))
  local cycles <const>, micro_operations <const> = output:match "Total Cycles:%s+(%d+)", output:match "Total uOps:%s+(%d+)"
  assert(cycles and micro_operations, output)
  return cycles / ITERATIONS, micro_operations / ITERATIONS
end

if arg and arg[0] and arg[0]:find "mca%.lua$" then
  local compiler <const>, command <const>, version <const> = arg[1] or "clang", M.installed()
  if not command then
    io.stderr:write "mca: missing: llvm-mca (Debian's llvm-19)\n"
    os.exit(2)
  end
  local first, rule = { "| ", "loads", "micro-operations" }, "|---|--:|--:|"
  for _, core in ipairs(cores.rows) do
    if version >= core.since then
      first[#first + 1], rule = core.name, rule .. "--:|"
    end
  end
  print(("utf8 by %s -O3: cycles for %d bytes, of %s and of gen/kernel/cores.lua\n"):format(compiler, cores.BYTES, command))
  print(table.concat(first, " | ") .. " |\n" .. rule)
  local assemblies = {}
  for _, cost in ipairs(M.costs "utf-8") do
    local row <const> = isas.row(cost.name)
    if cores.has(row.name) then
      local target <const> = ("%s --target=%s-linux-gnu -I/usr/%s-linux-gnu/include"):format(compiler, row.machine, row.machine)
      assemblies[target] = assemblies[target] or M.assembly(target, "utf8")
      local loop <const>, cells = M.inner_loop(assemblies[target], "utf8", cost), { row.name, cost.loads, cost.micro_operations }
      for _, core in ipairs(cores.rows) do
        local predicted <const> = cores.cycles(core, cost)
        if version >= core.since then
          cells[#cells + 1] = predicted and ("%.1f %.1f"):format(cores.for_bytes(M.analyzed(command, core, loop, row), row),
            cores.for_bytes(predicted, row)) or ""
        end
      end
      print("| " .. table.concat(cells, " | ") .. " |")
    end
  end
end

return M
