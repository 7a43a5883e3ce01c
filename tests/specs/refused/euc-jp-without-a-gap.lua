-- refused: 8F A1 is a character of form
-- The row of two bytes includes the lead byte of the row of three.

encoding "EUC-JP without a Gap"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
bytes [[
    8E..FE A1..FE
    8F A1..FE A1..FE
]]
