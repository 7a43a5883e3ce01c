-- SPDX-License-Identifier: 0BSD
-- views: what the templates see.
--
-- In:  the model and the kernels that were chosen. Out of `environment`: a table of names, for templates.render.

local layout = require "gen.layout"
local selection = require "gen.selection"
local vector_view = require "gen.vector_view"
local templates = require "gen.templates"
local re2c = require "gen.re2c"
local rows_ = require "gen.rows"
local dot = require "gen.dot"
local grammar = require "gen.grammar"
local automata = require "gen.automaton"
local dfa_ = require "gen.dfa"
local faults_ = require "gen.faults"
local byte_tests = require "gen.byte_tests"
local spec_ = require "gen.spec"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT
local MOST_COMPARED <const> = 4
local WIDTH <const>, hex <const>, list <const>, sixteens <const>, filled <const> =
  layout.WIDTH, layout.hex, layout.list, layout.sixteens, layout.filled
local wanted <const> = selection.wanted

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

-- ---- Grammars ----

local function abnf_name(name)
  return (name:gsub("_", "-"))
end

local function choice_of(names)
  return table.concat(names, " / ")
end

---The rule of a character: any part.
local function abnf_character(direction)
  local names = {}
  for i, part in ipairs(direction.parts) do
    names[i] = part.name
  end
  return abnf_name(choice_of(names))
end

