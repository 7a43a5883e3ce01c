-- SPDX-License-Identifier: 0BSD
-- views: what each template sees.
--
-- In:  a job: a model, options, and the kernels that were chosen. Out of `render`: a template's text.
--
-- Each template has a function below, under its file's name, that gives its view: the names which its holes may use. Besides, all see
-- `common`, and may have others filled where they say part("api/valid.c"); one without a view sees no more than that. So what a template
-- depends on can be read here: api/prefix.h on nothing of the model, kernel_shift.c on the automaton and on the shifted states.

local layout = require "gen.layout"
local selection = require "gen.selection"
local vector_view = require "gen.vector_view"
local templates = require "gen.templates"
local states = require "gen.states"
local api = require "gen.api"
local between_ = require "gen.between"
local code_points = require "gen.code_points"
local companions_ = require "gen.companions"
local measures = require "gen.measures"
local notation = require "gen.notation"
local re2c = require "gen.re2c"
local rows_ = require "gen.rows"
local ranges_ = require "gen.ranges"
local grammar = require "gen.grammar"
local repair = require "gen.repair"
local streams = require "gen.streams"
local automata = require "gen.automaton"
local dfa_ = require "gen.dfa"
local faults_ = require "gen.faults"
local byte_tests = require "gen.byte_tests"
local spec_ = require "gen.spec"
local facts = require "gen.facts"
local figures = require "gen.figures"
local units_ = require "gen.units"
local utf16_plan = require "gen.utf16_plan"

local M = {}

local VIEWS <const> = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT

---So many ranges of code points at most are named one by one in a header.
local MOST_SHOWN <const> = 16
local hex <const> = layout.hex

local function has_part(job, name)
  for _, one in ipairs(job.parts) do
    if one.name == name then
      return true
    end
  end
  return false
end

---@param root string the project's folder
---@param model table
---@param options table see emit.files
---@return table job; emit sets `scanner`, what re2c made, when it has it
function M.job(root, model, options)
  local chosen <const> = selection.of(model, options)
  local parts <const>, missing <const> = api.of(model, options.without)
  local job <const> = {
    root = root, model = model, options = options, p = options.prefix .. "_", U = options.prefix:upper(),
    selection = chosen, scalar = chosen.scalar, families = chosen.families, vectors = chosen.vectors,
    parts = parts, missing_parts = missing, left_out = api.left_out(parts), companions = companions_.of(model, parts),
  }
  -- Whether characters are counted, and how bytes tell of them.
  job.counts = has_part(job, "measure") or has_part(job, "count")
  job.by_bytes = job.counts and not measures.refused(model) and measures.by_bytes(model) or nil
  return job
end

---What all templates see: `p` stands before functions and tables, `U` and _ before macros.
local function common(job)
  return {
    ipairs = ipairs, p = job.p, U = job.U,
    hex = hex, hex64 = layout.hex64, ruler = layout.ruler, pad_to = layout.pad_to, decimals = layout.decimals,
    part = function(name) return M.render(job, name) end,
    -- The table of a companion's forms; whether there is one.
    companions = function(name)
      local one <const> = companions_.named(job.companions, name)
      return templates.render(job.root, "companions.c", {
        one = one, parameters = one.parameters:gsub("%$%(p%)", job.p), p = job.p, U = job.U,
      })
    end,
    has_companions = function(name) return companions_.named(job.companions, name) ~= nil end,
  }
end

---@param job table
---@param name string a template's file
---@return table view what this template sees besides
function M.of(job, name)
  return VIEWS[name] and VIEWS[name](job) or {}
end

---@param job table
---@param name string a template's file
---@return string text
---@param view table? what it sees instead of its own view
function M.render(job, name, view)
  return templates.render(job.root, name, setmetatable(view or M.of(job, name), { __index = common(job) }))
end

-- ---- Languages besides C ----

---Of the grammars.
local function directions_view(job)
  return { directions = grammar.directions(job.model), filled = layout.filled, rule = notation.rule }
end

VIEWS["encoding.abnf"] = function(job)
  local view <const> = directions_view(job)
  view.encoded, view.name_of = grammar.abnf, notation.abnf_name
  view.character, view.following = notation.abnf_character, notation.abnf_chain
  return view
end

VIEWS["encoding.peg"] = function(job)
  local view <const> = directions_view(job)
  view.encoded, view.beginning, view.character = grammar.peg, notation.peg_beginning, notation.peg_character
  return view
end

VIEWS["encoding.re"] = function(job)
  local contexts <const> = job.model.contexts
  return {
    name = job.options.prefix, command = ("re2c %s %s.re"):format(re2c.FLAGS, job.options.prefix), contexts = contexts,
    alternatives = grammar.re2c(job.model.rows, contexts), end_byte = job.model.end_byte,
    character = function(from, to)
      return contexts == 1 and "character" or ("character_%d_%d"):format(from, to)
    end,
  }
