-- SPDX-License-Identifier: 0BSD
-- run: generates the mutants of emitted files, runs the checks on them, and judges the survivors: the mutants that no check notices.
--
-- In: encodings, their files and models; groups of mutants (a kernel, or "functions" for all others); the objects of killer.c and verify/;
-- accepted.lua, the known survivors with their reasons.
-- Out: a table with a row for each group; a line for each survivor that must be explained; a line for each entry of the list whose tried
-- mutants are all noticed (an error in a run of all mutants); for UTF-8, whose code the list describes, a line for each entry without a
-- mutant (an error in each run). On mutants with an entry, only `texts` and the fast checks run. With --known yes, all checks run on them,
-- and no others are tried. The results are kept in a folder, so a second run resumes where the first one stopped. A group starts again if
-- its program has changed.
--
-- A mutant that no check notices is not always a mistake. It must be in the list, or its object must equal the original one byte by byte.
--
--     lua5.4 verify/mutants/run.lua --names utf8 --groups sse,swar --reference FILE --objects LIST
--                                 mutants   killed   equal  accepted   unknown   killed by
--     utf8             sse          1629     1281       0       348         0   texts ..., sweep ...

package.path = (arg[0]:match("^(.*)/") or ".") .. "/?.lua;" .. package.path
local c <const> = require "c"
local tokens <const> = require "tokens"
local mutants <const> = require "mutants"
local schemas <const> = require "schema"
local list <const> = require "list"
local possible <const> = require "possible"
local read <const> = require "gen.common.files".read
local results <const> = require "tests.lib.results"

local options = { names = "utf8", groups = "", build = "build/mutants", out = "out", model = "build/model", jobs = "2", every = "1",
  like = "", known = "", cc = "cc", reference = "", objects = "" }
do
  local i = 1
  while i <= #arg do
    local name <const> = arg[i]:match("^%-%-(.+)")
    if not name or not options[name] or not arg[i + 1] then
      io.stderr:write("usage: run.lua [--names LIST] [--groups LIST] [--every N] [--like TEXT] [--known yes] [--jobs N] ",
        "[--build DIR] [--out DIR] [--model DIR] [--cc COMMAND] --reference FILE --objects LIST\n")
      os.exit(2)
    end
    options[name], i = arg[i + 1], i + 2
  end
end

local function write(path, text)
  local file <const> = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function command(text, ...)
  local status <const> = os.execute(text:format(...))
  return status == true
end

local function output(text, ...)
  local pipe <const> = assert(io.popen(text:format(...)))
  local printed <const> = pipe:read("a")
  local ok <const> = pipe:close()
  return printed, ok
end

local function now()
  return tonumber((output("date +%%s.%%N")))
end

local begun <const> = now()
local function say(text, ...)
  io.stdout:write(("%7.1f s  "):format(now() - begun), text:format(...), "\n")
  io.stdout:flush()
end

