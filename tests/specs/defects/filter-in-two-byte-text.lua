-- SPDX-License-Identifier: 0BSD
-- U+0080 has a filter bit, which requests a recheck of the next block, where U+1234 breaks the rule. But U+0080 can end two-byte text, and
-- the check of two-byte text ignored filter bits. So kernels accepted the text.
from "utf-8"
encoding "filter in two-byte text"
source "review of the check of two-byte text in kernels by classes"
never { "U+0080", "U+1234", name = "marked" }
