-- SPDX-License-Identifier: 0BSD
-- random_compiled: generates and compiles the C of specs, and compares its results with the meaning of the spec.
--
-- In:  lua5.4 tests/gen/random_compiled.lua SEED|FILE.lua...   the specs drawn from the seeds (tests/lib/random_specs.lua) or in the files
--      lua5.4 tests/gen/random_compiled.lua --run              COUNT specs from SEED on, one process for each, JOBS at once; then runs
--      `u8gen verify --sample` on VERIFY of them. COUNT, SEED, JOBS, VERIFY, TEXTS (for each spec) and SHRINK are environment variables.
-- Out: a line for each spec and its error, if any. Exit status 1 if there is an error. With --run, the lines are in a log in
--      build/random-specs, and totals are printed at the end. Specs that are already in the log are not tried again. A spec that fails is
--      made smaller in at most SHRINK tries, as long as it fails in the same way, and kept in build/random-specs/failed.
--
-- The generator's C is compiled together with tests/gen/random_judge.c, which has the meaning of the spec (tests/lib/judge.lua) as tables
-- (tests/lib/judge_tables.lua): forms, sets of code points, rules. None of these files uses code of gen/.

package.path = "./?.lua;" .. package.path
local judge <const> = require "tests.lib.judge"
local judge_tables <const> = require "tests.lib.judge_tables"
local random_cuts <const> = require "tests.lib.random_cuts"
local random_specs <const> = require "tests.lib.random_specs"
local ucd <const> = require "tests.lib.ucd"

local M = {}

local CC <const> = os.getenv("CC") or "gcc"
local WARNINGS <const> = "-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Woverflow -Werror"
local SANITIZED <const> = "-g -fsanitize=address,undefined -fno-sanitize-recover=all"
---Functions that most specs omit, to save time. Every second spec has validators only, and every fourth has all functions.
local USUALLY_WITHOUT <const> = { "encode", "cut", "utf16", "utf32", "spec_hash" }
local VALIDATORS_WITHOUT <const> = { "repair", "stream", "chunk", "decode", "iterate", "measure", "count", table.unpack(USUALLY_WITHOUT) }
local ALL_EACH <const> = 4
local FOLDER <const>, INTRINSICS <const> = "build/random-specs", "build/random-specs/intrinsics.h"

-- ---- One spec ----

