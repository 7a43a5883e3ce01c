-- SPDX-License-Identifier: 0BSD
-- Runs the decoders of tests/outside/decoders.lua, in the ways that are listed there, and compares their answers with the emitted C's.
--
--     lua5.4 tests/outside/run.lua [quick|long] [WORD]     runs decoders whose name or command contains WORD; quick: fewer texts, and only
--                                                          the first ways of decoders that have `quick`; long: all texts for all ways;
--                                                          with JOBS=N in the environment, N ways at once
--     lua5.4 tests/outside/run.lua packages                prints the package of each decoder, one per line
--
-- In: the programs build/outside/judge-NAME; gen/ for the classes of bytes. Out: a line for each way as it ends, with the first cases
-- if it differs; a last line `N passed, N failed`, and `, N skipped` if decoders are missing or can't be built. Exit status 1 if any
-- failed, 2 if no decoder matches. With TRUST_RESULTS=FILE, a line for each way and each skipped decoder is also written there: part,
-- subject, what, how much, by what, verdict.
--
-- A way that has passed is not run again until the decoder's version or program, the way, the judge's sources or the emitted C change:
-- build/outside/passed/ has a file for each passed way, named by a checksum of these.

package.path = "./?.lua;" .. package.path
local files <const> = require "gen.common.files"
local results <const> = require "tests.lib.results"
local catalogue <const> = require "gen.commands.catalogue"
local pipeline <const> = require "gen.pipeline"
local steps <const> = require "tests.platforms.steps"

local B <const>, PASSED <const>, WAYS <const> = "build/outside/", "build/outside/passed/", "build/outside/ways/"

---Amounts of texts. `short`: all strings of up to this number of bytes. `classes` and `most`: if possible, at most `most` strings of up to
---`classes` bytes that represent byte classes. `random`: the number of random texts. `characters`: "yes" for each character, or each unit.
local AMOUNTS <const> = {
  brief = { short = 2, classes = 6, most = 1000000, random = 200000, characters = "yes" },
  quick = { short = 2, classes = 4, most = 10000, random = 1000, characters = "no" },
  quick_conversions = { short = 1, classes = 4, most = 10000, random = 1000, characters = "no" },
  slow_conversions = { short = 3, classes = 6, most = 1000000, random = 250000, characters = "yes" },
  full = { short = 3, classes = 6, most = 4000000, random = 1000000, characters = "yes" },
}

---The names of the operations in the report.
local COMPARED <const> = {
  check = "well-formed or not", repair = "the text repaired", to16 = "to UTF-16", to32 = "to UTF-32", from16 = "from UTF-16",
  from32 = "from UTF-32", pair = "converted", ["to16-lossy"] = "to UTF-16, repaired", ["to32-lossy"] = "to UTF-32, repaired",
  ["from16-lossy"] = "from UTF-16, repaired", ["from32-lossy"] = "from UTF-32, repaired",
}

local function output_of(command)
  local pipe <const> = io.popen("{ " .. command .. "; } 2>&1")
  local text <const> = pipe:read("a")
  local _, _, status = pipe:close()
  return text, status
end

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

---The first byte of each byte class of an encoding, or of a conversion's source, in hex. `name` is a folder of out/.
local function representatives_of(name)
  for _, spec in ipairs(catalogue.names(".")) do
    if spec:gsub("%W", "") == name:gsub("_to_.*", "") then
      local model <const> = pipeline.understand(assert(files.read("gen/specs/" .. spec .. ".lua")), spec)
      local bytes = {}
      for i, class in ipairs(model.automaton.classes) do
        bytes[i] = ("%02X"):format(class.bytes[1])
      end
      return table.concat(bytes, " ")
    end
  end
  error("no encoding " .. name)
end

local classes <const> = setmetatable({}, { __index = function(self, name)
  self[name] = representatives_of(name)
  return self[name]
end })

