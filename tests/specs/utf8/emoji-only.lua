-- A window of three bytes decides, but only one of four has room for the bytes that F0 demands.
encoding "Emoji Only"
source "UTF-8's form of four bytes, for U+1F300 to U+1F6FF"
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx" { "U+1F300..U+1F6FF" }