local function words(text)
  local all <const> = {}
  for word in text:gmatch("[^%s,]+") do
    all[#all + 1] = word
  end
  return all
end

---Returns a hash of a text, the same on all machines.
local function digest(text)
  local sum = 5381
  for at = 1, #text do
    sum = (sum * 33 + text:byte(at)) % 4294967296
  end
  return sum
end

-- An index outside an array of the C, or a division by 0, stops the program. Uninitialized variables are filled with a pattern.
local KILLER <const> = "%s -std=c11 -O1 -w -ftrivial-auto-var-init=pattern -fsanitize=bounds-strict,integer-divide-by-zero "
  .. "-fsanitize-undefined-trap-on-error -pthread"
local STRICT <const> = "-std=c11 -w -I %s -D%s_ALL_KERNELS"

---Finds the lines that the compiler sees. The preprocessor gets each line's number instead of its text, and prints the remaining numbers.
local function seen_lines(path, text, folder, flags)
  local lines <const> = tokens.lines(text)
  local directive <const> = tokens.directives(lines)
  local marked <const>, seen <const> = {}, {}
  for i, line in ipairs(lines) do
    marked[i] = directive[i] and line or "U8GEN_LINE_" .. i
  end
  write(folder .. "/marked.c", table.concat(marked, "\n") .. "\n")
  local printed <const>, ok <const> = output("%s -E %s %s/marked.c", options.cc, flags, folder)
  if not ok then
    error(path .. ": error: the preprocessor fails on this file; see above", 0)
  end
  for number in printed:gmatch("U8GEN_LINE_(%d+)") do
    seen[tonumber(number)] = true
  end
  return function(line)
    return seen[line] or false
  end
end

---Reads NAME.c of an encoding and generates its mutants. Only the types of NAME.h are used.
local function read_encoding(name)
  local e <const> = { name = name, folder = ("%s/%s"):format(options.build, name), from = ("%s/%s"):format(options.out, name) }
  e.path, e.prefix = ("%s/%s.c"):format(e.from, name), name
  e.text = assert(read(e.path), e.path .. ": no such file; 'make mutants' writes it")
  e.model = assert(read(("%s/%s_model.h"):format(options.model, name)))
  e.prefix = e.model:match("#define MODEL_PREFIX ([%w_]+)") or name
  e.flags = STRICT:format(e.from, e.prefix:upper())
  assert(command("mkdir -p %s", e.folder))
  e.seen = seen_lines(e.path, e.text, e.folder, e.flags)
  e.scalar_seen = seen_lines(e.path, e.text, e.folder, e.flags .. (" -D%s_NO_SIMD"):format(e.prefix:upper()))
  e.kernels = {}
  for kernel in e.text:gmatch("\n#define " .. e.prefix:upper() .. "_NEEDED_BY_([%w]+) ") do
    e.kernels[#e.kernels + 1] = kernel
  end
  e.functions = c.functions(e.text, { read(("%s/%s.h"):format(e.from, name)) }, e.seen, e.path)
  e.mutants, e.left_out = mutants.all(e.text, e.functions, e.prefix, e.kernels)
  e.groups = {}
  for _, m in ipairs(e.mutants) do
    m.encoding = name
    local group <const> = m.kernel or "functions"
    if not e.groups[group] then
      e.groups[group] = {}
      table.insert(e.groups, group)
    end
    table.insert(e.groups[group], m)
  end
  return e
end

---Removes always_inline from the words of a kernel: each inlined copy of a word would contain all its mutants, and compile slowly.
local function outlined(e, group, text)
  local macro <const> = ("#define %s_%s_INLINE"):format(e.prefix:upper(), group:upper())
  return (text:gsub("(" .. macro .. ".-)always_inline,%s*", "%1", 1))
end

---Returns the numbers of the lines that the compiler refuses. For an error in an inlined function, also returns the line of the call.
local function refused_lines(printed)
  local lines <const>, before = {}, ""
  for line in printed:gmatch("[^\n]+") do
    if line:find ": error:" or (line:find "^%s+inlined from" and before:find "^In function") then
      lines[#lines + 1] = tonumber(line:match("%.c:(%d+):%d+"))
    end
    before = line
  end
  return lines
end

---Compiles the file without the mutants that the compiler refuses. The first step checks only the syntax. Code generation then also refuses
---wrong constants of intrinsics. Removes the refused mutants from `chosen`, and returns their number.
local function compile(e, group, chosen, folder)
  local refused, syntax_only = 0, true
  while true do
    local schema <const>, owners <const> = schemas.schema(e.text, e.functions, function(m)
      return chosen[m.id]
    end)
    write(folder .. "/" .. e.name .. ".c", outlined(e, group, schema))
    local how <const> = syntax_only and ("-fsyntax-only %s %s/%s.c"):format(e.flags, folder, e.name)
      or ("-I %s -I verify -I %s -I %s -DENCODING=%s -c -o %s/subject.o verify/subject.c"):format(folder, e.from, options.model, e.name,
        folder)
    local printed <const>, ok <const> = output("%s -fmax-errors=0 %s 2>&1", KILLER:format(options.cc), how)
    if ok and not syntax_only then
      return refused
    end
    local found = ok
    for _, line in ipairs(refused_lines(printed)) do
      local m <const> = owners[line]
      if m and chosen[m.id] then
        chosen[m.id], found, refused = nil, true, refused + 1
      end
    end
    if not found then
      error(("%s %s: error: the mutants do not compile:\n%s"):format(e.name, group, printed:sub(1, 2000)), 0)
    end
    syntax_only = syntax_only and not ok
  end
end

---Builds the program with the mutants of a group that --every, --like and --known select.
---@return integer[] ids, integer refused (not compiled)
local function compiled(e, group, folder, accepted)
  local chosen <const>, ids <const> = {}, {}
  if not e.groups[group] then
    error(("%s: error: no group is called %s; its groups: %s"):format(e.name, group, table.concat(e.groups, " ")), 0)
  end
  for _, m in ipairs(e.groups[group]) do
    if digest(m.key) % tonumber(options.every) == 0 and m.key:find(options.like, 1, true)
      and (options.known == "" or accepted.knows(m)) then
      chosen[m.id] = true
    end
  end
  assert(command("mkdir -p %s", folder))
  local refused <const> = compile(e, group, chosen, folder)
  for id in pairs(chosen) do
    ids[#ids + 1] = id
  end
  table.sort(ids)
  if not command("%s -pthread -o %s/killer %s/subject.o %s %s", options.cc, folder, folder, options.reference, options.objects) then
    error(("%s %s: error: the program with mutants cannot be linked; see above"):format(e.name, group), 0)
  end
  return ids, refused
end

---Reads the earlier results of the same program. @return table verdicts by the number of the mutant; string the file that has them
local function verdicts_before(e, folder, accepted)
  local stamp <const> = output("cksum < %s/killer", folder):gsub("%s+", "-")
  local kept <const>, verdicts <const> = folder .. "/verdicts-" .. stamp:gsub("%-$", ""), {}
  for id, verdict in (read(kept) or ""):gmatch("(%d+) ([^\n]+) [%d.]+\n") do
    -- If a mutant's entry was removed from the list, the mutant is tried again, with all checks.
    verdicts[tonumber(id)] = (verdict ~= "unnoticed" or options.known == "" and accepted.knows(e.mutants[tonumber(id)])) and verdict or nil
  end
  return verdicts, kept
end

---Runs the program on the mutants listed in the file `numbers` of the folder.
---@param left integer how many mutants the file lists
---@param found fun(id: integer, verdict: string, line: string)
local function run_killer(e, group, folder, left, found)
  local pipe <const> = assert(io.popen(("nice -n 5 %s/killer --jobs %s %s < %s/numbers 2>%s/errors"):format(folder, options.jobs,
    group ~= "functions" and "--kernel " .. group or "", folder, folder)))
  local started <const> = now()
  local done, shown = 0, started
  for line in pipe:lines() do
    local id <const>, verdict <const> = line:match("^(%d+) (.+) [%d.]+$")
    -- A line without a number names a kernel that this processor cannot run.
    if id then
      found(tonumber(id), verdict, line)
      done = done + 1
    end
    if now() - shown > 20 then
      shown = now()
      say("%s %s: %d of %d, %.0f s left", e.name, group, done, left, (shown - started) / done * (left - done))
    end
  end
  if not pipe:close() or done < left then
    error(("%s %s: error: %d of %d mutants tried: %s"):format(e.name, group, done, left, read(folder .. "/errors")), 0)
  end
end

---Tries each mutant of a group. @return table verdicts by number; integer[] numbers of the mutants; integer how many others do not compile
local function try_group(e, group, accepted)
  local folder <const> = ("%s/%s"):format(e.folder, group)
  local ids <const>, refused <const> = compiled(e, group, folder, accepted)
  local verdicts <const>, kept <const> = verdicts_before(e, folder, accepted)
  local numbers <const>, left = {}, 0
  for _, id in ipairs(ids) do
    if not verdicts[id] then
      local m <const> = e.mutants[id]
      numbers[#numbers + 1] = ("%d %s %s"):format(id, m.part, options.known == "" and accepted.knows(m) and "known" or "new")
      left = left + 1
    end
  end
  local count <const> = #ids
  say("%s %s: %d mutants, %d more do not compile%s", e.name, group, count, refused,
    left < count and (", %d done before"):format(count - left) or "")
  if left > 0 then
    write(folder .. "/numbers", table.concat(numbers, "\n") .. "\n")
    local file <const> = assert(io.open(kept, "a"))
    run_killer(e, group, folder, left, function(id, verdict, line)
      verdicts[id] = verdict
      file:write(line, "\n")
    end)
    file:close()
  end
  return verdicts, ids, refused
end

---Does the compiler generate the same object with the mutant as without it?
local function same_object(e, group, m)
  local folder <const> = ("%s/%s/alone"):format(e.folder, group)
  local flags = e.flags
  if group ~= "functions" then
    -- Compiles only this kernel, with all functions.
    flags = flags:gsub("_ALL_KERNELS", "_KERNEL=" .. group)
  elseif e.scalar_seen(m.line) then
    flags = flags .. (" -D%s_NO_SIMD"):format(e.prefix:upper())
  end
  local original <const> = ("%s/original-%d.o"):format(folder, digest(flags))
  local function object(text, to)
    write(folder .. "/" .. e.name .. ".c", text)
    return command("%s -O2 %s -c -o %s %s/%s.c 2>/dev/null", options.cc, flags, to, folder, e.name)
  end
  if not e[original] then
    assert(command("mkdir -p %s", folder))
    assert(object(e.text, original))
    e[original] = true
  end
  return object(schemas.alone(e.text, m), folder .. "/mutant.o") and command("cmp -s %s %s/mutant.o", original, folder)
end

local accepted <const> = list.read(dofile((arg[0]:match("^(.*)/") or ".") .. "/accepted.lua"))

local unknown <const>, rows <const>, gone = {}, {}, {}
for _, name in ipairs(words(options.names)) do
  local e <const> = read_encoding(name)
  if name == "utf8" then
    gone = accepted.unmatched(possible.mutants(possible.read(e.path, e.prefix)))
  end
  for _, group in ipairs(#words(options.groups) > 0 and words(options.groups) or e.groups) do
    local verdicts <const>, ids <const>, refused <const> = try_group(e, group, accepted)
    local row <const> = { name = name, group = group, count = #ids, refused = refused, equal = 0, accepted = 0, by = {}, order = {} }
    local kept <const> = ("%s/%s/equal-%d"):format(e.folder, group, digest(e.text))
    local equal <const> = {}
    for id, verdict in (read(kept) or ""):gmatch("(%d+) (%a+)\n") do
      equal[tonumber(id)] = verdict
    end
    local file <const> = assert(io.open(kept, "a"))
    for _, id in ipairs(ids) do
      local m <const>, verdict <const> = e.mutants[id], verdicts[id]
      if verdict ~= "survived" and verdict ~= "unnoticed" then
        accepted.reason(m, false)
        local by <const> = verdict:match(":(.*)") or verdict
        if not row.by[by] then
          row.order[#row.order + 1] = by
        end
        row.by[by] = (row.by[by] or 0) + 1
      else
        if accepted.reason(m, true) then
          row.accepted = row.accepted + 1
        else
          if not equal[id] then
            equal[id] = same_object(e, group, m) and "same" or "other"
            file:write(("%d %s\n"):format(id, equal[id]))
            file:flush()
          end
          if equal[id] == "same" then
            row.equal = row.equal + 1
          else
            m.group = group
            unknown[#unknown + 1] = m
          end
        end
      end
    end
    file:close()
    rows[#rows + 1] = row
    local by <const> = {}
    table.sort(row.order, function(a, b)
      return row.by[a] > row.by[b]
    end)
    local killed = 0
    for _, check in ipairs(row.order) do
      by[#by + 1] = ("%s %d"):format(check, row.by[check])
      killed = killed + row.by[check]
    end
    row.killed = killed
    row.unknown = row.count - killed - row.equal - row.accepted
    row.text = ("%-16s %-10s %6d %8d %7d %9d %9d   %s"):format(name, group, row.count, killed, row.equal, row.accepted, row.unknown,
      table.concat(by, ", "))
    say("%s %s: %d killed, %d equal objects, %d accepted, %d unknown", name, group, killed, row.equal, row.accepted, row.unknown)
  end
end

print(("\n%-16s %-10s %6s %8s %7s %9s %9s   killed by"):format("", "", "mutants", "killed", "equal", "accepted", "unknown"))
for _, row in ipairs(rows) do
  print(row.text)
end
-- An entry applies to all kernels that have the line. A mutant that is noticed in one kernel may survive in a kernel that is not tried.
local whole <const> = options.groups == "" and options.every == "1" and options.like == "" and options.known == ""
local stale <const> = accepted.stale()
for _, m in ipairs(unknown) do
  print(("SURVIVED %s:%d %s %s: %s  [%s]"):format(m.encoding, m.line, m.group, m.own, m.code, m.change))
end
if #unknown > 0 then
  print("No check notices the mutants above. For each: add a check, or an entry with the reason to verify/mutants/accepted.lua.")
end
for _, key in ipairs(stale) do
  print(("ACCEPTED, BUT SURVIVES NOWHERE%s (delete this entry of accepted.lua) %s"):format(whole and "" or " IN THIS RUN", key))
end
for _, key in ipairs(gone) do
  print("ACCEPTED, BUT NO SUCH MUTANT (change or delete this entry of accepted.lua) " .. key)
end
local passed, failed = 0, 0
for _, row in ipairs(rows) do
  passed, failed = passed + (row.unknown == 0 and 1 or 0), failed + (row.unknown == 0 and 0 or 1)
  results.add("mutants", row.name .. " " .. row.group, "each small mistake in its code is noticed or explained",
    ("%d killed, %d equal objects, %d accepted of %d"):format(row.killed, row.equal, row.accepted, row.count), "u8gen mutants, gcc",
    row.unknown == 0 and "passed" or "failed")
end
failed = failed + (whole and #stale > 0 and 1 or 0) + (#gone > 0 and 1 or 0)
print(("\n%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
