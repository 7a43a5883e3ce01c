-- SPDX-License-Identifier: 0BSD
-- encoding_views: the views (the names that templates may use) for the files of an encoding, except the public functions.
--
-- In:  a job (views.lua). Out: for each template, under its file's name, a function from the job to its view.
--
-- The views are in this order: the grammars; encoding.h and encoding.c; code that kernels share, and the automaton; the scalar kernels; the
-- vector kernels (a view for each kernel is in vector_view.lua or carry_view.lua); dispatch.c; model.h, which verify/ reads.

local lists = require "gen.common.lists"
local api = require "gen.kernel.api"
local automata = require "gen.language.automaton"
local characters = require "gen.language.characters"
local companions = require "gen.kernel.companions"
local comparisons = require "gen.emit.comparisons"
local dfa_ = require "gen.plan.dfa"
local fold = require "gen.emit.fold"
local figures = require "gen.emit.figures"
local grammar = require "gen.emit.grammar"
local invariants = require "gen.emit.invariants"
local layout = require "gen.common.layout"
local macros = require "gen.emit.macros"
local notation = require "gen.emit.notation"
local part_masks = require "gen.plan.part_masks"
local passthrough = require "gen.plan.passthrough"
local re2c = require "gen.emit.re2c"
local restart = require "gen.plan.restart"
local bytes_ = require "gen.common.bytes"
local carry_view = require "gen.emit.carry_view"
local forms_ = require "gen.spec.forms"
local selection = require "gen.kernel.selection"
local spec_ = require "gen.spec.spec"
local states = require "gen.emit.states"
local streams = require "gen.language.streams"
local templates = require "gen.emit.templates"
local two_byte = require "gen.plan.two_byte"
local utf16_plan = require "gen.plan.utf16_plan"
local vector_view = require "gen.emit.vector_view"

local M = {}

local hex <const> = layout.hex

-- ---- Languages other than C ----

---The common part of the views of the ABNF and PEG grammars.
local function directions_view(job)
  return { directions = grammar.directions(job.model), filled = layout.filled, rule = notation.rule }
end

M["files/encoding.abnf"] = function(job)
  local view <const> = directions_view(job)
  view.encoded, view.name_of = grammar.abnf, notation.abnf_name
  view.character, view.following = notation.abnf_character, notation.abnf_chain
  return view
end

M["files/encoding.peg"] = function(job)
  local view <const> = directions_view(job)
  view.encoded, view.beginning, view.character = grammar.peg, notation.peg_beginning, notation.peg_character
  return view
end

M["files/encoding.re"] = function(job)
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

