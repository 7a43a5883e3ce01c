-- SPDX-License-Identifier: 0BSD
-- vocabulary: defines the words on vectors that an instruction set must provide, and their meanings.
--
-- In:  nothing; this is data. Out: tables; `word`; `needed`. templates/isa/ISA.c defines the words for one instruction set. For example,
--      the meaning of `without` is a[i] & ~b[i]: if a lane of its arguments has F3 and 30, the same lane of its result has C3.
--
-- The idea: kernels are written in words (gen/kernel/kernel.lua, templates/vector/kernel_*.c). So an instruction set is one row in
-- gen/kernel/isas.lua and one file of words. The meaning of a word is a C expression for lane i, or C in `writes`.
-- verify/conformance/conformance.c compares each word of each set, except prefetch, with its meaning. templates/isa/plain.c defines the
-- words in plain C for any width; kernels made from it run on every processor.
--
-- Each row:
--   name       prevN stands for prev1, prev2, ..., shlN for shl1, ...
--   arguments  { kind, name } each, see `kinds`
--   result     "vec": a vector; its lane i has the value of the meaning
--              "test": a test; it is true in lane i if the meaning is not 0
--              "bool": true if the meaning is not 0 for some lane
--              "sum": a size_t, the sum of the meaning over all lanes
--              "mask": a uint64_t; bit i is 1 if the meaning is not 0 for lane i
--              "void": the word has no result, and its meaning is a description
--              "bytes": the word writes WIDTH bytes; byte i is the meaning
--              "units", "wide", "string": the word writes consecutive units of 16 bits, units of 32 bits, or bytes. It may also change the
--              memory after them, up to the greatest number that `kinds` allows
--   meaning    C arithmetic on bytes or units, promoted as in C; its value is reduced to the size of a lane or unit. WIDTH is the number
--              of lanes, PAD the plan's pad; conformance.c defines UNIT_AT, IS_PAIR and JOINED. In a row with `writes`: a description
--   plans      the only kind of plan that uses the word, as in gen/kernel/isas.lua; nil: both kinds use it
--   needs      the field of an instruction set's row that says whether the set has this word; nil: every set has it
--   below      argument -> a bound: the argument, or each of its lanes or units, must be less; otherwise the result is unspecified
--   mixes      which arguments may be results of any_of(a, mask). `one`: one of them; `same`: both, if their masks are the same single bit;
--              `all`: both, with any masks; nil: none. With other such arguments, the result is unspecified
--   loosely    true if a true lane of the result may have only some of its bits set, see below. Words with a result of any_of
--              as an argument may also have such results
--   specified  the mask of the bits of the result that are specified; nil: all are
--   moves      by how many lanes the arguments are moved; true: by N; nil: not at all
--   most       the greatest N; nil: as far as windows reach
--   packs      the test of the lanes that write their units; the result is the number of these lanes. If a row has none of `packs`,
--              `writes` and `keeps`, all lanes write
--   writes     a list of { byte, condition } in C. Each lane in turn writes its bytes whose condition is true. The result counts the bytes
--   keeps      the condition, in C, on which a lane writes its unit; the result is the number of units written
--   logical    true: each bit of the result depends only on the same bit of each argument. cost.lua may count two such words as one
--
-- Tests have their own type, since instruction sets represent them differently: by a bit for each lane (as in avx512), or by a vector of
-- FF or 0. In such a vector, any_of sets only some bits of a true lane (`loosely`). So `both` and `differ` allow only some `mixes`.

local M = {}

---The kinds of arguments.
M.kinds = {
  { name = "vec", c = "$(v)vec ", meaning = "WIDTH bytes, a lane each; lane 0 is the byte at the lowest address" },
  { name = "test", c = "$(v)test ", meaning = "true or false for each lane" },
  { name = "marks", c = "$(v)vec ", meaning = "WIDTH bytes, a lane each, that are 255 or 0" },
  { name = "byte", c = "uint8_t ", meaning = "a byte, the same for all lanes" },
  { name = "bytes", c = "const uint8_t *", meaning = "the address from which bytes are read" },
  { name = "room", c = "uint8_t *", meaning = "the address to which WIDTH bytes are written" },
  { name = "table", c = "const uint8_t *", meaning = "a table of 16 bytes for plans by nibbles, of 128 bytes for plans by classes" },
  { name = "size", c = "size_t ", meaning = "a number of bytes" },
  { name = "units", c = "uint16_t *", meaning = "the address to which units of 16 bits are written, WIDTH at most" },
  { name = "unit", c = "uint16_t ",
    meaning = "a unit of 16 bits, the same for each unit of a vector; lanes that are bytes have its low byte first" },
  { name = "text16", c = "const uint16_t *",
    meaning = "the address from which WIDTH units of 16 bits are read; a word with `keeps` also reads the unit before and the one after" },
  { name = "text32", c = "const uint32_t *", meaning = "the address from which WIDTH units of 32 bits are read" },
  { name = "unit32", c = "uint32_t ", meaning = "a unit of 32 bits" },
  { name = "wide", c = "uint32_t *", meaning = "the address to which units of 32 bits are written, WIDTH at most" },
  { name = "string", c = "uint8_t *", meaning = "the address to which bytes are written, 2 * WIDTH + 16 at most" },
}

