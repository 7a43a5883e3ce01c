-- Code units with the low byte first cannot be forms, but they can be rows.

encoding "Units LE"
source   "RFC 2781, section 3"

bytes [[
    00..FF 00..D7
    00..FF E0..FF
    00..FF D8..DB 00..FF DC..DF
]]

examples [[
    valid    41 00 3D D8 00 DE
    invalid  00 DE              too_short  a low half alone
    invalid  3D D8 41 00        too_short
    invalid  41                 truncated
]]