---What may follow, and the rule for what follows that: "[ ( form-1 / form-2 ) text / form-3-b text-2 ]"; without brackets where the
---text must go on.
local function abnf_chain(rule)
  local words = {}
  for i, step in ipairs(rule.steps) do
    words[i] = (#step.parts > 1 and "( %s ) %s" or "%s %s"):format(choice_of(step.parts), step.to)
  end
  if #words == 0 then
    return '""'
  end
  return abnf_name(rule.last and "[ " .. choice_of(words) .. " ]" or choice_of(words))
end

---The parts that may not stand first, each looked for: "!form_1_a !form_2 ".
local function peg_beginning(direction)
  local words = {}
  for i, part in ipairs(direction.never_first) do
    words[i] = ("!%s "):format(direction.parts[part].name)
  end
  return table.concat(words)
end

---A character that some may not follow looks whether they do, and one that may not be the last whether another byte follows:
---"form_1 / form_3_b !form_3_c / form_4 &.".
local function peg_character(direction)
  local words = {}
  for i, part in ipairs(direction.parts) do
    words[i] = part.name .. (part.last and "" or " &.")
    for _, other in ipairs(part.never) do
      words[i] = words[i] .. " !" .. direction.parts[other].name
    end
  end
  return choice_of(words)
end

---What the templates see.
---@param root string the project's folder
---@param model table
---@param options table see emit.files
---@param dear table? see selection.kernels_of
function M.environment(root, model, options, dear)
  local p <const> = options.prefix .. "_"
  local U <const> = options.prefix:upper()
  local automaton <const>, dfa <const>, plan <const> = model.automaton, model.dfa, model.plan
  local scalar, families = selection.kernels_of(model, options, dear)
  local names = { table.unpack(scalar) }
  for _, isa in ipairs(selection.vectors(families)) do
    names[#names + 1] = isa.name
  end
  local widest = 0
  local faults = {}
  for i, name in ipairs(model.fault_names) do
    faults[i] = { name = name, meaning = FAULT_MEANINGS[name] or ("a code point that the rule %s leaves out"):format(name) }
    widest = math.max(widest, #name)
  end
  local function longest_of(rows)
    local most = 0
    for _, row in ipairs(rows) do
      most = math.max(most, #row.bytes)
    end
    return most
  end
  local several_names = false
  for _, rule in ipairs(model.spec.nevers) do
    several_names = several_names or rule.name ~= model.spec.nevers[1].name
  end
  -- The states besides START in which a text may end, and all in which a character may begin. Few are compared with, many looked up.
  local other_accepting, other_boundaries = {}, {}
  for state = automata.DEAD + 1, automaton.count do
    other_accepting[#other_accepting + 1] = automaton.accepts[state] and state or nil
    other_boundaries[#other_boundaries + 1] = automaton.boundary[state] and state or nil
  end
  local looked_up <const> = #other_boundaries > MOST_COMPARED
  ---A test whether a state of the table is START or one of these; or whether it is not.
  local function state_test(state, others, negated)
    if looked_up then
      local set <const> = others == other_accepting and "final" or "boundary"
      return ("%s%s%s[%s / %dU]"):format(negated and "!" or "", p, set, state, dfa.classes)
    end
    local tests = {}
    for i, one in ipairs { automata.START, table.unpack(others) } do
      tests[i] = ("%s %s %s_%s"):format(state, negated and "!=" or "==", U, automaton.names[one]:upper())
    end
    return #tests == 1 and tests[1] or "(" .. table.concat(tests, negated and " && " or " || ") .. ")"
  end
  ---A test whether a text may end in a shifted state.
  local function shift_accepts(state)
    if looked_up then
      local mask = 0
      for _, one in ipairs { automata.START, table.unpack(other_accepting) } do
        mask = mask | 1 << model.shift.offsets[one]
      end
      return ("(0x%016X >> (%s) & 1) != 0"):format(mask, state)
    end
    local tests = {}
    for i, one in ipairs { automata.START, table.unpack(other_accepting) } do
      tests[i] = ("(%s) == %s_SHIFT_%s"):format(state, U, automaton.names[one]:upper())
    end
    return #tests == 1 and tests[1] or "(" .. table.concat(tests, " || ") .. ")"
  end
  local widest_state = 0
  for state = 1, automaton.count do
    widest_state = math.max(widest_state, #automaton.names[state])
  end
  local plain_lo, plain_hi = selection.plain_range(model.analysis)
  local by_shift <const> = wanted(scalar, "shift")
  local env
  env = {
    ipairs = ipairs,
    prefix = options.prefix, widest_state = widest_state, p = p, U = U, name = options.prefix, title = model.spec.title, spec = model.spec,
    automaton = automaton, analysis = model.analysis, window = model.analysis.window, dfa = dfa, shift = model.shift, plan = plan,
    faults = faults, widest_fault = widest, excluded = model.excluded, longest_excluded = longest_of(model.excluded),
    scalar_kernels = scalar, kernel_names = table.concat(names, ", "),
    short_kernel = by_shift and "shift" or "dfa",
    end_byte = model.end_byte, alternatives = wanted(scalar, "re2c") and grammar.re2c(model.rows, model.contexts) or {},
    contexts = model.contexts, other_accepting = looked_up and {} or other_accepting,
    other_boundaries = looked_up and {} or other_boundaries, looked_up = looked_up,
    has_ends = next(model.ends) ~= nil, several_names = several_names,
    leads_tell_all = faults_.tells_all(model.spec, model.continuations),
    -- How many bytes before an offset tell its state and where the character before it begins; false if no number does.
    reach_back = model.analysis.window and model.analysis.window - 1 + #model.analysis.counts or false,
    has_continuations = next(model.continuations) ~= nil,
    never_rows = model.never_rows, longest_never = longest_of(model.never_rows),
    unfinished_rows = model.unfinished_rows, longest_unfinished = longest_of(model.unfinished_rows),
    longest_form = rows_.longest_form(model.spec),
    statements = spec_.statements(model.spec),
    re2c_command = ("re2c %s %s.re"):format(re2c.FLAGS, options.prefix), dot_name = dot.name(options.prefix),
    single_header = options.single_header or false, has_avx512 = wanted(names, "avx512"),
    -- An example of a limit for the header: the widest kernel but avx512.
    limit_example = wanted(names, "avx2") and "avx2" or scalar[#scalar],
    limit_declines = wanted(names, "avx2") and wanted(names, "avx512") and " declines avx512" or "",
    quoted_spec = ("//\n// The rules:\n//\n%s"):format(layout.comment_block(model.spec.text)),
    hex = hex, hex64 = layout.hex64, ruler = layout.ruler, pad_to = layout.pad_to, decimals = layout.decimals,
    ranges_text = rows_.ranges_text, row_text = rows_.text,
    accepts = function(state)
      return state_test(state, other_accepting)
    end,
    boundary = function(state, negated)
      return state_test(state, other_boundaries, negated)
    end,
    shift_accepts = shift_accepts,
    ---For each state 1 if it is in a set, "accepts" or "boundary", else 0; on lines of sixteen.
    state_flags = function(set)
      local flags = {}
      for state = 1, automaton.count do
        flags[state] = automaton[set][state] and 1 or 0
      end
      return sixteens(flags, 1, automaton.count, function(flag) return ("%d"):format(flag) end)
    end,
    ---A test whether a text may end in a context.
    may_end = function(context)
      local tests = {}
      for number = 1, model.contexts do
        tests[#tests + 1] = model.ends[number] and ("%s != %d"):format(context, number) or nil
      end
      return table.concat(tests, " && ")
    end,
    -- The same for the automaton in the faster of its forms: the shifted states if there are some, else those of the table.
    short_stem = by_shift and U .. "_SHIFT" or U,
    short_accepts = function(state)
      return by_shift and shift_accepts(state) or state_test(state, other_accepting)
    end,
    short_step = function(state, byte)
      return by_shift and ("%sshift_table[%s] >> %s"):format(p, byte, state)
        or ("%sdfa_next[%s + %sdfa_class[%s]]"):format(p, state, p, byte)
    end,
    character = function(from, to)
      return model.contexts == 1 and "character" or ("character_%d_%d"):format(from, to)
    end,
    dfa_type = function()
      return dfa_.entry_type(dfa)
    end,
    plain_range_text = function()
      return rows_.text { { lo = plain_lo, hi = plain_hi } }
    end,
    plain_word_code = function()
      local ones <const> = 0x0101010101010101
      local terms = { "word" }
      if plain_lo > 0 then
        terms[#terms + 1] = ("(word - 0x%016X)"):format(ones * plain_lo)
      end
      if plain_hi < SIGN_BIT - 1 then
        terms[#terms + 1] = ("(word + 0x%016X)"):format(ones * (SIGN_BIT - 1 - plain_hi))
      end
      return #terms == 1 and terms[1] or "(" .. table.concat(terms, " |\n        ") .. ")"
    end,
    ---A state's row of the table, on as many lines as it takes.
    state_row = function(state)
      local lines, width = {}, 16
      for from = (state - 1) * dfa.classes, state * dfa.classes - 1, width do
        local last = math.min(from + width, state * dfa.classes) - 1
        lines[#lines + 1] = list(dfa.next, from, last, function(value) return ("%3d"):format(value) end) .. ","
      end
      lines[1] = lines[1] .. "  // " .. automaton.names[state]
      return lines
    end,
    bounds = function(bytes, side)
      return "{ " .. list(bytes, 1, #bytes, function(range) return hex(range[side]) end) .. " }"
    end,
    class_numbers = function()
      local numbers = {}
      for number = 0, math.min(dfa.classes, 16) - 1 do
        numbers[number + 1] = ("%3d"):format(number)
      end
      return table.concat(numbers, "  "):sub(3) .. "   the class" .. (dfa.classes > 16 and ", 16 and more below" or "")
    end,
    meaning_of_state = function(state)
      if state == automata.START then
        return "a character begins here; a text may end"
      elseif state == automata.DEAD then
        return "nothing makes this well-formed"
      end
      local lines, line = {}, ""
      for _, target in ipairs(automata.successors(automaton, state)) do
        local word = ("%s to %s"):format(rows_.ranges_text(automata.between(automaton, state, target)), automaton.names[target])
        if line ~= "" and #line + #word > WIDTH - 24 - widest_state then
          lines[#lines + 1] = line .. ";"
          line = word
        else
          line = line == "" and word or line .. "; " .. word
        end
      end
      lines[#lines + 1] = line ~= "" and line or "a text may end; nothing may follow"
      return table.concat(lines, "\n//" .. (" "):rep(widest_state + 8))
    end,
    continuation_test = function(byte)
      local tests = {}
      for _, range in ipairs(automata.ranges(function(b) return model.continuations[b] end)) do
        -- The half that holds of every byte is left out: compilers warn of it.
        local from, to = ("%s >= %s"):format(byte, hex(range.lo)), ("%s <= %s"):format(byte, hex(range.hi))
        tests[#tests + 1] = range.lo == 0 and range.hi == 255 and ("(void)%s, true"):format(byte)
          or range.lo == 0 and to or range.hi == 255 and from or from .. " && " .. to
      end
      return #tests == 1 and tests[1] or "(" .. table.concat(tests, ") || (") .. ")"
    end,
    shift_words = function(high)
      local words, first = {}, automaton.class_of[high << 4]
      local same = true
      for low = 0, 15 do
        local class = automaton.class_of[high << 4 | low]
        words[low + 1] = ("%s_W%d"):format(U, class)
        same = same and class == first
      end
      local margin = ("  // %X_"):format(high)
      if same then
        return { ("%s_X16(%s_W%d),%s"):format(U, U, first, margin) }
      end
      local lines, per_line = {}, (#U + 6) * 8 < WIDTH - 10 and 8 or 4
      for from = 1, 16, per_line do
        lines[#lines + 1] = table.concat(words, ", ", from, from + per_line - 1) .. "," .. (from == 1 and margin or "")
      end
      return lines
    end,
    directions = grammar.directions(model), abnf = grammar.abnf, peg = grammar.peg, filled = filled,
    abnf_name = abnf_name, abnf_character = abnf_character, abnf_chain = abnf_chain, peg_character = peg_character,
    peg_beginning = peg_beginning,
    ---A rule's head and what it says, on as many lines as it takes.
    rule = function(head, body)
      return filled(head, body, (" "):rep(#head))
    end,
    pictured_states = dot.states(automaton), columns = dot.columns(automaton), arrows = dot.arrows(automaton),
    joined = function(words) return table.concat(words, " ") end,
    value = function(value)
      if value == nil or value == false then
        error("a hole has no value", 2)
      end
      return math.type(value) == "float" and error("a hole holds a float", 2) or value
    end,
  }
  for name, value in next, vector_view.values(model, options, scalar, families) do
    env[name] = value
  end
  env.include = function(name, part)
    local extra = part and vector_view.part(model, env, part, p, U) or {}
    -- A template that an ISA's template includes keeps the ISA's words.
    extra.include_here = function(inner)
      return templates.render(root, inner, setmetatable(extra, { __index = env }))
    end
    return templates.render(root, name, setmetatable(extra, { __index = env }))
  end
  return env
end

return M