---For each part that needs other parts: a preprocessor condition. It is true if a needed part is left out, but the part itself is not.
local function needs_of(job)
  local needs = {}
  for _, one in ipairs(job.parts) do
    local tests <const> = lists.map(one.needs or {}, function(name) return ("defined(%s_NO_%s)"):format(job.U, name:upper()) end)
    if #tests > 0 then
      local any <const> = (#tests > 1 and "(%s)" or "%s"):format(table.concat(tests, " || "))
      needs[#needs + 1] = { name = one.name, test = ("%s && !defined(%s_NO_%s)"):format(any, job.U, one.name:upper()) }
    end
  end
  return needs
end

M["files/encoding.h"] = function(job)
  return {
    parts = job.parts, missing = job.missing_parts, needs = needs_of(job), iterates = api.has(job.parts, "iterate"),
    quoted_spec = layout.comment_block(job.model.spec.text),
  }
end

M["files/encoding.c"] = function(job)
  local view <const>, droppable <const> = macros.options(job), {}
  for _, one in ipairs(job.parts) do
    droppable[#droppable + 1] = not one.always and one.name:upper() or nil
  end
  view.name, view.figures, view.single_header = job.options.prefix, figures.of(job), job.options.single_header or false
  view.has_vectors, view.macros = #job.vectors > 0, macros.defined(job)
  view.asks_system = lists.any(job.vectors, function(row) return row.scalable end)
  view.self_including = fold.wanted(job)
  view.parts, view.droppable = job.parts, table.concat(droppable, ", ")
  view.walked = job.counts and (not job.by_bytes or job.by_bytes.beyond ~= nil)
  view.has_units = api.has(job.parts, "utf16") or api.has(job.parts, "utf32")
  for i = #job.parts, 1, -1 do
    local one <const> = job.parts[i]
    view.first_lossy = (one.name == "utf16_lossy" or one.name == "utf32_lossy") and one or view.first_lossy or false
  end
  view.has_results = api.has(job.parts, "status")
  view.has_characters = false
  for _, name in ipairs { "repair", "decode", "encode", "iterate", "cut", "utf16", "utf32" } do
    view.has_characters = view.has_characters or api.has(job.parts, name)
  end
  return view
end

---The bits of the kernels that are compiled by default: all except the kernels that are only for comparison.
local function chosen_bits(job)
  local chosen, spare <const> = 0, selection.spare(job.scalar)
  for _, kernel in ipairs(job.selection.kernels) do
    chosen = spare[kernel.name] and chosen or chosen | kernel.mask
  end
  return chosen
end

local function short_bit(job)
  local short <const> = selection.short_kernel(job.scalar)
  for _, kernel in ipairs(job.selection.kernels) do
    if kernel.name == short then
      return kernel.mask
    end
  end
end

M["scalar/boundary.c"] = function(job)
  return {
    has_continuations = next(job.model.continuations) ~= nil, apart = streams.leads_apart(job.model),
    longest_form = forms_.longest_form(job.model.spec),
  }
end

M["shared/kernels.c"] = function(job)
  if job.sole then
    return {}
  end
  local chosen <const> = chosen_bits(job)
  local kernels <const> = {}
  for i, kernel in ipairs(job.selection.kernels) do
    -- A conversion always uses the kernel for short texts as well.
    local short <const> = job.converts and short_bit(job) or 0
    kernels[i] = { name = kernel.name, bit = kernel.bit, needed = hex(tonumber(kernel.needed) | short) }
  end
  local needed <const> = lists.map(kernels, function(kernel) return ("%s_NEEDED_BY_%s"):format(job.U, kernel.name) end)
  local head <const> = ("#define %s_ALL "):format(job.U)
  local one <const> = ("%s(%s)"):format(head, table.concat(needed, " | "))
  local lines <const> = layout.packed(needed, layout.WIDTH - 10, " | ")
  local view <const>, values <const> = {}, vector_view.values(job)
  for _, name in ipairs { "families", "condition", "guard", "families_defined", "any_kernel", "plain_words" } do
    view[name] = values[name]
  end
  view.spared, view.kernels, view.chosen_kernels, view.has_vectors = macros.spared(job), kernels, hex(chosen), #job.vectors > 0
  view.all_needed = #one <= layout.WIDTH and one or ("%s\\\n    (%s)"):format(head, table.concat(lines, " \\\n     "))
  view.vector_bits = job.selection.vector_bits
  return view
end

M["shared/scan.c"] = function(job)
  return { scalar = job.scalar, kernels = job.selection.kernels, has_vectors = #job.vectors > 0, tallied = job.by_bytes ~= nil,
    masked = job.parts and api.has(job.parts, "repair") and part_masks.of(job.model) ~= nil,
    units = companions.named(job.companions, "known") and utf16_plan.of(job.model) or false }
end

---The meaning of a state, as lines of a comment. The state's number and name precede it; `width` is the width of the name's column.
local function meaning_of_state(automaton, state, width)
  if state == automata.START then
    return "a character begins here; a text may end"
  elseif state == automata.DEAD then
    return "error state"
  end
  local items <const> = lists.map(automata.successors(automaton, state), function(target)
    return ("%s to %s"):format(bytes_.ranges_text(automata.between(automaton, state, target)), automaton.names[target])
  end)
  items[1] = items[1] or "a text may end; nothing may follow"
  return table.concat(layout.packed(items, layout.WIDTH - 22 - width, "; "), "\n//" .. (" "):rep(width + 9))
end

---The predicates of the states, see invariants.of; false without --acsl or if there are none.
local function predicates_of(job)
  return job.options and job.options.acsl and invariants.of(job.model, job.p) or false
end

M["scalar/automaton.c"] = function(job)
  -- The automata of a conversion begin in START, since a call may convert the rest of a text.
  local automaton <const> = job.tables_only and job.model.automaton or job.model.whole
  local dfa <const>, code <const>, widest = job.model.dfa, states.of(job), 0
  for state = 1, automaton.count do
    widest = math.max(widest, #automaton.names[state])
  end
  return {
    automaton = automaton, dfa = dfa, dfa_type = dfa_.entry_type(dfa),
    origin = automaton.origin ~= automata.START and (automaton.origin - 1) * dfa.classes,
    boundaries = code.boundaries, looked_up = code.looked_up,
    predicates = predicates_of(job),
    has_continuations = next(job.model.continuations) ~= nil, tables_only = job.tables_only or false, ranges_text = bytes_.ranges_text,
    flags = function(set) return states.flags(automaton, set) end,
    state_row = function(state) return states.row(automaton, dfa, state) end,
    class_numbers = function()
      local numbers = {}
      for number = 0, math.min(dfa.classes, 16) - 1 do
        numbers[number + 1] = ("%3d"):format(number)
      end
      return table.concat(numbers, "  "):sub(3) .. (dfa.classes > 16 and "   class mod 16" or "   the class")
    end,
    state_line = function(state)
      return ("%3d  %-" .. widest .. "s %s"):format((state - 1) * dfa.classes, automaton.names[state],
        meaning_of_state(automaton, state, widest))
    end,
    continuation_test = function(byte)
      return comparisons.set(automata.ranges(function(b) return job.model.continuations[b] end), byte)
    end,
  }
end

-- ---- The scalar kernels ----

M["scalar/kernel_dfa.c"] = function(job)
  return {
    set = job.model.plan and job.model.plan.set ~= nil or false,
    accepts = states.of(job).accepts, predicates = predicates_of(job), is_state = states.of(job).is_one("state"),
  }
end

---Sixteen words of the table of `shift`, from index `from` on, as lines of C. X2 to X16 repeat a word.
local function shift_words(shift, U, from)
  local items, at = {}, from
  while at < from + 16 do
    local n = 1
    while at + n < from + 16 and shift.word[at + n] == shift.word[at] do
      n = n + 1
    end
    at = at + n
    for bit = 4, 0, -1 do
      local word <const> = layout.hex64(shift.word[at - 1])
      items[#items + 1] = n >> bit & 1 == 1 and (bit > 0 and ("%s_X%d(%s)"):format(U, 1 << bit, word) or word) or nil
    end
  end
  local lines <const> = layout.packed(items, layout.WIDTH - 12, ", ")
  for i, line in ipairs(lines) do
    lines[i] = line:gsub(",$", "") .. "," .. (i == 1 and ("  // %X_"):format(from // 16 % 16) or "")
  end
  return lines
end

---The state after each of four bytes, as nested calls of shift_next. `at .. from` is the index of the first: "n + " and 4 for t[n + 4].
local function four_steps(p, from, at)
  local after <const> = { [0] = "s" }
  for j = 1, 4 do
    after[j] = ("%sshift_next(%s, t[%s%d])"):format(p, after[j - 1], at, from + j - 1)
  end
  return after
end

---The formulas for the proof of `shift` (kernel_shift.c); false without predicates, or if each byte has two words (a step is a call then).
---after: the states after one to four bytes from t[n] on; later: after four bytes from t[n + 4] on; eight and whole: after eight bytes from
---t[0] on and from t[n] on
local function shift_facts(job)
  local shift <const>, predicates <const>, p <const>, are = job.model.shift, predicates_of(job), job.p, {}
  if not predicates or shift.words > 1 then
    return false
  end
  local function eight(at)
    return (four_steps(p, 4, at)[4]:gsub("%f[%w]s%f[%W]", four_steps(p, 0, at)[4]))
  end
  for state = 1, job.model.automaton.count do
    are[state] = ("s == %d"):format(shift.offsets[state])
  end
  return { predicates = predicates, next = invariants.shift_next(job.model), is_state = table.concat(are, " || "),
    after = four_steps(p, 0, "n + "), later = four_steps(p, 4, "n + ")[4], eight = eight "", whole = eight "n + " }
end

M["scalar/kernel_shift.c"] = function(job)
  local automaton <const>, code <const>, facts <const> = job.model.automaton, states.of(job), shift_facts(job)
  return {
    automaton = automaton, shift = job.model.shift, kind = code.shift, accepting = code.accepting, facts = facts,
    eight_steps = { short = code.shift, is_state = code.is_one, facts = facts },
    words = function(from) return shift_words(job.model.shift, job.U, from) end,
  }
end

M["scalar/kernel_re2c.c"] = function(job)
  local model <const> = job.model
  return {
    scanner = job.scanner, end_byte = model.end_byte, contexts = model.contexts, has_ends = next(model.ends) ~= nil,
    ---The C that tests whether a text may end in a context.
    may_end = function(context)
      local tests = {}
      for number = 1, model.contexts do
        tests[#tests + 1] = model.ends[number] and ("%s != %d"):format(context, number) or nil
      end
      return table.concat(tests, " && ")
    end,
  }
end

M["scalar/kernel_swar.c"] = function(job)
  local range <const> = {}
  range.lo, range.hi = passthrough.range(job.model.analysis)
  local code <const> = states.of(job)
  return {
    has_continuations = next(job.model.continuations) ~= nil, longest_form = forms_.longest_form(job.model.spec), math_min = math.min,
    short_kernel = selection.short_kernel(job.scalar), short = code.short, is_state = code.is_one,
    -- `shift` does not use the state as an index, so its loops need no invariant about the state.
    state_invariant = code.short.shifted and "" or (" loop invariant is_state: %s;"):format(code.is_one "state"),
    eight_steps = { short = code.short, is_state = code.is_one, facts = false },
    passthrough_range_text = bytes_.text { range }, passthrough_word_code = comparisons.outside(8, range, " |\n        "),
  }
end

-- ---- The vector kernels, and the choice of a kernel ----

M["vector/vectors.c"] = function(job, views)
  local model <const>, code <const> = job.model, states.of(job)
  local view <const> = lists.update({
    carry = model.carry and carry_view.values(job) or false,
    analysis = model.analysis, window = model.analysis.window, plan = model.plan, spec = model.spec,
    restart = not model.carry and restart.of(model), accepts = code.accepts, boundary = code.boundary,
    and_may_end = (model.leaves_end or model.edges) and (" && %smay_end(text, size)"):format(job.p) or "",
    begins_and = model.edges and ("%sbegins_well((const uint8_t *)text) && "):format(job.p) or "",
    leaves_end = model.leaves_end, edges = model.edges,
    byte_set = comparisons.set,
    has_continuations = next(model.continuations) ~= nil, short_kernel = selection.short_kernel(job.scalar),
    vector_bits = job.selection.vector_bits,
    words_of_part = not model.edges and lists.any(job.vectors, function(row) return row.part and row.bytes == 16 end),
  }, vector_view.values(job))
  setmetatable(view, { __index = views.common(job) })
  view.include = function(name, extra)
    return templates.render(job.root, name, setmetatable(extra or {}, { __index = view }))
  end
  view.vector_kernel = function(row)
    return (model.carry and carry_view or vector_view).kernel(job, row, view)
  end
  return view
end

---The view of the lines that fold.lua prints around the shared text of the kernels.
M["vector/self_include.c"] = function(job)
  local view <const>, kernels <const> = { file_name = fold.file_name(job), names = fold.names(job), kernels = {} }, job.vectors
  for i, one in ipairs(kernels) do
    view.kernels[i] = { name = one.name, upper = job.U .. "_" .. one.name:upper(), bit = one.bit }
  end
  return view
end

---An #if line, true if some kernel in U_COMPILED does not exist on the target, or if U_COMPILED is empty.
local function if_lacking_kernel(job)
  local scalar, words = 0, {}
  for _, kernel in ipairs(job.selection.kernels) do
    scalar = selection.wanted(job.scalar, kernel.name) and scalar | kernel.mask or scalar
  end
  words[1] = hex(scalar)
  for _, family in ipairs(job.families) do
    local plain = 0
    for _, isa in ipairs(family.kernels) do
      if isa.guarded then
        words[#words + 1] = ("defined(%s_KERNEL_%s) * %s"):format(job.U, isa.name, isa.bit)
      else
        plain = plain | tonumber(isa.bit)
      end
    end
    words[#words + 1] = plain > 0 and ("defined(%s_%s) * %s"):format(job.U, family.name, hex(plain)) or nil
  end
  words[1] = ("(%s_COMPILED & ~(%s"):format(job.U, words[1])
  words[#words] = words[#words] .. ")) != 0"
  return layout.macro(("#if %s_COMPILED == 0 || "):format(job.U), words, " | ")
end

M["shared/dispatch.c"] = function(job)
  local entries <const> = lists.map(job.scalar, function(name) return ("%s_%s_KERNEL(X)"):format(job.U, name:upper()) end)
  for _, family in ipairs(job.families) do
    entries[#entries + 1] = ("%s_%s_KERNELS(X)"):format(job.U, family.name)
  end
  return {
    scalar = job.scalar, if_lacking = if_lacking_kernel(job),
    entries = layout.macro(("#define %s_KERNELS(X) "):format(job.U), entries, " "),
    kernel_lists = selection.kernel_lists(job.U, job.scalar, job.families),
  }
end

-- ---- The claims for verify/ ----

M["files/model.h"] = function(job)
  local model <const> = job.model
  local view <const> = vector_view.claims(job)
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
  local forms <const>, later <const> = characters.table(model.spec)
  view.forms, view.later = forms or {}, later or { lo = 0, bits = 0 }
  view.counts_bytes = job.by_bytes ~= nil and #job.vectors > 0 and model.plan ~= nil and not model.plan.set
  view.leaves_end, view.edges = model.leaves_end, model.edges
  view.other = model.analysis.pad or model.plan and model.plan.two_byte and two_byte.other(model.plan.two_byte) or 0
  view.origin = (model.whole.origin - 1) * model.dfa.classes
  view.shift_words = selection.wanted(job.scalar, "shift") and model.shift.words or 0
  view.has_vectors, view.carries = #job.vectors > 0, model.carry and #model.carry.levels or false
  return view
end

return M
