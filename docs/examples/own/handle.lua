-- SPDX-License-Identifier: 0BSD
-- Handles: user names of a site.
-- A handle has letters, decimal digits and combining marks of all scripts, and underscores. A mark may not follow a
-- digit or an underscore. The first character may be any of them; `"start"` in the first set of the rule would forbid a mark.

encoding "handle"
source   "this site's rules for handles; Unicode's general categories"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF", except = { surrogate = "U+D800..U+DFFF" } }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

allow { unicode "L", unicode "M", unicode "Nd", "U+005F" }
never { { unicode "Nd", "U+005F" }, unicode "M", name = "mark_alone" }

examples [[
    valid    61 6E 6E 65 5F 37            anne_7
    valid    C3 A9 6D 69 6C 65            one code point for its first letter
    valid    65 CC 81 6D 69 6C 65         a letter and a mark for it
    invalid  61 20 62      unlisted       a space
    invalid  37 CC 81      mark_alone     a mark on a digit
    invalid  E2 80 AE 61   unlisted       U+202E, right-to-left override
    invalid  C0 AF         overlong       an overlong slash
]]
