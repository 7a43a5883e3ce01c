-- One range of one form; no character has one byte.

encoding "Emoji Only"
source   "RFC 3629, U+1F300..U+1FAFF only"

form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+1F300..U+1FAFF" }

examples [[
    valid    F0 9F 98 80 F0 9F 9A 80
    invalid  F0 9F 8B BF              unlisted    U+1F2FF
    invalid  F0 9F AC 80              too_large   U+1FB00
    invalid  F0 9F 98 41              too_short
    invalid  41                       not_a_form
    invalid  9F                       too_long
]]
