-- SPDX-License-Identifier: 0BSD
-- pairs: the conversions between two encodings in out/.
--
-- In:  nothing; this is data. Out: a list of SOURCE:TARGET by the names of specs. `u8gen check` compares these. The Makefile, whose `out`
--      writes them, and verify/verify.mk read them from the lines below, one on each line.

return {
  "mutf-8:utf-8",
  "utf-8:mutf-8",
  "cesu-8:utf-8",
  "utf-8:cesu-8",
  "wtf-8:utf-8",
  "utf-8:wtf-8",
}
