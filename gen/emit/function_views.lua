-- SPDX-License-Identifier: 0BSD
-- function_views: the views (the names that templates may use) for the public functions, templates/api/, and for code that they share.
--
-- In:  a job (views.lua). Out: for each template file's name, a function from the job to the view. unit_views.lua has those of api/utf16
--      and api/utf32, count_views.lua those of api/measure, count, seek and rows. Templates that need no view (api/prefix.h) have none.

local lists = require "gen.common.lists"
local api = require "gen.kernel.api"
local code_points = require "gen.emit.code_points"
local characters = require "gen.language.characters"
local automata = require "gen.language.automaton"
local comparisons = require "gen.emit.comparisons"
local faults_ = require "gen.language.faults"
local invariants = require "gen.emit.invariants"
local layout = require "gen.common.layout"
local pieces = require "gen.language.pieces"
local part_masks = require "gen.plan.part_masks"
local repair = require "gen.language.repair"
local bytes_ = require "gen.common.bytes"
local ranges_ = require "gen.common.ranges"
local forms_ = require "gen.spec.forms"
local selection = require "gen.kernel.selection"
local states = require "gen.emit.states"
local streams = require "gen.language.streams"

local M = {}

local hex <const> = layout.hex

---Values for annotations.
---  has_grammar  whether predicates describe well-formed text
---  is_state     a test whether the variable `state` is a state of the table
---  begun        the predicates of states inside a character; false without --acsl, with pairs, and with `never` rules that have an effect
local ANNOTATIONS <const> = {
  has_grammar = function(job)
    return (job.options.acsl or false) and not job.model.starts and invariants.of(job.model, job.p) ~= nil
  end,
  is_state = function(job)
    return states.of(job).is_one("state")
  end,
  begun = function(job)
    return job.options.acsl and not job.model.starts and not job.model.spec.pair and invariants.begun(job.model, job.p) or false
  end,
}

---Adds the values for annotations with these names to a view.
local function annotated(job, names, view)
  for _, name in ipairs(names) do
    view[name] = ANNOTATIONS[name](job)
  end
  return view
end

