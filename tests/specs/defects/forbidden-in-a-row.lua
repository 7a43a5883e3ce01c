-- SPDX-License-Identifier: 0BSD
-- Characters that a rule forbids after each other. trim_utf16 returned 3 for three of them, but the third is allowed after the error.
from     "utf-8"
encoding "Forbidden in a row"
source   "a reader's random conversions"

never { "U+0061..U+0066", "U+0061..U+0063" }
