-- SPDX-License-Identifier: 0BSD
-- isas: lists the instruction sets with vectors, one row each, and the scalar kernels. No other file of gen/ lists all kernels.
--
-- In:  nothing. Out: data. verify/isas.lua writes the data that verify/ needs, as a C header and as a Makefile.
--
-- A new instruction set needs a row here and its words in templates/isa/NAME.c (gen/kernel/vocabulary.lua lists the words). A new processor
-- also needs a row of `families` and its `template`. An example: avx2 has vectors of 32 bytes. Its target is "avx2", and its kernel
-- is made from the plan by nibbles. Compared with the scalar kernel shift, it is worthwhile if a vector takes at most 80 operations.

local lists = require "gen.common.lists"

local M = {}

---The kernels without vectors, in the order of emitted lists. If a list has no swar, selection.lua may move re2c to its front.
M.scalar = { "dfa", "shift", "re2c", "swar" }

---A RISC-V processor of QEMU with vectors of `bytes` bytes.
local function rv64(bytes)
  return ("rv64,v=true,vext_spec=v1.0,vlen=%d"):format(8 * bytes)
end

---The processors.
---  condition  a condition of #if: true if the compiler targets the processor and may use its vectors. Flags such as -mno-sse and
---             `-mgeneral-regs-only` forbid their use
---  template   the C that its kernels share
---  since      the first version of each compiler that supports the required sets: { the macro with the compiler's version = that version }
---  machine    its name, as in `uname -m`; macro: gcc's or clang's macro for it; called: its name for users (--for)
---  cross      how to compile and run code for it on another machine; cpus: values of QEMU_CPU, for lengths of scalable vectors; quick: the
---             emulator compiles the code, so it is fast; without: flags that `compiler` rejects; packages: Debian packages that are needed
M.families = {
  {
    name = "x86", called = "x86-64", template = "isa/family_x86.c", machine = "x86_64", macro = "__x86_64__",
    condition = [[((defined(__x86_64__) && defined(__SSE2__)) || \
     (defined(_M_X64) && !defined(_M_ARM64EC) && !defined(_KERNEL_MODE) && !defined(__clang__)))]],
    since = { __apple_build_version__ = 8000000, __clang_major__ = 4, __GNUC__ = 5, _MSC_VER = 1900 },
  },
  {
    name = "arm", called = "aarch64", template = "isa/family_arm.c", machine = "aarch64", macro = "__aarch64__",
    condition = [[((defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)) || \
     (defined(_M_ARM64) && !defined(_KERNEL_MODE) && !defined(__clang__)))]],
    cross = {
      compiler = "aarch64-linux-gnu-gcc", emulator = "qemu-aarch64", cpus = { "max,sve256=on", "max,sve512=on" },
      packages = { "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user" },
    },
  },
  {
    name = "riscv", called = "riscv64", template = "isa/family_riscv.c", machine = "riscv64", macro = "__riscv",
    condition = "(defined(__riscv_flen) && __riscv_xlen == 64)",
    cross = {
      compiler = "clang-19 --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include -Qunused-arguments -fuse-ld=lld",
      emulator = "qemu-riscv64", cpus = { rv64(32), rv64(16), rv64(64), rv64(2 * 64) },
      packages = { "clang-19", "lld-19", "libc6-dev-riscv64-cross", "libgcc-12-dev-riscv64-cross", "qemu-user" },
    },
  },
  {
    name = "wasm", called = "wasm32", template = "isa/family_wasm.c", machine = "wasm32", macro = "__wasm32__",
      condition = "defined(__wasm_simd128__)",
    cross = {
      compiler = "clang --target=wasm32-wasi -msimd128 -Qunused-arguments -Wl,-z,stack-size=1048576 -isystem verify/wasi",
      emulator = "node --no-warnings verify/wasi/run.mjs", quick = true, without = { "-pthread" },
      packages = { "clang", "lld", "nodejs", "wasi-libc", "libclang-rt-dev-wasm32" },
    },
  },
}

