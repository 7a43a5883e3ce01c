-- The characters of a token of HTTP, such as a field name or a method. A token is not empty; the caller must check this.

encoding "HTTP Token"
source   "RFC 9110, section 5.6.2: tchar"
users    "HTTP servers and clients, for field names, methods, parameter names"

form "0xxxxxxx" {
  "U+0021", "U+0023..U+0027", "U+002A..U+002B", "U+002D..U+002E",  -- ! # $ % & ' * + - .
  "U+0030..U+0039", "U+0041..U+005A", "U+005E..U+007A",            -- digits, letters, ^ _ `
  "U+007C", "U+007E",                                              -- | ~
}
replacement "U+005F"

examples [[
    valid    43 6F 6E 74 65 6E 74 2D 54 79 70 65   Content-Type
    invalid  61 20 62     unlisted     a blank
    invalid  61 3A        unlisted     a colon
]]
