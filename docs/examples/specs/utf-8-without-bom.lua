-- UTF-8 that does not begin with a byte order mark. U+FEFF is allowed after other characters. A protocol whose texts are always UTF-8 needs
-- no mark, and a program that does not expect one reads it as a part of the first word.

from "utf-8"
encoding "UTF-8 without BOM"
source   "RFC 3629, section 6; RFC 8259, section 8.1 (JSON between systems begins without a mark)"
users    "writers of JSON, of scripts and of configuration files"

never { "start", "U+FEFF", name = "bom" }

examples [[
    valid    7B 22 EF BB BF 22 7D         U+FEFF in a string of JSON
    invalid  EF BB BF 7B 7D        bom    a mark, and an empty object
    invalid  EF BB                 truncated
]]
