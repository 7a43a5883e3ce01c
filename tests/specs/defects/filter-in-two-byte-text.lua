-- SPDX-License-Identifier: 0BSD
-- C2 80 may be at the end of two-byte text, which kernels check without filter bits. Its bit asks for a recheck of the rule, which the next
-- character breaks, in the next block. Kernels accepted that text.
from "utf-8"
encoding "filter in two-byte text"
source "review of the check of two-byte text in kernels by classes"
never { "U+0080", "U+1234", name = "marked" }
