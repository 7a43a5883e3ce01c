-- SPDX-License-Identifier: 0BSD
-- random_compiled: specs through the generator and a compiler, and every kernel compared with the meaning of the spec.
--
-- In:  lua5.4 tests/random_compiled.lua SEED|FILE.lua...   each of these: a drawn spec (tests/random_specs.lua), or a spec that is there
-- Out: a line for each: what was tried and what is wrong. Exit status 1 if anything is.
--
-- The idea: the generator's C is compiled together with tests/random_judge.c, which knows the spec by tables of what its words mean
-- (tests/judge.lua). Nothing of gen/ is in that: forms, sets of code points, rules.

package.path = "./?.lua;" .. package.path
local judge <const> = require "tests.judge"
local random_specs <const> = require "tests.random_specs"
local ucd <const> = require "tests.ucd"

local M = {}

local CC <const> = os.getenv("CC") or "gcc"
local WARNINGS <const> = "-std=c11 -Wall -Wextra -Wpedantic -Wconversion -Woverflow -Werror"
local SANITIZED <const> = "-g -fsanitize=address,undefined -fno-sanitize-recover=all"
---What most specs are compiled without, to take less time.
local USUALLY_WITHOUT <const> = { "encode", "cut", "utf16", "utf32", "limit", "spec_hash" }
local MOST_PIECES <const>, MOST_PIECE_BYTES <const> = 3000, 16

-- ---- A spec's meaning as tables of C ----

