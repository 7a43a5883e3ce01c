-- SPDX-License-Identifier: 0BSD
-- conformance: the words of an instruction set and their meanings in the vocabulary, as C for verify/conformance/conformance.c.
--
-- In: lua5.4 verify/conformance/conformance.lua ISA [ROOT]; ROOT is the project's folder (.), from which templates/isa/ISA.c is read.
-- Out: a header for conformance.c, on standard output.
--
-- The idea: a word becomes a function that reads inputs (its vectors, as bytes in memory, and its other arguments) and writes bytes. So
-- does its meaning, the expression in gen/kernel/vocabulary.lua. conformance.c compares the two, and knows no word by name. For `and`:
--
--     TARGET static void native_and_run(const struct inputs *in, uint8_t *out)
--     {
--         native_store(out, native_and(native_from(in->lanes[0]), native_from(in->lanes[1])));
--     }
--
--     static uint8_t native_and_lane(const struct inputs *in, size_t i)
--     {
--         const uint8_t *const a = in->lanes[0], *const b = in->lanes[1];
--         return (uint8_t)(a[i] & b[i]);
--     }
--
-- Three sets of words are compared with the meanings, each under its own prefix: the words of the instruction set as written for pads of
-- 00, and for other pads (equal words are tested once), and the plain words of the same width, if that is known.

package.path = "./?.lua;" .. package.path

local isas = require "gen.kernel.isas"
local layout = require "gen.common.layout"
local templates = require "gen.emit.templates"
local vocabulary = require "gen.kernel.vocabulary"
local words_ = require "gen.emit.words"

local FARTHEST <const> = 15

-- ---- The words ----

---The variables of the word templates.
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

---The names of a word in C: `prevN` stands for several.
local function instances(word)
  local list = {}
  for n = 1, word.name:find "N$" and (word.most or FARTHEST) or 1 do
    list[n] = { word = word, n = n, name = word.name:gsub("N$", n) }
  end
  return list
end

