-- Only the longest form.

encoding "Six Bytes Only"
source   "RFC 2279, its last form, for all code points"

form "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+0000..U+7FFFFFFF" }

examples [[
    valid    FC 80 80 80 81 81              U+0041
    invalid  41                 not_a_form
    invalid  FC 80 80 80 81     truncated
]]
