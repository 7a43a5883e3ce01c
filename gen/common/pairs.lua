-- SPDX-License-Identifier: 0BSD
-- pairs: the conversions between two encodings that out/ has.
--
-- In:  nothing; this is data. Out: a list, SOURCE:TARGET by the names of their specs. `u8gen check` compares these; the Makefile, whose
--      `out` writes them, and verify/verify.mk take them from the lines below, one of them on each.

return {
  "mutf-8:utf-8",
  "utf-8:mutf-8",
  "cesu-8:utf-8",
  "utf-8:cesu-8",
  "wtf-8:utf-8",
  "utf-8:wtf-8",
}