---@return string C of judge.h
function M.tables(meaning, has, replacement)
  local lines, lists, parts = {}, 0, 0
  local function say(text, ...)
    lines[#lines + 1] = text:format(...)
  end
  local function list_of(set)
    local words = {}
    for i, range in ipairs(set) do
      words[i] = ("{0x%X, 0x%X}"):format(math.min(range.lo, 0xFFFFFFFF), math.min(range.hi, 0xFFFFFFFF))
    end
    lists = lists + 1
    say("static const range list_%d[] = {%s};", lists, #words > 0 and table.concat(words, ", ") or "{0, 0}")
    return ("{list_%d, %d}"):format(lists, #set)
  end
  say('#include "rnd.h"')
  for _, name in ipairs(has) do
    say("#define HAS_%s", name:upper())
  end
  say("typedef struct { uint32_t lo, hi; } range;")
  say("typedef struct { const range *ranges; size_t count; } set;")
  say("typedef struct { uint32_t lo, hi; uint16_t context, second; } part;")
  say("typedef struct { const char *name; set of; } excluded;")
  say("typedef struct { bool row; size_t length; struct { uint8_t lo, hi; int bits; } places[6]; int bits; uint64_t base;")
  say("  const part *parts; size_t part_count; set highs, lows, lone_lows; const excluded *excluded; size_t excluded_count; } form;")
  -- The sets of rules that a part is second in, by number: number 0 is none.
  local seconds, numbers = { {} }, { [""] = 0 }
  local function second_of(one)
    local words = {}
    for i = 1, #meaning.nevers do
      words[#words + 1] = one.second[i] and i or nil
    end
    local key <const> = table.concat(words, " ")
    if not numbers[key] then
      seconds[#seconds + 1] = one.second
      numbers[key] = #seconds - 1
    end
    return numbers[key]
  end
  for i, context in ipairs(meaning.contexts) do
    context.number = i - 1
  end
  local function part_text(one, name)
    return ("{0x%X, 0x%X, %d, %d}%s"):format(one.lo or 0, one.hi or 0, one.context.number, second_of(one), name or "")
  end
  local forms = {}
  for i, form in ipairs(meaning.forms) do
    local places, words, excluded = {}, {}, {}
    for j, place in ipairs(form.places) do
      places[j] = ("{0x%02X, 0x%02X, %d}"):format(place.lo, place.hi, place.bits or 0)
    end
    for j, one in ipairs(form.row and {} or form.parts) do
      words[j] = part_text(one)
    end
    parts = #words
    say("static const part parts_%d[] = {%s};", i, parts > 0 and table.concat(words, ", ") or "{0, 0, 0, 0}")
    for j, rule in ipairs(form.excluded) do
      excluded[j] = ('{"%s", %s}'):format(rule.name, list_of(rule.set))
    end
    say("static const excluded excluded_%d[] = {%s};", i, #excluded > 0 and table.concat(excluded, ", ") or '{"", {0, 0}}')
    forms[i] = ("{%s, %d, {%s}, %d, 0x%X, parts_%d, %d, %s, %s, %s, excluded_%d, %d},"):format(tostring(form.row or false), #form.places,
      table.concat(places, ", "), form.bits or 0, form.base or 0, i, parts, list_of(form.highs or {}), list_of(form.lows or {}),
      list_of(form.lone_lows or {}), i, #excluded)
  end
  say("#define ROWS %s", tostring(meaning.forms[#meaning.forms].row or false))
  say("enum { FORMS = %d };\nstatic const form forms[] = {\n%s\n};", #forms, table.concat(forms, "\n"))
  local pair <const> = meaning.pair
  say("#define HAS_PAIR %s", tostring(pair ~= nil))
  say("static const part pair_part = %s;", pair and part_text(meaning.pair_part) or "{0, 0, 0, 0}")
  say("enum { PAIRS_FROM = 0x%X, PAIR_HIGH = 0x%X, PAIR_HIGH_LAST = 0x%X, PAIR_LOW = 0x%X, PAIR_LOWS = %d };", pair and meaning.last + 1 or 0,
    pair and pair.high[1].lo or 0, pair and pair.high[1].hi or 0, pair and pair.low[1].lo or 0,
    pair and pair.low[1].hi - pair.low[1].lo + 1 or 1)
  -- The contexts, and one more in which rules are not heeded.
  local contexts, rows = {}, {}
  for i, context in ipairs(meaning.contexts) do
    local ending, words = "none", {}
    for _, rule in ipairs(context.armed) do
      ending = ending == "none" and meaning.nevers[rule].ends and meaning.nevers[rule].name or ending
    end
    contexts[i] = ('{%s, %s, "%s"},'):format(tostring(context.final), tostring(context.good), ending)
    for j, second in ipairs(seconds) do
      local first = "NO_RULE"
      for _, rule in ipairs(context.armed) do
        first = first == "NO_RULE" and second[rule] and tostring(rule - 1) or first
      end
      words[j] = first
    end
    rows[i] = "{" .. table.concat(words, ", ") .. "},"
  end
  contexts[#contexts + 1] = '{true, true, "none"},'
  rows[#rows + 1] = "{" .. ("NO_RULE, "):rep(#seconds) .. "},"
  say("enum { FREE = %d, NO_RULE = 0xFFFF };", #contexts - 1)
  say("static const struct { bool final, good; const char *end_rule; } contexts[] = {\n%s\n};", table.concat(contexts, "\n"))
  say("static const uint16_t forbids[][%d] = {\n%s\n};", #seconds, table.concat(rows, "\n"))
  local names, sides = {}, {}
  for i, rule in ipairs(meaning.nevers) do
    names[i] = ('"%s"'):format(rule.name)
    for _, side in ipairs { "first", "second" } do
      local written = {}
      for _, form in ipairs(meaning.forms) do
        written = judge.union(written, judge.both(form.written, rule[side]))
      end
      sides[#sides + 1] = list_of(written) .. ","
    end
  end
  names[1] = names[1] or '""'
  sides[1] = sides[1] or "{0, 0},"
  say("static const char *const never_names[] = {%s};", table.concat(names, ", "))
  say("enum { SIDES = %d };\nstatic const set sides[] = {\n%s\n};", #sides, table.concat(sides, "\n"))
  local bytes, at, all <const> = {}, { 0 }, judge.pieces(meaning)
  local step <const> = math.max(1, #all // MOST_PIECES)
  for i = 1, #all, step do
    table.move(all[i], 1, math.min(#all[i], MOST_PIECE_BYTES), #bytes + 1, bytes)
    at[#at + 1] = #bytes
  end
  say("static const uint8_t pieces[] = {%s};", table.concat(bytes, ", "))
  say("enum { PIECES = %d };\nstatic const uint32_t piece_at[] = {%s};", #at - 1, table.concat(at, ", "))
  say("static const uint8_t replacement[] = {%s};", replacement and table.concat(replacement, ", ") or "0")
  return table.concat(lines, "\n") .. "\n"
end

---The bytes of the replacement, or nil if no form writes it.
local function replacement_of(meaning)
  local point <const> = meaning.replacement and tonumber(meaning.replacement:match("U%+(%x+)"), 16) or 0xFFFD
  for _, form in ipairs(meaning.forms) do
    if judge.meets(judge.both(form.written, form.own), point, point) then
      return judge.encode(form, point)
    end
  end
end

-- ---- One spec ----

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

local function read(name)
  local file <const> = io.open(name, "rb")
  local text <const> = file and file:read("a")
  return file and file:close() and text
end

---Runs a command. @return boolean ok, string said, number seconds of processors
local function run(command)
  local pipe <const> = io.popen(("{ %s; } 2>&1"):format(command))
  local said <const> = pipe:read("a")
  local ok <const>, how <const>, status <const> = pipe:close()
  return ok == true, said, how == "signal" and 128 + status or status
end

---@param text string of a spec
---@param options table { seed, folder, all (functions), sanitized, texts }
---@return table result { status = "right"|"refused"|"wrong"|"uncompiled", why?, states?, kernels?, missing, generated (seconds) }
function M.try(text, options)
  local main <const>, emit <const>, api <const> = require "gen.main", require "gen.emit", require "gen.api"
  local files <const> = require "gen.files"
  local result, begin <const> = { missing = {} }, os.clock()
  local folder <const> = options.folder
  local model, made, chosen, missing
  local without <const> = not options.all and USUALLY_WITHOUT or nil
  local ok <const>, err <const> = xpcall(function()
    model = main.compile(text, "random.lua")
    made, chosen, missing = emit.files(".", model, { prefix = "rnd", spec_name = "random.lua", command = "random", without = without })
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
    end
  end
  local has = {}
  for i, row in ipairs((api.of(model, without))) do
    has[i] = row.name
  end
  local meaning <const> = judge.read(text, ucd.ranges)
  files.write(folder, made)
  write(folder .. "/judge.h", M.tables(meaning, has, replacement_of(meaning)))
  local built <const>, complaint <const> = run(("%s %s -O1 -DRND_ALL_KERNELS %s -I %s tests/random_judge.c %s/rnd.c -o %s/judge"):format(
    CC, WARNINGS, options.sanitized and SANITIZED .. " -DEXACT" or "", folder, folder, folder))
  if not built then
    result.status, result.why = "uncompiled", complaint:match("[^\n]*error:[^\n]*") or complaint
    return result
  end
  local right <const>, said <const> = run(("timeout 120 %s/judge %d %d"):format(folder, options.seed, options.texts))
  result.status = right and "right" or "wrong"
  result[right and "kernels" or "why"] = said:gsub("%s+$", "")
  return result
end

if arg and arg[0]:find("random_compiled%.lua$") then
  local worst = 0
  for _, word in ipairs(arg) do
    local seed <const> = tonumber(word)
    local drawn <const> = seed and random_specs.draw(seed)
    local text <const> = drawn and drawn.text or assert(read(word))
    local folder <const> = "build/random-specs/" .. (seed and word or word:gsub("[^%w]", "-"))
    os.execute("mkdir -p " .. folder)
    if drawn then
      write(folder .. "/spec.lua", text)
    end
    local result <const> = M.try(text, { seed = seed or 1, folder = folder, texts = tonumber(os.getenv("TEXTS") or 3000),
      all = os.getenv("ALL") ~= nil, sanitized = os.getenv("SANITIZED") ~= nil })
    print(("%s: %s: %.2f s, %s states, %s"):format(word, result.status, result.generated, result.states or "no", result.why or result.kernels))
    worst = (result.status == "right" or result.status == "refused") and worst or 1
  end
  os.exit(worst)
end
return M