---The number of entries of a table, for each kind of plan.
M.entries = { nibbles = 16, classes = 128 }

---Other names that a file of words defines, after the prefix of the set. The prefix of macros and enumerators is in capitals.
M.others = {
  { name = "FUNCTION", meaning = "macro: attributes of functions with vectors, so that compilers accept the instructions; or empty" },
  { name = "INLINE", meaning = "macro: these attributes and `static inline`, for functions that should be inlined" },
  { name = "ALIGNED", plans = "classes", meaning = "macro: the alignment of a table of WIDTH bytes or more, after its name; or empty" },
  { name = "vec", meaning = "type: a vector" },
  { name = "test", meaning = "type: true or false for each lane" },
  { name = "WIDTH", meaning = "enumerator: the number of lanes, `bytes` in the set's row; for a scalable set, a macro of type size_t" },
  { name = "supported", meaning = "function, bool (void): whether the processor and the system support the kernel" },
}

M.words = {
  -- Memory.
  { name = "load", arguments = { { "bytes", "at" } }, result = "vec", meaning = "at[i]" },
  { name = "put", arguments = { { "room", "to" }, { "vec", "v" } }, result = "bytes", meaning = "v[i]" },
  {
    name = "prefetch", arguments = { { "bytes", "at" } }, result = "void", needs = "prefetch",
    meaning = "a hint that at[0] will be loaded; `at` may point anywhere",
  },
  { name = "splat", arguments = { { "byte", "byte" } }, result = "vec", meaning = "byte" },
  {
    name = "load_part", arguments = { { "bytes", "at" }, { "size", "size" } }, result = "vec", plans = "nibbles", needs = "part",
    meaning = "i < size ? at[i] : PAD", below = { size = "WIDTH" },
  },
  {
    name = "load_part", arguments = { { "bytes", "at" }, { "size", "size" } }, result = "vec", plans = "classes", needs = "part",
    meaning = "i < size ? at[i] : PAD", below = { size = "256" },
  },
  -- Table lookups.
  {
    name = "lookup", arguments = { { "table", "table" }, { "vec", "index" } }, result = "vec", plans = "nibbles",
    meaning = "table[index[i] & 15]", below = { index = "16" },
  },
  {
    name = "lookup", arguments = { { "table", "table" }, { "vec", "index" } }, result = "vec", plans = "classes",
    meaning = "table[index[i] & 127]",
  },
  {
    name = "lookup_ascii", arguments = { { "table", "table" }, { "vec", "v" } }, result = "vec", plans = "nibbles",
    meaning = "v[i] < 128 ? table[v[i] & 15] : 0",
  },
  { name = "high_nibbles", arguments = { { "vec", "v" } }, result = "vec", plans = "nibbles", meaning = "v[i] >> 4" },
  { name = "low_nibbles", arguments = { { "vec", "v" } }, result = "vec", plans = "nibbles", meaning = "v[i] & 15" },
  -- Bits.
  { name = "and", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", logical = true, meaning = "a[i] & b[i]" },
  { name = "or", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", logical = true, meaning = "a[i] | b[i]" },
  { name = "xor", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", logical = true, meaning = "a[i] ^ b[i]" },
  {
    name = "and_or_xor", arguments = { { "vec", "a" }, { "vec", "b" }, { "byte", "mask" } }, result = "vec", plans = "classes",
    meaning = "(a[i] & b[i] & ~mask) | ((a[i] ^ b[i]) & mask)",
  },
  { name = "without", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", meaning = "a[i] & ~b[i]" },
  {
    name = "xor_without", arguments = { { "vec", "a" }, { "vec", "b" }, { "vec", "c" } }, result = "vec", needs = "ternary",
    meaning = "a[i] ^ (b[i] & ~c[i])",
  },
  {
    name = "select", arguments = { { "marks", "mask" }, { "vec", "a" }, { "vec", "b" } }, result = "vec", needs = "units",
    meaning = "mask[i] ? a[i] : b[i]",
  },
  -- Arithmetic and extremes.
  {
    name = "subtract_saturating", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec",
    meaning = "a[i] > b[i] ? a[i] - b[i] : 0",
  },
  { name = "subtract", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", needs = "sums", meaning = "a[i] - b[i]" },
  { name = "average", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", needs = "folds", meaning = "(a[i] + b[i] + 1) >> 1" },
  { name = "add", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", meaning = "a[i] + b[i]" },
  {
    name = "add_saturating", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", plans = "classes",
    meaning = "a[i] + b[i] > 255 ? 255 : a[i] + b[i]",
  },
  {
    name = "max", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", plans = "classes",
    meaning = "a[i] > b[i] ? a[i] : b[i]",
  },
  { name = "max_unsigned", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", meaning = "a[i] > b[i] ? a[i] : b[i]" },
  { name = "min_unsigned", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", meaning = "a[i] < b[i] ? a[i] : b[i]" },
  { name = "min", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", meaning = "(int8_t)a[i] < (int8_t)b[i] ? a[i] : b[i]" },
  {
    name = "max_signed", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec",
    meaning = "(int8_t)a[i] > (int8_t)b[i] ? a[i] : b[i]",
  },
  -- Shifts.
  { name = "shlN", arguments = { { "vec", "v" } }, result = "vec", most = 7, meaning = "v[i] << N" },
  { name = "shrN", arguments = { { "vec", "v" } }, result = "vec", most = 7, meaning = "v[i] >> N" },
  -- Tests.
  { name = "equal", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "test", meaning = "a[i] == b[i]" },
  { name = "cmpgt", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "test", meaning = "(int8_t)a[i] > (int8_t)b[i]" },
  { name = "at_least", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "test", meaning = "a[i] >= b[i]" },
  { name = "any_of", arguments = { { "vec", "a" }, { "byte", "mask" } }, result = "test", meaning = "(a[i] & mask) != 0", loosely = true },
  {
    name = "both", arguments = { { "test", "a" }, { "test", "b" } }, result = "test",
    meaning = "a[i] && b[i]", mixes = { one = true, same = true },
  },
  {
    name = "either", arguments = { { "test", "a" }, { "test", "b" } }, result = "test",
    meaning = "a[i] || b[i]", mixes = { one = true, same = true, all = true },
  },
  { name = "differ", arguments = { { "test", "a" }, { "test", "b" } }, result = "test", meaning = "a[i] != b[i]", mixes = { same = true } },
  { name = "marked", arguments = { { "test", "t" } }, result = "vec", meaning = "t[i] ? 255 : 0", mixes = { one = true } },
  -- All lanes.
  { name = "any_high_bit", arguments = { { "vec", "v" } }, result = "bool", meaning = "v[i] > 127" },
  { name = "count_true", arguments = { { "test", "t" } }, result = "sum", needs = "counts", meaning = "t[i] ? 1 : 0" },
  { name = "mask_from", arguments = { { "vec", "v" }, { "byte", "byte" } }, result = "mask", needs = "gathers", meaning = "v[i] >= byte" },
  { name = "sum", arguments = { { "vec", "v" } }, result = "sum", needs = "sums", meaning = "v[i]" },
  { name = "any", arguments = { { "vec", "v" } }, result = "bool", plans = "nibbles", meaning = "v[i] != 0" },
  { name = "any", arguments = { { "vec", "v" }, { "byte", "mask" } }, result = "bool", plans = "classes", meaning = "(v[i] & mask) != 0" },
  -- Moves between lanes: v follows `before` in the text.
  {
    name = "prevN", arguments = { { "vec", "v" }, { "vec", "before" } }, result = "vec", moves = true,
    meaning = "i < N ? before[WIDTH - N + i] : v[i - N]",
  },
  {
    name = "twice_prev2", arguments = { { "vec", "v" }, { "vec", "before" } }, result = "vec", plans = "classes", moves = 2,
    meaning = "2 * (i < 2 ? before[WIDTH - 2 + i] : v[i - 2])", specified = 0xFE,
  },
  -- Units of UTF-16.
  { name = "put_bytes", arguments = { { "units", "to" }, { "bytes", "at" } }, result = "units", needs = "units", meaning = "at[i]" },
  {
    name = "put_units", arguments = { { "units", "to" }, { "vec", "low" }, { "vec", "high" }, { "test", "t" } }, result = "units",
    meaning = "low[i] | high[i] << 8", packs = "t", needs = "units",
  },
  { name = "splat_unit", arguments = { { "unit", "unit" } }, result = "vec", needs = "units", meaning = "unit >> 8 * (i % 2)" },
  {
    name = "any_bits", arguments = { { "vec", "v" }, { "unit", "bits" } }, result = "bool", needs = "units",
    meaning = "v[i] & bits >> 8 * (i % 2)",
  },
  {
    name = "shl_units", arguments = { { "vec", "v" }, { "byte", "n" } }, result = "vec", needs = "units",
    meaning = "UNIT_AT(v, i) << n >> 8 * (i % 2)", below = { n = "16" },
  },
  {
    name = "shr_units", arguments = { { "vec", "v" }, { "byte", "n" } }, result = "vec", needs = "units",
    meaning = "UNIT_AT(v, i) >> n >> 8 * (i % 2)", below = { n = "16" },
  },
  {
    name = "equal_units", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", needs = "units",
    meaning = "UNIT_AT(a, i) == UNIT_AT(b, i) ? 255 : 0",
  },
  {
    name = "greater_units", arguments = { { "vec", "a" }, { "vec", "b" } }, result = "vec", needs = "units",
    meaning = "(int16_t)UNIT_AT(a, i) > (int16_t)UNIT_AT(b, i) ? 255 : 0",
  },
  {
    name = "at_most", arguments = { { "text16", "at" }, { "unit", "unit" } }, result = "test", needs = "units",
    meaning = "at[i] <= unit",
  },
  { name = "low_bytes", arguments = { { "text16", "at" } }, result = "vec", needs = "units", meaning = "at[i]", below = { at = "0x100" } },
  { name = "high_bytes", arguments = { { "text16", "at" } }, result = "vec", needs = "units", meaning = "at[i] >> 8" },
  {
    name = "put_pairs", arguments = { { "string", "to" }, { "vec", "first" }, { "vec", "last" }, { "test", "t" } }, result = "string",
    meaning = "first[i] if t[i]; then last[i]", writes = { { "first[i]", "t[i]" }, { "last[i]", "true" } }, needs = "units",
  },
  {
    name = "put_kept", arguments = { { "string", "to" }, { "vec", "v" }, { "test", "t" } }, result = "string",
    meaning = "v[i] if t[i]", writes = { { "v[i]", "t[i]" } }, needs = "units",
  },
  {
    name = "put_pair_units", arguments = { { "string", "to" }, { "vec", "pairs" }, { "vec", "marks" } }, result = "string", needs = "units",
    meaning = "pairs[i] unless i is even and marks[i + 1] < 128", writes = { { "pairs[i]", "i % 2 == 1 || marks[i + 1] > 127" } },
  },
  {
    name = "put_groups", arguments = { { "string", "to" }, { "vec", "a" }, { "vec", "b" }, { "vec", "marks" } }, result = "string",
    meaning = "a[i] if marks[i] > 127; if i is odd, also b[marks[i] > 127 ? i - 1 : i]", needs = "units",
    writes = { { "a[i]", "marks[i] > 127" }, { "marks[i] > 127 ? b[i - 1] : b[i]", "i % 2 == 1" } },
  },
  -- Units of UTF-32.
  {
    name = "put_code_points", arguments = { { "wide", "to" }, { "vec", "low" }, { "vec", "mid" }, { "vec", "top" }, { "test", "t" } },
    result = "wide", meaning = "low[i] | mid[i] << 8 | top[i] << 16", packs = "t", needs = "units",
  },
  { name = "put_bytes_wide", arguments = { { "wide", "to" }, { "bytes", "at" } }, result = "wide", needs = "units", meaning = "at[i]" },
  { name = "put_wide", arguments = { { "wide", "to" }, { "text16", "at" } }, result = "wide", needs = "units", meaning = "at[i]" },
  {
    name = "put_joined", arguments = { { "wide", "to" }, { "text16", "at" } }, result = "wide", needs = "units",
    meaning = "IS_PAIR(at[i - 1], at[i]) ? JOINED(at[i - 1], at[i]) : at[i]", keeps = "!IS_PAIR(at[i], at[i + 1])",
  },
  {
    name = "any_wide", arguments = { { "text32", "at" }, { "unit32", "bits" } }, result = "bool", needs = "units",
    meaning = "(at[i] & bits) != 0",
  },
  {
    name = "put_narrow", arguments = { { "units", "to" }, { "text32", "at" } }, result = "units", needs = "units",
    meaning = "at[i] < 0xFFFF ? at[i] : 0xFFFF", below = { at = "0x80000000" },
  },
}

---The row of a word; prev3 has the row prevN.
---@param name string
---@param plan string? the kind of plan, if it matters
---@return table? word, integer? n
function M.word(name, plan)
  local stem <const>, n <const> = name:match("^(%a+)(%d+)$")
  for _, word in ipairs(M.words) do
    if (word.name == name or stem and word.name == stem .. "N") and (not word.plans or not plan or word.plans == plan) then
      return word, math.tointeger(n)
    end
  end
end

---Whether an instruction set must define a word.
---@param word table a row of `words`
---@param isa table a row of gen/kernel/isas.lua
function M.needed(word, isa)
  return (not word.plans or word.plans == isa.plan) and (not word.needs or isa[word.needs] == true)
end

return M
