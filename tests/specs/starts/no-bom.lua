-- No text begins with a byte order mark. Elsewhere the character is allowed.

from "utf-8"
encoding "UTF-8 without BOM"
source   "RFC 3629, section 6"

never { "start", "U+FEFF", name = "bom" }

examples [[
    valid    41 EF BB BF
    invalid  EF BB BF           bom
    invalid  EF BB BF 80        bom
    invalid  EF BB BF EF BB BF  bom
    invalid  EF BB              truncated
    invalid  EF BB 41           too_short
    invalid  41 EF BB           truncated
]]
