-- RFC 9839's Unicode Assignables: scalar values that are, or may become, characters. It excludes surrogates, noncharacters, and controls
-- except tab, line feed and carriage return.

encoding "Assignables"
source   "RFC 9839, section 4.3 (Unicode Assignables)"
users    "protocols that follow RFC 9839"

form "0xxxxxxx"                             { "U+0000..U+007F",
    disallow = { control = { "U+0000..U+0008", "U+000B..U+000C", "U+000E..U+001F", "U+007F" } } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", disallow = { c1_control = "U+0080..U+009F" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF" }, disallow = { noncharacter = { "U+FDD0..U+FDEF", "U+FFFE..U+FFFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF",
    disallow = { noncharacter = { "U+1FFFE..U+1FFFF", "U+2FFFE..U+2FFFF", "U+3FFFE..U+3FFFF", "U+4FFFE..U+4FFFF",
        "U+5FFFE..U+5FFFF", "U+6FFFE..U+6FFFF", "U+7FFFE..U+7FFFF", "U+8FFFE..U+8FFFF", "U+9FFFE..U+9FFFF", "U+AFFFE..U+AFFFF",
        "U+BFFFE..U+BFFFF", "U+CFFFE..U+CFFFF", "U+DFFFE..U+DFFFF", "U+EFFFE..U+EFFFF", "U+FFFFE..U+FFFFF",
        "U+10FFFE..U+10FFFF" } } }

examples [[
    valid    09 0A 0D 20 7E C2 A0                     RFC 9839, section 4.3
    valid    EF B7 8F EF B7 B0 EF BF BD               around the noncharacters
    invalid  7F                         control       RFC 9839, section 2.2.2
    invalid  C2 80                      c1_control    RFC 9839, section 2.2.2
    invalid  EF B7 90                   noncharacter  RFC 9839, section 2.2.3: U+FDD0
    invalid  F0 9F BF BE                noncharacter  RFC 9839, section 2.2.3: U+1FFFE
    invalid  F4 8F BF BF                noncharacter  RFC 9839, section 2.2.3: U+10FFFF
]]
