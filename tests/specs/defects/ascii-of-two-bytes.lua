-- SPDX-License-Identifier: 0BSD
-- A character of several bytes below 80. For texts with such a character, `measure` said that some byte is not ASCII.
encoding "ASCII of two bytes"
source   "a reader's random specs"

bytes [[
  {2D 2E 30..39 41..5A 5F 61..7A 7E}
  25 {30..39 41..46 61..66} {30..39 41..46 61..66}
]]
