-- SPDX-License-Identifier: 0BSD
-- Random specs through the generator: what it derives is compared with what the forms say (tests/random_specs.lua).
--
-- In:  SEED (the first spec's, 1), COUNT (how many, 200), COMPILED (how many of them also as C, 25), all from the environment.
-- Out: luaunit's lines; a failure names the seed, and `SEED=n COUNT=1 lua5.4 tests/random_specs_test.lua` draws that spec again.
--
-- In the model, for each: counts, rows, automaton, both tables, re2c's alternatives, faults, the windows of the vectors and the bits that
-- matter, on texts made of the edges of all ranges, whole and broken. As C, with the compiler at hand: all strings to two bytes, those
-- of three by representatives, and the same broken texts, for every kernel that this processor runs.

package.path = "./?.lua;" .. package.path
local lu <const> = require "luaunit"
local main <const> = require "gen.main"
local emit <const> = require "gen.emit"
local automata <const> = require "gen.automaton"
local dfa <const> = require "gen.dfa"
local faults <const> = require "gen.faults"
local grammar <const> = require "gen.grammar"
local windows <const> = require "gen.windows"
local random_specs <const> = require "tests.random_specs"

local function setting(name, default)
  return tonumber(os.getenv(name) or default) or error(name .. " is a number")
end

local SEED <const>, COUNT <const>, COMPILED <const> = setting("SEED", 1), setting("COUNT", 200), setting("COMPILED", 25)
local TEXTS <const>, FLIPS <const> = 150, 4
local WORK <const> = "build/random_specs_test"

local function hex(bytes)
  local words = {}
  for i, byte in ipairs(bytes) do
    words[i] = ("%02X"):format(byte)
  end
  return table.concat(words, " ")
end

---Characters at the edges of all ranges, in the forms that could write them, whether they may or not.
local function pieces_of(drawn)
  local pieces = {}
  for _, form in ipairs(drawn.forms) do
    for _, edge in ipairs(random_specs.edges(drawn, form)) do
      for code_point = math.max(edge - 1, 0), edge do
        pieces[#pieces + 1] = random_specs.encode(form, code_point)
      end
    end
    pieces[#pieces + 1] = random_specs.encode(form, (1 << form.bits) - 1)
  end
  return pieces
end

---A text of some characters, whole or with one of its bytes changed, dropped, doubled or cut off at.
local function text_of(pieces, roll)
  local bytes = {}
  for _ = 1, roll(4) do
    local piece <const> = pieces[roll(#pieces)]
    table.move(piece, 1, #piece, #bytes + 1, bytes)
  end
  local at <const>, kind <const> = roll(#bytes), roll(6)
  if kind == 1 then
    bytes[at] = roll(256) - 1
  elseif kind == 2 then
    table.remove(bytes, at)
  elseif kind == 3 then
    table.insert(bytes, at, bytes[at])
  elseif kind == 4 then
    bytes = { table.unpack(bytes, 1, at) }
  elseif kind == 5 then
    bytes[at] = bytes[at] ~ 1 << roll(8) - 1
  end
  return bytes
end

---How many bytes of a text re2c's alternatives take, one after the other.
local function scanned(alternatives, bytes)
  local at, context = 0, 1
  local function longest()
    for to, rows in ipairs(alternatives[context]) do
      for _, row in ipairs(rows) do
        local like = at + #row <= #bytes
        for j = 1, like and #row or 0 do
          like = like and row[j].lo <= bytes[at + j] and bytes[at + j] <= row[j].hi
        end
        if like then
          return #row, to
        end
      end
    end
  end
  while true do
    local length, to = longest()
    if not length then
      return at
    end
    at, context = at + length, to
  end
end

---Whether a plan's tables and rules flag a window of a text between pads: what a vector computes, one lane at a time.
local function flagged(plan, analysis, bytes)
  local text, k <const> = {}, analysis.window
  for i = 1, k do
    text[i], text[k + #bytes + i] = analysis.pad, analysis.pad
  end
  table.move(bytes, 1, #bytes, k + 1, text)
  local compared <const>, said <const> = windows.chained_bits(plan)
  local function pair_at(at)
    local b0 <const>, b1 <const> = text[at], text[at - 1] or analysis.pad
    if plan.chain then
      local c0 <const> = plan.tables.this_class[windows.class_index(plan, b0)]
      local c1 <const> = plan.tables.prev_class[windows.class_index(plan, b1)]
      return c0 & c1 & ~compared | (c0 ~ c1) & compared
    end
    return plan.tables.prev_high[b1 >> 4] & plan.tables.prev_low[b1 & 15] & plan.tables.this_high[b0 >> 4]
  end
  local function all_hold(atoms, at)
    for _, gate in ipairs(atoms.gates or {}) do
      if at - gate.distance < 2 or pair_at(at - gate.distance) & gate.mask == 0 then
        return false
      end
    end
    for i, atom in ipairs(atoms) do
      if at - i + 1 >= 1 and not windows.holds(atom, text[at - i + 1]) or at - i + 1 < 1 then
        return false
      end
    end
    return true
  end
  for at = k + 1, #text do
    local b0 <const> = text[at]
    local errors = pair_at(at)
    local demanded = 0
    for n = 1, plan.chain or 0 do
      demanded = demanded ~ (pair_at(at - 2 * n) or 0) << n
    end
    for _, demand in ipairs(plan.demands) do
      if text[at - demand.distance] ~ plan.flipped >= demand.from then
        demanded = plan.bit
      end
    end
    errors = (errors ~ demanded) & ~(plan.watch | said) & 255
    if windows.is_alone(plan, b0) then
      errors = 1
    end
    for _, atoms in ipairs(plan.far) do
      errors = all_hold(atoms, at) and 1 or errors
    end
    if plan.match and all_hold(plan.match.high, at) ~= all_hold(plan.match.low, at) then
      errors = 1
    end
    if errors ~= 0 then
      return true
    end
  end
  return false
end

---Whether two automata step alike everywhere.
local function same_steps(a, b)
  for state = 1, math.max(#a, #b) do
    for byte = 0, 255 do
      if not a[state] or not b[state] or a[state][byte] ~= b[state][byte] then
        return false
      end
    end
  end
  return true
end

---The first thing that a model has wrong, or nil.
local function wrong_in(drawn, model)
  local automaton <const>, analysis <const>, plan <const> = model.automaton, model.analysis, model.plan
  local roll <const> = random_specs.dice(drawn.seed + 1000000)
  local counts <const> = random_specs.counts(drawn)
  for length = 1, math.max(#analysis.counts, 12) do
    local known <const>, derived <const> = counts[length] or 0, analysis.counts[length] or 0
    if known ~= derived then
      return ("%d characters of %d bytes, not %d"):format(known, length, derived)
    end
  end
  if not same_steps(dfa.read_table(model.dfa), automaton.next) then
    return "the table is not the automaton"
  elseif model.shift and not same_steps(dfa.read_shift(model.shift), automaton.next) then
    return "the shift words are not the automaton"
  elseif not model.shift and not model.no_shift or not plan and not model.no_plan then
    return "a kernel is missing without a reason"
  elseif plan and not plan.classes and not plan.no_classes then
    return "there are no classes, without a reason"
  elseif plan and plan.least > #plan.far then
    return ("%d rules on several bytes do, where %d were said to be needed at least"):format(#plan.far, plan.least)
  end
  local plans <const> = { plan, plan and plan.classes }
  for _, one in ipairs(plans) do
    local wrong <const> = windows.counterexample(automaton, analysis, one)
    if wrong then
      return "the windows are wrong: " .. hex(wrong.bytes)
    end
    local names <const> = {}
    for name in next, one.matters do
      names[#names + 1] = name
    end
    table.sort(names)
    for _ = 1, FLIPS do
      local name <const>, bit <const> = names[roll(#names)], 1 << roll(8) - 1
      local entries <const> = one.tables[name] or one.alone[name:sub(7)]
      local n <const> = roll(#entries + 1) - 1
      entries[n] = entries[n] ~ bit
      local matters <const> = windows.counterexample(automaton, analysis, one) ~= nil
      entries[n] = entries[n] ~ bit
      if matters ~= (one.matters[name][n] & bit ~= 0) then
        return ("bit %02X of %s[%X]: that it matters is %s"):format(bit, name, n, tostring(matters))
      end
    end
  end
  local alternatives = grammar.re2c(model.rows, model.contexts)
  for from, lists in ipairs(alternatives) do
    for to, list in ipairs(lists) do
      alternatives[from][to] = grammar.read_re2c(list)
    end
  end
  local pieces <const> = pieces_of(drawn)
  for n = 1, #pieces + TEXTS do
    local bytes <const> = pieces[n] or text_of(pieces, roll)
    local prefix <const> = random_specs.valid_prefix(drawn, bytes)
    local valid <const> = prefix == #bytes
    local state <const> = automata.run(automaton, bytes)
    local fault <const> = faults.of(model, bytes)
    if automaton.accepts[state] ~= valid then
      return hex(bytes) .. ": the automaton"
    elseif scanned(alternatives, bytes) ~= prefix then
      return hex(bytes) .. ": re2c's alternatives"
    elseif (fault and fault.offset or #bytes) ~= prefix or fault and not fault.fault then
      return hex(bytes) .. ": the fault"
    end
    for _, one in ipairs(plans) do
      if flagged(one, analysis, bytes) == valid then
        return hex(bytes) .. ": the windows, by " .. (one.chain and "classes" or "nibbles")
      end
    end
  end
end

-- ---- As C ----

---What a small C program needs to judge texts by the forms, and texts for it.
local function judge_of(drawn, model)
  local function ranges_of(list)
    local words = {}
    for _, range in ipairs(list) do
      words[#words + 1] = ("{ 0x%X, 0x%X }"):format(range.lo, range.hi)
    end
    words[#words + 1] = "{ 1, 0 }"
    return "{ " .. table.concat(words, ", ") .. " }"
  end
  local forms = {}
  for i, form in ipairs(drawn.forms) do
    local bytes, allowed, left_out = {}, { table.unpack(form.ranges) }, {}
    for j, byte in ipairs(form.bytes) do
      bytes[j] = ("{ 0x%X, %d }"):format(byte.fixed, byte.bits)
    end
    table.move(form.also, 1, #form.also, #allowed + 1, allowed)
    for j, rule in ipairs(form.except) do
      left_out[j] = rule.range
    end
    forms[i] = ("    { %d, { %s }, %s, %s },"):format(#form.bytes, table.concat(bytes, ", "), ranges_of(allowed), ranges_of(left_out))
  end
  local nevers = {}
  for i, rule in ipairs(drawn.nevers) do
    nevers[i] = ("    { { 0x%X, 0x%X }, { 0x%X, 0x%X } },"):format(rule.first.lo, rule.first.hi, rule.second.lo, rule.second.hi)
  end
  nevers[#nevers + 1] = "    { { 1, 0 }, { 1, 0 } },"
  local pair <const> = drawn.pair or { high = { lo = 1, hi = 0 }, low = { lo = 1, hi = 0 } }
  local representatives = {}
  for _, class in ipairs(model.automaton.classes) do
    for _, range in ipairs(class.ranges) do
      representatives[#representatives + 1] = range.lo
      representatives[#representatives + 1] = range.hi ~= range.lo and range.hi or nil
    end
  end
  local texts, pieces, roll = {}, pieces_of(drawn), random_specs.dice(drawn.seed + 2000000)
  for n = 1, #pieces + 2000 do
    local bytes <const> = pieces[n] or text_of(pieces, roll)
    local fault <const> = faults.of(model, bytes) or { offset = #bytes, length = 0, fault = "none", state = 1 }
    local values = {}
    for i, byte in ipairs(bytes) do
      values[i] = ("%d"):format(byte)
    end
    texts[n] = ('    { %d, %d, %d, "%s", { %s } },'):format(#bytes, fault.offset, fault.length, fault.fault, table.concat(values, ","))
  end
  return ([[
#include "%s.h"
#define CHECK %s_check
#define FAULT_NAME %s_fault_name
#define KERNEL %s_kernel
#define KERNEL_AT %s_kernel_at
#define KERNEL_COUNT %s_kernel_count
#define ERROR %s_error
enum { PAD = %d };
typedef struct { uint32_t lo, hi; } range;
static const struct { int length; struct { uint32_t fixed; int bits; } bytes[6]; range allowed[8], left_out[8]; } forms[] = {
%s
};
static const struct { range first, second; } nevers[] = {
%s
};
static const range high = { 0x%X, 0x%X }, low = { 0x%X, 0x%X };
static const uint8_t representatives[] = { %s };
static const struct { int length, offset, faulty; const char *fault; uint8_t bytes[40]; } texts[] = {
%s
};
]]):format(model.spec.name, model.spec.name, model.spec.name, model.spec.name, model.spec.name, model.spec.name, model.spec.name,
    model.analysis.pad or -1, table.concat(forms, "\n"), table.concat(nevers, "\n"), pair.high.lo, pair.high.hi, pair.low.lo, pair.low.hi,
    table.concat(representatives, ", "), table.concat(texts, "\n"))
end

local function write(name, text)
  local file <const> = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

---Compiles what the generator gives for a model and runs it beside the judge. @return string? what is wrong
local function wrong_as_c(drawn, model)
  local folder <const> = ("%s/%d"):format(WORK, drawn.seed)
  emit.write(folder, emit.files(".", model, { prefix = model.spec.name, spec_name = "random.lua", command = "random" }))
  write(folder .. "/judge.h", judge_of(drawn, model))
  local compile <const> = ("%s -std=c99 -O1 -Wall -Wextra -Werror -I %s tests/random_judge.c %s/%s.c -o %s/judge"):format(
    os.getenv("CC") or "cc", folder, folder, model.spec.name, folder)
  local pipe <const> = io.popen(("{ %s && %s/judge; } 2>&1"):format(compile, folder))
  local said <const> = pipe:read("a")
  return not pipe:close() and said or nil
end

TestRandomSpecs = {}

function TestRandomSpecs.test_what_is_derived_is_what_the_forms_say()
  os.execute("rm -rf " .. WORK .. " && mkdir -p " .. WORK)
  print(("seeds %d..%d"):format(SEED, SEED + COUNT - 1))
  local wrong, vectors, compiled = {}, 0, 0
  for seed = SEED, SEED + COUNT - 1 do
    local drawn <const> = random_specs.draw(seed)
    local ok, model = xpcall(main.compile, function(err)
      return type(err) == "table" and err.message or debug.traceback(err)
    end, drawn.text, ("seed %d"):format(seed))
    local what = not ok and model or wrong_in(drawn, model)
    vectors = vectors + (ok and model.plan and 1 or 0)
    -- Half of those without vectors are left out where not all are compiled: most have the same few kernels.
    if not what and compiled < COMPILED and (model.plan or seed % 2 == 0 or COMPILED >= COUNT) then
      compiled = compiled + 1
      what = wrong_as_c(drawn, model)
    end
    if what then
      wrong[#wrong + 1] = ("seed %d: %s\n%s"):format(seed, what, drawn.text)
    end
  end
  print(("%d specs, %d of them with vector kernels, %d compiled"):format(COUNT, vectors, compiled))
  lu.assertEquals(#wrong, 0, table.concat(wrong, "\n"))
end

os.exit(lu.LuaUnit.run())