---The command that runs the judge for a way. `kernels` is "no" if this is a check with all texts, and an earlier one of this encoding tests
---the kernels.
local function command_of(decoder, way, amount, kernels)
  local words <const> = { ("%sjudge-%s %s"):format(B, way[2], way[3] or "check") }
  local function add(name, value)
    words[#words + 1] = name .. " " .. quoted(tostring(value))
  end
  for _, name in ipairs { "short", "classes", "most", "random", "characters" } do
    add(name, amount[name])
  end
  add("representatives", classes[way[2]])
  add("kernels", kernels)
  for option, differences in pairs { ["leave-out"] = way.leave_out or {}, refuses = way.refuses or {}, joins = way.joins or {} } do
    for _, difference in ipairs(differences) do
      for _, row in ipairs(difference.rows) do
        add(option, row)
      end
    end
  end
  table.sort(words, function(a, b)
    return a:find("judge-", 1, true) ~= nil and not b:find("judge-", 1, true) or (not b:find("judge-", 1, true) and a < b)
  end)
  words[#words + 1] = quoted((decoder.run .. " " .. way[1]):gsub(" $", ""))
  return table.concat(words, " ")
end

---The first line of a decoder's version. If it is only a number, the decoder's name precedes it. If the command fails, only the name.
local function version_of(decoder)
  local text <const>, status <const> = output_of(decoder.version)
  local version <const> = text:gsub("\n.*", ""):gsub("\t", " ")
  return status ~= 0 and decoder.name or version:find("^[%d.]+$") and decoder.name .. " " .. version or version
end

---A checksum of the sources, the emitted C, the decoder's version and the judge's command: a way's verdict depends on these.
local function checksum(decoder, version, way, command)
  local sources = {
    "tests/outside/*.h", "tests/outside/judge.c", "tests/outside/cases.c", "tests/outside/subject.c", "tests/outside/pair.c",
  }
  for source in ((decoder.build or "") .. decoder.run):gmatch("tests/outside/[%w.]+") do
    sources[#sources + 1] = source
  end
  -- The judge of a conversion also has the code of the source encoding.
  for _, name in ipairs { way[2], way[2]:match "^(.+)_to_" } do
    sources[#sources + 1] = ("out/%s/%s.[ch]"):format(name, name)
  end
  local text <const> = output_of(("cat %s; echo %s"):format(table.concat(sources, " "), quoted(version .. command)))
  local name <const> = os.tmpname()
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
  local sum <const> = output_of("cksum < " .. name)
  os.remove(name)
  return (sum:gsub("%W+", "-"):gsub("%-$", ""))
end

local counts <const> = { passed = 0, failed = 0, skipped = 0 }

local function report(subject, what, how_much, by, verdict)
  local kind <const> = verdict:match("^%a+")
  counts[kind] = counts[kind] + 1
  results.add("outside", subject, what, how_much, by, verdict)
end

---The encodings for which a way with all texts also tests the kernels of the emitted C. One such way for each encoding is enough.
local asked_kernels <const> = {}

local ways <const> = {}

---Adds a way to the list.
local function add(decoder, version, way, amount)
  local operation <const>, encoding <const> = way[3] or "check", way[2]
  local whole <const> = amount == AMOUNTS.full and operation == "check"
  local kernels <const> = whole and asked_kernels[encoding] and "no" or "yes"
  asked_kernels[encoding] = asked_kernels[encoding] or whole
  local command <const> = command_of(decoder, way, amount, kernels)
  ways[#ways + 1] = {
    decoder = decoder, version = version, encoding = encoding, compared = COMPARED[operation], by = way[1]:match("^%S+"), command = command,
    kept = PASSED .. checksum(decoder, version, way, command), stem = ("%s%03d"):format(WAYS, #ways + 1), number = #ways + 1,
    -- The ways that take longest run first, so that few processors are idle at the end.
    turn = way.brief and 3 or decoder.slow and 1 or 2,
  }
end

local SCRIPT <const> = [[
begin=$(date +%%s)
%s >%s.log 2>&1
status=$?
echo $status >%s.status
verdict=passed
if [ $status != 0 ]; then verdict=failed; cat %s.log; fi
printf '%%3d s  %%s  %%s: %%s\n' $(($(date +%%s) - begin)) $verdict %s "$(grep ' cases, .* differ$' %s.log)"
]]

---Runs all ways that have not passed, several at once, and reports the results.
local function ask_all()
  local scripts <const> = {}
  os.execute(("mkdir -p %s %s"):format(PASSED, WAYS))
  table.sort(ways, function(a, b)
    return a.turn < b.turn or (a.turn == b.turn and a.number < b.number)
  end)
  for _, way in ipairs(ways) do
    local name <const> = ("%s: %s, %s%s"):format(way.decoder.name, way.encoding, way.compared, way.by and (" (%s)"):format(way.by) or "")
    way.output = files.read(way.kept)
    if way.output then
      print(("    -  passed  %s: %s"):format(name, way.output:match "[^\n]+\n$"):sub(1, -2))
    else
      local stem <const> = way.stem
      os.remove(stem .. ".status")
      steps.write(stem .. ".sh", SCRIPT:format(way.command, stem, stem, stem, quoted(name), stem))
      scripts[#scripts + 1] = stem .. ".sh"
    end
  end
  if #scripts > 0 then
    steps.at_once(WAYS, scripts)
  end
  for _, way in ipairs(ways) do
    local passed <const> = way.output or files.read(way.stem .. ".status") == "0\n"
    local output <const> = way.output or files.read(way.stem .. ".log") or ""
    if passed and not way.output then
      files.write(PASSED, { { name = way.kept:sub(#PASSED + 1), text = output } })
    end
    local cases <const> = (output:match("(%d+ cases[^\n]*), %d+ differ") or "none"):gsub(", 0 [%a ]+", "")
    report(way.encoding, ("%s, as %s"):format(way.compared, way.decoder.name .. (way.by and "'s " .. way.by or "")), cases, way.version,
      passed and "passed" or "failed")
  end
end

local function skip(decoder, why)
  print(("      skipped: %s (%s)"):format(decoder.name, why))
  local subjects = {}
  for _, way in ipairs(decoder.ways) do
    subjects[way[2]] = true
  end
  local names = {}
  for name in pairs(subjects) do
    names[#names + 1] = name
  end
  table.sort(names)
  report(table.concat(names, " "), "as " .. decoder.name, "none", decoder.name, "skipped: " .. why)
end

---Adds the ways of a decoder. `how`: "quick", "long" or neither.
local function add_ways(decoder, how)
  if select(2, output_of(decoder.probe)) ~= 0 then
    skip(decoder, "missing: " .. decoder.package)
    return
  end
  if decoder.build then
    local output <const>, status <const> = output_of(decoder.build)
    if status ~= 0 then
      io.write(output)
      skip(decoder, "can't be built")
      return
    end
  end
  local version <const> = version_of(decoder)
  for i, way in ipairs(decoder.ways) do
    if how == "long" then
      add(decoder, version, way, AMOUNTS.full)
    elseif how ~= "quick" then
      add(decoder, version, way, way.brief and AMOUNTS.brief or decoder.slow and way[3] and AMOUNTS.slow_conversions or AMOUNTS.full)
    elseif i <= decoder.quick then
      add(decoder, version, way, way[3] and AMOUNTS.quick_conversions or AMOUNTS.quick)
    end
  end
end

local function run(arguments)
  local decoders <const> = dofile "tests/outside/decoders.lua"
  local how <const> = (arguments[1] == "quick" or arguments[1] == "long") and arguments[1]
  local word <const> = (arguments[how and 2 or 1] or ""):lower()
  if word == "packages" then
    for _, decoder in ipairs(decoders) do
      print(decoder.package)
    end
    return 0
  end
  io.stdout:setvbuf "line"
  local found = false
  for _, decoder in ipairs(decoders) do
    if (decoder.name .. " " .. decoder.run):lower():find(word, 1, true) and (how ~= "quick" or decoder.quick) then
      found = true
      add_ways(decoder, how)
    end
  end
  if not found then
    io.stderr:write(("run.lua: error: no decoder of this run has '%s' in name or command; see tests/outside/decoders.lua\n"):format(word))
    return 2
  end
  ask_all()
  print(("%d passed, %d failed%s"):format(counts.passed, counts.failed,
    counts.skipped > 0 and (", %d skipped"):format(counts.skipped) or ""))
  return counts.failed == 0 and 0 or 1
end

os.exit(run(arg))