---All words that an instruction set must define: { word, n, name } each.
local function needed_of(isa)
  local list = {}
  for _, word in ipairs(vocabulary.words) do
    for _, instance in ipairs(vocabulary.needed(word, isa) and instances(word) or {}) do
      list[#list + 1] = instance
    end
  end
  return list
end

---The words of a file as C.
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

---The functions of a set of words: name without prefix -> text without the prefix.
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

---How each argument is passed to a word, declarations of the names that the meaning uses, and the number of vectors and tests.
local function arguments_of(word, prefix)
  local passed, known, lanes = {}, {}, 0
  local memory <const> = { bytes = true, table = true }
  for i, argument in ipairs(word.arguments) do
    local kind <const>, name <const> = argument[1], argument[2]
    if kind == "vec" or kind == "test" then
      passed[i] = kind == "vec" and ("%s_from(in->lanes[%d])"):format(prefix, lanes) or ("%s_true(in, %d)"):format(prefix, lanes)
      known[#known + 1] = ("const uint8_t *const %s = in->lanes[%d];"):format(name, lanes)
      lanes = lanes + 1
    elseif kind == "room" then
      passed[i] = "out"
    elseif kind == "units" then
      passed[i] = "units"
    elseif memory[kind] then
      passed[i] = "in->memory"
      known[#known + 1] = ("const uint8_t *const %s = in->memory;"):format(name)
    else
      passed[i] = "in->" .. kind
      known[#known + 1] = ("const %s %s = in->%s;"):format(kind == "size" and "size_t" or "uint8_t", name, kind)
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

---Copies the units that a word stored in separate memory: their low bytes, their high bytes, and their number.
local RUN_UNITS <const> = [[
TARGET static void %s_run(const struct inputs *in, uint8_t *out)
{
    uint16_t units[ISA_BYTES + 1] = {0};
    units[ISA_WIDTH] = 0x5AA5;
    %s
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        out[i] = i < count ? (uint8_t)units[i] : 0;
        out[ISA_WIDTH + i] = i < count ? (uint8_t)(units[i] >> 8) : 0;
    }
    out[2 * ISA_WIDTH] = (uint8_t)(units[ISA_WIDTH] == 0x5AA5 ? count : 0xFF);
}
]]

local MEAN_UNITS <const> = [[
static void %s_mean(const struct inputs *in, uint8_t *out)
{
    size_t count = 0;
    %s
    for (size_t i = 0; i < ISA_WIDTH; i++) {
        if (%s) {
            const unsigned unit = (unsigned)(%s);
            out[count] = (uint8_t)unit;
            out[ISA_WIDTH + count++] = (uint8_t)(unit >> 8);
        }
    }
    out[2 * ISA_WIDTH] = (uint8_t)count;
}
]]

local RESULTS <const> = {
  vec = "$_store(out, CALL);", test = "$_store(out, $_marked(CALL));", bool = "out[0] = CALL;", void = "CALL;",
  bytes = "CALL;",
  sum = "const size_t all = CALL; memcpy(out, &all, sizeof all);",
}

local function run_of(instance, prefix, id, passed)
  local call <const> = ("%s_%s(%s)"):format(prefix, instance.name, table.concat(passed, ", "))
  local result <const> = instance.word.result
  if result == "units" then
    local counted <const> = instance.word.packs and "const size_t count = %s;" or "const size_t count = ISA_WIDTH;\n    %s;"
    return RUN_UNITS:format(id, counted:format(call))
  end
  local filled <const> = RESULTS[result]:gsub("%$", { ["$"] = prefix }):gsub("CALL", call)
  return RUN:format(id, filled)
end

local function mixes_of(word)
  local bits = {}
  for _, name in ipairs { "one", "same", "all" } do
    bits[#bits + 1] = word.mixes and word.mixes[name] and "MIX_" .. name:upper() or nil
  end
  return #bits > 0 and table.concat(bits, " | ") or "0"
end

---The row of a word in the table of conformance.c.
local function row_of(instance, isa, id, lanes)
  local word <const> = instance.word
  local fields = { (".name = %q, .run = %s_run, .meaning = %q"):format(instance.name, id, word.meaning) }
  local uses, used = {}, {}
  for _, argument in ipairs(word.arguments) do
    local kind <const> = argument[1]
    local flag <const> = ({ bytes = "AT", table = "TABLE", byte = "BYTE", size = "SIZE", test = "TESTS" })[kind]
    uses[#uses + 1], used[flag or 0] = not used[flag or 0] and flag or nil, true
    if word.below and word.below[argument[2]] then
      fields[#fields + 1] = (".%s = %s"):format(kind == "size" and "sizes" or "values", word.below[argument[2]]:gsub("WIDTH", "0"))
    end
  end
  fields[#fields + 1] = (".lanes = %d, .uses = %s"):format(lanes, #uses > 0 and table.concat(uses, " | ") or "0")
  fields[#fields + 1] = (".result = %s, .mixes = %s"):format(word.result == "bytes" and "VEC" or word.result:upper(), mixes_of(word))
  fields[#fields + 1] = (".told = 0x%02X, .entries = %d"):format(word.told or 0xFF, vocabulary.entries[isa.plan])
  fields[#fields + 1] = word.moves and ".moves = true" or nil
  fields[#fields + 1] = word.loosely and ".loosely = true" or nil
  fields[#fields + 1] = word.packs and ".packs = true" or nil
  if word.result == "units" then
    fields[#fields + 1] = (".mean = %s_mean"):format(id)
  elseif word.result ~= "void" then
    fields[#fields + 1] = (".lane = %s_lane, .mean = %s_mean"):format(id, id)
  end
  return ("    {%s},"):format(table.concat(fields, ", "))
end

---How to load a vector from memory, and how to store it.
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

---For vectors that are not objects in C.
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
// Makes a test: from the raw bytes of the inputs by any_of, if there is a mask, otherwise by equal.
$_INLINE $test $true(const struct inputs *in, size_t k)
{
    return in->masks[k] != 0 ? $any_of($from(in->raw[k]), in->masks[k])
                             : $equal($from(in->lanes[k]), $splat(1));
}
]]

---The words of a set as functions of bytes, and their table.
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
      if one.word.result == "units" then
        local counts <const> = one.word.packs and one.word.packs .. "[i] != 0" or "true"
        code[#code + 1] = MEAN_UNITS:format(id, named, counts, one.word.meaning)
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

---The number of lanes of the processor's vectors; to be called only if it has the set.
local WIDTH <const> = [[
NATIVE_FUNCTION static void ask_width(void)
{
    %s
}
]]

-- ---- The header ----

---The words that are equal in two texts, and whose called functions are equal, too.
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
    "#define NATIVE_LOCAL static __attribute__((unused))",
    "#define NATIVE_WRAPS",
    "#define NATIVE_ALWAYS_INLINE static inline __attribute__((always_inline, unused))",
    "#define NATIVE_EVEX512 \"\"",
    -- A set need not use all functions that the sets of a processor share.
    '#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored "-Wunused-function"',
    isa.plan == "nibbles" and isa.units
      and "#define NATIVE_TABLE static\n" .. templates.render(root, "vector/unit_tables.c", holes(isa, native)) or "",
    templates.render(root, family.template, holes(isa, native)), "#pragma GCC diagnostic pop",
    first, WIDTH:format(isa.scalable and "isa_width = NATIVE_WIDTH;" or ""), set_of(isa, native, {}), second,
    set_of(isa, padded, same), third,
    ("// Whether the processor has the features of the row in gen/kernel/isas.lua, by the compiler's own functions.\n"
      .. "static bool has_features(void)\n{\n    return %s;\n}"):format(features_of(isa)),
  }, "\n\n") .. "\n"
end

local ok <const>, text <const> = pcall(header, arg[2] or ".", arg[1])
if not ok then
  io.stderr:write("conformance.lua: error: ", type(text) == "table" and text.message or tostring(text), "\n")
  os.exit(2)
end
io.write(text)