---The bytes of the replacement character, or nil if neither a form nor a pair writes it.
local function replacement_of(meaning)
  local point <const>, pair <const> = meaning.replacement and tonumber(meaning.replacement:match("U%+(%x+)"), 16) or 0xFFFD, meaning.pair
  local function bytes_of(code_point, set)
    for _, form in ipairs(meaning.forms) do
      if judge.meets(judge.both(set or form.written, form.own), code_point, code_point) then
        return judge.encode(form, code_point)
      end
    end
  end
  local at <const> = point - meaning.last - 1
  if pair and at >= 0 then
    local high <const>, low <const> = pair.high[1], pair.low[1]
    local lows <const> = low.hi - low.lo + 1
    local first <const>, second <const> = bytes_of(high.lo + at // lows, pair.high), bytes_of(low.lo + at % lows, pair.low)
    return first and second and table.move(second, 1, #second, #first + 1, first)
  end
  return bytes_of(point)
end

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

---@return string? text
local function read(name)
  local file <const> = io.open(name, "rb")
  local text <const> = file and file:read("a")
  return file and file:close() and text or nil
end

---Runs a command. @return boolean ok, string output; if it is empty, the exit status
local function run(command)
  local pipe <const> = io.popen(("{ %s; } 2>&1"):format(command))
  local outcome <const> = pipe:read("a")
  local ok <const>, how <const>, status <const> = pipe:close()
  return ok == true, outcome ~= "" and outcome or ("%s %d"):format(how, status)
end

---The compiler's flags. If `prepare` has precompiled the header of intrinsics, they include it, which makes compiling faster.
local function flags()
  return ("%s -Og%s"):format(WARNINGS, read(INTRINSICS) and " -include " .. INTRINSICS or "")
end

---Precompiles a header that includes the intrinsics of x86-64; on other processors it is empty.
function M.prepare()
  os.execute("mkdir -p " .. FOLDER)
  os.remove(INTRINSICS)
  local plain <const> = flags()
  write(INTRINSICS, "#if defined(__x86_64__)\n#include <immintrin.h>\n#endif\n")
  run(("%s %s -DRND_ALL_KERNELS -x c-header %s -o %s.gch"):format(CC, plain, INTRINSICS, INTRINSICS))
end

---@param text string of a spec
---@param options table { seed, folder, all (with all functions), validators (validators only), kernels (only these), sanitized, texts }
---@return table result { status = "right"|"refused"|"wrong"|"uncompiled", why?, states?, kernels?, missing, generated (seconds) }
function M.try(text, options)
  local pipeline <const>, emit <const>, api <const> = require "gen.pipeline", require "gen.emit.emit", require "gen.kernel.api"
  local files <const> = require "gen.common.files"
  local result, begin <const> = { missing = {} }, os.clock()
  local folder <const> = options.folder
  local model, made, chosen, missing
  local without <const> = not options.all and (options.validators and VALIDATORS_WITHOUT or USUALLY_WITHOUT) or nil
  local ok <const>, err <const> = xpcall(function()
    model = pipeline.compile(text, "random.lua")
    made, chosen, missing = emit.files(".", model, { prefix = "rnd", spec_name = "random.lua", command = "random", without = without,
      kernels = options.kernels })
  end, function(err)
    return type(err) == "table" and err or debug.traceback(err)
  end)
  result.generated = os.clock() - begin
  if not ok then
    result.status, result.why = type(err) == "table" and "refused" or "wrong", type(err) == "table" and err.message or "generator: " .. err
    return result
  end
  result.states = model.automaton.count
  for _, list in ipairs { chosen.missing, missing } do
    for _, one in ipairs(list) do
      result.missing[#result.missing + 1] = { name = one.name, reason = one.reason }
      result.defect = result.defect or one.defect and one.reason
    end
  end
  if result.defect then
    result.status, result.why = "wrong", result.defect
    return result
  end
  local has = {}
  for i, row in ipairs((api.of(model, without))) do
    has[i] = row.name
  end
  local meaning <const> = judge.read(text, ucd.ranges)
  files.write(folder, made)
  write(folder .. "/judge.h", judge_tables(meaning, has, replacement_of(meaning)))
  local built <const>, complaint <const> = run(("%s %s -DRND_ALL_KERNELS %s -I %s tests/gen/random_judge.c -o %s/judge"):format(
    CC, flags(), options.sanitized and SANITIZED .. " -DEXACT" or "", folder, folder))
  if not built then
    result.status, result.why = "uncompiled", complaint:match("[^\n]*error:[^\n]*") or complaint
    return result
  end
  -- The sanitizer reserves more address space than the generator may have.
  local right <const>, outcome <const> = run(("ulimit -S -v unlimited; timeout 120 %s/judge %d %d"):format(folder, options.seed,
    options.texts))
  result.status = right and "right" or "wrong"
  result[right and "kernels" or "why"] = outcome:gsub("%s+$", "")
  return result
end

---The features of a drawn spec, in words.
function M.kind_of(drawn)
  local words = {}
  for tag, has in next, drawn.tags do
    words[#words + 1] = has and tag or nil
  end
  table.sort(words)
  return table.concat(words, " ")
end

---The kernels of specs by their seeds: all of them, or in a quarter each sse or avx2. The C can depend on the widest vector of a file, but
---perhaps this processor does not have it.
local SUBSETS <const> = { [1] = { "dfa", "sse" }, [3] = { "dfa", "avx2" } }

local function draw(seed)
  local drawn <const> = random_specs.draw(seed)
  drawn.kernels = SUBSETS[seed // 4 % 4]
  return drawn
end

---Tries a drawn spec. Every fourth has all functions, and a quarter of these are sanitized.
function M.try_drawn(drawn, folder, texts)
  os.execute("mkdir -p " .. folder)
  write(folder .. "/spec.lua", drawn.text)
  local all <const> = drawn.seed % ALL_EACH == 0
  return M.try(drawn.text, { seed = drawn.seed, folder = folder, texts = texts, all = all, sanitized = drawn.seed % (4 * ALL_EACH) == 0,
    validators = drawn.seed % 2 == 1, kernels = drawn.kernels })
end

-- ---- Smaller specs that fail in the same way ----

local function copy_of(value)
  if type(value) ~= "table" then
    return value
  end
  local out <const> = {}
  for key, one in next, value do
    out[key] = copy_of(one)
  end
  return out
end

---The kind of a failure: its status, and for a wrong answer the function, without the kernel.
local function failure_of(result)
  return result.status .. " " .. (result.why or ""):gsub(":.*", ""):gsub("^%S+ ", "")
end

---@param drawn table that fails
---@param result table its failure
---@param tries integer the most specs to try
---@return table drawn, table result the smallest spec that was found, and its failure
function M.shrink(drawn, result, folder, tries)
  local kind <const>, index = failure_of(result), 1
  while tries > 0 do
    local cuts <const> = random_cuts(drawn)
    if index > #cuts then
      break
    end
    local less <const> = copy_of(drawn)
    cuts[index](less)
    less.text = random_specs.text_of(less)
    local outcome <const> = M.try_drawn(less, folder, 1500)
    tries = tries - 1
    if failure_of(outcome) == kind then
      drawn, result = less, outcome
    else
      index = index + 1
    end
  end
  return drawn, result
end

-- ---- Many specs, one process each ----

---Limits of each process that tries a spec, in seconds of CPU time and KiB.
local SECONDS <const>, MEMORY <const> = 150, 4000000
local FIELDS <const> = { "seed", "status", "kind", "states", "kernels", "missing", "generated", "seconds", "why" }

local function setting(name, default)
  return tonumber(os.getenv(name) or default) or error(name .. " must be a number")
end

local function append(name, fields)
  for i, field in ipairs(fields) do
    fields[i] = tostring(field):gsub("[\t\n]+", " ")
  end
  local file <const> = assert(io.open(name, "ab"))
  file:write(table.concat(fields, "\t") .. "\n")
  file:close()
end

---Tries one spec of many, and appends its line to the log. A spec that fails is made smaller and kept.
local function one_of(seed, log)
  local drawn, begin <const> = draw(seed), os.time()
  local folder <const> = ("%s/%d"):format(FOLDER, seed)
  local result = M.try_drawn(drawn, folder, setting("TEXTS", 3000))
  local missing = {}
  for i, one in ipairs(result.missing) do
    missing[i] = one.name .. ": " .. one.reason
  end
  local line <const> = { seed, result.status, M.kind_of(drawn), result.states or 0, result.kernels or "", table.concat(missing, "; "),
    ("%.2f"):format(result.generated) }
  if result.status == "wrong" or result.status == "uncompiled" then
    drawn, result = M.shrink(drawn, result, folder, setting("SHRINK", 60))
    os.execute("mkdir -p " .. FOLDER .. "/failed")
    write(("%s/failed/%d.lua"):format(FOLDER, seed), ("%s-- %s: %s\n"):format(drawn.text, result.status, result.why:gsub("\n", "\n-- ")))
  end
  line[#line + 1], line[#line + 2] = os.time() - begin, result.why or ""
  append(log, line)
  os.execute("rm -r " .. folder)
end

---The lines of a log, as a map from seeds to lines.
local function read_log(log)
  local lines = {}
  for text in (read(log) or ""):gmatch("[^\n]+") do
    local line, i = {}, 0
    for field in (text .. "\t"):gmatch("([^\t]*)\t") do
      i = i + 1
      line[FIELDS[i]] = field
    end
    lines[math.tointeger(line.seed)] = line
  end
  return lines
end

---The different strings of a list with their frequencies, the most frequent string first.
local function counted(words)
  local counts, list = {}, {}
  for _, word in ipairs(words) do
    list[#list + 1] = not counts[word] and word or nil
    counts[word] = (counts[word] or 0) + 1
  end
  table.sort(list, function(a, b)
    return counts[a] > counts[b] or counts[a] == counts[b] and a < b
  end)
  for i, word in ipairs(list) do
    list[i] = ("%6d  %s"):format(counts[word], word)
  end
  return list
end

---Prints totals. @return integer failed the number of specs that are neither right nor refused
local function totals(lines, first, count)
  local by_status, refused, unvectored, kernels, seconds, kinds, failing = {}, {}, {}, {}, {}, {}, {}
  for seed = first, first + count - 1 do
    local line <const> = lines[seed] or { status = "missing", kind = "" }
    by_status[#by_status + 1] = line.status
    kinds[#kinds + 1] = line.kind
    if line.status == "refused" then
      refused[#refused + 1] = line.why:gsub("%d+", "N"):gsub("U%+%x+", "U+X"):gsub("%.%.U%+X", "")
    elseif line.status ~= "right" then
      failing[#failing + 1] = ("%6d  %s: %s"):format(seed, line.status, (line.why or ""):sub(1, 160))
    end
    for kernel in (line.kernels or ""):gmatch("%S+") do
      kernels[#kernels + 1] = kernel
    end
    local reason <const> = (line.missing or ""):match("avx2: ([^;]*)")
    unvectored[#unvectored + 1] = reason and reason:gsub("%d+", "N")
    seconds[#seconds + 1] = tonumber(line.generated)
  end
  table.sort(seconds)
  local sum = 0
  for _, one in ipairs(seconds) do
    sum = sum + one
  end
  local function percentile(p)
    return seconds[math.max(1, math.ceil(#seconds * p / 100))] or 0
  end
  local function show(title, list)
    print(title)
    print(#list > 0 and table.concat(list, "\n") or "     0")
  end
  show("specs:", counted(by_status))
  show("refused, since statements that were drawn contradict each other:", counted(refused))
  show("without vectors (avx2):", counted(unvectored))
  show("kernels that were run on them:", counted(kernels))
  print(("kinds: %d"):format(#counted(kinds)))
  print(("generation, in CPU seconds: 50%% %.2f, 90%% %.2f, 99%% %.2f, maximum %.2f, sum %.0f"):format(percentile(50),
    percentile(90), percentile(99), percentile(100), sum))
  show("failed:", failing)
  return #failing
end

---Runs a shell command for each seed, several at once: $0 is the seed, $JOB a number that no concurrent command has.
local function each(seeds, jobs, command)
  local pipe <const> = assert(io.popen(("xargs -P %d --process-slot-var=JOB -n 1 sh -c '%s'"):format(jobs, command), "w"))
  pipe:write(table.concat(seeds, "\n"), "\n")
  pipe:close()
end

---Runs `u8gen verify --sample` on some of the specs that are right.
---@return integer failed the number of specs in the log whose verification failed
local function verify(lines, first, count, most, jobs)
  local log <const> = ("%s/verify-%d.tsv"):format(FOLDER, first)
  local known <const>, seeds, failed, tried = read_log(log), {}, 0, 0
  for seed = first, first + count - 1 do
    if lines[seed] and lines[seed].status == "right" and tried < most then
      tried = tried + 1
      if not known[seed] then
        write(("%s/verify-%d.lua"):format(FOLDER, seed), random_specs.draw(seed).text)
        seeds[#seeds + 1] = seed
      end
    end
  end
  if #seeds > 0 then
    each(seeds, jobs, ([[f=%s/verify-$0; begin=$(date +%%s); state=failed; ]] ..
      [[export U8GEN_VERIFY_OBJECTS=%s/objects-$JOB; MAKEFLAGS= timeout 600 nice ]] ..
      [[./u8gen verify --sample $f.lua >$f.txt 2>&1 && state=passed; ]] ..
      [[printf "%%s\t%%s\t\t\t\t\t\t%%s\t%%s\n" $0 $state $(($(date +%%s) - begin)) "$(tail -n 1 $f.txt)" >>%s; ]] ..
      [[[ $state = failed ] || rm $f.lua $f.txt]]):format(FOLDER, FOLDER, log))
  end
  for _, line in pairs(read_log(log)) do
    failed = failed + (line.status == "failed" and 1 or 0)
  end
  print(("verified: %d, failed: %d (%s)"):format(tried, failed, log))
  return failed
end

---Tries COUNT specs from SEED on, except specs in the log. Prints totals, and verifies at most VERIFY specs. @return boolean right
local function run_all()
  local first <const>, count <const>, jobs <const> = setting("SEED", 1), setting("COUNT", 300), setting("JOBS", 1)
  M.prepare()
  local log <const>, seeds = ("%s/log-%d.tsv"):format(FOLDER, first), {}
  local known <const> = read_log(log)
  for seed = first, first + count - 1 do
    seeds[#seeds + 1] = not known[seed] and seed or nil
  end
  print(("%d specs from seed %d on, %d of them not tried yet; log: %s"):format(count, first, #seeds, log))
  if #seeds > 0 then
    local lua <const> = os.getenv("LUA") or "lua5.4"
    each(seeds, jobs, ([[ulimit -S -t %d; ulimit -S -v %d; nice %s tests/gen/random_compiled.lua --one $0 %s || ]] ..
      [[printf "%%s\tkilled\t\t\t\t\t\t\tby a limit or an error\n" $0 >>%s]]):format(SECONDS, MEMORY, lua, log, log))
  end
  local lines <const> = read_log(log)
  local wrong = totals(lines, first, count)
  if setting("VERIFY", 0) > 0 then
    wrong = wrong + verify(lines, first, count, setting("VERIFY", 0), jobs)
  end
  return wrong == 0
end

if arg and arg[0]:find("random_compiled%.lua$") then
  if arg[1] == "--one" then
    one_of(math.tointeger(arg[2]), arg[3])
    os.exit(0)
  elseif arg[1] == "--run" then
    os.exit(run_all())
  end
  local right = true
  for _, word in ipairs(arg) do
    local seed <const> = math.tointeger(word)
    local folder <const> = FOLDER .. "/" .. word:gsub("[^%w]", "-")
    local result
    if seed then
      result = M.try_drawn(draw(seed), folder, setting("TEXTS", 3000))
    else
      os.execute("mkdir -p " .. folder)
      result = M.try(assert(read(word), word), { seed = 1, folder = folder, texts = setting("TEXTS", 3000), all = os.getenv("ALL") ~= nil,
        sanitized = os.getenv("SANITIZED") ~= nil })
    end
    print(("%s: %s: %.2f s, %s states, %s"):format(word, result.status, result.generated, result.states or "no",
      result.why or result.kernels))
    right = right and (result.status == "right" or result.status == "refused")
  end
  os.exit(right)
end
return M
