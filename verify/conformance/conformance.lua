-- SPDX-License-Identifier: 0BSD
-- conformance: the words of an instruction set and their meanings in the vocabulary, as C for verify/conformance/conformance.c.
--
-- In: lua5.4 verify/conformance/conformance.lua ISA [ROOT]; ROOT is the project's folder (.), from which templates/ is read.
-- Out: a header for conformance.c, on standard output.
--
-- The idea: a word becomes a function that reads inputs (its vectors, as bytes in memory, and its other arguments) and writes bytes. So
-- does its meaning, the expression in gen/kernel/vocabulary.lua. conformance.c compares the two. For `and`, shortened:
--
--     NATIVE_FUNCTION static void native_and_word_run(const struct inputs *in, uint8_t *out)
--     {
--         native_store(out, native_and(native_from(in->lanes[0]), native_from(in->lanes[1])));
--     }
--
--     static inline uint8_t native_and_word_lane(const struct inputs *in, size_t i)
--     {
--         const uint8_t *const a = in->lanes[0];
--         const uint8_t *const b = in->lanes[1];
--         return (uint8_t)(a[i] & b[i]);
--     }
--
-- Three sets of words are compared with the meanings, each with its own prefix:
--
--     native   the words of the instruction set for pads of 00
--     padded   the words that differ for pads of A5 and a plan without `shifts`
--     plain    the plain words of the same width, if the width is known at compile time

package.path = "./?.lua;" .. package.path

local isas = require "gen.kernel.isas"
local layout = require "gen.common.layout"
local lists = require "gen.common.lists"
local templates = require "gen.emit.templates"
local vocabulary = require "gen.kernel.vocabulary"
local words_ = require "gen.emit.words"

local FARTHEST <const> = 15

---For each kind of output with a variable number of elements: the type of an element, and the largest number of elements.
local PACKED <const> = {
  units = { type = "uint16_t", most = "ISA_WIDTH" },
  wide = { type = "uint32_t", most = "ISA_WIDTH" },
  string = { type = "uint8_t", most = "(2 * ISA_WIDTH + 16)" },
}

-- ---- The words ----

---Returns the variables of the word templates.
---@param isa table the row of the instruction set
---@param variant table { prefix, pad, shifts }
local function holes(isa, variant)
  return {
    ipairs = ipairs, hex = layout.hex, ruler = layout.ruler, p = "native_", U = "NATIVE", v = variant.prefix .. "_",
    V = variant.prefix:upper(), bytes = isa.bytes, classes = isa.plan == "classes", analysis = { pad = variant.pad },
    plan = { shifts = variant.shifts }, window = FARTHEST + 1, farthest = FARTHEST, xcr0 = isa.xcr0,
    newer = isa.since ~= nil, wide = isa.bytes == 64,
    pad_word = function()
      return ("(uint64_t)0x%016X"):format(0x0101010101010101 * variant.pad)
    end,
    lane_lines = layout.lane_lines, has_companions = function() return isa.plan == "nibbles" and isa.units end,
    value = function(value)
      return value == nil and error("a hole has no value", 2) or value
    end,
  }
end

---Returns the names of a word in C: one, or several for `prevN` and others.
local function instances(word)
  local list = {}
  for n = 1, word.name:find "N$" and (word.most or FARTHEST) or 1 do
    list[n] = { word = word, n = n, name = word.name:gsub("N$", n) }
  end
  return list
end

