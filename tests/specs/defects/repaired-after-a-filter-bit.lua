-- `repair` copies vectors of text without ill-formed windows. The first vector is checked apart: as a text that ends where a check can
-- restart. Here that place could be between U+0080, which has a filter bit in the first vector, and U+1234, which breaks the rule, because
-- blanks must not be last. So neither check saw the rule, and the repaired text was ill-formed.
from "utf-8"
encoding "repaired after a filter bit"
source "review of copies"
never { "U+0080", "U+1234", name = "marked" }
never { "U+0020", "end", name = "last" }
