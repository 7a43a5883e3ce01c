-- A window of three bytes decides the language, but the three continuation bytes after F0 fit only into a window of four.
encoding "Emoji Only"
source "UTF-8's form of four bytes, for U+1F300 to U+1F6FF"
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+1F300..U+1F6FF" }
