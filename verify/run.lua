-- SPDX-License-Identifier: 0BSD
-- run: builds the programs of verify/ and runs them, for `make verify`, `make verify-all` and `make conformance`.
--
-- In: a command, and the settings of verify.mk as words NAME=VALUE.
--      rules                     writes the rules with which make compiles (rules.lua), and prints the file's name
--      verify                    checks all encodings, pairs and words quickly, and prints a table; with --full it checks everything and,
--                                if no source has changed, resumes a run that was stopped
--      others --name NAME        runs the programs of one encoding except the native one; a part of `verify`
--      conformance [--name ISA]  checks the words of all instruction sets and prints a table; with --name, of one set, without a table
-- --results names the file to which results are appended. Its default has a checksum of the sources in its name.
-- Out: the output of the programs; exit status 1 if a compilation or a program failed, if a vector kernel has no result in plain C (see
-- `logic`), if `verify` left something out because a tool is missing, or if `conformance` needs SIMDe and it is missing.
--
-- The programs of one encoding run while those of the next one are compiled, since most programs do not use all processors. For the same
-- reason, without --full, the native program and the others run side by side; the output of the others is shown last.

local here <const> = arg[0]:match "^(.*)/[^/]*$" or "."
package.path = here .. "/../?.lua;" .. package.path

local argparse <const> = require "argparse"
local stringx <const> = require "pl.stringx"
local utils <const> = require "pl.utils"
local isas <const> = require "gen.kernel.isas"
local lists <const> = require "gen.common.lists"
local rules <const> = require "verify.rules"

local line_of <const> = rules.line_of

---The state of a run: settings, plan, names of the files of rules and results, options of all programs, exit status so far.
local run = { status = 0 }

-- ---- Commands ----

---Runs a command. If it fails, the exit status of the run becomes 1.
---@return boolean ok, integer status
local function attempt(command)
  io.stdout:flush()
  local ok <const>, _, status <const> = os.execute(command)
  if not ok then
    run.status = 1
  end
  return ok == true, status
end

---Returns the command that builds programs.
local function make_command(targets)
  local jobs <const> = run.plan.s.JOBS
  return line_of(run.plan.s.MAKE, jobs ~= "" and "-j" .. jobs or "", "--no-print-directory -s -f", run.rules, targets)
end

---Builds programs; ends the run if that fails.
local function make(targets)
  if not os.execute(make_command(targets)) then
    os.exit(1)
  end
end

---Starts a command in the background. @return file* pipe; closing it waits for the end of the command
local function begin(command)
  return assert(io.popen(("{ %s; } >&2"):format(command)))
end

local function say(...)
  io.stderr:write(("%s\n"):format((...):format(select(2, ...))))
end

-- ---- An encoding ----

local function program(name, suffix)
  return ("%s/%s-%s"):format(run.plan.s.DIR, name, suffix)
end

---Returns the usual options of a program of an encoding: how much to check, and where to write the results.
---@param emulated boolean? does the program run under an emulator? If so, every encoding is sampled unless --full
local function options_of(name, emulated)
  local much <const> = (run.plan.sampled[name] or emulated and not run.plan.full) and (run.plan.full and "--brief" or "--sample") or ""
  return line_of(run.options, much, "--results", run.results)
end

local function complete_of(name)
  return run.plan.complete[name] and "--complete" or ""
end

