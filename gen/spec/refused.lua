-- SPDX-License-Identifier: 0BSD
-- refused: well-known encodings that a spec cannot describe, with the reason and an alternative.
--
-- In:  a name as a user writes it, "UTF-7" or "utf_7". Out: the reason and the alternative as text, or nil if the name is not refused.
--
-- The idea: a spec assigns the bits of a code point to bytes, one character at a time, and remembers at most one character. Encodings that
-- compute with code points, sort them or have modes are refused by name, so that the message gives the real reason. UTF-16 and UTF-32 are
-- refused, too. But a user's own spec may have one of their names (`bytewise`): it can describe units in one byte order.

local M = {}

local KINDS <const> = {
  modular = "computes bytes by division; a spec can only copy bits",
  stateful = "has modes, so a byte's meaning may depend on any earlier byte; in a spec it can only depend on the previous character",
  deltas = "sorts the characters and encodes the differences between them; a spec can only encode one character after the other",
  sixteen = "has units of 16 bits; only a spec of your own can describe it, in one byte order",
  thirty_two = "has units of 32 bits; only a spec of your own can describe it, in one byte order",
}

---Names in the form that M.key returns, the kind of encoding (KINDS), and the alternative.
local REFUSED <const> = {
  { "utf1", kind = "modular", use = "convert it to UTF-8 (utf-8), which replaced it" },
  { "bocu1", kind = "modular", use = "decode it with ICU's converter BOCU-1, and validate the result" },
  { "scsu", kind = "stateful", use = "decode it with ICU's converter SCSU, and validate the result" },
  { "utf7", "utf7imap", "imaputf7", kind = "stateful", use = "decode it with iconv, and validate the result as utf-8" },
  { "iso2022", "iso2022jp", "iso2022jp1", "iso2022jp2", "iso2022jp3", "iso2022jp2004", "iso2022kr", "iso2022cn", "iso2022cnext",
    kind = "stateful", use = "decode it with iconv, and validate the result as utf-8" },
  { "hz", "hzgb2312", kind = "stateful", use = "decode it with ICU's converter HZ, and validate the result as utf-8" },
  { "punycode", "idna", kind = "deltas", use = "decode it with an IDNA library, and validate the result as utf-8" },
  { "utf16", "utf16le", "utf16be", "ucs2", "ucs2le", "ucs2be", kind = "sixteen", bytewise = true,
    use = "check its units for unpaired surrogates, or convert it to utf-8; cesu-8 and wtf-8 encode surrogates as bytes" },
  { "utf32", "utf32le", "utf32be", "ucs4", "ucs4le", "ucs4be", kind = "thirty_two", bytewise = true,
    use = "check that each unit is at most 10FFFF and not a surrogate, or convert it to utf-8" },
}

---A name's letters and digits in lower case.
function M.key(name)
  return (name:lower():gsub("[^%w]", ""))
end

---@param name string
---@param described boolean? whether the name is that of a user's spec; if so, names of `bytewise` encodings are allowed
---@return string? why and what to use instead; nil if the name is allowed
function M.reason(name, described)
  for _, entry in ipairs(REFUSED) do
    for _, known in ipairs(entry) do
      if known == M.key(name) and not (described and entry.bytewise) then
        return ("%s: it %s; %s"):format(name, KINDS[entry.kind], entry.use)
      end
    end
  end
end

return M
