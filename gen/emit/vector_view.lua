-- SPDX-License-Identifier: 0BSD
-- vector_view: makes the views (the names that templates may use) for the vector kernels.
--
-- In:  a job (views.lua): the model, and the kernels that were chosen. Out of `values`: the names that vectors.c and the tables use; out
--      of `claims`: those that model.h uses; out of `kernel`: the C of one kernel, its words first.
--
-- A kernel's template is filled first. There, `$(w.load)(at)` becomes a call of utf8_sse_load, and sse's word `load` is noted as used. The
-- functions that $(functions("check")) prints use other words. All used words are then printed above the kernel (words.lua).

local lists = require "gen.common.lists"
local isas = require "gen.kernel.isas"
local automata = require "gen.language.automaton"
local fold = require "gen.emit.fold"
local layout = require "gen.common.layout"
local look_ = require "gen.plan.look"
local selection = require "gen.kernel.selection"
local templates = require "gen.emit.templates"
local nibble = require "gen.plan.nibble"
local nibble_lines = require "gen.emit.nibble_lines"
local part_masks = require "gen.plan.part_masks"
local passthrough = require "gen.plan.passthrough"
local bytes_ = require "gen.common.bytes"
local companions_ = require "gen.kernel.companions"
local acsl = require "gen.emit.acsl"
local classes = require "gen.plan.classes"
local contracts = require "gen.emit.contracts"
local kernel = require "gen.kernel.kernel"
local program = require "gen.kernel.program"
local words_ = require "gen.emit.words"
local measures = require "gen.language.measures"
local utf16_plan = require "gen.plan.utf16_plan"
local recode_view = require "gen.emit.recode_view"

local M = {}

local SIGN_BIT <const> = bytes_.SIGN_BIT
local hex <const>, list <const>, sixteens <const>, wanted <const> = layout.hex, layout.list, layout.sixteens, selection.wanted

