-- refused: it must name all of them or none
-- A rule about some of the characters that pairs write.

encoding "Some Pairs"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
pair  { high = "U+0041..U+0042", low = "U+0043..U+0044" }
never { "U+0020", { "U+0020", "U+0080..U+0081" } }
