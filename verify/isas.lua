-- SPDX-License-Identifier: 0BSD
-- isas: the instruction sets (gen/kernel/isas.lua) as a C header and as a Makefile, for verify/ (`make isas`).
--
--     lua5.4 verify/isas.lua --c > verify/isas.h          lua5.4 verify/isas.lua --make > verify/isas.mk
--
-- In: the rows and families of gen/kernel/isas.lua. Out: text, such as `ISAS_x86_64 := sse avx2 ...`.

package.path = "./?.lua;" .. package.path

local isas = require "gen.kernel.isas"

---@return string[] the names of these rows
local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do
    names[i] = row.name
  end
  return names
end

local C_HEAD <const> = [[
// SPDX-License-Identifier: 0BSD
//
// The instruction sets of gen/kernel/isas.lua; written by `make isas`, not by hand.
//
// ISAS(X) lists all of them: X(name, NAME, bytes of a vector, target attribute or nothing, 1 if its
// kernel looks up classes, machine). For a scalable set, the bytes are the most that its kernel uses.
//
// If EACH_ISA is defined as the name of a header, in quotes, that header is included once for each
// set that has a kernel in the model and is for this machine (if ALL_MACHINES is 1, for any). The
// header can use the macros ISA, ISA_UPPER, WIDTH (the bytes), TARGET, BY_CLASSES (1 or 0) and
// HAS_UNITS (1 if the kernel may convert to UTF-16 itself), and must undefine them. Unless
// ALL_MACHINES is 1, scalable sets also have STORE(to, v), and are left out if SIMDE is defined.
// clang-format off
#ifndef VERIFY_ISAS_H
#define VERIFY_ISAS_H

#ifndef ALL_MACHINES
#define ALL_MACHINES 0
#endif
]]

local C_ROW <const> = [[

#if MODEL_%s && (ALL_MACHINES || %s)
#define ISA %s
#define ISA_UPPER %s
#define WIDTH %d
#define TARGET %s
#define BY_CLASSES %d
#define HAS_UNITS %d
%s#include EACH_ISA
#endif
]]

local C_STORE <const> = [[
#if !ALL_MACHINES
#define STORE(to, v) %s
#endif
]]

---@return string text of verify/isas.h
local function as_c()
  local entries, blocks = {}, {}
  for i, row in ipairs(isas.rows) do
    local upper <const>, target = row.name:upper(), ""
    if row.target then
      target = ("__attribute__((target(%q)))"):format(row.target)
    end
    local by_classes <const> = row.plan == "classes" and 1 or 0
    entries[i] = ("    X(%s, %s, %d, %s, %d, %s)"):format(row.name, upper, row.bytes, target, by_classes, row.machine)
    local machine <const> = (row.scalable and "(defined %s && !defined SIMDE)" or "defined %s"):format(isas.family(row.family).macro)
    local store <const> = row.scalable and C_STORE:format(row.store) or ""
    blocks[i] = C_ROW:format(upper, machine, row.name, upper, row.bytes, target, by_classes, row.units and not row.like and 1 or 0, store)
      :gsub(" +\n", "\n")
  end
  return ("%s\n#define ISAS(X) \\\n%s\n\n#endif\n\n#ifdef EACH_ISA\n%s\n#undef EACH_ISA\n#endif\n")
    :format(C_HEAD, table.concat(entries, " \\\n"), table.concat(blocks))
end

---@return string text of verify/isas.mk
local function as_make()
  local scalable = {}
  for _, row in ipairs(isas.rows) do
    scalable[#scalable + 1] = row.scalable and row or nil
  end
  local lines = {
    "# SPDX-License-Identifier: 0BSD",
    "# The instruction sets of gen/kernel/isas.lua; written by `make isas`, not by hand.",
    "#",
    "#   ISAS                  all sets",
    "#   ISAS_MACHINE          the sets of a machine; MACHINE is its name by uname -m, or wasm32",
    "#   ISA_SCALABLE          the sets whose vector length is known only at run time",
    "#   ISA_SCALABLE_UPPER    their names in upper case",
    "#   ISA_EMULATOR_MACHINE  the emulator; ISA_CPUS_MACHINE: a list of processors that it emulates;",
    "#                         a check that needs only one of them takes the first",
    "",
    "ISAS         := " .. table.concat(names_of(isas.rows), " "),
    "ISA_SCALABLE := " .. table.concat(names_of(scalable), " "),
    "ISA_SCALABLE_UPPER := " .. table.concat(names_of(scalable), " "):upper(),
  }
  for _, family in ipairs(isas.families) do
    lines[#lines + 1] = ""
    lines[#lines + 1] = ("ISAS_%s := %s"):format(family.machine, table.concat(names_of(family.rows), " "))
    if family.cross then
      lines[#lines + 1] = ("ISA_EMULATOR_%s := %s"):format(family.machine, family.cross.emulator)
      lines[#lines + 1] = ("ISA_CPUS_%s := %s"):format(family.machine, table.concat(family.cross.cpus or {}, " "))
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local written <const> = ({ ["--c"] = as_c, ["--make"] = as_make })[arg[1]]
if not written then
  io.stderr:write("isas.lua: error: unknown word '", tostring(arg[1]), "'; allowed: --c, --make\n")
  os.exit(2)
end
io.write(written())