---Returns all words that an instruction set must define, each as { word, n, name }.
local function needed_of(isa)
  local list = {}
  for _, word in ipairs(vocabulary.words) do
    for _, instance in ipairs(vocabulary.needed(word, isa) and instances(word) or {}) do
      list[#list + 1] = instance
    end
  end
  return list
end

---Returns the words of a file as C.
local function render(root, file, isa, variant)
  local defined, used = {}, {}
  for _, name in ipairs(words_.names(words_.read(root, file))) do
    defined[name] = true
  end
  for _, one in ipairs(needed_of(isa)) do
    if not defined[one.name] and not defined[one.name:gsub("%d+$", "")] then
      error(("%s lacks the word %s: %s"):format(file, one.name, one.word.meaning), 0)
    end
    used[one.name] = true
  end
  local text <const> = words_.render(root, file, used, holes(isa, variant))
  local called <const>, own <const> = "native_part_words", variant.prefix .. "_part_words"
  if not text:find(called, 1, true) then
    return text
  end
  local part <const> = templates.render(root, "isa/part_words.c", holes(isa, variant))
  return ((part .. "\n\n" .. text):gsub(called, own))
end

---Returns the functions of a set of words: name without prefix -> text without the prefix.
local function functions_of(text, variant)
  local found = {}
  for paragraph in (text .. "\n\n"):gmatch("(.-)\n\n+") do
    local bare <const> = paragraph:gsub("%f[%w_]" .. variant.prefix .. "_", "$_"):gsub(variant.prefix:upper() .. "_", "$_")
    for name in bare:gmatch "%$_([%w_]+)%b()\n{" do
      found[name] = (found[name] or "") .. bare
    end
  end
  return found
end

-- ---- A word as a function of bytes ----

---Returns how each argument is passed to a word, the declarations of the names that its meaning uses, and how many arguments have lanes.
local function arguments_of(word, prefix)
  local passed, known, lanes = {}, {}, 0
  local memory <const> = { bytes = "uint8_t", table = "uint8_t", text16 = "uint16_t", text32 = "uint32_t" }
  local numbers <const> = { size = "size_t", byte = "uint8_t", unit = "uint16_t", unit32 = "uint32_t" }
  for i, argument in ipairs(word.arguments) do
    local kind <const>, name <const> = argument[1], argument[2]
    if kind == "vec" or kind == "test" or kind == "marks" then
      passed[i] = kind == "vec" and ("%s_from(in->lanes[%d])"):format(prefix, lanes) or ("%s_true(in, %d)"):format(prefix, lanes)
      passed[i] = kind == "marks" and ("%s_marked(%s)"):format(prefix, passed[i]) or passed[i]
      known[#known + 1] = ("const uint8_t *const %s = in->lanes[%d];"):format(name, lanes)
      lanes = lanes + 1
    elseif kind == "room" then
      passed[i] = "out"
    elseif PACKED[kind] then
      passed[i] = "to"
    elseif memory[kind] then
      passed[i] = ("(const %s *)(const void *)in->memory"):format(memory[kind])
      known[#known + 1] = ("const %s *const %s = %s;"):format(memory[kind], name, passed[i])
    else
      passed[i] = "in->" .. kind
      known[#known + 1] = ("const %s %s = in->%s;"):format(numbers[kind], name, kind)
    end
  end
  return passed, known, lanes
end

local RUN <const> = [[
TARGET static void %s_run(const struct inputs *in, uint8_t *out)
{
    (void)in, (void)out;
    %s
}
]]

local LANE <const> = [[
static inline uint8_t %s_lane(const struct inputs *in, size_t i)
{
    enum { PAD = 0x%02X, N = %d };
    const size_t WIDTH = ISA_WIDTH;
    %s
    (void)in, (void)i, (void)WIDTH, (void)PAD, (void)N;
    return (uint8_t)(%s);
}
static void %s_mean(const struct inputs *in, uint8_t *out)
{
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        out[i] = %s_lane(in, i);
    }
}
]]

---The word writes elements to a local array. The function copies them to `out`, fills the rest of `out` with zeros, and appends the number
---of elements, or FF if the word wrote too many.
local RUN_PACKED <const> = [[
TARGET static void %s_run(const struct inputs *in, uint8_t *out)
{
    TYPE to[3 * ISA_BYTES + 16 + 1] = {0};
    to[MOST] = (TYPE)0x5AA5;
    %s
    memcpy(out, to, count * sizeof *to);
    memset(out + count * sizeof *to, 0, PACKED_BYTES - count * sizeof *to);
    out[PACKED_BYTES] = (uint8_t)(to[MOST] == (TYPE)0x5AA5 ? count : 0xFF);
}
]]

local MEAN_PACKED <const> = [[
static void %s_mean(const struct inputs *in, uint8_t *out)
{
    TYPE to[3 * ISA_BYTES] = {0};
    size_t count = 0;
    %s
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        %s
    }
    memcpy(out, to, sizeof to < PACKED_BYTES ? sizeof to : PACKED_BYTES);
    out[PACKED_BYTES] = (uint8_t)count;
}
]]

local RESULTS <const> = {
  vec = "$_store(out, CALL);", test = "$_store(out, $_marked(CALL));", bool = "out[0] = CALL;", void = "CALL;",
  bytes = "CALL;",
  sum = "const size_t all = CALL; memcpy(out, &all, sizeof all);",
  -- A mask is stored like a test. If a bit above the bits of the lanes is set, the first lane becomes wrong.
  mask = "const uint64_t all = CALL;\n    for (size_t i = 0; i < 64; i++) {\n"
    .. "        if (i < ISA_WIDTH) {\n            out[i] = (all >> i & 1) != 0 ? 255 : 0;\n"
    .. "        } else if ((all >> i & 1) != 0) {\n            out[0] = 1;\n        }\n    }",
}

local function run_of(instance, prefix, id, passed)
  local call <const> = ("%s_%s(%s)"):format(prefix, instance.name, table.concat(passed, ", "))
  local word <const> = instance.word
  local packed <const> = PACKED[word.result]
  if packed then
    local counted <const> = (word.packs or word.writes or word.keeps) and "const size_t count = %s;"
      or "const size_t count = ISA_WIDTH;\n    %s;"
    return (RUN_PACKED:format(id, counted:format(call)):gsub("TYPE", packed.type):gsub("MOST", packed.most))
  end
  local filled <const> = RESULTS[word.result]:gsub("%$", { ["$"] = prefix }):gsub("CALL", call)
  return RUN:format(id, filled)
end

---Returns the C for the meaning of a word that writes elements: for each lane, or only for the lanes that a condition selects.
local function mean_of_packed(word, id, named)
  local lines <const> = {}
  if word.writes then
    for n, one in ipairs(word.writes) do
      lines[n] = ("if (%s) {\n            to[count++] = %s;\n        }"):format(one[2], one[1])
    end
  else
    local kept <const> = word.packs and word.packs .. "[i] != 0" or word.keeps or "true"
    lines[1] = ("if (%s) {\n            to[count++] = (TYPE)(%s);\n        }"):format(kept, word.meaning)
  end
  return (MEAN_PACKED:format(id, named, table.concat(lines, "\n        ")):gsub("TYPE", PACKED[word.result].type))
end

local function mixes_of(word)
  local bits = {}
  for _, name in ipairs { "one", "same", "all" } do
    bits[#bits + 1] = word.mixes and word.mixes[name] and "MIX_" .. name:upper() or nil
  end
  return #bits > 0 and table.concat(bits, " | ") or "0"
end

---The flags of conformance.c for kinds of arguments.
local FLAGS <const> = {
  bytes = "AT", table = "TABLE", byte = "BYTE", size = "SIZE", test = "TESTS", text16 = "AT | UNITS_16", text32 = "AT | UNITS_32",
  unit = "UNIT", unit32 = "UNIT_32",
}

---Returns the row of a word for the table of conformance.c.
local function row_of(instance, isa, id, lanes)
  local word <const> = instance.word
  local fields = { (".name = %q, .run = %s_run, .meaning = %q"):format(instance.name, id, word.meaning) }
  local uses, used = {}, {}
  for _, argument in ipairs(word.arguments) do
    local kind <const> = argument[1]
    local flag <const> = FLAGS[kind]
    uses[#uses + 1], used[flag or 0] = not used[flag or 0] and flag or nil, true
    if word.below and word.below[argument[2]] then
      local bound <const> = ({ size = "sizes", text16 = "below", text32 = "below", byte = "bytes" })[kind] or "values"
      fields[#fields + 1] = (".%s = %s"):format(bound, word.below[argument[2]]:gsub("WIDTH", "0"))
    end
  end
  fields[#fields + 1] = (".lanes = %d, .uses = %s"):format(lanes, #uses > 0 and table.concat(uses, " | ") or "0")
  local kind <const> = ({ bytes = "vec", mask = "test" })[word.result] or word.result
  local result <const> = PACKED[kind] and "PACKED" or kind:upper()
  fields[#fields + 1] = (".result = %s, .mixes = %s"):format(result, mixes_of(word))
  fields[#fields + 1] = (".specified = 0x%02X, .entries = %d"):format(word.specified or 0xFF, vocabulary.entries[isa.plan])
  fields[#fields + 1] = word.moves and ".moves = true" or nil
  fields[#fields + 1] = word.arguments[1] and word.arguments[1][1] == "marks" and ".marks = true" or nil
  fields[#fields + 1] = word.loosely and ".loosely = true" or nil
  fields[#fields + 1] = (word.packs or word.writes) and (".tests = %d"):format(#lists.picked(word.arguments, function(argument)
    return argument[1] == "test"
  end)) or nil
  fields[#fields + 1] = PACKED[word.result] and (".element = sizeof(%s)"):format(PACKED[word.result].type) or nil
  fields[#fields + 1] = word.keeps and ".margin = 2" or nil
  if PACKED[word.result] then
    fields[#fields + 1] = (".mean = %s_mean"):format(id)
  elseif word.result ~= "void" then
    fields[#fields + 1] = (".lane = %s_lane, .mean = %s_mean"):format(id, id)
  end
  return ("    {%s},"):format(table.concat(fields, ", "))
end

---The C functions that load a vector from memory and store it.
local COPIED <const> = [[
$_INLINE $vec $from(const uint8_t *lanes)
{
    $vec v;
    memcpy(&v, lanes, sizeof v);
    return v;
}

$_INLINE void $store(uint8_t *to, $vec v)
{
    memcpy(to, &v, sizeof v);
}

]]

---The functions of COPIED, for vectors whose size is not known at compile time: memcpy cannot copy them.
local STORED <const> = [[
$_INLINE $vec $from(const uint8_t *lanes)
{
    return $load(lanes);
}

$_INLINE void $store(uint8_t *to, $vec v)
{
    STORE;
}

]]

local BASE <const> = [[
// Makes a test: if there is a mask, from the raw bytes by any_of; otherwise from the lanes by equal.
$_INLINE $test $true(const struct inputs *in, size_t k)
{
    return in->masks[k] != 0 ? $any_of($from(in->raw[k]), in->masks[k])
                             : $equal($from(in->lanes[k]), $splat(1));
}
]]

---Returns the words of a set as functions of bytes, and their table.
---@param taken table name -> true for words to leave out
local function set_of(isa, variant, taken)
  local prefix <const> = variant.prefix
  local memory <const> = isa.store and STORED:gsub("STORE", isa.store) or COPIED
  local code = { ((memory .. BASE):gsub("%$_", prefix:upper() .. "_"):gsub("%$", prefix .. "_")) }
  local rows = {}
  for _, one in ipairs(needed_of(isa)) do
    local id <const> = prefix .. "_" .. one.name .. "_word"
    local passed <const>, known <const>, lanes <const> = arguments_of(one.word, prefix)
    if not taken[one.name] then
      code[#code + 1] = (run_of(one, prefix, id, passed):gsub("TARGET", prefix:upper() .. "_FUNCTION"))
      local named <const> = table.concat(known, "\n    ")
      if PACKED[one.word.result] then
        code[#code + 1] = mean_of_packed(one.word, id, named)
      elseif one.word.result ~= "void" then
        code[#code + 1] = LANE:format(id, variant.pad, one.n, named, one.word.meaning, id, id)
      end
      rows[#rows + 1] = row_of(one, isa, id, lanes)
    end
  end
  rows[#rows + 1] = "    {.name = NULL},"
  code[#code + 1] = ("static const struct word %s_words[] = {\n%s\n};\n"):format(prefix, table.concat(rows, "\n"))
  return table.concat(code, "\n")
end

---Sets isa_width to the number of lanes, if it is known only at run time. Call it only if the processor has the instruction set.
local WIDTH <const> = [[
NATIVE_FUNCTION static void ask_width(void)
{
    %s
}
]]

-- ---- The header ----

---Returns the words that have the same text in both sets, and that call only functions with the same text.
local function same_words(one, other)
  local same = {}
  for name, text in pairs(one) do
    same[name] = other[name] == text or nil
  end
  local again = true
  while again do
    again = false
    for name in pairs(same) do
      for called in one[name]:gmatch "%$_([%w_]+)" do
        if one[called] and not same[called] then
          same[name], again = nil, true
          break
        end
      end
    end
  end
  return same
end

local function features_of(isa)
  if isa.probe then
    return isa.probe
  end
  local tests = {}
  for i, feature in ipairs(isa.features) do
    tests[i] = ("__builtin_cpu_supports(%q) != 0"):format(feature)
  end
  return #tests > 0 and table.concat(tests, " &&\n           ") or "true"
end

local function header(root, name)
  local isa <const> = isas.row(name) or error("no instruction set is called " .. tostring(name))
  local family
  for _, one in ipairs(isas.families) do
    family = one.name == isa.family and one or family
  end
  local native <const> = { prefix = "native", pad = 0x00, shifts = true }
  local padded <const> = { prefix = "padded", pad = 0xA5, shifts = false }
  local plain <const> = { prefix = "plain", pad = 0xA5, shifts = false }
  local plain_isa <const> = setmetatable({ part = true, prefetch = true, counts = true, sums = true, units = true }, { __index = isa })
  local file <const> = "isa/" .. isa.name .. ".c"
  local first <const>, second <const> = render(root, file, isa, native), render(root, file, isa, padded)
  local third <const> = not isa.scalable and "#define HAS_PLAIN 1\n\n" .. render(root, "isa/plain.c", plain_isa, plain) .. "\n\n"
    .. set_of(plain_isa, plain, {}) or "#define HAS_PLAIN 0"
  local same <const> = same_words(functions_of(first, native), functions_of(second, padded))
  return table.concat({
    "// The words of " .. isa.name .. ", by verify/conformance/conformance.lua.",
    ("#define ISA_NAME %q\nenum { ISA_BYTES = %d };"):format(isa.name, isa.bytes),
    isa.scalable and ("#define ISA_WIDTH isa_width\nstatic size_t isa_width = ISA_BYTES;\n#include <%s>"):format(isa.header)
      or "enum { ISA_WIDTH = ISA_BYTES };",
    "#define NATIVE_GNU 1",
    "#define NATIVE_COPY memcpy",
    "#define NATIVE_WRAPS",
    "#define NATIVE_ALWAYS_INLINE static inline __attribute__((always_inline, unused))",
    "#define NATIVE_EVEX512 \"\"",
    -- A set may leave some functions of its family's template unused.
    '#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wunused-function"',
    isa.plan == "nibbles" and isa.units
      and "#define NATIVE_TABLE static\n" .. templates.render(root, "vector/unit_tables.c", holes(isa, native)) or "",
    templates.render(root, family.template, holes(isa, native)), "#pragma GCC diagnostic pop",
    first, WIDTH:format(isa.scalable and "isa_width = NATIVE_WIDTH;" or ""), set_of(isa, native, {}), second,
    set_of(isa, padded, same), third,
    ("// Whether the processor has the features of the row in gen/kernel/isas.lua, by the compiler or the system.\n"
      .. "static bool has_features(void)\n{\n    return %s;\n}"):format(features_of(isa)),
  }, "\n\n") .. "\n"
end

local ok <const>, text <const> = pcall(header, arg[2] or ".", arg[1])
if not ok then
  io.stderr:write("conformance.lua: error: ", type(text) == "table" and text.message or tostring(text), "\n")
  os.exit(2)
end
io.write(text)