end

-- ---- The two C files ----

---For each part that needs others: when it is left out with them, to the preprocessor.
local function needs_of(job)
  local needs = {}
  for _, one in ipairs(job.parts) do
    local tests = {}
    for i, name in ipairs(one.needs or {}) do
      tests[i] = ("defined(%s_NO_%s)"):format(job.U, name:upper())
    end
    if #tests > 0 then
      needs[#needs + 1] = {
        name = one.name, test = ("(%s) && !defined(%s_NO_%s)"):format(table.concat(tests, " || "), job.U, one.name:upper()),
      }
    end
  end
  return needs
end

VIEWS["encoding.h"] = function(job)
  return { parts = job.parts, missing = job.missing_parts, needs = needs_of(job), quoted_spec = layout.comment_block(job.model.spec.text) }
end

---What a macro does, for a comment: its name, and in a column behind the longest name the text.
local function option_lines(U, name, text)
  local margin <const> = "//   " .. (" "):rep(#U + 16)
  local lines <const> = layout.packed(layout.words(text), layout.WIDTH - #margin, " ")
  return ("//   %s%s%s"):format(U, name, (" "):rep(16 - #name)) .. table.concat(lines, "\n" .. margin)
end

---The bits of kernels that are compiled where all may be chosen, and those of the kernels that never are.
local function compiled_bits(job)
  local all, chosen, spare <const> = 0, 0, selection.spare(job.scalar)
  for _, kernel in ipairs(job.selection.kernels) do
    all, chosen = all | kernel.mask, spare[kernel.name] and chosen or chosen | kernel.mask
  end
  return all, chosen
end

---The kernels that are compiled for comparison only.
local function spared_of(job)
  local spare <const>, spared <const> = selection.spare(job.scalar), {}
  for _, name in ipairs(job.selection.names) do
    spared[#spared + 1] = spare[name] and name or nil
  end
  return table.concat(spared, ", ")
end

---The macros that templates of C files define for themselves.
local function macros_of(job)
  local macros <const> = {
    "GNU", "COPY", "NOINLINE", "LOCAL", "TABLE", "KERNELS", "PASTE", "IS_COMPILED", "INDEX_OF", "NEEDED_BY", "COMPILED", "FUNCTIONS",
  }
  for _, name in ipairs(job.selection.names) do
    table.move({ "KERNEL_" .. name, "NEEDED_BY_" .. name, name:upper() .. "_KERNEL" }, 1, 3, #macros + 1, macros)
  end
  for _, family in ipairs(job.families) do
    macros[#macros + 1] = family.name
    macros[#macros + 1] = family.name .. "_KERNELS"
  end
  return macros
end

---What the comment at the head of a C file says of its macros.
local function options_view(job)
  local optional <const> = {}
  for _, isa in ipairs(job.vectors) do
    optional[#optional + 1] = isa.optional and isa.name or nil
  end
  return {
    kernel_names = table.concat(job.selection.names, ", "), optional = optional, spared = spared_of(job),
    option_lines = function(name, text) return option_lines(job.U, name, text) end,
  }
end

VIEWS["encoding.c"] = function(job)
  local view <const>, droppable <const> = options_view(job), {}
  for _, one in ipairs(job.parts) do
    droppable[#droppable + 1] = not one.always and one.name:upper() or nil
  end
  view.name, view.figures, view.single_header = job.options.prefix, figures.of(job), job.options.single_header or false
  view.left_out, view.has_vectors, view.macros = job.left_out, #job.vectors > 0, macros_of(job)
  view.parts, view.droppable = job.parts, table.concat(droppable, ", ")
  view.walked = job.counts and (not job.by_bytes or job.by_bytes.beyond ~= nil)
  view.has_units = has_part(job, "utf16") or has_part(job, "utf32")
  return view
end

---The bit of the kernel that gets short texts.
local function short_bit(job)
  local short <const> = selection.short_kernel(job.scalar)
  for _, kernel in ipairs(job.selection.kernels) do
    if kernel.name == short then
      return kernel.mask
    end
  end
end

VIEWS["scan.c"] = function(job)
  local all <const>, chosen <const> = compiled_bits(job)
  local kernels <const> = {}
  for i, kernel in ipairs(job.selection.kernels) do
    -- A conversion goes on with the kernel for short texts, whatever kernel is asked for.
    local short <const> = job.converts and short_bit(job) or 0
    kernels[i] = { name = kernel.name, bit = kernel.bit, needed = hex(tonumber(kernel.needed) | short) }
  end
  return {
    scalar = job.scalar, spared = spared_of(job), kernels = kernels, all_kernels = hex(all), chosen_kernels = hex(chosen),
    has_vectors = #job.vectors > 0, tallied = job.by_bytes ~= nil,
  }
end

---What a state is, on lines for a comment behind its number and its name in a column of this width.
local function meaning_of_state(automaton, state, width)
  if state == automata.START then
    return "a character begins here; a text may end"
  elseif state == automata.DEAD then
    return "error state"
  end
  local items = {}
  for i, target in ipairs(automata.successors(automaton, state)) do
    items[i] = ("%s to %s"):format(rows_.ranges_text(automata.between(automaton, state, target)), automaton.names[target])
  end
  items[1] = items[1] or "a text may end; nothing may follow"
  return table.concat(layout.packed(items, layout.WIDTH - 22 - width, "; "), "\n//" .. (" "):rep(width + 8))
end

---Whether a byte is one of a set, in C.
---@param ranges table list of {lo, hi}
local function set_test(ranges, byte)
  local tests = {}
  for _, range in ipairs(ranges) do
    -- The half that holds of every byte is left out: compilers warn of it.
    local from, to = ("%s >= %s"):format(byte, hex(range.lo)), ("%s <= %s"):format(byte, hex(range.hi))
    tests[#tests + 1] = range.lo == 0 and range.hi == 255 and ("(void)%s, true"):format(byte)
      or range.lo == range.hi and ("%s == %s"):format(byte, hex(range.lo))
      or range.lo == 0 and to or range.hi == 255 and from or from .. " && " .. to
  end
  return #tests == 0 and ("(void)%s, false"):format(byte) or #tests == 1 and tests[1] or "(" .. table.concat(tests, ") || (") .. ")"
end

local function has_continuations(job)
  return next(job.model.continuations) ~= nil
end

VIEWS["automaton.c"] = function(job)
  local automaton <const>, dfa <const>, code <const> = job.model.automaton, job.model.dfa, states.of(job)
  local widest = 0
  for state = 1, automaton.count do
    widest = math.max(widest, #automaton.names[state])
  end
  return {
    automaton = automaton, dfa = dfa, dfa_type = dfa_.entry_type(dfa), boundaries = code.boundaries, looked_up = code.looked_up,
    has_continuations = has_continuations(job), tables_only = job.tables_only or false, ranges_text = rows_.ranges_text,
    flags = function(set) return states.flags(automaton, set) end,
    state_row = function(state) return states.row(automaton, dfa, state) end,
    class_numbers = function()
      local numbers = {}
      for number = 0, math.min(dfa.classes, 16) - 1 do
        numbers[number + 1] = ("%3d"):format(number)
      end
      return table.concat(numbers, "  "):sub(3) .. "   the class" .. (dfa.classes > 16 and ", 16 and more below" or "")
    end,
    state_line = function(state)
      return ("%3d  %-" .. widest .. "s %s"):format((state - 1) * dfa.classes, automaton.names[state],
        meaning_of_state(automaton, state, widest))
    end,
    continuation_test = function(byte)
      return set_test(automata.ranges(function(b) return job.model.continuations[b] end), byte)
    end,
  }
end

-- ---- The scalar kernels ----

VIEWS["kernel_dfa.c"] = function(job)
  return { accepts = states.of(job).accepts }
end

---The words of the bytes with this high nibble, by the macros of their classes.
local function shift_words(automaton, U, high)
  local words, first, same = {}, automaton.class_of[high << 4], true
  for low = 0, 15 do
    local class <const> = automaton.class_of[high << 4 | low]
    words[low + 1] = ("%s_W%d"):format(U, class)
    same = same and class == first
  end
  local margin <const> = ("  // %X_"):format(high)
  if same then
    return { ("%s_X16(%s_W%d),%s"):format(U, U, first, margin) }
  end
  local lines, per_line = {}, (#U + 6) * 8 < layout.WIDTH - 10 and 8 or 4
  for from = 1, 16, per_line do
    lines[#lines + 1] = table.concat(words, ", ", from, from + per_line - 1) .. "," .. (from == 1 and margin or "")
  end
  return lines
end

VIEWS["kernel_shift.c"] = function(job)
  local automaton <const>, code <const> = job.model.automaton, states.of(job)
  return {
    automaton = automaton, shift = job.model.shift, accepting = code.accepting, accepts = code.shift_accepts,
    ranges_text = rows_.ranges_text,
    words = function(high) return shift_words(automaton, job.U, high) end,
  }
end

VIEWS["kernel_re2c.c"] = function(job)
  local model <const> = job.model
  return {
    name = job.options.prefix, scanner = job.scanner, end_byte = model.end_byte, contexts = model.contexts,
    has_ends = next(model.ends) ~= nil,
    ---A test whether a text may end in a context.
    may_end = function(context)
      local tests = {}
      for number = 1, model.contexts do
        tests[#tests + 1] = model.ends[number] and ("%s != %d"):format(context, number) or nil
      end
      return table.concat(tests, " && ")
    end,
  }
end

---The bytes of `word` whose sign bit tells that they are not from lo to hi, in C.
local function outside_word(lo, hi)
  local ones <const>, terms = 0x0101010101010101, { "word" }
  if lo > 0 then
    terms[#terms + 1] = ("(word - %s)"):format(layout.hex64(ones * lo))
  end
  if hi < SIGN_BIT - 1 then
    terms[#terms + 1] = ("(word + %s)"):format(layout.hex64(ones * (SIGN_BIT - 1 - hi)))
  end
  return #terms == 1 and terms[1] or "(" .. table.concat(terms, " |\n        ") .. ")"
end

VIEWS["kernel_swar.c"] = function(job)
  local lo <const>, hi <const> = selection.passthrough_range(job.model.analysis)
  return {
    has_continuations = has_continuations(job), longest_form = rows_.longest_form(job.model.spec),
    short_kernel = selection.short_kernel(job.scalar), short = states.of(job).short,
    passthrough_range_text = rows_.text { { lo = lo, hi = hi } }, passthrough_word_code = outside_word(lo, hi),
  }
end

-- ---- The vector kernels ----

VIEWS["vectors.c"] = function(job)
  local model <const> = job.model
  local view <const> = {
    analysis = model.analysis, window = model.analysis.window, plan = model.plan, spec = model.spec, contexts = model.contexts,
    has_continuations = has_continuations(job), short_kernel = selection.short_kernel(job.scalar),
    vector_bits = job.selection.vector_bits,
  }
  for name, value in next, vector_view.values(job) do
    view[name] = value
  end
  setmetatable(view, { __index = common(job) })
  view.include = function(name, extra)
    return templates.render(job.root, name, setmetatable(extra or {}, { __index = view }))
  end
  view.vector_kernel = function(row)
    return vector_view.kernel(job, row, view)
  end
  return view
end

-- ---- Characters ----

---What reads and writes code points sees.
local function code_points_view(job)
  local model <const>, view <const> = job.model, { lengths = false }
  if not code_points.refused(model) then
    view.lengths, view.reads_bytes = code_points.lengths(model.spec)
    view.pair, view.longest = code_points.pair(model.spec) or false, code_points.longest(model.spec)
    view.spans, view.many_gaps = code_points.spans(model.spec)
  end
  return view
end

VIEWS["code_point.c"], VIEWS["spell.c"] = code_points_view, code_points_view

VIEWS["segment.c"] = function(job)
  local spec <const> = job.model.spec
  return { spec = spec, boundary = states.of(job).boundary, high_halves = code_points.high_halves(spec) }
end

VIEWS["characters.c"] = function(job)
  local view <const>, cuts <const> = code_points_view(job), job.model.cuts
  view.back = cuts.back or false
  view.start_test = function(byte) return set_test(cuts.starts, byte) end
  return view
end

-- ---- UTF-16 and UTF-32 ----

---Pieces hold several characters, so that the last one can be left for the next piece.
local LEAST_PIECE <const>, LEAST_CHARACTERS <const> = 64, 4

---The length of a well-formed character, in C, from where longer ones begin.
local function length_code(lengths, lead)
  local terms = { tostring(lengths[1].length) }
  for i = 2, #lengths do
    terms[i] = ("(%s >= %s ? %d : 0U)"):format(lead, hex(lengths[i].lead), lengths[i].length - lengths[i - 1].length)
  end
  return table.concat(terms, " + ")
end

---Whether a value lies in the range of units that are bytes of their own, in C.
local function ascii_test(ascii, value)
  return (ascii.lo > 0 and ("%s >= %s && "):format(value, hex(ascii.lo)) or "") .. ("%s <= %s"):format(value, hex(ascii.hi))
end

VIEWS["units.c"] = function(job)
  local model <const>, code <const> = job.model, states.of(job)
  local study <const>, longest <const> = units_.of(model), code_points.longest(model.spec)
  return {
    contexts = model.contexts, has_ends = next(model.ends) ~= nil, has_continuations = has_continuations(job), accepts = code.accepts,
    loose = study.loose, split = study.split, beyond = study.beyond, most = study.most, backwards = study.backwards, plain = study.plain,
    ascii = study.ascii or false, lengths = study.lengths or false,
    carries = model.contexts > 1 or study.loose,
    least_piece = math.max(LEAST_PIECE, LEAST_CHARACTERS * longest), most_bytes = (study.split and 2 or 1) * longest,
    ascii_test = study.ascii and ascii_test(study.ascii, "code_point"),
    length_code = function(lead) return length_code(study.lengths, lead) end,
  }
end

---A number in each lane of a word of eight bytes.
local function in_lanes(bits, value)
  local word = 0
  for _ = 1, 64 // bits do
    word = word << bits | value
  end
  return word
end

---A word of units whose bits from 80 on in each lane tell that a unit is not in a range, in C.
local function lanes_outside(bits, range)
  local terms = { "word" }
  if range.lo > 0 then
    terms[#terms + 1] = ("(word - %s)"):format(layout.hex64(in_lanes(bits, range.lo)))
  end
  if range.hi < SIGN_BIT - 1 then
    terms[#terms + 1] = ("(word + %s)"):format(layout.hex64(in_lanes(bits, SIGN_BIT - 1 - range.hi)))
  end
  return #terms == 1 and terms[1] or "(" .. table.concat(terms, " | ") .. ")"
end

---What the functions for units of so many bits see; `measure` is the field of P_measures that is the size, if one is.
local function units_code(job, bits)
  local study <const> = units_.of(job.model)
  local measure = has_part(job, "measure") and (bits == 16 and "utf16_units" or "characters")
  if bits == 16 and study.beyond or bits == 32 and study.loose then
    -- The sizes of what is written up to the first code point that can't be, and of pairs of characters as one.
    measure = false
  end
  return {
    bits = bits, measure = measure, vector_units = utf16_plan.UNITS,
    by_vectors = bits == 16 and #job.vectors > 0 and utf16_plan.of(job.model) ~= nil,
    ascii = study.ascii or false, plain = study.plain, loose = study.loose, beyond = study.beyond, above = study.above,
    lanes_outside = study.ascii and lanes_outside(bits, study.ascii),
    high_bits = in_lanes(bits, (1 << bits) - SIGN_BIT),
    one_inside = study.ascii and ascii_test(study.ascii, "text[at]"),
  }
end

VIEWS["api/utf16.c"] = function(job)
  return { code = function() return M.render(job, "append_units.c", units_code(job, 16)) end }
end

VIEWS["api/utf32.c"] = function(job)
  return { code = function() return M.render(job, "append_units.c", units_code(job, 32)) end }
end

VIEWS["units.h"] = function(job)
  local study <const> = units_.of(job.model)
  return {
    title = job.model.spec.title, split = study.split, lone = study.lone, beyond = study.beyond,
    respelled = study.respelled, rejoined = study.rejoined,
  }
end

VIEWS["api/utf32.h"] = function(job)
  return { has_utf16 = has_part(job, "utf16") }
end

-- ---- The public functions ----

local function tally_view(job)
  local quantities <const>, names, zeros, looks = measures.quantities(job.by_bytes), {}, {}, job.by_bytes.low ~= nil
  for i, one in ipairs(quantities) do
    names[i], zeros[i], looks = one.name .. " = 0", "0", looks or #one.steps > 0
  end
  names[#names + 1], zeros[#zeros + 1] = job.by_bytes.low and "low = 0" or nil, job.by_bytes.low and "0" or nil
  return {
    quantities = quantities, names = table.concat(names, ", "), zeros = table.concat(zeros, ", "), looks = looks,
    skips_ascii = measures.skips_ascii(job.by_bytes),
    wide = job.by_bytes.wide or false, beyond = job.by_bytes.beyond or false, low = job.by_bytes.low or false,
  }
end

VIEWS["tally.c"] = tally_view

local function measure_view(job)
  local view <const> = job.by_bytes and tally_view(job) or {}
  view.by_bytes = job.by_bytes ~= nil
  view.high_characters = measures.has_high_characters(job.model)
  view.pair_note = job.model.spec.pair and "; a pair is one" or ""
  view.all_units = true
  for _, row in ipairs(measures.refused(job.model) and {} or measures.units(job.model)) do
    view.all_units = view.all_units and row.units ~= 0
  end
  return view
end

VIEWS["api/measure.h"], VIEWS["api/measure.c"], VIEWS["api/count.c"] = measure_view, measure_view, measure_view

VIEWS["walk.c"] = function(job)
  local rows, longest = {}, 0
  for i, row in ipairs(measures.refused(job.model) and {} or measures.units(job.model)) do
    local function bounds(side)
      return layout.list(row.bytes, 1, #row.bytes, function(range) return hex(range[side]) end)
    end
    longest = math.max(longest, #row.bytes)
    local code <const> = ("{ %d, %d, { %s }, { %s } }"):format(#row.bytes, row.units, bounds "lo", bounds "hi")
    rows[i] = { code = code, text = rows_.text(row.bytes) }
  end
  return { rows = rows, longest = longest, boundary = states.of(job).boundary }
end

VIEWS["api/valid.h"] = function(job)
  return { title = job.model.spec.title, contexts = job.model.contexts }
end

local FAULT_MEANINGS <const> = {
  truncated = "the text ends inside a character",
  too_long = "a continuation byte where a character begins",
  too_short = "no continuation byte where one is due",
  not_a_form = "a byte that begins no form",
  overlong = "a shorter form writes this code point",
  too_large = "above the last code point",
  unlisted = "a code point that the encoding leaves out",
  unpaired = "half of a pair without the other half",
}

---The faults, each with what it means, and how long the longest name is.
local function faults_of(job)
  local faults, widest = {}, 0
  for i, name in ipairs(job.model.fault_names) do
    faults[i] = { name = name, meaning = FAULT_MEANINGS[name] or ("a code point that the rule %s leaves out"):format(name) }
    widest = math.max(widest, #name)
  end
  return faults, widest
end

VIEWS["api/check.h"] = function(job)
  local faults <const>, widest <const> = faults_of(job)
  return { faults = faults, widest_fault = widest }
end

---How many bytes the longest of some lists of rows has, 0 if there is no row.
local function longest_of(lists)
  local most = 0
  for _, rows in ipairs(lists) do
    for _, row in ipairs(rows) do
      most = math.max(most, #row.bytes)
    end
  end
  return most
end

---A row of ranges of bytes in C: its length, the first and last bytes, what `never` wants to know if there is one, its fault.
local function row_code(row, U, has_rules)
  local function bounds(side)
    return layout.list(row.bytes, 1, #row.bytes, function(range) return hex(range[side]) end)
  end
  local rule <const> = has_rules and ("%d, "):format(row.rule or 0) or ""
  return ("{ %d, { %s }, { %s }, %s%s_%s }"):format(#row.bytes, bounds "lo", bounds "hi", rule, U,
    (row.fault or "fault_none"):upper())
end

---Whether rules of `never` have several names, so that it matters which one forbids something.
local function several_names(spec)
  for _, rule in ipairs(spec.nevers) do
    if rule.name ~= spec.nevers[1].name then
      return true
    end
  end
  return false
end

---A set of rules in C: a bit for each.
local function set_code(set, bytes)
  local words = {}
  for i = 1, bytes do
    local word = 0
    for bit = 0, 7 do
      word = word | (set[(i - 1) * 8 + bit] and 1 << bit or 0)
    end
    words[i] = hex(word)
  end
  return table.concat(words, ", ")
end

VIEWS["api/check.c"] = function(job)
  local model <const>, code <const>, several <const> = job.model, states.of(job), several_names(job.model.spec)
  local leads_tell_all <const> = faults_.tells_all(model.spec, model.continuations)
  local first_rows <const>, sets <const> = faults_.armed(model)
  local second_rows <const>, set_bytes <const> = {}, #model.spec.nevers // 8 + 1
  for _, row in ipairs(model.never_rows) do
    second_rows[#second_rows + 1] = row.second and row or nil
  end
  return {
    automaton = model.automaton, dfa = model.dfa, spec = model.spec, contexts = model.contexts, window = model.analysis.window,
    accepts = code.accepts, boundary = code.boundary, faults = faults_of(job), row_text = rows_.text, longest = #model.analysis.counts,
    has_continuations = has_continuations(job), has_ends = next(model.ends) ~= nil, several_names = several,
    leads_tell_all = leads_tell_all, excluded = model.excluded, unfinished_rows = model.unfinished_rows,
    first_rows = first_rows, sets = sets, second_rows = second_rows, set_bytes = set_bytes,
    longest_row = longest_of {
      model.excluded, leads_tell_all and {} or model.spec.forms, several and first_rows or {}, several and second_rows or {},
      model.unfinished_rows,
    },
    -- How many bytes before an offset tell its state and where the character before it begins; false if no number does.
    reach_back = model.analysis.window and model.analysis.window - 1 + #model.analysis.counts or false,
    row_code = function(row) return row_code(row, job.U, several) end,
    set_code = function(set) return set_code(set, set_bytes) end,
  }
end

-- ---- Chunks, repair, streams ----

VIEWS["tails.c"] = function(job)
  local facts_ <const> = streams.of(job.model)
  return {
    cuts = facts_.cuts, forms_back = facts_.forms_back, longest_form = rows_.longest_form(job.model.spec),
    contexts = job.model.contexts, spec = job.model.spec, boundary = states.of(job).boundary,
  }
end

VIEWS["api/chunk.h"] = function(job)
  return { contexts = job.model.contexts }
end

VIEWS["api/repair.h"] = function(job)
  local replacement <const>, longest <const> = repair.bytes(job.model.spec), #job.model.analysis.counts
  return {
    name = ("U+%04X"):format(repair.code_point(job.model.spec)), hex_bytes = rows_.hex(replacement),
    has_ends = next(job.model.ends) ~= nil,
    -- A character, or the replacement; where one may forbid the next, both at once.
    progress = job.model.contexts > 1 and longest + #replacement or math.max(longest, #replacement),
  }
end

VIEWS["api/repair.c"] = function(job)
  local replacement <const> = repair.bytes(job.model.spec)
  return {
    name = ("U+%04X"):format(repair.code_point(job.model.spec)), contexts = job.model.contexts, cuts = streams.of(job.model).cuts,
    code_bytes = layout.list(replacement, 1, #replacement, hex), accepts = states.of(job).accepts,
  }
end

VIEWS["api/stream.h"] = function(job)
  return {
    contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil, several_names = several_names(job.model.spec),
    pending = math.max(1, #job.model.analysis.counts - 1),
  }
end

VIEWS["api/stream.c"] = function(job)
  local model <const>, code <const>, facts_ <const> = job.model, states.of(job), streams.of(job.model)
  return {
    cuts = facts_.cuts, has_ends = facts_.ends, longest = facts_.longest, contexts = model.contexts, dfa = model.dfa,
    several_names = several_names(model.spec), accepts = code.accepts, boundary = code.boundary,
  }
end

VIEWS["api/decode.h"] = function(job)
  local paired <const> = rows_.paired(job.model.spec)
  return { paired = paired and rows_.code_points_text { paired } or false }
end

VIEWS["api/decode.c"] = function(job)
  local forms <const>, later <const> = code_points.table(job.model.spec)
  return {
    forms = forms or false, number = function(value) return ("0x%X"):format(value) end,
    later_text = later and later.bits > 0 and (", %d each behind %s"):format(later.bits, hex(later.lo)) or "",
  }
end

VIEWS["api/encode.h"] = function(job)
  return { longest = code_points.longest(job.model.spec) }
end

VIEWS["api/iterate.h"] = function(job)
  local forms <const>, all <const>, chained <const> = code_points.inline(job.model.spec)
  return { forms = forms, is_all = all, chained = chained, single = code_points.single(job.model) or false }
end

VIEWS["api/cut.h"] = function(job)
  local cuts <const> = job.model.cuts
  return { back = cuts.back or false, starts = #cuts.starts > 0 and rows_.ranges_text(cuts.starts) or false }
end

VIEWS["api/kernels.h"] = function(job)
  return { has_spare = next(selection.spare(job.scalar)) ~= nil }
end

---A kernel for an example of a limit, the widest that no macro leaves out, and those that it declines.
VIEWS["api/limit.h"] = function(job)
  local example, declined = job.scalar[#job.scalar], {}
  for _, isa in ipairs(job.families[1] and job.families[1].kernels or {}) do
    if isa.optional then
      declined[#declined + 1] = isa.name
    else
      example = isa.name
    end
  end
  return {
    example = example,
    declines = #declined > 0 and " declines " .. table.concat(declined, " and ") or "",
  }
end

VIEWS["dispatch.c"] = function(job)
  return {
    scalar = job.scalar, families = job.families,
    kernel_lists = selection.kernel_lists(job.U, job.scalar, job.families), has_any_companions = #job.companions > 0,
  }
end

VIEWS["api/spec_hash.c"] = function(job)
  return { hash = job.model.spec.hash }
end

-- ---- A pair of files between two encodings ----

---@param root string the project's folder
---@param source table a model
---@param target table another
---@param same table? the model of their agreement
---@param options table see emit.files
---@return table job what each of the three is rendered by is a job of its own
function M.between_job(root, source, target, same, options)
  -- Of both languages only the automaton and the characters.
  local function language(model, suffix)
    local prefix <const> = options.prefix .. suffix
    return { root = root, model = model, p = prefix .. "_", U = prefix:upper(), scalar = { "dfa" }, tables_only = true }
  end
  local same_options <const> = setmetatable({ without = api.optional(), no_scanner = true }, { __index = options })
  local alike <const> = same and M.job(root, same, same_options)
  if alike then
    alike.companions = companions_.between.possible(same) and #alike.vectors > 0 and { companions_.between } or {}
    alike.parts, alike.converts = {}, { source = source.spec.name, target = target.spec.name }
  end
  return {
    root = root, options = options, p = options.prefix .. "_", U = options.prefix:upper(), facts = between_.facts(source, target),
    source = language(source, "_source"), target = language(target, "_target"), same = alike,
    model = { spec = between_.spec(source.spec, target.spec) },
  }
end

---What the header says of the code points that the target lacks, nil if there are none.
local function unwritten_text(job)
  local unwritten <const> = job.facts.unwritten
  if #unwritten == 0 then
    return nil
  end
  local text <const> = #unwritten <= MOST_SHOWN and rows_.code_points_text(unwritten)
    or ("%d code points, from U+%04X to U+%04X"):format(ranges_.count(unwritten), unwritten[1].lo, unwritten[#unwritten].hi)
  return layout.filled("// ", ("%s can't write, and %s has: %s."):format(
    job.target.model.spec.title, job.source.model.spec.title, text), "// ")
end

VIEWS["between.h"] = function(job)
  local facts_ <const> = setmetatable({ unwritten_text = unwritten_text(job) or false }, { __index = job.facts })
  return {
    name = job.options.prefix, source = job.source.model.spec, target = job.target.model.spec, facts = facts_,
    quoted = function(spec) return layout.comment_block(spec.text) end,
  }
end

---A test in C whether `size` bytes are those of a row, as far as they go.
local function begins_row(row)
  local tests = {}
  for place, range in ipairs(row.bytes) do
    local byte <const> = ("bytes[%d]"):format(place - 1)
    local test <const> = range.lo == range.hi and ("%s == %s"):format(byte, hex(range.lo))
      or ("(%s >= %s && %s <= %s)"):format(byte, hex(range.lo), byte, hex(range.hi))
    tests[place] = place == 1 and test or place < #row.bytes and ("(size < %d || %s)"):format(place, test) or nil
  end
  return ("size < %d && %s"):format(#row.bytes, table.concat(tests, " && "))
end

---What the conversion asks of the agreement.
local function same_view(same)
  local view <const> = options_view(same)
  view.same, view.figures, view.short = same.model.spec, figures.of(same), states.of(same).short
  view.has_continuations, view.longest_alike = has_continuations(same), #same.model.analysis.counts
  view.left_out = { "KERNELS", "LIMIT" }
  view.same_companions = common(same).companions
  view.copies, view.window = #same.companions > 0, same.model.analysis.window
  return view
end

VIEWS["between.c"] = function(job)
  local same <const>, source <const>, target <const> = job.same, job.source, job.target
  local view <const> = same and same_view(same) or { same = false }
  view.name, view.s, view.S, view.t, view.T = job.options.prefix, source.p, source.U, target.p, target.U
  view.source, view.target, view.facts, view.single_header = source.model.spec, target.model.spec, job.facts,
    job.options.single_header or false
  view.quoted = function(spec) return layout.comment_block(spec.text) end
  view.option_lines = function(name, text) return option_lines(job.U, name, text) end
  for key, one in next, { same_part = same, source_part = source, target_part = target } do
    view[key] = function(name) return M.render(one, name) end
  end
  -- Of many gaps the automaton tells what stands in them.
  view.target_gaps = select(2, code_points.spans(target.model.spec))
  view.target_automaton = job.facts.tracked or view.target_gaps
  view.source_boundary = states.of(source).boundary
  local may_end <const> = { states.of(source).accepts "item.source", job.facts.tracked and states.of(target).accepts "item.target" or nil }
  view.may_end = table.concat(may_end, " && ")
  view.low_rows = {}
  for i, row in ipairs(job.facts.low_rows) do
    view.low_rows[i] = { text = rows_.text(row.bytes), test = begins_row(row) }
  end
  view.macros = {}
  for _, macro in ipairs(same and macros_of(same) or { "GNU", "COPY", "NOINLINE", "LOCAL" }) do
    view.macros[#view.macros + 1] = ("%s_%s"):format(job.U, macro)
  end
  for _, U in ipairs { source.U, target.U } do
    for _, macro in ipairs { "TABLE", "LOCAL", "COPY" } do
      view.macros[#view.macros + 1] = ("%s_%s"):format(U, macro)
    end
  end
  return view
end

-- ---- What verify/ checks ----

VIEWS["model.h"] = function(job)
  local model <const> = job.model
  local view <const>, names <const> = vector_view.claims(job), { table.unpack(job.scalar) }
  for _, isa in ipairs(job.vectors) do
    names[#names + 1] = isa.name
  end
  view.listed = facts.listed(model, names)
  view.prefix, view.analysis, view.window, view.statements =
    job.options.prefix, model.analysis, model.analysis.window, spec_.statements(model.spec)
  view.parts = {}
  for _, row in ipairs(api.functions) do
    view.parts[#view.parts + 1] = { name = row.name, made = false }
  end
  for _, part in ipairs(view.parts) do
    for _, one in ipairs(job.parts) do
      part.made = part.made or one.name == part.name
    end
  end
  view.converts = job.converts or false
  local forms <const>, later <const> = code_points.table(model.spec)
  view.forms, view.later = forms or {}, later or { lo = 0, bits = 0 }
  view.counts_bytes = job.by_bytes ~= nil
  view.has_shift, view.has_vectors = selection.short_kernel(job.scalar) == "shift", #job.vectors > 0
  return view
end

return M