---The instruction sets, in the order of the emitted list. Within a family, narrow sets come before wide ones: a kernel without `part` hands
---short texts to an earlier kernel.
---  bytes     the size of a vector; in a scalable set, the greatest size that the set's kernel uses
---  scalable  the size of a vector is known only at run time, so its type has no size for the compiler. verify/ stores the vector v by the
---            C in `store`. Compilers have no built-in test for the set; verify/ uses the C in `probe`, with the header `header`
---  plan      the kind of plan: lookup by "nibbles" (plan.lua) or by "classes" (classes.lua)
---  target    the target attribute of its functions, nil if they need none; features: the tests of the processor, in this order
---  xcr0      the operating system must save the set's wide registers; the register XCR0 shows whether the system does
---  part      the set can load fewer bytes than a vector has
---  block_vectors  the number of vectors of ASCII that are skipped at once, except in a set of single bytes (set_kernel.lua)
---  prefetch  measurements show that prefetching memory is faster
---  units     it has the words with needs = "units" (vocabulary.lua). Conversions and some companions (companions.lua) need them
---  counts    it can count the true lanes of a test; sums: instead, it can add up the lanes of a vector
---  folds     most operations can read one fixed operand from unaligned memory, which saves a load; words that commute can read either one
---  overwrites  an operation overwrites its first operand with its result
---  like      an earlier set with vectors of the same size, to which this set adds instructions. If both kernels are emitted, this one
---            hands short texts to the same kernel as the earlier one. It uses the earlier one's companions (companions.lua), since its
---            own would gain little
---  optional  the macro PREFIX_NO_NAME leaves it out, and so do compilers older than `since` (as in a family). Since clang and Apple's
---clang share a macro, 10 counts for both, though clang has AVX-512 VBMI2 from 6 on. left_out_with: a later set; its macro omits both
---  wide      (set below) its registers have more than 16 bytes, and it is not scalable
---  gathers   (set below) it can gather a bit of each lane in a uint64_t, as carry.lua requires; scalable sets cannot
---  costs     the number of instructions of each word that does not take exactly one (cost.lua), and two flags. ternary (copied to the row
---            below): one instruction computes any function of three vectors; masks: tests are masks, not vectors
---  most      the most operations per vector with which this set is worthwhile, for each scalar kernel that would run instead. Measured by
---            `make bench-cost` on a Zen 5 core; of gcc 12 and clang 14, the slower one counts (bench/results/costs-zen5.md). Vectors may
---            take as long as `shift`. Compared with `dfa`, or with `shift` in two words, they must be twice as fast. Long loops need that
---            margin: at an unfavorable address, they can be three times slower. neon, sve and rvv are unmeasured; they have sse's numbers.
---            The numbers of simd128 are from bench/wasm.mjs with utf8interchange, assignables, mqttstrict and yaml12 in node 20
M.rows = {
  {
    name = "sse", family = "x86", bytes = 16, plan = "nibbles", target = "sse4.1", features = { "sse4.1" },
    part = true, sums = true, units = true, block_vectors = 4, prefetch = true, overwrites = true, costs = { high_nibbles = 2 },
    most = { shift = 56, dfa = 136 },
  },
  {
    name = "avx2", family = "x86", bytes = 32, plan = "nibbles", target = "avx2", features = { "avx2" }, xcr0 = true,
    part = false, units = true, block_vectors = 2, prefetch = true, folds = true, sums = true, costs = { high_nibbles = 2 },
    most = { shift = 80, dfa = 200 },
  },
  {
    name = "avx2gfni", family = "x86", bytes = 32, plan = "nibbles", target = "avx2,gfni", features = { "avx2", "gfni" },
    xcr0 = true, like = "avx2", optional = true, since = { __clang_major__ = 10, __GNUC__ = 8, _MSC_VER = 1920 },
    part = false, units = true, block_vectors = 2, prefetch = true, folds = true, sums = true, costs = {},
    most = { shift = 80, dfa = 200 },
  },
  {
    name = "avx512bw", family = "x86", bytes = 64, plan = "nibbles", target = "avx512f,avx512bw,bmi2,popcnt",
    features = { "popcnt", "bmi2", "avx512f", "avx512bw" }, xcr0 = true, optional = true, left_out_with = "avx512",
    since = { __clang_major__ = 10, __GNUC__ = 8, _MSC_VER = 1920 },
    part = true, counts = true, block_vectors = 2, prefetch = true, folds = true,
    costs = { high_nibbles = 2, both = 0, masks = true, ternary = true }, most = { shift = 100, dfa = 200 },
  },
  {
    name = "avx512", family = "x86", bytes = 64, plan = "classes", target = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi2,popcnt",
    features = { "popcnt", "bmi2", "avx512f", "avx512bw", "avx512vbmi", "avx512vbmi2" }, xcr0 = true, optional = true,
    since = { __clang_major__ = 10, __GNUC__ = 8, _MSC_VER = 1920 },
    part = true, counts = true, units = true, block_vectors = 2, prefetch = true, folds = true,
    costs = { twice_prev2 = 2, both = 0, masks = true, ternary = true }, most = { shift = 60, dfa = 104 },
  },
  {
    name = "neon", family = "arm", bytes = 16, plan = "nibbles", features = {},
    part = true, sums = true, units = true, block_vectors = 4, prefetch = false, costs = { lookup_ascii = 2 },
    most = { shift = 56, dfa = 136 },
  },
  {
    name = "sve", family = "arm", bytes = 64, scalable = true, plan = "nibbles", target = "+sve", features = { "sve" }, optional = true,
    since = { __clang_major__ = 19, __GNUC__ = 12 }, store = "svst1_u8(svptrue_b8(), to, v)", header = "sys/prctl.h",
    probe = "prctl(PR_SVE_GET_VL) > 0 && (prctl(PR_SVE_GET_VL) & (32 | 64)) != 0",
    part = true, counts = true, block_vectors = 2, prefetch = false, costs = { lookup_ascii = 2, masks = true },
    most = { shift = 56, dfa = 136 },
  },
  {
    name = "rvv", family = "riscv", bytes = 64, scalable = true, plan = "nibbles", target = "arch=+v", features = { "v" }, optional = true,
    since = { __clang_major__ = 19 }, store = "__riscv_vse8_v_u8m1(to, v, 64)", header = "sys/auxv.h",
    probe = "(getauxval(AT_HWCAP) >> ('V' - 'A') & 1) != 0",
    part = true, counts = true, block_vectors = 2, prefetch = false, costs = { lookup_ascii = 2, masks = true },
    most = { shift = 56, dfa = 136 },
  },
  {
    name = "simd128", family = "wasm", bytes = 16, plan = "nibbles", features = {},
    part = true, sums = true, units = true, block_vectors = 4, prefetch = false, costs = { high_nibbles = 2, lookup_ascii = 2 },
    most = { shift = 44, dfa = 100 },
  },
}

local family_of, row_of <const> = {}, {}
for _, family in ipairs(M.families) do
  family.rows = {}
  family_of[family.name] = family
end
for _, row in ipairs(M.rows) do
  local family <const> = family_of[row.family]
  row.machine, row.cross = family.machine, family.cross
  row.xcr0, row.optional = row.xcr0 or false, row.optional or false
  -- Some compilers have bugs with wide registers, see templates/shared/kernels.c.
  row.wide = row.bytes > 16 and not row.scalable
  row.gathers = not row.scalable
  row.ternary = row.costs.ternary
  family.rows[#family.rows + 1] = row
  row_of[row.name] = row
end

---The row of an instruction set; nil for other names, such as those of scalar kernels.
---@param name string
function M.row(name)
  return row_of[name]
end

---The row of a family.
---@param name string
function M.family(name)
  return family_of[name]
end

---@return string[] the processors that have vector kernels, by the names that users give to --for
function M.processors()
  return lists.map(M.families, function(family) return family.called end)
end

---@return string[] names of all kernels, scalar ones first, in the order of the emitted list
function M.names()
  local names = { table.unpack(M.scalar) }
  for _, row in ipairs(M.rows) do
    names[#names + 1] = row.name
  end
  return names
end

return M
