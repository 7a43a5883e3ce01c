-- SPDX-License-Identifier: 0BSD
-- emit: model and templates become the files of out/NAME/. The only stage that writes.
--
-- In:  the model that main.compile gives, and options. Out of `files`: an ordered list of { name = "utf8.c", text = ... }; `write` puts
--      such a list into a folder, all of it or nothing.
--
-- A template is C with holes: a line that begins with @ is Lua, $(x) is a value. What a hole needs stands in `environment` below,
-- and a hole whose value is missing is an error, never an empty string.

local template = require "pl.template"
local dir = require "pl.dir"
local path = require "pl.path"
local rows_ = require "gen.rows"
local nibble = require "gen.nibble"
local dot = require "gen.dot"
local grammar = require "gen.grammar"
local automata = require "gen.automaton"
local dfa_ = require "gen.dfa"
local progress = require "gen.progress"
local price = require "gen.price"
local faults_ = require "gen.faults"
local block_check = require "gen.block_check"
local byte_tests = require "gen.byte_tests"
local classes = require "gen.classes"
local spec_ = require "gen.spec"
local files_ = require "gen.files"
local names_ = require "gen.names"
local outside = require "gen.outside"

local M = {}

local RE2C_VERSION <const> = "030000"
M.RE2C_VERSION = RE2C_VERSION
local WIDTH <const> = 100
local SIGN_BIT <const> = byte_tests.SIGN_BIT
local MOST_COMPARED <const> = 4
local RE2C_FLAGS <const> = "-i -s --no-generation-date --no-version"

M.SCALAR_KERNELS = { "dfa", "shift", "re2c", "swar" }

---The instruction sets with vectors: data that the templates iterate. An ISA's words are in templates/isa_NAME.c. Narrow before wide:
---a text too short for a vector goes to the ISA before it. `xcr0` says that the operating system must save more registers for it.
---`part` says that it can load fewer bytes than a vector has, `classes` that it looks up classes instead of nibbles (classes.lua),
---`optional` that a macro leaves it out, `units` how many vectors its plain bytes are skipped by, `prefetch` that asking memory for what
---comes later was found to pay.
---`costs` are the instructions of a word where it is not one, see price.lua; `bytes` how long a vector is.
---`most` is how many operations a vector may cost where this scalar kernel would run instead, measured by `make bench-cost` (gcc 12 and
---clang 14, a Zen 5 core, the slower of the two): beside `shift` up to where both are equally fast, 0.5 cycles a byte; beside `dfa`,
---which takes 2.3 behind swar, as long as the vectors are twice as fast. Long loops need that margin: 204 operations of sse, which mostly
---take 2.0 cycles a byte, took 7.0 where another option of the compiler had moved them in memory. neon was not measured: as sse.
M.FAMILIES = {
  {
    name = "X86", template = "family_x86.c", condition = "(defined(__x86_64__) || defined(_M_X64))",
    kernels = {
      {
        name = "sse", prefetch = true, part = true, units = 4, costs = { high_nibbles = 2 }, bytes = 16, most = { shift = 56, dfa = 136 },
      },
      {
        name = "avx2", prefetch = true, xcr0 = true, units = 2, costs = { high_nibbles = 2 }, bytes = 32, most = { shift = 80, dfa = 200 },
      },
      {
        name = "avx512", prefetch = true, part = true, xcr0 = true, classes = true, optional = true, units = 2,
        costs = { up_after_2 = 2, both = 0, ternary = true }, bytes = 64, most = { shift = 32, dfa = 48 },
      },
    },
  },
  {
    name = "ARM", template = "family_arm.c", condition = "((defined(__aarch64__) && !defined(__AARCH64EB__)) || defined(_M_ARM64))",
    kernels = { { name = "neon", part = true, units = 4, costs = {}, bytes = 16, most = { shift = 56, dfa = 136 } } },
  },
}

---What is written besides C, each by the template of its ending.
M.LANGUAGES = {
  { ending = "abnf", leader = ";", note = " as a grammar in ABNF (RFC 5234), in both directions." },
  { ending = "peg", leader = "--", note = " as a parsing expression grammar, in both directions." },
  { ending = "dot", leader = "//", note = ": the automaton, for Graphviz to draw." },
}

