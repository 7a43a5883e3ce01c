-- SPDX-License-Identifier: 0BSD
-- pages: formats the results of the stages for readers.
--
-- In:  a model or the catalogue. Out: text. `show`: the stages before emit; `against`: a comparison with published tables; `list`: a table.

local lists = require "gen.common.lists"
local characters = require "gen.language.characters"
local bytes_ = require "gen.common.bytes"
local automata = require "gen.language.automaton"
local analyses = require "gen.language.analysis"
local byte_set = require "gen.plan.byte_set"
local look_ = require "gen.plan.look"
local nibble = require "gen.plan.nibble"
local passthrough = require "gen.plan.passthrough"
local window_check = require "gen.plan.window_check"
local byte_tests = require "gen.plan.byte_tests"
local classes_ = require "gen.plan.classes"
local carries = require "gen.plan.carry"
local isas = require "gen.kernel.isas"
local cores = require "gen.kernel.cores"
local published = require "gen.commands.published"

local SIGN_BIT <const> = bytes_.SIGN_BIT

local M = {}

local WIDTH <const> = 126

local hex <const>, ranges_text <const> = bytes_.hex, bytes_.ranges_text

---Returns a function that adds a formatted line to a page, and a function that returns the page's text.
local function page()
  local lines = {}
  return function(format, ...)
    lines[#lines + 1] = format:format(...)
  end, function()
    return table.concat(lines, "\n") .. "\n"
  end
end

---Prints two lists of lines side by side; `width` is the width of the left column.
local function columns(say, left, right, width)
  for i = 1, math.max(#left, #right) do
    say("  %s%s", left[i] and left[i] .. (" "):rep(width - #left[i]) or (" "):rep(width), right[i] or "")
  end
end

---Prints a heading and a list, wrapped into lines.
local function say_list(say, heading, items)
  local line = heading
  for i, item in ipairs(items) do
    item = " " .. item .. (i < #items and ";" or "")
    if #line + #item > WIDTH then
      say("%s", line)
      line = (" "):rep(#heading)
    end
    line = line .. item
  end
  say("%s", line)
end

local function show_rows(say, model)
  say("1 rows: the well-formed characters as ranges of bytes (left); excluded bytes, each with its fault (right)")
  local left, right = {}, {}
  for i, row in ipairs(model.rows) do
    left[i] = bytes_.text(row.bytes)
  end
  for i, row in ipairs(model.excluded) do
    local whole <const> = i <= #model.disallowed and #row.bytes > 1 and ", whole character" or ""
    right[i] = ("%-16s %s%s"):format(bytes_.text(row.bytes), row.fault, whole)
  end
  columns(say, left, right, 40)
end

---Prints the forms as numbers, in the format of Thompson and Pike; nothing if they do not fit this format.
local function show_table(say, model)
  local forms <const>, later <const> = characters.table(model.spec)
  if not forms then
    return
  end
  say("  as Thompson and Pike's table: a %s byte c with c & cmask == cval%s:", later.bits > 0 and "first" or "single",
    later.bits > 0 and (", later bytes from %02X on with %d bits each"):format(later.lo, later.bits) or "")
  say("    cmask  cval  shift       lmask        lval")
  for _, row in ipairs(forms) do
    say("       %02X    %02X  %5d  %10X  %10X  %s", row.cmask, row.cval, row.shift, row.lmask, row.lval, row.form.pattern)
  end
end

local function show_automaton(say, model)
  local automaton <const> = model.whole
  say("")
  say("2 automaton: %d states, %d byte classes; minimal. All other bytes lead to `dead`.", automaton.count, #automaton.classes)
  for state = 1, automaton.count do
    local words <const> = lists.picked(state == automata.DEAD and {} or automata.successors(automaton, state), function(target)
      return ("%s -> %s"):format(ranges_text(automata.between(automaton, state, target)), automaton.names[target])
    end)
    if state ~= automata.DEAD then
      say_list(say, ("  %-10s"):format(automaton.names[state]), words)
    end
  end
  if model.starts then
    say("  A text begins in %s. Kernels begin in start; a test of the first character precedes them.", automaton.names[automaton.origin])
  end
  if model.dfa.payload then
    local numbers = {}
    for number = 0, model.dfa.classes - 1 do
      numbers[number + 1] = ("%d: %s"):format(number, ranges_text(model.dfa.members[number].ranges))
    end
    say("  as a table of 256 + %d entries; classes numbered so that (FF >> class) & lead byte is the lead's payload:", #model.dfa.next + 1)
    say_list(say, "   ", numbers)
  end
  if model.shift then
    say("  as a shift DFA: each of the %d states is a bit offset in the %s of a byte", model.automaton.count,
      model.shift.words == 1 and "64-bit word" or "two 64-bit words")
  else
    say("  no shift DFA: %s", model.no_shift)
  end
end

---Facts about a language that has a window.
---@return table facts { counts: of characters of 1, 2, ... bytes; factors: see analysis.count_factors; ends = { {back, leads = ranges} }:
---  if byte -back of a text, counted from its end, is one of `leads`, the text may end inside a character }
function M.window(model)
  local ends <const> = {}
  for back = 1, model.analysis.window - 1 do
    local leads <const> = automata.ranges(function(byte)
      for _, form in ipairs(model.spec.forms) do
        if #form.bytes > back and form.bytes[1].lo <= byte and byte <= form.bytes[1].hi then
          return true
        end
      end
    end)
    ends[#ends + 1] = #leads > 0 and { back = back, leads = leads } or nil
  end
  return {
    counts = model.analysis.counts, factors = analyses.count_factors(model.inner, model.analysis.window), ends = ends,
  }
end

local function show_analysis(say, model)
  local analysis <const> = model.analysis
  say("")
  if not analysis.window and not analysis.alike then
    say("3 window: the search for a window stopped early")
    return
  elseif not analysis.window then
    say("3 window: none. After %s and after %s, the same bytes lead to different states, no matter how many follow",
      #analysis.alike[1] > 0 and hex(analysis.alike[1]) or "nothing", hex(analysis.alike[2]))
    return
  end
  local facts <const>, per_length, counts = M.window(model), {}, {}
  for length, count in ipairs(facts.factors) do
    per_length[length] = ("%d of length %d"):format(count, length)
  end
  for length, count in ipairs(facts.counts) do
    counts[length] = ("%d"):format(count)
  end
  local ends <const> = lists.map(facts.ends, function(one) return ("byte -%d is %s"):format(one.back, ranges_text(one.leads)) end)
  say("3 window: %d bytes decide, since %d determine the state; %s", analysis.window, analysis.window - 1,
    analysis.pads and "pads are " .. hex(analysis.pads) or "there are no pads")
  say("  characters of 1, 2, ... bytes: %s", table.concat(counts, ", "))
  say("  shortest ill-formed sequences of byte classes: %s", table.concat(per_length, ", "))
  if analysis.pads and #ends > 0 then
    say("  end of input: pads flag an incomplete character: %s", table.concat(ends, ", or "))
  end
end

---Prints the rules that the tables of nibbles or of classes do not check.
local function show_rules_on_more_bytes(say, plan)
  if #plan.candidates > 1 then
    local ways <const> = lists.map(plan.candidates, function(way) return ("%d operations for %d"):format(way.cost, way.rules) end)
    say("  deep rules: %d ways to compare them, by the number of rules: %s", #ways, table.concat(ways, ", "))
  end
  for _, atoms in ipairs(plan.deep) do
    say("  compared: %s, such as %s: %s", atoms.fault, atoms.example, byte_tests.list_text(atoms))
  end
  if plan.pairing then
    say("  compared: halves of a pair, which must occur together: %s with %s", byte_tests.list_text(plan.pairing.high),
      byte_tests.list_text(plan.pairing.low))
  end
  for _, atoms in ipairs(plan.watched or {}) do
    say("  watched for: %s; compared only where the watch holds, as it does for %02X at byte -%d",
      atoms.fault, atoms.watch.lead, atoms.watch.distance)
  end
  if plan.filter > 0 then
    say("  a filter bit is not an error: it enables a comparison")
  end
end

---Prints a look: the filter that selects the places that the automaton must check.
local function show_look(say, look)
  say("  left to the automaton: %d prefixes of characters; it runs where these %s of three successive bytes share a bit", #look.open,
    look.axes[1].nibble and "nibbles" or "classes")
  for _, round in ipairs(look.rounds) do
    local function line(bit, text_of)
      say("    %s %s", bit, (lists.joined(round.axes, " ", function(axis) return ("%-9s"):format(text_of(axis)) end):gsub("%s+$", "")))
    end
    line("  ", function(axis) return (("-%d %s"):format(axis.distance, axis.nibble or "class"):gsub("^%-0", "this")) end)
    for b, product in ipairs(round.products) do
      line(("%02X"):format(1 << b - 1), function(axis) return look_.text(axis, product) end)
    end
  end
end

---Counts the bits of a plan's tables, and the bits that would change the language if they were flipped.
---@param sensitivity table
---@return integer matter, integer all
function M.count_bits(sensitivity)
  local matter, all = 0, 0
  for _, masks in next, sensitivity do
    for n = 0, #masks do
      for b = 0, 7 do
        matter, all = matter + (masks[n] >> b & 1), all + 1
      end
    end
  end
  return matter, all
end

local function show_classes(say, plan)
  local classes <const> = plan.classes
  local compared <const> = window_check.chained_bits(plan.classes)
  say("  as byte classes, for vectors that look up a whole byte at once:")
  say("       %-24s %-30s %s", "bit", "previous byte", "this byte")
  for _, bit in ipairs(classes.bits) do
    local wrong <const> = compared & bit.mask ~= 0 and "exactly one" or classes.filter & bit.mask ~= 0 and bit.name or "error if both"
    say("    %02X %-24s %-30s %s", bit.mask, wrong, classes_.text_of(bit.prev), classes_.text_of(bit.this))
  end
  for n = 1, classes.chain do
    say("  a pair with bit %02X in exactly one byte needs a pair with bit 80 in exactly one, %d bytes later; no other pair may have that",
      SIGN_BIT >> n, 2 * n)
  end
  show_rules_on_more_bytes(say, classes)
  if classes.look then
    show_look(say, classes.look)
  end
  say("  proved right for texts of every length; %d of the %d bits of the tables matter", M.count_bits(classes.sensitivity))
end

---Prints how many products cover the ill-formed pairs, and pairs that show how many products are needed.
local function show_cover(say, plan)
  local pairs_ <const> = lists.map(plan.cover.certificate, function(pair) return hex(pair) end)
  local cover <const> = plan.cover
  local looks <const> = cover.products[1][4] and " (by all four nibbles)" or ""
  if cover.candidates then
    say("4 cover: %d nibble combinations must be errors%s; %d maximal products contain no pair of a well-formed text; %d cover all errors",
      cover.cells, looks, cover.candidates, #cover.products)
    say("  fewer do not: no product contains two of  %s", table.concat(pairs_, ", "))
  else
    say("4 cover: %d nibble combinations must be errors%s; %d products cover all of them; the search for fewer stopped early",
      cover.cells, looks, #cover.products)
    say("  at least %d are needed: no product contains two of  %s", #pairs_, table.concat(pairs_, ", "))
  end
end

---Prints the bits of the tables of nibbles, and the continuation rule.
local function show_bits(say, plan)
  local low <const> = plan.tables.this_low
  say("       %-24s %-10s %-10s %s", "bit", "prev high", "prev low", low and "this high  this low" or "this high")
  for _, bit in ipairs(plan.bits) do
    local words <const> = lists.map(bit.product, function(set) return nibble.text(set) end)
    local high <const> = low and ("%-10s %s"):format(words[3], words[4]) or words[3]
    say("    %02X %-24s %-10s %-10s %s", bit.mask, bit.name, words[1], words[2], high)
  end
  local demands = {}
  for i, demand in ipairs(plan.demands) do
    demands[i] = ("byte -%d%s is %02X or more"):format(demand.distance,
      plan.flipped ~= 0 and (", flipped by %02X,"):format(plan.flipped) or "", demand.from)
  end
  say("  %s must be set %s", plan.bits[#plan.bits].name, #demands > 0 and "exactly where " .. table.concat(demands, ", or ") or "nowhere")
end

local function show_tables(say, plan)
  say("5 tables            _0 _1 _2 _3 _4 _5 _6 _7 _8 _9 _A _B _C _D _E _F")
  local tables = {}
  for i, name in ipairs(plan.set and {} or nibble.names(plan.tables)) do
    tables[i] = { name, plan.tables[name] }
  end
  for _, one in ipairs(passthrough.tables(plan)) do
    table.insert(tables, { one.name, one.entries })
  end
  for _, axis in ipairs(plan.look and plan.look.axes or {}) do
    tables[#tables + 1] = { axis.name, plan.look.tables[axis.name] }
  end
  for _, one in ipairs(tables) do
    local entries = {}
    for n = 0, 15 do
      entries[n + 1] = one[2][n]
    end
    say("    %-15s %s", one[1], hex(entries))
  end
end

---Prints the plan of kernels that carry bits.
local function show_carry(say, carry)
  say("4 carried bits    no window decides this language. Vectors carry bits of the state from byte to byte")
  for i, text in ipairs(carries.texts(carry)) do
    say("    b%-13d %s", i - 1, text)
  end
  for i, mask in ipairs(carry.masks) do
    say("    m%-13d %s: bits %02X of pair %d", i - 1, carries.set_text(mask.set), mask.mask, mask.pair)
  end
  say("    %-14s %s", "errors", carry.errors)
  for i, pair in ipairs(carry.tables) do
    say("    high, pair %d   %s", i, hex { table.unpack(pair.high, 0, 15) })
    say("    low, pair %d    %s", i, hex { table.unpack(pair.low, 0, 15) })
  end
end

---Prints the plan of a language of single bytes.
local function show_set(say, plan)
  local test <const> = plan.passthrough.ascii
  say("4 each byte is a character: outside of the set are %s",
    ranges_text(automata.ranges(function(byte) return not plan.set[byte] end)))
  local exact <const> = test.exact and test or plan.passthrough.whole
  if not test.exact then
    say("  blocks of %02X..%02X are skipped", test.lo or 0, test.hi or bytes_.SIGN_BIT - 1)
  end
  if exact.kind == "folds" then
    say("  %sblocks are tested by %s", test.exact and "" or "other ", lists.joined(exact.folds, "; ", byte_set.fold_text))
  end
  say("")
  show_tables(say, plan)
  say("  proved right for each byte; %d of the %d bits matter: flipping one of them changes the set", M.count_bits(plan.sensitivity))
  say("  by classes, one table of %d bytes; %d of the %d bits matter", bytes_.SIGN_BIT, M.count_bits(plan.classes.sensitivity))
end

local function show_plan(say, model)
  local plan <const> = model.plan
  say("")
  if model.carry then
    show_carry(say, model.carry)
    return
  elseif not plan then
    say("4 no vector kernels: %s", model.no_plan)
    return
  end
  if plan.set then
    show_set(say, plan)
    return
  end
  show_cover(say, plan)
  show_bits(say, plan)
  if plan.forbidden then
    local ranges = automata.ranges(function(b) return plan.forbidden.high[b >> 4] & plan.forbidden.low[b & 15] ~= 0 end)
    say("  looked up in tables of their own: %s", ranges_text(ranges))
  end
  show_rules_on_more_bytes(say, plan)
  if plan.look then
    show_look(say, plan.look)
  end
  say("")
  show_tables(say, plan)
  say("  proved right for texts of every length; %d of the %d bits matter: flipping one of them changes the language",
    M.count_bits(plan.sensitivity))
  if plan.classes then
    show_classes(say, plan)
  else
    say("  no tables of classes: %s", plan.no_classes)
  end
end

---@param costs table see kernel.costs
local function show_costs(say, costs)
  say("")
  say("6 cost            for each vector that is not skipped as ASCII: operations and loads of its program, micro-operations of the loop;")
  say("                  cycles for %d bytes by models of cores: the maximum over dispatch, loads and operations", cores.BYTES)
  for _, cost in ipairs(costs) do
    local words <const> = {
      ("%d operations, %d loads, %d micro-operations; by %s"):format(cost.operations, cost.loads, cost.micro_operations,
        cost.classes and "classes" or "nibbles"),
    }
    for _, core in ipairs(cores.rows) do
      local cycles <const> = cores.cycles(core, cost)
      words[#words + 1] = cycles and ("%s %.1f"):format(core.name, cores.for_bytes(cycles, isas.row(cost.name))) or nil
    end
    say_list(say, ("    %-13s"):format(cost.name), words)
  end
end

---@param costs table see kernel.costs
---@return string text
function M.show(model, costs)
  local say, text = page()
  say("%s (%s)", model.spec.title, model.spec.source)
  say("")
  show_rows(say, model)
  show_table(say, model)
  show_automaton(say, model)
  show_analysis(say, model)
  show_plan(say, model)
  if #costs > 0 then
    show_costs(say, costs)
  end
  return (text():gsub("[ ]+\n", "\n"))
end

---For trace.lua: functions that print a stage. Their arguments are `say` and the model; for `costs`, `say` and the costs.
M.page = page
M.pages = {
  rows = show_rows, automaton = show_automaton, analysis = show_analysis, plan = show_plan, costs = show_costs,
}

---Compares published tables with the derived ones.
---@param text string  the published tables
---@param name string  their file, for messages
---@return string report, boolean right whether all entries are right, each alone and all together
function M.against(model, text, name)
  return published.against(page, model, text, name)
end

local LIST_FORMAT <const> = ("%%-18s %%-44s %%6s %%5s  %%-%ds  %%s\n"):format(#table.concat(isas.names(), " "))

---The catalogue, from the certificates of the generated files. A spec is marked if its certificate is missing or has another hash.
---@param entries table { { name, spec, facts? } }
---@return string text
function M.list(entries)
  local lines, unknown = { LIST_FORMAT:format("encoding", "characters of 1, 2, ... bytes", "window", "bits", "kernels", "source") }, {}
  for _, entry in ipairs(entries) do
    local known = entry.facts
    local fresh <const> = known and known.hash == entry.spec.hash
    known = known or { counts = "?", window = "?", bits = "?", kernels = "?" }
    unknown[#unknown + 1] = not fresh and entry.name or nil
    lines[#lines + 1] = LIST_FORMAT:format(entry.name .. (fresh and "" or " *"), known.counts, known.window, known.bits, known.kernels,
      entry.spec.source)
  end
  if #unknown > 0 then
    lines[#lines + 1] = ("* out/ has no files of this spec, or files of another version of it; 'u8gen gen %s' updates them\n"):format(
      table.concat(unknown, " "))
  end
  return table.concat(lines)
end

return M
