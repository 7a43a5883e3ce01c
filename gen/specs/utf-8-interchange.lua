-- UTF-8 without the 66 noncharacters, which are not intended for interchange.

encoding "UTF-8-Interchange"
source   "RFC 7493 (I-JSON), section 2.1; The Unicode Standard, section 23.7"
users    "I-JSON; systemd; Perl's strict UTF-8"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF" }, disallow = { noncharacter = { "U+FDD0..U+FDEF", "U+FFFE..U+FFFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF",
    disallow = { noncharacter = { "U+1FFFE..U+1FFFF", "U+2FFFE..U+2FFFF", "U+3FFFE..U+3FFFF", "U+4FFFE..U+4FFFF",
        "U+5FFFE..U+5FFFF", "U+6FFFE..U+6FFFF", "U+7FFFE..U+7FFFF", "U+8FFFE..U+8FFFF", "U+9FFFE..U+9FFFF", "U+AFFFE..U+AFFFF",
        "U+BFFFE..U+BFFFF", "U+CFFFE..U+CFFFF", "U+DFFFE..U+DFFFF", "U+EFFFE..U+EFFFF", "U+FFFFE..U+FFFFF",
        "U+10FFFE..U+10FFFF" } } }

examples [[
    valid    00 7F C2 80 EF B7 8F EF B7 B0            around U+FDD0..U+FDEF
    valid    F0 9F BF BD                              U+1FFFD
    invalid  EF BF BE                   noncharacter  RFC 7493, section 2.1: U+FFFE
    invalid  EF B7 AF                   noncharacter  RFC 7493, section 2.1: U+FDEF
    invalid  F3 BF BF BF                noncharacter  RFC 7493, section 2.1: U+FFFFF
    invalid  ED A0 80                   surrogate     RFC 7493, section 2.1
]]