---All kernels that the generator knows, in the order of the emitted list.
function M.kernel_names()
  local names = { table.unpack(M.SCALAR_KERNELS) }
  for _, family in ipairs(M.FAMILIES) do
    for _, isa in ipairs(family.kernels) do
      names[#names + 1] = isa.name
    end
  end
  return names
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

local function fail(message, ...)
  error({ emit_error = true, message = message:format(...) }, 0)
end

-- ---- Reading ----

M.read_file = files_.read

local function read_template(root, name)
  local text, why = M.read_file(path.join(root, "templates", name))
  if not text then
    fail("a template is missing: %s", why)
  end
  -- Penlight prints nothing for nil and false: each hole goes through a function that refuses them.
  return (text:gsub("%$(%b())", "$(value%1)"))
end

-- ---- Layout of C ----

local function hex(byte)
  return ("0x%02X"):format(byte)
end

local function list(values, first, last, write)
  local words = {}
  for i = first, last do
    words[#words + 1] = write(values[i])
  end
  return table.concat(words, ", ")
end

---The same on lines of sixteen values, a comma after each.
local function sixteens(values, first, last, write)
  local lines = {}
  for from = first, last, 16 do
    lines[#lines + 1] = list(values, from, math.min(from + 15, last), write) .. ","
  end
  return lines
end

---A 16-bit set of nibbles as "0-7 C-F".
local function nibbles_text(set)
  if set == 0xFFFF then
    return "*"
  end
  local words, n = {}, 0
  while n < 16 do
    if set >> n & 1 == 1 then
      local last = n
      while last < 15 and set >> last + 1 & 1 == 1 do
        last = last + 1
      end
      words[#words + 1] = n == last and ("%X"):format(n) or ("%X-%X"):format(n, last)
      n = last
    end
    n = n + 1
  end
  return table.concat(words, " ")
end
M.nibbles_text = nibbles_text

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

---A spec as it is written, in comments of C; spec.read has seen to it that no line of it ends one.
local function comment_block(text)
  local lines = {}
  for line in text:gsub("%s+$", ""):gmatch("([^\n]*)") do
    lines[#lines + 1] = ("//     " .. line):gsub("%s+$", "")
  end
  return table.concat(lines, "\n")
end

---Words behind a head on lines of at most WIDTH columns; each line but the first begins with the indent.
local function filled(head, text, indent)
  local lines, line = {}, head
  for word in text:gmatch("%S+") do
    if line ~= indent and #line + 1 + #word > WIDTH then
      lines[#lines + 1] = line
      line = indent
    end
    line = (line == head or line == indent) and line .. word or line .. " " .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

---A line of code in as many lines as it takes, cut behind commas or before operators, or else behind a parenthesis.
local function wrapped(line)
  local lines, indent <const> = {}, line:match("^ *") .. "    "
  local plain <const> = not line:find('^#') and not line:find('[\\"]') and not line:find("//", 1, true)
  while plain and #line > WIDTH do
    -- Where the fewest parentheses are open; of such places, the last.
    local cut, least, depth = nil, math.huge, 0
    for at = 1, WIDTH + 1 do
      local char <const>, before <const>, after <const> = line:sub(at, at), line:sub(at - 1, at - 1), line:sub(at + 1, at + 2)
      depth = depth + (char == "(" and 1 or char == ")" and -1 or 0)
      local here = char == " " and (before:find("[,;]") or after:find("^[|&^]") or after:find("^[?:] "))
      here = here or before == "(" and line:find("^[%w_]", at - 2) and char ~= ")"
      if here and at > #indent and depth <= least then
        cut, least = at, depth
      end
    end
    if not cut then
      break
    end
    lines[#lines + 1] = line:sub(1, cut - 1)
    line = indent .. line:sub(cut):gsub("^ ", "")
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

---Refills each paragraph of comment lines in which names made a line too long, and wraps such code. Lines with a margin (tables,
---quotations) stay.
local function refill(text)
  local out, paragraph = {}, {}
  local function flush()
    local too_long, indent = false, nil
    for _, line in ipairs(paragraph) do
      too_long = too_long or #line > WIDTH
      indent = indent or line:match("^ *// ")
    end
    if not too_long then
      table.move(paragraph, 1, #paragraph, #out + 1, out)
    else
      local words = {}
      for i, one in ipairs(paragraph) do
        words[i] = one:sub(#indent + 1)
      end
      out[#out + 1] = filled(indent, table.concat(words, " "), indent)
    end
    paragraph = {}
  end
  for line in text:gmatch("([^\n]*)\n") do
    local indent = line:match("^( *)// [^ -]")
    if not indent or paragraph[1] and paragraph[1]:match("^ *") ~= indent then
      flush()
    end
    if indent then
      paragraph[#paragraph + 1] = line
    else
      -- The last line of a macro ends it: it cannot be cut.
      local ends_macro <const> = out[#out] and out[#out]:find("\\$")
      out[#out + 1] = ends_macro and line or wrapped(line)
    end
  end
  flush()
  return table.concat(out, "\n") .. "\n"
end

-- ---- The environment of the templates ----

local function wanted(kernels, kernel)
  if not kernels then
    return true
  end
  for _, name in ipairs(kernels) do
    if name == kernel then
      return true
    end
  end
  return false
end

---The longest run of bytes without the sign bit that are whole characters: what a machine word can be tested for.
local function plain_range(analysis)
  local best_lo, best_hi, lo = 0, -1, nil
  for byte = 0, SIGN_BIT do
    if byte < SIGN_BIT and analysis.whole[byte] then
      lo = lo or byte
      if byte - lo > best_hi - best_lo then
        best_lo, best_hi = lo, byte
      end
    else
      lo = nil
    end
  end
  return best_lo, best_hi
end

---An atom for a reader: "B7", "90..AF", "(b & 4D) == 4D", "above AF".
local function atom_text(atom)
  if atom.kind == "equal" then
    return ("%02X"):format(atom.value)
  elseif atom.kind == "below" then
    return ("below %02X"):format(atom.value)
  elseif atom.kind == "range" then
    return ("%02X..%02X"):format(atom.lo, atom.hi)
  elseif atom.kind == "masked" then
    return ("(b & %02X) == %02X"):format(atom.mask, atom.value)
  elseif atom.kind == "above" then
    local greatest <const> = SIGN_BIT - 1
    return (atom.value < SIGN_BIT and "%02X..%02X" or "%02X..FF or 00..%02X"):format(atom.value + 1, greatest)
  end
  return "any"
end

---A list of atoms for a reader, the oldest byte first.
function M.atoms_text(atoms)
  local words = {}
  for i = #atoms, 1, -1 do
    words[#words + 1] = atom_text(atoms[i].told or atoms[i])
  end
  return table.concat(words, ", ")
end

---The text without the words (static inline functions and the type of a test) that nothing in it uses. A paragraph holds one.
local function without_unused(text)
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
      atoms = atoms, name = "rule_" .. i, meaning = ("%s, such as %s: %s"):format(atoms.fault, atoms.example, M.atoms_text(atoms)),
    }
  end
  for _, half in ipairs(plan.match and { "high", "low" } or {}) do
    local atoms = plan.match[half]
    lists[#lists + 1] = { atoms = atoms, name = half, meaning = ("the %s half of a pair: %s"):format(half, M.atoms_text(atoms)) }
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

---Which kernels this model can have, of those wanted: scalar ones and families of vector ones.
---@param dear table? name -> the reason why a kernel that it could have is not worth it, see `files`
---@return table scalar names, table families, table missing { {name, reason} }
function M.kernels_of(model, options, dear)
  dear = dear or {}
  local scalar, families, missing = {}, {}, {}
  local reasons = {
    shift = model.no_shift,
    re2c = grammar.no_re2c(model),
    swar = ({ plain_range(model.analysis) })[2] < 0 and "no byte without the sign bit is always a whole character" or nil,
  }
  for _, name in ipairs(M.SCALAR_KERNELS) do
    if wanted(options.kernels, name) or name == "dfa" then
      if reasons[name] then
        missing[#missing + 1] = { name = name, reason = reasons[name] }
      else
        scalar[#scalar + 1] = name
      end
    end
  end
  local short = wanted(scalar, "shift") and "shift" or "dfa"
  for _, family in ipairs(M.FAMILIES) do
    local kept, narrower, xcr0 = {}, short, false
    for _, isa in ipairs(family.kernels) do
      if wanted(options.kernels, isa.name) then
        if model.plan and (model.plan.classes or not isa.classes) and not dear[isa.name] then
          kept[#kept + 1] = {
            name = isa.name, narrower = narrower, part = isa.part or false, classes = isa.classes or false,
            prefetch = isa.prefetch or false, optional = isa.optional or false, units = isa.units, costs = isa.costs,
            bytes = isa.bytes, most = isa.most[short],
          }
          narrower, xcr0 = isa.name, xcr0 or isa.xcr0
        else
          missing[#missing + 1] = { name = isa.name, reason = dear[isa.name] or model.no_plan or model.plan.no_classes }
        end
      end
    end
    if #kept > 0 then
      families[#families + 1] = {
        name = family.name, template = family.template, condition = family.condition, kernels = kept, xcr0 = xcr0 or false,
      }
    end
  end
  return scalar, families, missing
end

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

---Which kernels can be compiled: a list for each test of the preprocessor, the first that holds counts; the last one has no test.
local function kernel_lists(U, scalar, families)
  local lists = {}
  local function add(test, names)
    lists[#lists + 1] = { test = test, names = table.concat(names, ", ") }
  end
  for _, family in ipairs(families) do
    local always, all, optional = { table.unpack(scalar) }, { table.unpack(scalar) }, nil
    for _, isa in ipairs(family.kernels) do
      all[#all + 1] = isa.name
      always[#always + 1] = not isa.optional and isa.name or nil
      optional = optional or isa.optional and isa.name
    end
    if optional then
      add(("defined(%s_KERNEL_%s)"):format(U, optional), all)
    end
    add(("defined(%s_%s)"):format(U, family.name), always)
  end
  add(false, scalar)
  return lists
end

local function environment(root, model, options, dear)
  local p <const> = options.prefix .. "_"
  local U <const> = options.prefix:upper()
  local automaton <const>, dfa <const>, plan <const> = model.automaton, model.dfa, model.plan
  local scalar, families = M.kernels_of(model, options, dear)
  local names = { table.unpack(scalar) }
  local vector_kernels, by_nibbles, has_classes = {}, false, false
  for _, family in ipairs(families) do
    family.condition = ("!defined(%s_NO_SIMD) && (defined(__GNUC__) || defined(_MSC_VER)) && \\\n    %s"):format(U, family.condition)
    for _, isa in ipairs(family.kernels) do
      names[#names + 1] = isa.name
      vector_kernels[#vector_kernels + 1] = isa
      by_nibbles, has_classes = by_nibbles or not isa.classes, has_classes or isa.classes
    end
  end
  local all_vectors = {}
  for _, family in ipairs(M.FAMILIES) do
    for _, isa in ipairs(family.kernels) do
      all_vectors[#all_vectors + 1] = { name = isa.name, made = wanted(names, isa.name) }
    end
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
  for state = 3, automaton.count do
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
    for i, one in ipairs { 1, table.unpack(others) } do
      tests[i] = ("%s %s %s_%s"):format(state, negated and "!=" or "==", U, automaton.names[one]:upper())
    end
    return #tests == 1 and tests[1] or "(" .. table.concat(tests, negated and " && " or " || ") .. ")"
  end
  ---A test whether a text may end in a shifted state.
  local function shift_accepts(state)
    if looked_up then
      local mask = 0
      for _, one in ipairs { 1, table.unpack(other_accepting) } do
        mask = mask | 1 << model.shift.offsets[one]
      end
      return ("(0x%016X >> (%s) & 1) != 0"):format(mask, state)
    end
    local tests = {}
    for i, one in ipairs { 1, table.unpack(other_accepting) } do
      tests[i] = ("(%s) == %s_SHIFT_%s"):format(state, U, automaton.names[one]:upper())
    end
    return #tests == 1 and tests[1] or "(" .. table.concat(tests, " || ") .. ")"
  end
  local widest_state = 0
  for state = 1, automaton.count do
    widest_state = math.max(widest_state, #automaton.names[state])
  end
  local plain_lo, plain_hi = plain_range(model.analysis)
  local farthest <const> = math.max(2, (model.analysis.window or 0) - 1)
  ---What a plan makes of the tables' names and the rules on more bytes.
  local function plan_values(how, stem, names_of_tables, tables_of_thresholds)
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
  local nibbles, by_classes
  if plan then
    nibbles = plan_values(plan, "far_", { "prev_high", "prev_low", "this_high", "alone_high", "alone_low" },
      #plan.demands > 0 and { "demand" } or {})
    nibbles.silent = plan.watch
    nibbles.positions = plan.demands[#plan.demands] and plan.demands[#plan.demands].distance + 1 or 2
  end
  if plan and plan.classes then
    by_classes = plan_values(plan.classes, "class_far_", { "prev_class", "this_class", "alone_class" }, {})
    local compared <const> = block_check.chained_bits(plan.classes)
    by_classes.compared, by_classes.silent = compared, block_check.silent_bits(plan.classes)
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
  local by_shift <const>, plans_made = wanted(scalar, "shift"), {}
  plans_made[1] = by_nibbles and nibbles or nil
  plans_made[#plans_made + 1] = has_classes and by_classes or nil
  local env
  env = {
    ipairs = ipairs, by_nibbles = by_nibbles, nibbles = nibbles or false, by_classes = by_classes or false,
    prefix = options.prefix, widest_state = widest_state, p = p, U = U, name = options.prefix, title = model.spec.title, spec = model.spec,
    automaton = automaton, analysis = model.analysis, window = model.analysis.window, dfa = dfa, shift = model.shift, plan = plan,
    faults = faults, widest_fault = widest, excluded = model.excluded, longest_excluded = longest_of(model.excluded),
    scalar_kernels = scalar, families = families, vector_kernels = vector_kernels, kernel_names = table.concat(names, ", "),
    kernel_lists = kernel_lists(U, scalar, families),
    -- All vector kernels that the generator knows, and whether each is made; what these look up.
    all_vectors = all_vectors, plans_made = plans_made,
    short_kernel = by_shift and "shift" or "dfa",
    end_byte = model.end_byte, alternatives = wanted(scalar, "re2c") and grammar.re2c(model.rows, model.contexts) or {}, axes = nibble.AXES,
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
    re2c_command = ("re2c %s %s.re"):format(RE2C_FLAGS, options.prefix), dot_name = dot.name(options.prefix),
    single_header = options.single_header or false, has_avx512 = wanted(names, "avx512"),
    -- An example of a limit for the header: the widest kernel but avx512.
    limit_example = wanted(names, "avx2") and "avx2" or scalar[#scalar],
    limit_declines = wanted(names, "avx2") and wanted(names, "avx512") and " declines avx512" or "",
    quoted_spec = ("//\n// The rules:\n//\n%s"):format(comment_block(model.spec.text)),
    hex = hex, ranges_text = rows_.ranges_text, row_text = rows_.text, runs_of = plan and runs_of(plan.bits),
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
    pad_word = function()
      return ("(uint64_t)0x%016X"):format(0x0101010101010101 * model.analysis.pad)
    end,
    sixteen = function(values)
      return list(values, 0, 15, hex)
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
    ruler = function(text)
      return ("// ---- %s "):format(text) .. ("-"):rep(WIDTH - 9 - #text)
    end,
    axis_text = function(axis)
      return ({ "previous byte's high nibble", "previous byte's low nibble", "current byte's high nibble" })[axis]
    end,
    pad_to = function(text, width)
      return (" "):rep(width - #text)
    end,
    decimals = function(values, first, last, width)
      return list(values, first, last, function(value) return ("%" .. width .. "d"):format(value) end)
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
      if state == 1 then
        return "a character begins here; a text may end"
      elseif state == 2 then
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
    hex64 = function(value)
      return ("0x%016X"):format(value)
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
    nibbles_text = nibbles_text,
    directions = grammar.directions(model), abnf = grammar.abnf, peg = grammar.peg, filled = filled,
    abnf_name = abnf_name, abnf_character = abnf_character, abnf_chain = abnf_chain, peg_character = peg_character,
    peg_beginning = peg_beginning,
    ---A rule's head and what it says, on as many lines as it takes.
    rule = function(head, body)
      return filled(head, body, (" "):rep(#head))
    end,
    pictured_states = dot.states(automaton), columns = dot.columns(automaton), arrows = dot.arrows(automaton),
    joined = function(words) return table.concat(words, " ") end,
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
    value = function(value)
      if value == nil or value == false then
        error("a hole has no value", 2)
      end
      return math.type(value) == "float" and error("a hole holds a float", 2) or value
    end,
  }
  for name, value in next, nibbles or {} do
    env[name] = value
  end
  env.include = function(name, part)
    local extra = part and {
      v = p .. part.name .. "_", V = U .. "_" .. part.name:upper(),
      narrower = part.narrower, part = part.part, xcr0 = part.xcr0, classes = part.classes, prefetch = part.prefetch,
      units = part.units,
      brief = not part.classes and plan and plan.brief or false,
    } or {}
    for key, value in next, part and part.classes and by_classes or {} do
      extra[key] = value
    end
    -- A template that an ISA's template includes keeps the ISA's words.
    extra.include_here = function(inner)
      return M.render(root, inner, setmetatable(extra, { __index = env }))
    end
    return M.render(root, name, setmetatable(extra, { __index = env }))
  end
  return env
end

---A template filled from an environment. Unknown names and empty holes are errors that name the template.
function M.render(root, name, values)
  progress.stage("template " .. name)
  local text = read_template(root, name)
  local env = setmetatable({}, {
    __index = function(_, key)
      local value = values[key]
      if value == nil and key ~= "_escape" then
        error("unknown name " .. tostring(key), 2)
      end
      return value
    end,
  })
  local compiled, why = template.compile(text, { escape = "@", inline_escape = "$", chunk_name = name })
  if not compiled then
    fail("template %s: %s", name, tostring(why))
  end
  local out, message = compiled:render(env)
  if not out then
    if type(message) == "table" then
      error(message, 0)
    end
    fail("template %s: %s", name, tostring(message))
  end
  return (out:gsub("\n+$", ""))
end

-- ---- re2c ----

---re2c's number, such as "030000", or nil if it is not installed.
function M.re2c_version()
  local pipe = io.popen("re2c --vernum 2>/dev/null")
  local version = pipe and pipe:read("l")
  if pipe then
    pipe:close()
  end
  return version
end

---The scanner that re2c makes of a grammar.
local function run_re2c(text, name)
  if not M.re2c_version() then
    fail("re2c is not installed; 'sh setup.sh' or 'apt-get install re2c' installs it")
  end
  local input, errors = os.tmpname(), os.tmpname()
  local file = io.open(input, "wb")
  local written = file and file:write(text) and file:close()
  local code, ok
  if written then
    local pipe = io.popen(("re2c %s %s 2>%s"):format(RE2C_FLAGS, input, errors), "r")
    code = pipe:read("a")
    ok = pipe:close()
  end
  local said = M.read_file(errors) or ""
  os.remove(input)
  os.remove(errors)
  if not written then
    fail("cannot write a temporary file for re2c (is the disk full?)")
  elseif not ok or code == "" then
    fail("re2c failed on %s.re: %s", name, said:gsub(input:gsub("%p", "%%%0"), name .. ".re"):gsub("%s+$", ""))
  end
  -- The scanner without the grammar's own comment lines, without the trailing blanks that re2c leaves.
  code = code:gsub("^.-\n(static )", "%1"):gsub("[ \t]+\n", "\n"):gsub("\n\n+", "\n"):gsub("\t", "    "):gsub("%s+$", "")
  return code
end

-- ---- Files ----

---A file's text: its first lines, each a comment of its language, then the body, of which they hold the hash.
---@param note string what the file is
---@param leader string what begins a comment
local function sealed(model, options, note, leader, body)
  local spec <const> = model.spec
  body = refill(body .. "\n")
  local generated <const> = ("Code generated by u8gen from %s; DO NOT EDIT."):format(options.spec_name)
  local lines = { generated, "@generated", "SPDX-License-Identifier: 0BSD", "" }
  for line in (filled("// ", spec.title .. note, "// ") .. "\n"):gmatch("// (.-)\n") do
    lines[#lines + 1] = line
  end
  lines[#lines + 1] = ""
  lines[#lines + 1] = "  command  " .. options.command
  lines[#lines + 1] = spec.unicode and ("  unicode  %s, table %s"):format(spec.unicode.version, spec.unicode.table)
  lines[#lines + 1] = ("  spec     %s (%s)"):format(spec.hash, spec.source)
  lines[#lines + 1] = "  body     " .. spec_.hash(body)
  for i, line in ipairs(lines) do
    lines[i] = ("%s %s"):format(leader, outside.comment(line)):gsub("%s+$", "")
  end
  return table.concat(lines, "\n") .. "\n" .. body
end

---A file of one of LANGUAGES.
local function language_file(root, model, options, env, language)
  local body <const> = M.render(root, "encoding." .. language.ending, env)
  return { name = options.prefix .. "." .. language.ending, text = sealed(model, options, language.note, language.leader, body) }
end

---The one file of NAME.dot; as `files` has it.
function M.picture(root, model, options)
  for _, language in ipairs(M.LANGUAGES) do
    if language.ending == "dot" then
      return { language_file(root, model, options, environment(root, model, options), language) }
    end
  end
end

---Both files as one. Whoever defines PREFIX_IMPLEMENTATION may include it again.
local function single_header(header, source, U)
  return table.concat({
    header, ("#if defined(%s_IMPLEMENTATION) && !defined(%s_IMPLEMENTED)\n#define %s_IMPLEMENTED"):format(U, U, U),
    (source:gsub("^//\n", "")), ("#endif  // %s_IMPLEMENTATION"):format(U),
  }, "\n\n")
end

---C without its comments.
local function code_of(text)
  return (("\n" .. text):gsub("//[^\n]*", ""))
end

---How often the text gives a meaning to each of its names under a prefix in capitals: as enumerators, and in lines for the preprocessor.
local function meanings(text, U)
  local counts, name_pattern <const> = {}, "%f[%w_]" .. U .. "_[%w_]+"
  local function count(name)
    counts[name] = (counts[name] or 0) + 1
  end
  local code <const> = code_of(text):gsub("\\\n", " ")
  for line in code:gmatch("\n%s*#([^\n]*)") do
    for name in line:gmatch(name_pattern) do
      count(name)
    end
  end
  for body in code:gsub("\n%s*#[^\n]*", ""):gmatch("%f[%w_]enum%f[^%w_][^;{]*(%b{})") do
    for entry in body:sub(2, -2):gmatch("[^,]+") do
      count(entry:match(name_pattern) or "")
    end
  end
  return counts
end

---The line of a spec that gives a fault its name.
local function line_of_name(text, name)
  local number = 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    if line:find("%f[%w_]" .. name .. "%s*=") or line:find("[\"'%[]" .. name .. "[\"'%]]") then
      return number
    end
  end
end

---Refuses a fault that C would call like something else.
---@param texts string the C files
local function check_fault_names(model, options, texts)
  local U <const> = options.prefix:upper()
  local counts <const> = meanings(texts, U)
  for _, name in ipairs(model.fault_names) do
    local word <const> = ("%s_%s"):format(U, name:upper())
    if counts[word] ~= 1 or names_.is_limit(options.prefix, name) then
      error({
        spec_error = true, path = model.spec.path, line = line_of_name(model.spec.text, name),
        message = ("a fault cannot be called %s: in C it is %s, which means something else there"):format(name, word),
      }, 0)
    end
  end
end

---What the vector kernels of a C file cost, for each vector of text.
---@return table prices { {name, operations, loads, classes} }
---@return table dear name -> why a kernel is not worth it; what the options name is made whatever it costs
local function prices_of(source, env, options)
  local prices, dear = {}, {}
  for i, isa in ipairs(env.vector_kernels) do
    local signs <const> = (isa.classes and env.by_classes or env.nibbles).signs
    local operations, loads = price.count(source, env.p .. isa.name .. "_", signs, isa.costs)
    prices[i] = { name = isa.name, operations = operations, loads = loads, classes = isa.classes }
    if operations > isa.most and not options.kernels then
      dear[isa.name] = ("it would take %d operations for %d bytes, more than the %d that %d steps of the scalar kernel %s are worth")
        :format(operations, isa.bytes, isa.most, isa.bytes, env.short_kernel)
    end
  end
  return prices, dear
end

---As `files`, without the kernels that are known to be dear.
local function rendered(root, model, options, known_dear)
  local env = environment(root, model, options, known_dear)
  local name <const> = options.prefix
  local files = {}
  local function add(file, note, body)
    files[#files + 1] = { name = file, text = sealed(model, options, note, "//", body) }
  end
  for _, language in ipairs(M.LANGUAGES) do
    files[#files + 1] = language_file(root, model, options, env, language)
  end
  if wanted(env.scalar_kernels, "re2c") then
    add(name .. ".re", " as a re2c grammar.", M.render(root, "encoding.re", env))
    env.re2c_code = run_re2c(files[#files].text, name)
  end
  local header <const> = M.render(root, "encoding.h", env)
  local source <const> = without_unused(M.render(root, "encoding.c", env))
  local claims <const> = M.render(root, "model.h", env)
  local together <const> = single_header(header, source, env.U)
  check_fault_names(model, options, (options.single_header and together or header .. "\n" .. source) .. "\n" .. claims)
  if options.single_header then
    add(name .. ".h", " validation: the interface, and the kernels.", together)
  else
    add(name .. ".h", " validation: the interface.", header)
    add(name .. ".c", " validation: the kernels.", source)
  end
  add(name .. "_model.h", ": what the generator claims, for verify/ to check. Not for vendoring.", claims)
  table.sort(files, function(a, b) return a.name < b.name end)
  return files, prices_of(source, env, options)
end

---@param root string the project's folder, which holds templates/
---@param model table
---@param options table { prefix, kernels?, single_header?, spec_name, command }
---@return table files { {name, text} }
---@return table prices { {name, operations, loads, classes} } of the vector kernels, for each vector of text
---@return table dear for kernels_of: why kernels are left out that would be no faster than a scalar one
function M.files(root, model, options)
  local files, prices, dear = rendered(root, model, options, {})
  if next(dear) then
    files, prices = rendered(root, model, options, dear)
  end
  return files, prices, dear
end

---A generated C file without the scanner that re2c made, for a comparison where re2c has another version.
function M.without_re2c(text)
  local from = text:find("// ---- re2c", 1, true)
  local to = from and text:find("// ---- ", from + 1, true)
  text = text:gsub("//   body [^\n]*\n", "")
  return from and text:sub(1, from) .. text:sub(to) or text
end

---A rule for Make: the output files, and all that they were made from.
---@param jobs table { { folder, files } }
---@param inputs string[] the files of the specs
function M.make_rule(root, jobs, inputs)
  local targets, sources = {}, {}
  for _, job in ipairs(jobs) do
    for _, file in ipairs(job.files) do
      targets[#targets + 1] = path.join(job.folder, file.name)
    end
  end
  for _, folder in ipairs { "gen", "templates" } do
    for _, file in ipairs(dir.getfiles(path.join(root, folder))) do
      sources[#sources + 1] = file
    end
  end
  table.sort(sources)
  table.move(inputs, 1, #inputs, #sources + 1, sources)
  return files_.rule(targets, sources)
end

M.write = files_.write

return M
