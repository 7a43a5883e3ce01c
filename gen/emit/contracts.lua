-- SPDX-License-Identifier: 0BSD
-- contracts: writes the annotations of the words of a vector kernel, and of its functions that check windows or blocks.
--
-- In:  the name of a word or a function, and properties of the kernel. Out of `of`: lines of ACSL that begin with //@; nil for unknown
--      names, and for words that write memory. The proofs assume the contracts of words and of checks. Contracts of words follow from the
--      words' meanings (vocabulary.lua), which `make conformance` tests; `make verify` proves those of checks. Frama-C proves ASCII tests.
--
-- The kinds of a word's arguments determine the bytes that it reads, except that load_part reads `size` bytes, and prefetch none. No
-- contract says which units a word reads. Claims about a whole vector follow from the meaning in each lane: `or` has a bit where a or b has
-- one, so its result is nonzero exactly if a or b is.

local vocabulary = require "gen.kernel.vocabulary"

local M = {}

---The memory that a word reads through an argument of this kind; $A is the argument, $W the width.
local READS <const> = {
  bytes = "\\valid_read($A + (0 .. $W - 1))", table = "\\valid_read($A + (0 .. 15))",
}

---The kinds of results of words that write memory. Such words have no contract here.
local WRITES <const> = { bytes = true, units = true, wide = true, string = true }

---Consequences of a word's meaning for whole vectors. nonzero: some lane is not zero; high: some lane has its highest bit.
local CONSEQUENCES <const> = {
  splat = { "byte == 0 ==> !$vnonzero(\\result) && !$vhigh(\\result)", "byte == $PAD ==> $vpads(\\result)" },
  ["or"] = { "$vnonzero(\\result) <==> $vnonzero(a) || $vnonzero(b)", "$vhigh(\\result) <==> $vhigh(a) || $vhigh(b)" },
  any = { "\\result <==> $vnonzero(v)" },
  any_high_bit = { "\\result <==> $vhigh(v)" },
  load = { "$vholds(\\result, (uint8_t *)at)", "$vhigh(\\result) <==> !$vall_ascii((uint8_t *)at, (uint8_t *)at + $W)" },
}

---The contracts of functions that are not words.
local FUNCTIONS <const> = {
  errors = {
    "requires \\valid_read(at + (-$R .. $W - 1));", "assigns \\nothing;",
    "ensures $vnonzero(\\result) <==> !$vgood((uint8_t *)at, (uint8_t *)at + $W);",
  },
  errors_after = {
    "assigns \\nothing;",
    "ensures \\forall uint8_t *p; $vholds(v, p) && $vpads(before) ==> ($vnonzero(\\result) <==> !$vgood_first(p));",
    "ensures \\forall uint8_t *p; $vpads(v) && $vholds(before, p) ==> ($vnonzero(\\result) <==> !$vgood_last(p + $W));",
  },
  two_byte_block = {
    "requires \\valid_read(at + (0 .. $B - 1));", "assigns \\nothing;", "ensures bit: 0 <= \\result <= 1;",
    "ensures \\result ==> $vall_two_byte((uint8_t *)at, (uint8_t *)at + $B);",
  },
  two_byte_errors = {
    "requires \\valid_read(at + (-1 .. $W - 1));", "assigns \\nothing;",
    "ensures !$vhigh(\\result) && $vall_two_byte((uint8_t *)at - $R, (uint8_t *)at + $W) ==>",
    "    $vgood((uint8_t *)at, (uint8_t *)at + $W);",
  },
  fold_vectors = {
    "assigns \\nothing;", "ensures $vhigh(\\result) <==> $EACH;",
  },
  fold_block = {
    "requires \\valid_read(at + (0 .. $B - 1));", "assigns \\nothing;",
    "ensures $vhigh(\\result) <==> !$vall_ascii((uint8_t *)at, (uint8_t *)at + $B);",
  },
  ascii_block = {
    "requires \\valid_read(at + (0 .. $B - 1));", "assigns \\nothing;",
    "ensures \\result <==> $vall_ascii((uint8_t *)at, (uint8_t *)at + $B);",
  },
  both_ascii = {
    "assigns \\nothing;", "ensures \\result <==> !$vhigh(a) && !$vhigh(b);",
  },
  ascii_windows = {
    "requires \\valid_read(at + (-$R .. $B - 1));", "assigns \\nothing;",
    "ensures \\result ==> $vall_ascii((uint8_t *)at - $R, (uint8_t *)at + $B);",
  },
}

---@param name string of a word or function, without the kernel's prefix
---@param kernel table { v (prefix of names), bytes (the width), block (bytes of a block), reach (window - 1 bytes), pad }
---@return string? lines each ends in a line feed
function M.of(name, kernel)
  local lines, word <const> = {}, vocabulary.word(name, "nibbles")
  if FUNCTIONS[name] then
    table.move(FUNCTIONS[name], 1, #FUNCTIONS[name], 1, lines)
  elseif word and not WRITES[word.result] then
    for _, argument in ipairs(word.arguments) do
      local reads <const> = READS[argument[1]]
      if reads and name == "load_part" then
        lines[#lines + 1] = "requires size < $W && \\valid_read(at + (0 .. size - 1));"
      elseif reads and name ~= "prefetch" then
        lines[#lines + 1] = ("requires %s;"):format((reads:gsub("%$A", argument[2])))
      end
    end
    lines[#lines + 1] = "assigns \\nothing;"
    for _, one in ipairs(CONSEQUENCES[name] or {}) do
      lines[#lines + 1] = ("ensures %s;"):format(one)
    end
  end
  local each = {}
  for i = 1, kernel.block // kernel.bytes do
    each[i] = ("$vhigh(v%d)"):format(i - 1)
  end
  local values <const> = { v = kernel.v, W = kernel.bytes, B = kernel.block, R = kernel.reach, PAD = kernel.pad }
  for i, line in ipairs(lines) do
    lines[i] = "//@ " .. line:gsub("%$EACH", table.concat(each, " || ")):gsub("%$PAD", values.PAD):gsub("%$([vWBR])", values)
  end
  return #lines > 0 and table.concat(lines, "\n") .. "\n" or nil
end

return M
