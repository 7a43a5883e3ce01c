-- The 66 noncharacters are left out, as 18 ranges.

encoding "Noncharacters"
source   "Unicode Standard, section 23.7"

form "0xxxxxxx" { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx" { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx" { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF", noncharacter = { "U+FDD0..U+FDEF", "U+FFFE..U+FFFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+10000..U+10FFFF",
    except = { noncharacter = { "U+1FFFE..U+1FFFF", "U+2FFFE..U+2FFFF", "U+3FFFE..U+3FFFF", "U+4FFFE..U+4FFFF", "U+5FFFE..U+5FFFF",
        "U+6FFFE..U+6FFFF", "U+7FFFE..U+7FFFF", "U+8FFFE..U+8FFFF", "U+9FFFE..U+9FFFF", "U+AFFFE..U+AFFFF",
        "U+BFFFE..U+BFFFF", "U+CFFFE..U+CFFFF", "U+DFFFE..U+DFFFF", "U+EFFFE..U+EFFFF", "U+FFFFE..U+FFFFF",
        "U+10FFFE..U+10FFFF" } } }

examples [[
    valid    EF B7 8F EF B7 B0 EF BF BD
    invalid  EF B7 90                    noncharacter
    invalid  F4 8F BF BF                 noncharacter
]]
