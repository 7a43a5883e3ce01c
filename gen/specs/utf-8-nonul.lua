-- UTF-8 without U+0000, as a C string can hold it: PostgreSQL's text, D-Bus strings, MQTT's strings (the MUST of section 1.5.4),
-- g_utf8_validate with a length.

encoding "UTF-8-NoNUL"
source   "RFC 3629, less U+0000; D-Bus Specification, string"
users    "PostgreSQL, D-Bus, MQTT, GLib"

form "0xxxxxxx"                             { "U+0000..U+007F", disallow = { nul = "U+0000" } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    01 7F C2 80                              the first and last allowed single bytes
    valid    F0 9F 98 80                              U+1F600
    invalid  00                          nul          D-Bus Specification: no zero byte inside a string
    invalid  41 00 42                    nul          MQTT 5.0, section 1.5.4
    invalid  C0 80                       overlong     MUTF-8's U+0000 is not UTF-8
    invalid  ED A0 80                    surrogate    MQTT 5.0, section 1.5.4
]]
