-- All bytes are below 80. The plan compared lead bytes with a threshold below 80, which only instruction sets with operands in memory can
-- test in one operation. The generator refused its own kernels sse, neon, sve, rvv, simd128.
encoding "Leads Below 80"
source   "tests of u8gen"

form "00110101 01xxxxxx 01xxxxxx" { "U+0000..U+0FFF" }
