# SPDX-License-Identifier: 0BSD
# The instruction sets of gen/kernel/isas.lua; written by `make isas`, not by hand.
#
#   ISAS                  all sets
#   ISAS_MACHINE          the sets of a machine; MACHINE is its name by uname -m, or wasm32
#   ISA_SCALABLE          the sets whose vector length is known only at run time
#   ISA_SCALABLE_UPPER    their names in upper case
#   ISA_EMULATOR_MACHINE  the emulator; ISA_CPUS_MACHINE: a list of processors that it emulates;
#                         a check that needs only one of them takes the first

ISAS         := sse avx2 avx2gfni avx512bw avx512 neon sve rvv simd128
ISA_SCALABLE := sve rvv
ISA_SCALABLE_UPPER := SVE RVV

ISAS_x86_64 := sse avx2 avx2gfni avx512bw avx512

ISAS_aarch64 := neon sve
ISA_EMULATOR_aarch64 := qemu-aarch64
ISA_CPUS_aarch64 := max,sve256=on max,sve512=on

ISAS_riscv64 := rvv
ISA_EMULATOR_riscv64 := qemu-riscv64
ISA_CPUS_riscv64 := rv64,v=true,vext_spec=v1.0,vlen=256 rv64,v=true,vext_spec=v1.0,vlen=128 rv64,v=true,vext_spec=v1.0,vlen=512 rv64,v=true,vext_spec=v1.0,vlen=1024

ISAS_wasm32 := simd128
ISA_EMULATOR_wasm32 := node --no-warnings verify/wasi/run.mjs
ISA_CPUS_wasm32 := 
