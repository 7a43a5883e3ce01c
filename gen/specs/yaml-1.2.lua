-- The printable characters of YAML 1.2, in UTF-8: all that a processor may write. It must also read others, but only in quoted scalars.

encoding "YAML-1.2"
source   "YAML 1.2.2, production 1 (c-printable)"
users    "YAML parsers"

form "0xxxxxxx"                             { "U+0000..U+007F",
    disallow = { control = { "U+0000..U+0008", "U+000B..U+000C", "U+000E..U+001F", "U+007F" } } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF",
    disallow = { c1_control = { "U+0080..U+0084", "U+0086..U+009F" } } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF" }, disallow = { noncharacter = "U+FFFE..U+FFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    09 0A 0D 20 7E C2 85 C2 A0               YAML 1.2.2, production 1
    valid    EF BF BD                                 YAML 1.2.2, production 1
    invalid  7F                         control       YAML 1.2.2, production 1
    invalid  C2 84                      c1_control    YAML 1.2.2, production 1
    invalid  C2 86                      c1_control    YAML 1.2.2, production 1
    invalid  EF BF BE                   noncharacter  YAML 1.2.2, production 1
]]
