-- refused: forbids the empty text
-- One rule with both "start" and "end".

encoding "Start and End"
source   "invented"

form "0xxxxxxx" { "U+0000..U+007F" }
never { "start", { "U+0020", "end" } }