---The facts of a program (kernel.make), but `tables` have masks of the bits that matter, and `thresholds` names all threshold tables.
local function with_tables(facts)
  local tables, thresholds = {}, { table.unpack(facts.thresholds) }
  for _, name in ipairs(facts.tables) do
    local sensitivity <const>, look <const> = facts.plan.sensitivity[name], facts.plan.look
    tables[#tables + 1] = sensitivity and { name = name, sensitivity = sensitivity, look = look and look.tables[name] } or nil
  end
  thresholds[#thresholds + 1] = #facts.values > 0 and facts.values_name or nil
  return setmetatable({ tables = tables, thresholds = thresholds }, { __index = facts })
end

---The facts of these kernels' programs, once for each kind of plan; the plan by nibbles comes first.
---@return table facts, boolean by_nibbles whether a plan is by nibbles
local function facts_of(model, rows)
  local facts, seen = {}, {}
  for _, row in ipairs(rows) do
    if not seen[row.plan] and not model.carry then
      seen[row.plan] = true
      table.insert(facts, row.plan == "nibbles" and 1 or #facts + 1, with_tables(select(2, kernel.make(model, row))))
    end
  end
  return facts, seen.nibbles or false
end

---A list of numbers for a macro of model.h.
local function numbers_text(numbers)
  return lists.joined(numbers, "", function(number) return (" X(%d)"):format(number) end)
end

---The distances from the current byte to the bytes that some rules read.
local function distances(part)
  local numbers = {}
  for n = 0, part.reach - 1 do
    numbers[#numbers + 1] = part.looked[n + 1] and n or nil
  end
  return numbers
end

---The distances of all bytes that deep rules read, including those of the gates' pairs.
local function all_distances(facts, window)
  local numbers, looked = {}, {}
  for _, part in ipairs { facts.deep, facts.filtered } do
    for _, n in ipairs(distances(part)) do
      looked[n] = true
    end
  end
  for _, n in ipairs(facts.gates) do
    looked[n], looked[n + 1] = true, true
  end
  for n = 0, window - 1 do
    numbers[#numbers + 1] = looked[n] and n or nil
  end
  return numbers
end

---Compilers in the order of the tests: { own macro, macro of the version }. clang also defines gcc's macro or, in MSVC mode, MSVC's.
---Apple's clang has version numbers of its own.
local APPLE <const> = "__apple_build_version__"
local COMPILERS <const> = { { APPLE, APPLE }, { "__clang__", "__clang_major__" }, { "__GNUC__", "__GNUC__" }, { "_MSC_VER", "_MSC_VER" } }

---A condition of the preprocessor: does the compiler know these instructions?
---@param since table
---@param bar string? the separator of the cases
local function known_to(since, bar)
  local tests = {}
  for i, macros in ipairs(COMPILERS) do
    local version <const> = since[macros[2]]
    local test <const> = version and ("%s >= %d"):format(macros[2], version) or "0"
    if version or macros[1] ~= APPLE then
      tests[#tests + 1] = i < #COMPILERS and ("defined(%s) ? %s"):format(macros[1], test) or test
    end
  end
  return table.concat(tests, bar or " : ")
end

---The names for the preprocessor's tests: which families and kernels are compiled.
local function family_values(job)
  local U <const>, plain <const> = job.U, job.options.plain_words or false
  return {
    families = job.families, plain_words = plain,
    condition = function(family)
      local vectors <const> = ("!defined(%s_NO_SIMD)"):format(U)
      local known <const> = family.since and (" && \\\n    (%s)"):format(known_to(family.since, " : \\\n     ")) or ""
      return plain and vectors
        or ("(defined(%s_GNU) || defined(_MSC_VER)) && %s && !defined(%s_TYPES) && \\\n    %s%s"):format(U, vectors, U, family.condition,
          known)
    end,
    ---The test for a kernel that macros or compilers may leave out. Ours come first: clang calls macros after a false `A &&` unused.
    guard = function(isa)
      local tests = {}
      if isa.optional then
        local with <const> = isa.left_out_with and (" && !defined(%s_NO_%s)"):format(U, isa.left_out_with:upper()) or ""
        tests[1] = ("!defined(%s_NO_%s)%s"):format(U, isa.name:upper(), with)
      end
      if isa.wide and not plain then
        table.insert(tests, 1, ("defined(%s_WIDE)"):format(U) .. (isa.bytes == 64 and (" && defined(%s_EVEX512)"):format(U) or ""))
      end
      tests[#tests + 1] = isa.since and not plain and ("(%s)"):format(known_to(isa.since)) or nil
      return #tests > 0 and table.concat(tests, " && \\\n    ") or "1"
    end,
    families_defined = lists.joined(job.families, " || ", function(family) return ("defined(%s_%s)"):format(U, family.name) end),
    any_kernel = function(family) return lists.joined(family.kernels, " || ",
      function(isa) return ("defined(%s_KERNEL_%s)"):format(U, isa.name) end) end,
    family_entries = function(family)
      return layout.macro(("#define %s_%s_KERNELS(X) "):format(U, family.name), lists.map(family.kernels, function(isa)
        return ("%s_%s_KERNEL(X)"):format(U, isa.name:upper())
      end), " ")
    end,
  }
end

---The names for a plan's demands: if a byte xor `flipped` is at least `from`, the byte `distance` later must be a continuation byte.
local function demand_values(plan)
  local demands <const> = plan and plan.demands or {}
  return {
    demand_text = function()
      return lists.joined(demands, " or ", function(demand)
        local flipped <const> = plan.flipped ~= 0 and (", flipped by %02X,"):format(plan.flipped) or ""
        return ("the byte %d places before%s is at least %02X"):format(demand.distance, flipped, demand.from)
      end)
    end,
    demand_distances = function()
      return lists.joined(demands, ", ", function(demand) return ("%d"):format(demand.distance) end):gsub(", (%d+)$", " or %1")
    end,
    demand_list = function() return lists.joined(demands, ", ", function(demand) return hex(demand.from) end) end,
  }
end

---Sixteen entries a line, each line with the high nibble of its bytes.
local function sixteen_lines(entries, first)
  return lists.map(sixteens(entries, first, #entries, hex), function(line, i)
    return ("%s  // %X_"):format(line, i - 1 + SIGN_BIT // 16 * first)
  end)
end

---The names for tables and the comments about them.
local function table_values(plan, U)
  return {
    axes = plan and nibble.names(plan.tables), byte_tables = plan and passthrough.tables(plan),
    bit_lines = function() return nibble_lines.bits(plan.bits, U) end,
    table_of = function(name) return nibble_lines.table(plan.bits, U, name, plan.tables[name]) end,
    bytes_text = classes.text_of, lane_lines = layout.lane_lines,
    sixteen = function(entries) return list(entries, 0, 15, hex) end,
    value_list = function(values) return list(values, 1, #values, hex) end,
    look_text = look_.text,
    ---A text about each nibble that a look uses, in columns.
    look_line = function(round, text_of)
      return (lists.joined(round.axes, " ", function(axis) return ("%-14s"):format(text_of(axis)) end):gsub("%s+$", ""))
    end,
    axis_text = function(axis)
      return ("%s byte's %s nibble"):format(axis < 3 and "previous" or "current", axis % 2 == 1 and "high" or "low")
    end,
    ---The lines of a table of classes: the entry of bytes below 80 (except 00 if that is refused), then a line for each high nibble.
    class_lines = function(entries, refused_nul)
      local below <const> = ("%s,  // below %02X%s"):format(hex(entries[0]), SIGN_BIT, refused_nul and ", except 00" or "")
      return { below, table.unpack(sixteen_lines(entries, 1)) }
    end,
    sixteen_lines = function(entries) return sixteen_lines(entries, 0) end,
  }
end

---@param job table see views.job
---@return table view of vectors.c and of the tables that it includes
function M.values(job)
  local U <const>, plan <const> = job.U, job.model.plan
  local plans_made <const>, by_nibbles <const> = facts_of(job.model, job.vectors)
  return lists.update({
    utf16 = utf16_plan.of(job.model) or false, recode = job.recode or false, contexts = job.model.contexts,
    by_nibbles = by_nibbles, plans_made = plans_made, looks = lists.any(plans_made, function(facts) return facts.plan.look end),
    pad_word = function()
      return ("(uint64_t)0x%016X"):format(0x0101010101010101 * job.model.analysis.pad)
    end,
  }, family_values(job), demand_values(plan), table_values(plan, U))
end

---@param job table
---@return table view of model.h
function M.claims(job)
  local names, all_vectors = {}, {}
  for i, row in ipairs(job.vectors) do
    names[i] = row.name
  end
  for i, row in ipairs(isas.rows) do
    all_vectors[i] = { name = row.name, made = wanted(names, row.name) }
  end
  return {
    -- All vector kernels that the generator knows, and whether each is made; the facts of the made kernels' plans.
    all_vectors = all_vectors, plans_made = facts_of(job.model, job.vectors),
    list = list,
    -- Numbers for macros: the positions that checks of pairs and of demands read, those that deep rules or a look read, and the gates.
    position_list = function(positions)
      local numbers = {}
      for n = 0, positions - 1 do
        numbers[n + 1] = n
      end
      return numbers_text(numbers)
    end,
    byte_list = function(part)
      return numbers_text(distances(part))
    end,
    reach_list = function(how)
      return numbers_text(all_distances(how, job.model.analysis.window))
    end,
    gate_list = function(how)
      return how.plan.chain and numbers_text(how.gates) or ""
    end,
    look_list = function(how)
      return numbers_text(look_.distances(how.plan.look))
    end,
    ---The functions of each round (eight bits) of a look: X(round, distance, name).
    round_list = function(how)
      return lists.joined(how.plan.look and how.plan.look.rounds or {}, "", function(round, number)
        return lists.joined(round.distances, "", function(n) return (" X(%d, %d, %s_%d)"):format(number - 1, n, round.name, n) end)
      end)
    end,
    ---The masks of the bits that matter, one for each entry of a table.
    mask_lines = function(masks)
      local lines = sixteens(masks, 0, #masks, hex)
      lines[#lines] = lines[#lines]:sub(1, -2)
      return lines
    end,
    ---The tests of bytes that deep rules make (asks.lua), a line each.
    ask_lines = function(how)
      return lists.map(how.asks, function(ask)
        return ("X(%d, %d, %s, %d, %d)"):format(ask.rule, ask.position, ask.kind, ask.at, ask.added)
      end)
    end,
    threshold_list = function(how)
      return lists.joined(how.thresholds, "", function(name) return (" X(%s)"):format(name) end)
    end,
  }
end

---A kernel's own companions. A part's macro leaves out a companion that only this part calls.
local function companions_text(job, row, values)
  local texts = {}
  for _, one in ipairs(job.companions) do
    if companions_.form(one, job.vectors, row) == row.name then
      local text <const> = values.include_here(one.template)
      local part <const> = companions_.part_of(one, job.parts)
      local macro <const> = part and ("%s_NO_%s"):format(job.U, part:upper())
      texts[#texts + 1] = macro and ("\n\n#ifndef %s\n%s\n#endif  // %s"):format(macro, text, macro) or "\n\n" .. text
    end
  end
  return table.concat(texts)
end

---The names for templates that count bytes: in the lanes of a vector (`sums`), or with one count for each vector.
local function counting(job, row, v, w)
  local by_bytes <const>, sums <const> = job.by_bytes, row.sums or false
  if not by_bytes then
    return { counted = false, fields = false }
  end
  local quantities <const>, names = measures.quantities(by_bytes), {}
  local two_byte <const>, nibbles <const> = kernel.plan_of(job.model, row).two_byte, sums and by_bytes.nibbles or false
  for i, one in ipairs(quantities) do
    names[i], one.in_fields = one.name, nibbles and (one.name == "tails" or one.name == "wide")
    for byte = 0, two_byte and 255 or -1 do
      local inside <const> = byte <= two_byte.trail or two_byte.lead <= byte and byte < two_byte.limit
      one.in_two_byte = one.in_two_byte or inside and measures.weight(one.steps, byte) ~= 0
    end
    -- Whether the kernel has a function add_NAME. `count` calls add_tails, even where add_fields counts tails.
    one.added = not one.in_fields or one.in_two_byte or one.name == "tails"
  end
  names[#names + 1] = by_bytes.low and "low" or nil
  return {
    counted = true, low = by_bytes.low or false, quantities = quantities,
    quantity_names = names, nibbles = nibbles, fields = by_bytes.nibbles and true or false,
    ---The C that adds a step to a quantity. In a signed comparison, v is the right operand, into which gcc 12 merges the load of v.
    step_code = function(one, step)
      local value <const> = hex(step.value)
      local test <const> = step.signed and ("%s(%s(%s), v)"):format(w.cmpgt, w.splat, value)
        or ("%s(v, %s(%s))"):format(w.at_least, w.splat, value)
      if step.weight > 0 then
        return ("%sadd_true(%s, %s)"):format(v, one.name, test)
      end
      return sums and ("%s(%s, %s(%s))"):format(w.add, one.name, w.marked, test) or ("%s - %s(%s)"):format(one.name, w.count_true, test)
    end,
  }
end

---With --acsl: whether a kernel keeps its annotations. The kernel must look up nibbles, and have vectors of fixed length, a check of
---two-byte text, and companions. It must count by bytes, without low halves. It must not have rechecks or tables of forbidden bytes. Its
---vectors must check both ends of a text.
local function proved_here(job, row, facts)
  return job.options.acsl and row.plan == "nibbles" and not row.scalable and facts.plan.two_byte
    and not (job.model.leaves_end or job.model.edges or facts.broken or facts.plan.look or facts.plan.forbidden)
    and job.by_bytes ~= nil and not job.by_bytes.low and #job.companions > 0
end

---The names for rechecks of flagged text: slower checks that show whether it is ill-formed.
local function recheck_values(facts, v, w, counted)
  local in_lanes <const> = facts.broken == "vec"
  return {
    -- Whether flagged text may be well-formed.
    rechecked = facts.broken or facts.plan.look ~= nil,
    -- The call that rechecks flagged text up to `to`. With a look, it sets `looked`: whether a window has a filter bit.
    recheck = function(to) return ("%srecheck(text, size, %s, clean%s)"):format(v, to, facts.plan.look and ", &looked" or "") end,
    doubtful = counted and "(looked && !tallied)" or "looked",
    any_error = function(errors) return ("%s(%s%s)"):format(w.any, errors, facts.errors_mask and ", " .. hex(facts.errors_mask) or "") end,
    broken_before = facts.broken_before,
    broken_by_list = facts.broken_by and table.concat(facts.broken_by, ", ") .. (#facts.broken_by > 0 and ", " or ""),
    -- C for a set of lanes, where a recheck finds deep rules broken: its type, the empty set, the union of two, the set as a vector.
    broken_type = v .. (facts.broken or ""),
    none_broken = function() return in_lanes and w.splat .. "(0)" or ("%s(%s(0), 0xFF)"):format(w.any_of, w.splat) end,
    or_broken = function() return in_lanes and w["or"] or w.either end,
    broken_lanes = function()
      local masked <const> = facts.broken_mask == 255 and "broken"
        or ("%s(broken, %s(%s))"):format(w["and"], w.splat, hex(facts.broken_mask))
      return in_lanes and masked or ("%s(broken)"):format(w.marked)
    end,
  }
end

---The names for annotations: the bytes of two-byte text, a test whether the window that ends at p is ASCII, and contracts.
---@param name table prefixes, as for the function `c` of program.lua; its field `contract` is set here
local function proof_values(job, row, name, two, proved)
  local window <const>, ascii_bytes <const> = job.model.analysis.window, {}
  for n = window - 1, 0, -1 do
    ascii_bytes[#ascii_bytes + 1] = ("p[%d] < %d"):format(-n, SIGN_BIT)
  end
  local called <const> = { v = name.v, bytes = row.bytes, block = row.bytes * row.block_vectors, reach = window - 1,
    pad = hex(job.model.analysis.pads[1]) }
  name.contract = proved and function(one) return contracts.of(one, called) end
  return {
    p_is_ascii = table.concat(ascii_bytes, " && "),
    two_byte_trail = two and two.trail, two_byte_lead = two and two.lead, two_byte_limit = two and two.limit,
    contract = proved and function(text, word)
      return (text:gsub(name.V .. "_INLINE ", function(head) return (contracts.of(word, called) or "") .. head end, 1))
    end,
    -- A prefix for the names of axioms, since kernels that are compiled together must not share names. The narrowest kernel has none,
    -- since its cached proofs were made without one: a goal's proof is found by a hash, also of the names.
    axioms = isas.row(row.narrower) and name.v or "",
  }
end

---@param job table
---@param row table one of the chosen kernels
---@param env table other names that the kernel's templates use
---@return string text of that kernel: its words, and the code that uses them
function M.kernel(job, row, env)
  local made <const>, facts <const> = kernel.make(job.model, row)
  local masks <const> = companions_.named(job.companions, "masks") and part_masks.of(job.model) or false
  local name <const> = { p = job.p, v = job.p .. row.name .. "_", V = job.U .. "_" .. row.name:upper() }
  local w <const>, used <const> = words_.recorder(name.v)
  local proved <const>, two_byte <const> = proved_here(job, row, facts) or false, facts.plan.two_byte or false
  local values <const> = setmetatable(lists.update({
    v = name.v, V = name.V, w = w, narrower = row.narrower, narrower_is_brief = row.narrower_is_brief,
    part = row.part and not job.model.edges, classes = row.classes, prefetch = row.prefetch, block_vectors = facts.block_vectors,
    bytes = row.bytes,
    scalable = row.scalable or false, two_byte = two_byte, sums = row.sums or false,
    prefetch_hint = row.prefetch and w.prefetch or name.v .. "prefetch",
    leaves_end = job.model.leaves_end, edges = job.model.edges, row_part = row.part,
    -- The flags of the first vector's windows, which reach back into pads; if no byte can pad, of the first windows in the text.
    first_windows = function(of, first)
      return job.model.edges and ("%s%s(text + %d)"):format(name.v, of, job.model.analysis.window - 1)
        or ("%s%s_after(%s, pads)"):format(name.v, of, first or w.load .. "(text)")
    end,
    -- The given flags and, if a byte can pad, the flags of the windows that end in pads after the last vector.
    with_pads = function(flags, of, last)
      return job.model.edges and flags or ("%s(%s, %s%s_after(pads, %s))"):format(w["or"], flags, name.v, of, last)
    end,
    functions = function(section) return program.c(made, section, name) end,
    -- The C that moves an address up by n vectors; the names of the vectors of a block.
    plus = function(n) return n == 0 and "" or (" + %s%s_WIDTH"):format(n > 1 and n .. " * " or "", name.V) end,
    block_names = not facts.set and table.concat({ "v0", "v1", "v2", "v3" }, ", ", 1, facts.block_vectors),
    -- The plain bytes below 80, see analysis.lua.
    ascii_text = bytes_.ranges_text(automata.ranges(function(byte) return byte < SIGN_BIT and job.model.analysis.plain[byte] end)),
    -- Whether a plan checks two-byte text.
    spans = job.model.plan and job.model.plan.two_byte and true or false,
    masks = masks, mask_bytes = masks and list(masks.bytes, 1, #masks.bytes, hex),
  }, counting(job, row, name.v, w), recheck_values(facts, name.v, w, job.by_bytes ~= nil), recode_view.values(job, row, facts, w),
    proof_values(job, row, name, two_byte, proved)),
    { __index = function(_, key) return facts[key] == nil and env[key] or facts[key] end })
  values.counted_note = values.counted and " If `tallied`, the bytes are counted, too." or ""
  function values.include_here(template)
    return templates.render(job.root, template, values)
  end
  values.predicates = proved and function() return values.include_here "vector/window_predicates.c" end
  local text = facts.set and values.include_here "vector/kernel_set.c"
    or values.include_here(row.classes and "vector/kernel_classes.c" or "vector/kernel_simd.c") .. "\n\n"
      .. values.include_here "vector/vector_prefix.c"
  text = text .. companions_text(job, row, values)
  text = proved and text or acsl.without(text)
  lists.update(used, program.used(made))
  local file <const> = ("isa/%s.c"):format(job.options.plain_words and "plain" or row.name)
  return ("%s\n\n%s\n\n%s"):format(words_.render(job.root, file, used, values), layout.ruler(fold.ruler(row)), text)
end

return M
