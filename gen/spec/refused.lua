-- SPDX-License-Identifier: 0BSD
-- refused: well-known encodings that a spec cannot describe, with the reason and an alternative.
--
-- In:  a name as a user writes it, "UTF-7" or "utf_7". Out: a sentence, or nil for all other names.
--
-- The idea: a spec assigns the bits of a code point to bytes, one character at a time, and remembers at most one character. Encodings that
-- compute with the code point or have modes are refused by name, so that the message gives the real reason. Units of two or four bytes are
-- bytes in one of two orders. A user who asks for such an encoding by name gets a hint, but may write a spec.

local M = {}

local KINDS <const> = {
  modular = "divides by the number of its byte values (modular arithmetic), where the forms of a spec only move bits",
  stateful = "has modes: what a byte means depends on bytes of any distance before it, where a spec remembers one character",
  deltas = "writes differences between characters and sorts them, where a spec reads one character after the other",
  sixteen = "has units of 16 bits, where a spec's forms are bytes; a byte order mark or an agreement says in which order they come",
  thirty_two = "has units of 32 bits, where a spec's forms are bytes; a byte order mark or an agreement says in which order they come",
}

---Names as `key` writes them, the kind, and the alternative.
local REFUSED <const> = {
  { "utf1", kind = "modular", use = "convert it to UTF-8 (utf-8), which replaced it in 1993" },
  { "bocu1", kind = "modular", use = "decode it with ICU's converter BOCU-1, and validate what comes out" },
  { "scsu", kind = "stateful", use = "decode it with ICU's converter SCSU, and validate what comes out" },
  { "utf7", "utf7imap", "imaputf7", kind = "stateful", use = "decode it with iconv, and validate what comes out as utf-8" },
  { "iso2022", "iso2022jp", "iso2022jp1", "iso2022jp2", "iso2022jp3", "iso2022jp2004", "iso2022kr", "iso2022cn", "iso2022cnext",
    kind = "stateful", use = "decode it with iconv, and validate what comes out as utf-8" },
  { "hz", "hzgb2312", kind = "stateful", use = "decode it with iconv, and validate what comes out as utf-8" },
  { "punycode", "idna", kind = "deltas", use = "decode it with an IDNA library, and validate what comes out as utf-8" },
  { "utf16", "utf16le", "utf16be", "ucs2", "ucs2le", "ucs2be", kind = "sixteen", bytewise = true,
    use = "look for unpaired surrogates among the units, or convert it; cesu-8 and wtf-8 are its units in bytes" },
  { "utf32", "utf32le", "utf32be", "ucs4", "ucs4le", "ucs4be", kind = "thirty_two", bytewise = true,
    use = "compare each unit with 10FFFF and the surrogates; utf-8 writes the same characters" },
}

---A name's letters and digits in lower case.
local function key(name)
  return (name:lower():gsub("[^%w]", ""))
end

---@param name string
---@param described boolean? whether it is the name of a user's spec: that may describe units of two or four bytes
---@return string? why and what to use instead; nil if the name is not in the list
function M.reason(name, described)
  for _, entry in ipairs(REFUSED) do
    for _, known in ipairs(entry) do
      if known == key(name) and not (described and entry.bytewise) then
        return ("%s: it %s; %s"):format(name, KINDS[entry.kind], entry.use)
      end
    end
  end
end

return M
