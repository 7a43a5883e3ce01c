-- SPDX-License-Identifier: 0BSD
-- vector_view: what the templates of the vector kernels see.
--
-- In:  the model, and the kernels that were chosen. Out of `values`: the holes of vectors.c and all that it includes; out of `kernel`:
--      those that differ from one instruction set to the next. And what a kernel costs (`prices`).

local isas = require "gen.isas"
local layout = require "gen.layout"
local selection = require "gen.selection"
local rows_ = require "gen.rows"
local nibble = require "gen.nibble"
local price = require "gen.price"
local byte_tests = require "gen.byte_tests"
local window_check = require "gen.window_check"
local classes = require "gen.classes"

local M = {}

local SIGN_BIT <const> = byte_tests.SIGN_BIT
local hex <const>, list <const>, sixteens <const>, wanted <const> = layout.hex, layout.list, layout.sixteens, selection.wanted

---Sixteen entries cut into runs of equal ones, each with its index in the margin and the names of its bits; and a note on the bits
---that all entries have, which the runs leave out.
local function runs_of(bits)
  return function(table_)
    local everywhere = 255
    for n = 0, 15 do
      everywhere = everywhere & table_[n]
    end
    local function names_of(mask)
      local names = {}
      for _, bit in ipairs(bits) do
        if mask & bit.mask ~= 0 then
          names[#names + 1] = bit.name
        end
      end
      return table.concat(names, ", ")
    end
    local runs, n = {}, 0
    while n < 16 do
      local last = n
      while last < 15 and table_[last + 1] == table_[n] and last - n < 3 do
        last = last + 1
      end
      runs[#runs + 1] = {
        bytes = list(table_, n, last, hex),
        comment = ((n == last and "%X:   " or "%X-%X: "):format(n, last) .. names_of(table_[n] & ~everywhere)):gsub("%s+$", ""),
      }
      n = last + 1
    end
    return runs, everywhere ~= 0 and "; each entry has " .. names_of(everywhere) .. " besides" or ""
  end
end

---The text without the words (static inline functions and the type of a test) that nothing in it uses. A paragraph holds one.
function M.without_unused(text)
  local paragraphs = {}
  for paragraph in (text .. "\n\n"):gmatch("(.-)\n\n+") do
    paragraphs[#paragraphs + 1] = paragraph
  end
  local again = true
  while again do
    again = false
    local seen, kept = {}, {}
    for _, paragraph in ipairs(paragraphs) do
      for name in paragraph:gmatch("[%a_][%w_]*") do
        seen[name] = (seen[name] or 0) + 1
      end
    end
    for _, paragraph in ipairs(paragraphs) do
      local code = ("\n" .. paragraph):gsub("\n//[^\n]*", ""):gsub("^\n", "")
      local word = code:match("^[%w_]+_WORD [%w_]+ ([%w_]+)%(") or code:match("^typedef [%w_]+ ([%w_]+_test);$")
      if word and seen[word] == 1 then
        again = true
      else
        kept[#kept + 1] = paragraph
      end
    end
    paragraphs = kept
  end
  return table.concat(paragraphs, "\n\n")
end

---The rules on more bytes as C: the values that they compare with, and expressions over b0, b1, ... for those that always count
---(`far`) and those that count only where a table bit watches (`watched`).
---@param plan table
---@param values_name string what the array of these values is called
local function far_code(plan, values_name)
  local lists, values = {}, {}
  for i, atoms in ipairs(plan.far) do
    lists[#lists + 1] = {
      atoms = atoms, name = "rule_" .. i, meaning = ("%s, such as %s: %s"):format(atoms.fault, atoms.example, byte_tests.list_text(atoms)),
    }
  end
  for _, half in ipairs(plan.match and { "high", "low" } or {}) do
    local atoms = plan.match[half]
    lists[#lists + 1] = { atoms = atoms, name = half, meaning = ("the %s half of a pair: %s"):format(half, byte_tests.list_text(atoms)) }
  end
  for _, one in ipairs(lists) do
    one.slots = {}
    for i, atom in ipairs(one.atoms) do
      one.slots[i] = #values
      for _, value in ipairs(({ equal = { atom.value }, above = { atom.value }, below = { atom.value }, masked = { atom.mask, atom.value },
        range = { atom.lo, atom.hi }, any = {} })[atom.kind]) do
        values[#values + 1] = value
      end
    end
  end
  local tests <const> = { equal = "is", above = "is_above", masked = "is_masked", range = "is_in", below = "below" }
  local function atom_code(v, atom, byte, slot)
    local arguments = { byte }
    for i = slot, slot + ((atom.kind == "masked" or atom.kind == "range") and 1 or 0) do
      arguments[#arguments + 1] = ("%s[%d]"):format(values_name, i)
    end
    return ("%s%s(%s)"):format(v, tests[atom.kind], table.concat(arguments, ", "))
  end
  local function part(chosen)
    local mine, reach, looked = {}, 0, {}
    for _, one in ipairs(lists) do
      if chosen(one.atoms) then
        mine[#mine + 1] = one
        reach = math.max(reach, #one.atoms)
        for n, atom in ipairs(one.atoms) do
          looked[n] = looked[n] or atom.kind ~= "any"
        end
      end
    end
    return {
      reach = reach, looked = looked,
      rules = function(v)
        local out = {}
        for i, one in ipairs(mine) do
          local lines = {}
          local function also(test)
            lines[#lines + 1] = #lines == 0 and ("%stest %s = %s;"):format(v, one.name, test)
              or ("%s = %sboth(%s, %s);"):format(one.name, v, one.name, test)
          end
          for n, atom in ipairs(one.atoms) do
            if atom.kind == "below" then
              lines[1] = ("%svec %s = %sbelow(b%d, %s[%d]);"):format(v, one.name, v, n - 1, values_name, one.slots[n])
            elseif atom.kind ~= "any" then
              also(atom_code(v, atom, "b" .. n - 1, one.slots[n]))
            end
          end
          for _, gate in ipairs(one.atoms.gates or {}) do
            also(plan.chain and ("%sany_of(p%d, %s)"):format(v, gate.distance, hex(gate.mask))
              or ("%swatch(b%d, b%d, %s)"):format(v, gate.distance, gate.distance + 1, hex(gate.mask)))
          end
          out[i] = { meaning = one.meaning, lines = lines }
        end
        return out
      end,
      result = function(v)
        local test, vector
        local function either(code)
          test = test and ("%seither(%s, %s)"):format(v, test, code) or code
        end
        for _, one in ipairs(mine) do
          if one.atoms[1].kind == "below" then
            vector = one.name
          elseif one.name == "high" then
            either(v .. "differ(high, low)")
          elseif one.name ~= "low" then
            either(one.name)
          end
        end
        test = test and ("%smarked(%s)"):format(v, test)
        return test and vector and ("%sor(%s, %s)"):format(v, vector, test) or test or vector
      end,
      bytes = function(write)
        local words = {}
        for n = 0, reach - 1 do
          words[#words + 1] = looked[n + 1] and write(n) or nil
        end
        return table.concat(words, ", ")
      end,
    }
  end
  local pairs_looked_at = {}
  for _, one in ipairs(lists) do
    for _, gate in ipairs(one.atoms.gates or {}) do
      pairs_looked_at[gate.distance] = true
    end
  end
  return {
    values = values, pairs_looked_at = pairs_looked_at,
    far = part(function(atoms) return not atoms.gates end),
    watched = part(function(atoms) return atoms.gates ~= nil end),
  }
end

---What a plan makes of the tables' names and the rules on more bytes.
local function plan_values(p, how, stem, names_of_tables, tables_of_thresholds)
  local values_name <const> = stem .. "values"
  local code <const> = far_code(how, p .. values_name)
  local values = {
    plan = how, far = code.far, watched = code.watched, pairs_looked_at = code.pairs_looked_at,
    signs = how.watch > 0 and "signs" or "errors",
    far_values = code.values, values_name = values_name, tables = {}, thresholds = tables_of_thresholds,
  }
  for _, table_name in ipairs(names_of_tables) do
    values.tables[#values.tables + 1] = how.matters[table_name] and { name = table_name, matters = how.matters[table_name] } or nil
  end
  if #code.values > 0 then
    values.thresholds[#values.thresholds + 1] = values_name
  end
  return values
end

---Both plans with what the templates want to know of them.
---@return table? nibbles, table? by_classes
local function plans_of(model, p)
  local plan <const> = model.plan
  local nibbles, by_classes
  if plan then
    nibbles = plan_values(p, plan, "far_", { "prev_high", "prev_low", "this_high", "alone_high", "alone_low" },
      #plan.demands > 0 and { "demand" } or {})
    nibbles.silent = plan.watch
    nibbles.positions = plan.demands[#plan.demands] and plan.demands[#plan.demands].distance + 1 or 2
  end
  if plan and plan.classes then
    by_classes = plan_values(p, plan.classes, "class_far_", { "prev_class", "this_class", "alone_class" }, {})
    local compared <const> = window_check.chained_bits(plan.classes)
    by_classes.compared, by_classes.silent = compared, window_check.silent_bits(plan.classes)
    by_classes.signs_mask = 255 - by_classes.silent | plan.classes.trigger
    by_classes.positions = 2 * (plan.classes.chain + 1)
    by_classes.pads_leave_nothing = plan.classes.tables.prev_class[0] == 0 and plan.classes.tables.this_class[0] == 0
    -- Whether rules look back through what a vector leaves to the next one: those that always count beside others, and those that watch.
    local far_looks_back, watched_looks_back = false, false
    for n = 3, model.analysis.window do
      far_looks_back = far_looks_back or by_classes.far.looked[n] or false
      watched_looks_back = watched_looks_back or by_classes.watched.looked[n] or false
    end
    by_classes.looks_back = far_looks_back or watched_looks_back
    by_classes.far_looks_back, by_classes.watched_looks_back = far_looks_back and plan.classes.watch > 0, watched_looks_back
    local distances = {}
    for distance = 0, model.analysis.window do
      distances[#distances + 1] = by_classes.pairs_looked_at[distance] and distance or nil
    end
    by_classes.gates = distances
  end
  return nibbles, by_classes
end

---@param model table
---@param options table see emit.files
---@param scalar string[] the scalar kernels that were chosen
---@param families table those of vector kernels
---@return table holes
function M.values(model, options, scalar, families)
  local p <const> = options.prefix .. "_"
  local U <const> = options.prefix:upper()
  local plan <const> = model.plan
  local vector_kernels <const> = selection.vectors(families)
  local names, by_nibbles, has_classes = {}, false, false
  for i, isa in ipairs(vector_kernels) do
    names[i] = isa.name
    by_nibbles, has_classes = by_nibbles or not isa.classes, has_classes or isa.classes
  end
  local all_vectors = {}
  for _, isa in ipairs(isas.rows) do
    all_vectors[#all_vectors + 1] = { name = isa.name, made = wanted(names, isa.name) }
  end
  local farthest <const> = math.max(2, (model.analysis.window or 0) - 1)
  local nibbles <const>, by_classes <const> = plans_of(model, p)
  local plans_made = {}
  plans_made[1] = by_nibbles and nibbles or nil
  plans_made[#plans_made + 1] = has_classes and by_classes or nil
  local env
  env = {
    by_nibbles = by_nibbles, nibbles = nibbles or false, by_classes = by_classes or false,
    families = families, vector_kernels = vector_kernels,
    kernel_lists = selection.kernel_lists(U, scalar, families),
    -- All vector kernels that the generator knows, and whether each is made; what these look up.
    all_vectors = all_vectors, plans_made = plans_made,
    axes = nibble.AXES, runs_of = plan and runs_of(plan.bits),
    condition = function(family)
      return ("!defined(%s_NO_SIMD) && (defined(__GNUC__) || defined(_MSC_VER)) && \\\n    %s"):format(U, family.condition)
    end,
    pad_word = function()
      return ("(uint64_t)0x%016X"):format(0x0101010101010101 * model.analysis.pad)
    end,
    sixteen = function(values)
      return list(values, 0, 15, hex)
    end,
    -- Whether bytes are plain is asked of several vectors folded into one. The least of signed bytes is positive if all are.
    fold = plan and plan.plain == "positive" and "min" or "or",
    folded = function(v, at)
      return (plan.plain == "table" and v .. "not_plain(%sload(%s))" or "%sload(%s)"):format(v, at)
    end,
    unfolded = function(v, vector)
      return plan.plain == "positive" and ("%snot_plain(%s)"):format(v, vector) or vector
    end,
    value_list = function(values)
      return list(values, 1, #values, hex)
    end,
    brief_text = function()
      return rows_.ranges_text { { lo = 0, hi = plan.brief.trail }, { lo = plan.brief.lead, hi = plan.brief.limit - 1 } }
    end,
    ---The bytes that such rules look at, as a function's parameters, as loads, and as v moved up.
    byte_parameters = function(v, part)
      return part.bytes(function(n) return ("%svec b%d"):format(v, n) end)
    end,
    byte_loads = function(v, part)
      return part.bytes(function(n) return n == 0 and v .. "load(at)" or ("%sload(at - %d)"):format(v, n) end)
    end,
    byte_afters = function(v, part)
      return part.bytes(function(n) return n == 0 and "v" or ("%safter_%d(v, before)"):format(v, n) end)
    end,
    ---Of rules that look at pairs, too: what they take, and what they are given.
    watched_parameters = function(v, how)
      local words = { how.watched.bytes(function(n) return ("%svec b%d"):format(v, n) end) }
      words[1] = words[1] ~= "" and words[1] or nil
      for _, distance in ipairs(how.gates) do
        words[#words + 1] = ("%svec p%d"):format(v, distance)
      end
      return table.concat(words, ", ")
    end,
    watched_arguments = function(v, how)
      local words = { env.byte_lefts(v, how.watched, how.far_looks_back and "bytes") }
      words[1] = words[1] ~= "" and words[1] or nil
      for _, distance in ipairs(how.gates) do
        words[#words + 1] = distance == 0 and "left->pairs" or ("%safter_%d(left->pairs, pairs)"):format(v, distance)
      end
      return table.concat(words, ", ")
    end,
    gate_list = function(how)
      local words = {}
      for i, distance in ipairs(how.gates or {}) do
        words[i] = (" X(%d)"):format(distance)
      end
      return table.concat(words)
    end,
    byte_lefts = function(v, part, before)
      return part.bytes(function(n)
        return n == 0 and "v" or n == 1 and "previous" or ("%safter_%d(v, %s)"):format(v, n, before or "left->bytes")
      end)
    end,
    ---What a vector's pairs demand of those n times two bytes later.
    due = function(n)
      return n == 0 and "pairs" or "due_" .. 2 * n
    end,
    axis_text = function(axis)
      return ({ "previous byte's high nibble", "previous byte's low nibble", "current byte's high nibble" })[axis]
    end,
    demand_text = function()
      local words = {}
      for i, demand in ipairs(plan.demands) do
        words[i] = ("the byte %d before is at least %02X"):format(demand.distance, demand.from)
        if plan.flipped ~= 0 then
          words[i] = ("the byte %d before, flipped by %02X, is at least %02X"):format(demand.distance, plan.flipped, demand.from)
        end
      end
      return table.concat(words, " or ")
    end,
    demand_distances = function()
      return list(plan.demands, 1, #plan.demands, function(demand) return ("%d"):format(demand.distance) end):gsub(", (%d+)$", " or %1")
    end,
    ---A vector of bytes as the thresholds compare them.
    in_order = function(v, b)
      return plan.flipped == 0 and b or ("%sxor(%s, %ssplat(%s))"):format(v, b, v, hex(plan.flipped))
    end,
    demand_list = function()
      return list(plan.demands, 1, #plan.demands, function(demand) return hex(demand.from) end)
    end,
    parameters = function(v)
      local words = {}
      for n = 0, env.nibbles.positions - 1 do
        words[#words + 1] = ("%svec c%d"):format(v, n)
      end
      return table.concat(words, ", ")
    end,
    comma_or_end = function(position)
      return position < env.nibbles.positions - 1 and "," or ");"
    end,
    demanded = function(v)
      local text
      for _, demand in ipairs(plan.demands) do
        local c = "c" .. demand.distance
        text = text and ("%sor(%s, %s)"):format(v, text, c) or c
      end
      return text
    end,
    ---A list of numbers for a macro: the positions that are classified, and those that a part of the rules on more bytes looks at.
    position_list = function(positions)
      local words = {}
      for n = 0, positions - 1 do
        words[n + 1] = (" X(%d)"):format(n)
      end
      return table.concat(words)
    end,
    byte_list = function(part)
      return part.reach > 0 and " " .. part.bytes(function(n) return ("X(%d)"):format(n) end):gsub(", ", " ") or ""
    end,
    reach_list = function(how)
      local words = {}
      for n = 0, model.analysis.window - 1 do
        local in_pair <const> = how.pairs_looked_at[n] or how.pairs_looked_at[n - 1]
        words[#words + 1] = (how.far.looked[n + 1] or how.watched.looked[n + 1] or in_pair) and (" X(%d)"):format(n) or nil
      end
      return table.concat(words)
    end,
    ---The bits of the entries of a table that matter.
    mask_lines = function(masks)
      local lines = sixteens(masks, 0, #masks, hex)
      lines[#lines] = lines[#lines]:sub(1, -2)
      return lines
    end,
    ---A table of classes, each line the bytes of a high nibble; the entry of all bytes below 80 has the first line.
    class_lines = function(entries)
      local lines = sixteens(entries, 1, #entries, hex)
      for i, line in ipairs(lines) do
        lines[i] = ("%s  // %X_"):format(line, (SIGN_BIT >> 4) + i - 1)
      end
      table.insert(lines, 1, ("%s,  // below %02X"):format(hex(entries[0]), SIGN_BIT))
      return lines
    end,
    sixteen_lines = function(entries)
      local lines = sixteens(entries, 0, #entries, hex)
      for i, line in ipairs(lines) do
        lines[i] = ("%s  // %X_"):format(line, i - 1)
      end
      return lines
    end,
    bytes_text = classes.text_of,
    farthest = farthest,
    ---Sixty-four numbers of lanes, from this one on.
    lane_lines = function(first)
      local lanes = {}
      for lane = first, first + 64 - 1 do
        lanes[lane] = lane
      end
      return sixteens(lanes, first, first + 64 - 1, function(lane) return ("%d"):format(lane) end)
    end,
    threshold_list = function(how)
      local words = {}
      for i, name in ipairs(how.thresholds) do
        words[i] = (" X(%s)"):format(name)
      end
      return table.concat(words)
    end,
    families_defined = function()
      local words = {}
      for i, family in ipairs(families) do
        words[i] = ("defined(%s_%s)"):format(U, family.name)
      end
      return table.concat(words, " || ")
    end,
    family_entries = function(family)
      local words = {}
      for i, isa in ipairs(family.kernels) do
        words[i] = " \\\n    " .. (isa.optional and ("%s_%s_KERNEL(X)"):format(U, isa.name:upper())
          or ("X(%s, %s%s_supported)"):format(isa.name, p, isa.name))
      end
      return table.concat(words)
    end,
    nibbles_text = nibble.text,
  }
  for name, value in next, nibbles or {} do
    env[name] = value
  end
  return env
end

---What the templates of one instruction set, or of one family, see besides.
---@param env table what `values` gives
---@param part table a kernel or a family of `kernels_of`
function M.part(model, env, part, p, U)
  local plan <const> = model.plan
  local values = {
    v = p .. part.name .. "_", V = U .. "_" .. part.name:upper(),
    narrower = part.narrower, part = part.part, xcr0 = part.xcr0, classes = part.classes, prefetch = part.prefetch,
    units = part.units,
    brief = not part.classes and plan and plan.brief or false,
  }
  for key, value in next, part.classes and env.by_classes or {} do
    values[key] = value
  end
  return values
end

---What the vector kernels of a C file cost, for each vector of text.
---@return table prices { {name, operations, loads, classes} }
---@return table dear name -> why a kernel is not worth it; what the options name is made whatever it costs
function M.prices(source, job)
  local prices, dear = {}, {}
  for i, isa in ipairs(job.vectors) do
    local plan <const> = isa.classes and job.model.plan.classes or job.model.plan
    local signs <const> = plan.watch > 0 and "signs" or "errors"
    local operations, loads = price.count(source, job.p .. isa.name .. "_", signs, isa.costs)
    prices[i] = { name = isa.name, operations = operations, loads = loads, classes = isa.classes }
    if operations > isa.most and not job.options.kernels then
      dear[isa.name] = ("it would take %d operations for %d bytes, more than the %d that %d steps of the scalar kernel %s are worth")
        :format(operations, isa.bytes, isa.most, isa.bytes, selection.short_kernel(job.scalar))
    end
  end
  return prices, dear
end

return M
