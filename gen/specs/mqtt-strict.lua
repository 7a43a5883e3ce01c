-- MQTT's UTF-8 strings without the characters that section 1.5.4 says SHOULD NOT be in them: controls and noncharacters.

encoding "MQTT-Strict"
source   "MQTT 5.0, section 1.5.4, MUST and SHOULD"
users    "MQTT brokers that close the connection on what they should not get"

form "0xxxxxxx"                             { "U+0000..U+007F", disallow = { control = { "U+0000..U+001F", "U+007F" } } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF", disallow = { c1_control = "U+0080..U+009F" } }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF",
    except = { surrogate = "U+D800..U+DFFF" }, disallow = { noncharacter = { "U+FDD0..U+FDEF", "U+FFFE..U+FFFF" } } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF",
    disallow = { noncharacter = { "U+1FFFE..U+1FFFF", "U+2FFFE..U+2FFFF", "U+3FFFE..U+3FFFF", "U+4FFFE..U+4FFFF",
        "U+5FFFE..U+5FFFF", "U+6FFFE..U+6FFFF", "U+7FFFE..U+7FFFF", "U+8FFFE..U+8FFFF", "U+9FFFE..U+9FFFF", "U+AFFFE..U+AFFFF",
        "U+BFFFE..U+BFFFF", "U+CFFFE..U+CFFFF", "U+DFFFE..U+DFFFF", "U+EFFFE..U+EFFFF", "U+FFFFE..U+FFFFF",
        "U+10FFFE..U+10FFFF" } } }

examples [[
    valid    20 7E C2 A0                              MQTT 5.0, section 1.5.4
    valid    EF BB BF                                 MQTT 5.0, section 1.5.4: U+FEFF is always U+FEFF
    invalid  0A                         control       MQTT 5.0, section 1.5.4
    invalid  7F                         control       MQTT 5.0, section 1.5.4
    invalid  C2 9F                      c1_control    MQTT 5.0, section 1.5.4
    invalid  F0 9F BF BF                noncharacter  MQTT 5.0, section 1.5.4
]]