---Whether a profile forbids characters of several bytes. Forbidden one-byte characters do not matter: they are one ill-formed byte anyway.
local function is_profile(model)
  return lists.any(model.disallowed, function(row) return #row.bytes > 1 end)
end

-- ---- Valid, check ----

M["api/valid.h"] = function(job)
  return { title = job.model.spec.title, contexts = job.model.contexts }
end

local FAULT_MEANINGS <const> = {
  truncated = "the text ends inside a character",
  too_long = "a continuation byte where a character must begin",
  too_short = "another byte where a continuation byte must follow",
  not_a_form = "a byte that no form contains",
  overlong = "a shorter form writes this code point",
  too_large = "a code point above the last one",
  unlisted = "a code point outside the listed ranges",
  unpaired = "half of a pair without the other half",
}

---The faults with their meanings, and the length of the longest name.
local function faults_of(job)
  local faults, widest = {}, 0
  for i, name in ipairs(job.model.fault_names) do
    faults[i] = { name = name, meaning = FAULT_MEANINGS[name] or ("a code point that the rule %s forbids"):format(name) }
    widest = math.max(widest, #name)
  end
  return faults, widest
end

---"none" and the names of all faults in order, as lines of C.
local function name_lines(job)
  local names <const> = { '"none"' }
  for i, name in ipairs(job.model.fault_names) do
    names[i + 1] = ('"%s"'):format(name)
  end
  local lines <const> = layout.packed(names, layout.WIDTH - 10, ", ")
  lines[#lines] = lines[#lines] .. ","
  return lines
end

M["api/valid.c"] = function(job)
  return annotated(job, { "has_grammar" }, {})
end

M["api/prefix.c"] = M["api/valid.c"]

M["api/check.h"] = function(job)
  local faults <const>, widest <const> = faults_of(job)
  return {
    faults = faults, widest_fault = widest, profile = is_profile(job.model), restricted = job.model.contexts > 1 or job.model.starts,
  }
end

---The length of the longest row in some lists, 0 if there is no row.
local function longest_of(groups)
  return lists.most(groups, function(rows) return lists.most(rows, function(row) return #row.bytes end) end)
end

---A row of byte ranges in C: its length, the least bytes and the greatest bytes.
local function bounds_code(row)
  local function bounds(side)
    return layout.list(row.bytes, 1, #row.bytes, function(range) return hex(range[side]) end)
  end
  return ("%d, { %s }, { %s }"):format(#row.bytes, bounds "lo", bounds "hi")
end

---A row in C with its fault and, if `has_rules`, with the number of its rule.
local function row_code(row, U, has_rules)
  local rule <const> = has_rules and ("%d, "):format(row.rule or 0) or ""
  return ("{ %s, %s%s_%s }"):format(bounds_code(row), rule, U, (row.fault or "fault_none"):upper())
end

---A row in C, with a comment after it, or above it if the line would be too long.
local function row_line(code, text)
  local line <const> = ("    %s,  // %s"):format(code, text)
  return #line <= layout.WIDTH and line or ("    // %s\n    %s,"):format(text, code)
end

---Whether code must find which rule forbids a character: `never` rules have several names, and some rule has a second side.
local function several_names(model)
  local nevers <const>, several, forbids = model.spec.nevers, false, false
  for _, rule in ipairs(nevers) do
    several = several or rule.name ~= nevers[1].name
  end
  for _, row in ipairs(model.never_rows) do
    forbids = forbids or row.second
  end
  return several and forbids
end

---A set of rules in C, one bit for each rule.
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

M["api/check.c"] = function(job)
  local model <const>, code <const>, several <const> = job.model, states.of(job), several_names(job.model)
  local leads_decide <const> = faults_.tells_all(model.spec, model.continuations)
  local first_rows <const>, sets <const> = faults_.activated(model)
  local second_rows <const>, set_bytes <const> = {}, #model.spec.nevers // 8 + 1
  if model.starts then
    -- The last set has the rules that apply at the start of a text.
    sets[#sets + 1] = {}
    for i, rule in ipairs(model.spec.nevers) do
      sets[#sets][i] = rule.starts
    end
  end
  for _, row in ipairs(model.never_rows) do
    second_rows[#second_rows + 1] = row.second and row or nil
  end
  return annotated(job, { "has_grammar", "begun", "is_state" }, {
    automaton = model.whole, dfa = model.dfa, spec = model.spec, contexts = model.contexts,
    restricted = model.contexts > 1 or model.starts, window = model.analysis.window,
    accepts = code.accepts, boundary = code.boundary, name_lines = name_lines(job), row_text = bytes_.text,
    longest = streams.longest(model),
    has_continuations = next(job.model.continuations) ~= nil, has_ends = next(model.ends) ~= nil, several_names = several,
    leads_decide = leads_decide, excluded = model.excluded, profile = is_profile(model), unfinished_rows = model.unfinished_rows,
    first_rows = first_rows, sets = sets, second_rows = second_rows, set_bytes = set_bytes,
    longest_row = longest_of {
      model.excluded, leads_decide and {} or model.spec.forms, several and first_rows or {}, several and second_rows or {},
      model.unfinished_rows,
    },
    -- How many bytes before an offset determine the state there and the start of the previous character; false if no number suffices.
    reach_back = model.analysis.window and model.analysis.window - 1 + #model.analysis.counts or false,
    row_line = function(row, text) return row_line(row_code(row, job.U, several), text) end,
    set_code = function(set) return set_code(set, set_bytes) end,
  })
end

-- ---- Chunks, repair, streams ----

M["shared/tails.c"] = function(job)
  local facts_ <const> = streams.of(job.model)
  return annotated(job, { "begun", "is_state" }, {
    cuts = facts_.cuts, forms_back = facts_.forms_back, longest = facts_.longest,
    contexts = job.model.contexts, spec = job.model.spec, boundary = states.of(job).boundary,
  })
end

M["api/chunk.c"] = function(job)
  return annotated(job, { "begun" }, {})
end

M["api/chunk.h"] = function(job)
  return { contexts = job.model.contexts }
end

---`restart` (vectors.c) moves back fewer bytes than this, except over many characters that must not end a text; copy.c tests for that case.
local HEAD <const> = 64

M["shared/copy.c"] = function(job)
  local widest <const>, plan <const> = lists.most(job.vectors, function(row) return row.bytes end), job.model.plan or { filter = 0 }
  -- In kernels by classes, an earlier pair can hide a filter bit from a pair two or more bytes later, so a rule counts twice.
  -- If no window decides the language, there are no rechecks.
  local first <const> = widest + 2 * (job.model.analysis.window or 0)
  return {
    set = plan.set ~= nil, by_vectors = widest > 0, first = first, head = first + HEAD,
    rechecked = plan.filter > 0 or plan.watched ~= nil or plan.classes ~= nil and plan.classes.filter > 0,
    -- A conversion between encodings copies whole prefixes; its job has no parts.
    stops_early = job.parts ~= nil and api.has(job.parts, "repair") and job.model.contexts == 1,
  }
end

M["api/repair.h"] = function(job)
  local replacement <const>, longest <const> = repair.bytes(job.model.spec), #job.model.analysis.counts
  return {
    name = ("U+%04X"):format(repair.code_point(job.model.spec)), hex_bytes = bytes_.hex(replacement),
    has_ends = next(job.model.ends) ~= nil,
    -- Room for a character or the replacement; for both if a character may forbid the next.
    progress = job.model.contexts > 1 and longest + #replacement or math.max(longest, #replacement),
  }
end

---The C for the masks of a block's bytes (part_masks.lua).
local function mask_values(masks)
  if not masks or not masks.long then
    return { firsts = "ends" }
  end
  local later, firsts <const> = {}, { "(ends & begins)" }
  for n = 2, masks.most - 1 do
    later[n - 1] = ("byte_%d"):format(n)
    firsts[n] = ("(ends & byte_%d) >> %d"):format(n, n - 1)
  end
  return {
    later_or = " | " .. table.concat(later, " | "),
    firsts = table.concat(firsts, " | "),
  }
end

M["api/repair.c"] = function(job)
  local replacement <const>, masks <const> = repair.bytes(job.model.spec), part_masks.of(job.model) or false
  return lists.update({
    name = ("U+%04X"):format(repair.code_point(job.model.spec)), contexts = job.model.contexts, masks = masks,
    kept = { contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil },
    has_ends = next(job.model.ends) ~= nil, code_bytes = layout.list(replacement, 1, #replacement, hex), accepts = states.of(job).accepts,
    -- Room for a replacement of each byte of a block, and for the block that is stored after the last replacement.
    block_room = math.max(256, 64 * (#replacement + 1)),
    -- The replacement's size, rounded up to a size that one store can write.
    widened = #replacement > 4 and 8 or #replacement == 3 and 4 or #replacement,
    by_vectors = #job.vectors > 0, walks = job.model.contexts == 1, plain = not job.model.spec.pair and not is_profile(job.model),
  }, mask_values(masks))
end

M["scalar/masks.c"] = function(job)
  local masks <const> = part_masks.of(job.model)
  return { masks = masks, bytes_text = bytes_.hex(masks.bytes) }
end

M["api/repair_stream.h"] = function(job)
  local longest <const> = #job.model.analysis.counts
  return {
    held = pieces.of(job.model).held, contexts = job.model.contexts, math_max = math.max,
    progress = math.max(longest, #repair.bytes(job.model.spec)),
  }
end

M["api/repair_stream.c"] = function(job)
  return {
    contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil, dfa = job.model.dfa, count = job.model.automaton.count,
  }
end

M["api/stream.h"] = function(job)
  return {
    contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil,
    several_names = job.model.contexts > 1 and several_names(job.model), pending = streams.of(job.model).pending,
    profile = is_profile(job.model),
  }
end

M["api/stream.c"] = function(job)
  local model <const>, code <const>, facts_ <const> = job.model, states.of(job), streams.of(job.model)
  return annotated(job, { "begun", "is_state" }, {
    cuts = facts_.cuts, has_ends = facts_.ends, longest = facts_.longest, contexts = model.contexts, dfa = model.dfa,
    named = several_names(model), several_names = model.contexts > 1 and several_names(model),
    at_start = "stream->offset == 0" .. (facts_.ends and " && stream->length == 0" or ""),
    accepts = code.accepts, boundary = code.boundary, pending = facts_.pending, profile = is_profile(model),
  })
end

-- ---- Characters ----

M["shared/code_point.c"] = function(job)
  local lengths <const>, reads_bytes <const> = code_points.lengths(job.model.spec)
  return { lengths = lengths, reads_bytes = reads_bytes, all_lengths = lists.joined(lengths, ", ", function(group)
    return ("%d"):format(group.length)
  end) }
end

M["shared/spell.c"] = function(job)
  local spec <const> = job.model.spec
  local spans <const>, many_gaps <const> = code_points.spans(spec)
  -- With many gaps, the function is too large to inline.
  return { pair = code_points.pair(spec) or false, longest = characters.longest(spec), spans = spans, many_gaps = many_gaps,
    inline = many_gaps and "static" or nil }
end

---The encoding's rows in each form of several bytes in which the profile forbids characters.
local function encoded_rows(model)
  local forms <const>, rows = {}, {}
  for _, row in ipairs(model.disallowed) do
    forms[row.form] = #row.bytes > 1 or nil
  end
  for _, row in ipairs(model.encoding.rows) do
    -- A pair has the bytes of two forms, and is skipped.
    rows[#rows + 1] = forms[row.form] and #row.bytes == #model.spec.forms[row.form].bytes and row or nil
  end
  return rows
end

M["shared/segment.c"] = function(job)
  local spec <const> = job.model.spec
  local encoded <const> = encoded_rows(job.model)
  return annotated(job, { "begun", "is_state" }, {
    spec = spec, boundary = states.of(job).boundary, high_halves = code_points.high_halves(spec),
    longest = (spec.pair and 2 or 1) * forms_.longest_form(spec), encoded = encoded, profile = is_profile(job.model),
    longest_row = longest_of { encoded }, row_text = bytes_.text, bounds_code = bounds_code,
  })
end

M["shared/characters.c"] = function(job)
  local cuts <const> = job.model.cuts
  return annotated(job, { "begun" }, {
    has_code_points = not characters.refused(job.model), back = cuts.back or false,
    start_test = function(byte) return comparisons.set(cuts.starts, byte) end,
  })
end

---The C that tests whether a byte leads to another state at the start of a text than later: comparisons with up to 4 ranges, or the table.
local function barred_lead(job)
  local whole <const>, p <const>, U <const> = job.model.whole, job.p, job.U
  local ranges <const> = automata.ranges(function(byte) return whole.next[whole.origin][byte] ~= whole.next[automata.START][byte] end)
  return #ranges <= 4 and comparisons.set(ranges, "bytes[0]")
    or ("%sdfa_next[%s_ORIGIN + %sdfa_class[bytes[0]]] != %sdfa_next[%s_START + %sdfa_class[bytes[0]]]"):format(p, U, p, p, U, p)
end

M["shared/starts.c"] = function(job)
  return {
    barred_lead = barred_lead(job), boundary = states.of(job).boundary, pair = job.model.spec.pair ~= nil, profile = is_profile(job.model),
  }
end

M["api/decode.h"] = function(job)
  local paired <const> = forms_.paired(job.model.spec)
  return { paired = paired and ranges_.text { paired } or false }
end

M["api/decode.c"] = function(job)
  local forms <const>, later <const> = characters.table(job.model.spec)
  return annotated(job, { "begun" }, {
    forms = forms or false, number = function(value) return ("0x%X"):format(value) end,
    later_text = later and later.bits > 0 and (", the low %d bits of each"):format(later.bits) or "",
  })
end

M["api/encode.h"] = function(job)
  return { longest = math.max(characters.longest(job.model.spec), streams.longest(job.model)) }
end

M["api/encode.c"] = M["api/encode.h"]

M["api/iterate.h"] = function(job)
  local forms <const>, all <const>, chained <const> = code_points.inline(job.model.spec)
  return { forms = forms, is_all = all, chained = chained, single = code_points.single(job.model) or false }
end

M["shared/next_part.c"] = function(job)
  local code <const> = states.of(job)
  return {
    contexts = job.model.contexts, has_ends = next(job.model.ends) ~= nil, accepts = code.accepts, boundary = code.boundary,
    profile = is_profile(job.model),
  }
end

M["api/cut.h"] = function(job)
  local cuts <const>, facts_ <const> = job.model.cuts, pieces.of(job.model)
  return {
    back = cuts.back or false, starts = #cuts.starts > 0 and bytes_.ranges_text(cuts.starts) or false,
    carries = facts_.carries, kept = facts_.kept, loose = facts_.loose, contexts = job.model.contexts,
    has_ends = next(job.model.ends) ~= nil, paired = job.model.spec.pair ~= nil, repaired = api.has(job.parts, "repair"),
    ruled = job.model.starts,
  }
end

M["api/cut.c"] = function(job)
  local facts_ <const>, ends <const>, pair <const> = pieces.of(job.model), next(job.model.ends) ~= nil, job.model.spec.pair ~= nil
  return {
    contexts = job.model.contexts, has_ends = ends, pair = pair, merges = pair or ends, loose = facts_.loose, bars = facts_.bars,
    back = job.model.cuts.back or false, accepts = states.of(job).accepts, profile = is_profile(job.model),
  }
end

-- ---- Kernels, limit, hash ----

M["api/kernels.c"] = function(job)
  return { scalar = job.scalar }
end

M["api/kernels.h"] = function(job)
  return { has_spare = next(selection.spare(job.scalar)) ~= nil }
end

---The comment of `limit` has an example: the first family's last kernel that is not optional, or else the last scalar kernel.
M["api/limit.h"] = function(job)
  local example, disabled = job.scalar[#job.scalar], {}
  for _, isa in ipairs(job.families[1] and job.families[1].kernels or {}) do
    if isa.optional then
      disabled[#disabled + 1] = isa.name
    else
      example = isa.name
    end
  end
  return {
    example = example,
    declines = #disabled > 0 and " disables " .. table.concat(disabled, ", ") or "",
  }
end

M["api/spec_hash.c"] = function(job)
  return { hash = job.model.spec.hash }
end

return M
