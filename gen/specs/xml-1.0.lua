-- The characters that an XML 1.0 document may hold, in UTF-8. It excludes U+FFFE, U+FFFF, and the controls
-- up to U+001F except tab, line feed and carriage return.

encoding "XML-1.0"
source   "XML 1.0, fifth edition, section 2.2, production 2 (Char); RFC 9839, XML Characters"
users    "expat; every XML parser"

form "0xxxxxxx"                             { "U+0000..U+007F",
    disallow = { control = { "U+0000..U+0008", "U+000B..U+000C", "U+000E..U+001F" } } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF" }, disallow = { noncharacter = "U+FFFE..U+FFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    09 0A 0D 20 7F                           XML 1.0, section 2.2
    valid    EF BF BD                                 U+FFFD
    valid    C2 80                                    discouraged, but allowed
    invalid  00                         control       XML 1.0, section 2.2
    invalid  0B                         control       XML 1.0, section 2.2
    invalid  EF BF BE                   noncharacter  XML 1.0, section 2.2
    invalid  ED A0 80                   surrogate     XML 1.0, section 2.2
]]
