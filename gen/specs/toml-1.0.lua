-- The characters that TOML 1.0 allows in comments and strings, and its line ends: UTF-8 without U+007F and the controls up
-- to U+001F, except tab and the line ends.

encoding "TOML-1.0"
source   "TOML 1.0.0, Comment; toml.abnf (newline)"
users    "TOML parsers"

form "0xxxxxxx"                             { "U+0000..U+007F",
    disallow = { control = { "U+0000..U+0008", "U+000B..U+000C", "U+000E..U+001F", "U+007F" } } }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    09 0A 0D 20 7E C2 80                     TOML 1.0.0, toml.abnf
    invalid  00                         control       TOML 1.0.0, Comment: U+0000 to U+0008 are not permitted
    invalid  7F                         control       TOML 1.0.0, Comment: U+007F is not permitted
    invalid  ED A0 80                   surrogate     TOML 1.0.0, Spec: Unicode scalar values
]]