---Copies the results in plain C of each kernel to the equal ones that plain_words.lua left out.
local function twins(name)
  local added <const> = {}
  for line in io.lines(("%s/plain/%s/twins"):format(run.plan.s.DIR, name)) do
    local twin <const>, one <const> = line:match "^(%S+) (%S+)"
    print(("%s %s: equals %s in plain C, except for names; the results of %s count for both"):format(name, twin, one, one))
    for result in io.lines(run.results) do
      local columns <const> = stringx.split(result, "\t")
      if columns[1] == name and columns[2] == one and columns[4] == "logic" then
        columns[2] = twin
        added[#added + 1] = table.concat(columns, "\t") .. "\n"
      end
    end
  end
  local file <const> = assert(io.open(run.results, "a"))
  file:write(table.concat(added))
  assert(file:close())
end

---Reports each vector kernel of the model that has no result in plain C and was not left to the native program.
local function logic(name)
  local shown <const> = {}
  for isa in io.lines(("%s/plain/%s/native"):format(run.plan.s.DIR, name)) do
    shown[isa] = true
  end
  for result in io.lines(run.results) do
    local columns <const> = stringx.split(result, "\t")
    shown[columns[2]] = shown[columns[2]] or columns[1] == name and columns[4] == "logic"
  end
  local model <const> = assert(utils.readfile((rules.model_of(run.plan.s, name))))
  for upper in model:gmatch "#define MODEL_([A-Z0-9]*) 1\n" do
    local isa <const> = upper:lower()
    if isas.row(isa) and not shown[isa] then
      say("verify: error: %s %s: expected a result with words in plain C in %s, found none", name, isa, run.results)
      run.status = 1
    end
  end
end

---Runs the vector kernels of another processor under its emulator. For encodings in VERIFY_COMPLETE, or with --full, scalable kernels
---also run with the other vector lengths in `cross.cpus`.
local function emulated(name, family)
  local p <const>, cross <const>, built <const> = run.plan, family.cross, program(name, "cross-" .. family.machine)
  make(built)
  local cpus <const>, whole <const> = cross.cpus or {}, run.plan.complete[name] or run.plan.full
  attempt(line_of("QEMU_CPU=" .. (cpus[1] or ""), cross.emulator, built, "--where emulator --kernels",
    table.concat(rules.sets_of(family), ","), "--checks " .. (whole and "measures,rows," or "")
      .. ((whole or cross.quick) and "proof,exhaustive," or "") .. "sweep,units",
    options_of(name, true)))
  for i = 2, whole and #cpus or 0 do
    attempt(line_of("QEMU_CPU=" .. cpus[i], cross.emulator, built, "--where emulator:" .. cpus[i], "--kernels",
      table.concat(rules.sets_of(family, true), ","), ("--checks %ssweep --sample"):format(p.full and "proof," or ""),
      p.full and "--resume" or "", p.sampled[name] and not p.full and "--sample" or "", "--results", run.results))
  end
end

---Runs the program with words in plain C. Then, unless rules.alike, runs with SIMDe the kernels of this family that the processor cannot
---run, except scalable ones.
local function plain(name)
  local p <const> = run.plan
  attempt(line_of(program(name, "plain"), options_of(name)))
  twins(name)
  logic(name)
  local lacking = rules.alike(p, name) and {} or rules.words_of((rules.output_of(program(name, "native") .. " --lacking")))
  lacking = lists.picked(lacking, function(kernel) return not isas.row(kernel).scalable and kernel end)
  if #lacking > 0 then
    local built <const> = program(name, "simde-" .. p.cpu)
    if attempt(make_command(built)) then
      attempt(line_of(built, "--kernels", table.concat(lacking, ","), complete_of(name), options_of(name)))
    end
  end
end

---Runs the programs of one encoding except the native one.
local function others(name)
  local p <const> = run.plan
  if p.plain then
    plain(name)
  end
  if p.plain and p.full then
    make(program(name, "native-open"))
  end
  if p.full or not p.plain then
    attempt(line_of(program(name, "native-open"), options_of(name)))
  end
  for _, family in ipairs(rules.simdes_of(p, name)) do
    attempt(line_of(program(name, "simde-" .. family.machine), complete_of(name), options_of(name)))
  end
  for _, family in ipairs(rules.crosses_of(p, name)) do
    emulated(name, family)
  end
end

---Runs all programs of one encoding, even if some of them fail.
local function encoding(name)
  local native <const> = line_of(program(name, "native"), complete_of(name), options_of(name))
  if run.plan.full then
    attempt(native)
    others(name)
    return
  end
  local output <const> = run.results .. ".others"
  local rest <const> = begin(("%s %s/run.lua others --name %s --results %s %s >%s 2>&1"):format(run.plan.s.LUA, here, name, run.results,
    utils.quote_arg(run.settings), output))
  attempt(native)
  run.status = rest:close() and run.status or 1
  io.stdout:write(utils.readfile(output) or "")
  os.remove(output)
end

-- ---- Conformance ----

---Runs the words of a set under the emulator. Scalable vectors run with each length, or with one if CONFORMANCE_EACH is empty.
local function words_emulated(row, family, options)
  local s <const>, cpus <const> = run.plan.s, family.cross.cpus or {}
  local each <const> = row.scalable and s.CONFORMANCE_EACH ~= ""
  for i = 1, each and #cpus or 1 do
    local cpu <const> = cpus[i] or family.machine
    if not attempt(line_of("QEMU_CPU=" .. cpu, family.cross.emulator, ("%s/%s"):format(s.CONFORMANCE_DIR, row.name), "--where",
        row.scalable and "emulator:" .. cpu or "emulator", options)) then
      return false
    end
  end
  return true
end

---Runs the words of a set. A set of this family runs natively; if the processor lacks it (exit status 3), with SIMDe unless scalable. A
---set of another family runs under its emulator, if it has one and no family's compiler or emulator is missing; also with SIMDe, unless
---scalable.
local function words_of_set(row, options, missing)
  local s <const>, family <const> = run.plan.s, isas.family(row.family)
  local lacking <const>, built <const> = rules.set_of(missing), ("%s/%s"):format(s.CONFORMANCE_DIR, row.name)
  local simde = false
  if family.machine ~= run.plan.cpu then
    if family.cross and #rules.without(missing, { "libsimde-dev" }) == 0 and attempt(make_command(built)) then
      words_emulated(row, family, options)
    end
    simde = not row.scalable
  elseif attempt(make_command(built)) then
    io.stdout:flush()
    local _, _, status <const> = os.execute(line_of(built, options))
    simde = status == 3 and not row.scalable
    run.status = (status == 0 or status == 3) and run.status or 1
  end
  if simde and lacking["libsimde-dev"] then
    run.status = 1
  elseif simde and attempt(make_command(built .. "-simde")) then
    attempt(line_of(built .. "-simde", "--kernels", row.name, "--where SIMDe", options))
  end
end

---Runs the words of all sets, even if some of them fail. @return string[] missing tools
local function conformance(options)
  local missing <const> = rules.conformance_missing(run.plan)
  for _, row in ipairs(isas.rows) do
    words_of_set(row, line_of(options, "--results", run.results), missing)
  end
  return missing
end

---Runs the words of one set, natively or under the emulator.
local function conformance_of(name)
  local row <const>, s <const> = isas.row(name), run.plan.s
  local family <const>, built <const> = isas.family(row.family), ("%s/%s"):format(s.CONFORMANCE_DIR, name)
  make(built)
  if family.machine ~= run.plan.cpu then
    words_emulated(row, family, s.CONFORMANCE_OPTIONS)
  else
    attempt(line_of(built, s.CONFORMANCE_OPTIONS))
  end
end

-- ---- All ----

local function print_table()
  attempt(line_of(program(run.plan.names[1], "native"), "--table", run.results))
end

---Runs the pairs of encodings, only natively: other programs check the words in these kernels.
local function all_pairs()
  local programs <const> = {}
  for i, name in ipairs(run.plan.pairs) do
    programs[i] = program(name, "native")
  end
  if #programs > 0 then
    make(programs)
  end
  for _, built in ipairs(programs) do
    attempt(line_of(built, run.options, "--results", run.results))
  end
end

---Runs the encodings and the pairs; also conformance, if the run checks out/ and is not native only. Then prints the table.
local function verify()
  local p <const> = run.plan
  local building = begin(make_command("verify-programs-" .. p.names[1]))
  for i, name in ipairs(p.names) do
    if not building:close() then
      os.exit(1)
    end
    building = p.names[i + 1] and begin(make_command("verify-programs-" .. p.names[i + 1]))
    encoding(name)
    if p.complete[name] and #p.names > 1 then
      print_table()
    end
  end
  all_pairs()
  if p.plain then
    conformance ""
  end
  print_table()
  if #p.missing > 0 then
    say("verify: error: some checks were left out, because these are not installed: %s; 'sh setup.sh' installs them, "
      .. "VERIFY_NATIVE_ONLY=1 omits these checks", line_of(p.missing))
    run.status = 1
  end
end

---Returns the default file of results, whose name has a checksum of the sources.
local function results_of_all(p)
  local files <const> = { p.s.SHARED, p.s.SUBJECT_C, p.s.REFERENCE, line_of(p.h), run.rules, p.s.PLAIN_WORDS }
  for _, list in ipairs { p.names, p.pairs } do
    for _, name in ipairs(list) do
      files[#files + 1] = line_of(rules.files_of(p.s, name))
    end
  end
  return ("%s/full-%s"):format(p.s.DIR, (rules.output_of(("cat %s | cksum | tr ' ' -"):format(line_of(files)))))
end

local COMMANDS <const> = {
  rules = function()
    print(run.rules)
  end,
  verify = verify,
  others = function(name)
    others(name)
  end,
  conformance = function(name)
    if name then
      return conformance_of(name)
    end
    local missing <const> = conformance(run.plan.s.CONFORMANCE_OPTIONS)
    attempt(line_of(("%s/%s"):format(run.plan.s.CONFORMANCE_DIR, isas.rows[1].name), "--table", run.results))
    if #missing > 0 then
      say("conformance: some runs were left out, because these are not installed: %s; 'sh setup.sh' installs them", line_of(missing))
    end
  end,
}

local parser <const> = argparse("run.lua", "Builds the programs of verify/ and runs them.")
parser:argument("command"):choices { "rules", "verify", "others", "conformance" }
parser:argument("settings", "words NAME=VALUE"):args "*"
parser:option("--results", "the file to which results are appended")
parser:option("--name", "check one encoding, or one instruction set")
parser:flag("--full", "check everything")
local parsed <const> = parser:parse()

run.settings = parsed.settings
run.plan = rules.plan(parsed.settings, parsed.full)
run.options = parsed.full and "--full --resume" or ""
run.rules = rules.write(run.plan)
run.results = parsed.results or results_of_all(run.plan)
COMMANDS[parsed.command](parsed.name)
os.exit(run.status)
