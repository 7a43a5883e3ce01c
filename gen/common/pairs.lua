-- SPDX-License-Identifier: 0BSD
-- pairs: the conversions between two encodings in out/.
--
-- In:  nothing; this is data. Out: a list of SOURCE:TARGET, two names of specs. `u8gen check` compares these conversions with out/.
--      The Makefile and verify/verify.mk also read the lines below, so each pair must have its own line.

return {
  "mutf-8:utf-8",
  "utf-8:mutf-8",
  "cesu-8:utf-8",
  "utf-8:cesu-8",
  "wtf-8:utf-8",
  "utf-8:wtf-8",
}
