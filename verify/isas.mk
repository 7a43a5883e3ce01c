# SPDX-License-Identifier: 0BSD
# The instruction sets of gen/kernel/isas.lua; written by `make isas`, not by hand.
#
#   ISAS                  all sets
#   ISAS_MACHINE          the sets of a machine; MACHINE is its name by uname -m, or wasm32
#   ISA_SCALABLE          the sets whose vector length is known only at run time
#   ISA_SCALABLE_UPPER    their names in upper case
#   ISA_MACHINES          the machines
#   ISA_CROSS             the machines that other machines can compile for and emulate
#   ISA_COMPILER_MACHINE  the compiler; ISA_WITHOUT_MACHINE: flags that the compiler rejects
#   ISA_EMULATOR_MACHINE  the emulator; ISA_CPUS_MACHINE: a list of processors that it emulates;
#                         a check that needs only one of them takes the first
#   ISA_PACKAGES_MACHINE  Debian's packages with the compiler, its libraries and the emulator
#   ISA_QUICK             machines whose emulator is nearly as fast as the processor

ISAS         := sse avx2 avx2gfni avx512bw avx512 neon sve rvv simd128
ISA_SCALABLE := sve rvv
ISA_SCALABLE_UPPER := SVE RVV
ISA_MACHINES := x86_64 aarch64 riscv64 wasm32
ISA_CROSS    := aarch64 riscv64 wasm32
ISA_QUICK    := wasm32

ISAS_x86_64 := sse avx2 avx2gfni avx512bw avx512

ISAS_aarch64 := neon sve
ISA_COMPILER_aarch64 := aarch64-linux-gnu-gcc
ISA_EMULATOR_aarch64 := qemu-aarch64
ISA_WITHOUT_aarch64 := 
ISA_PACKAGES_aarch64 := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
ISA_CPUS_aarch64 := max,sve256=on max,sve512=on

ISAS_riscv64 := rvv
ISA_COMPILER_riscv64 := clang-19 --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include -Qunused-arguments -fuse-ld=lld
ISA_EMULATOR_riscv64 := qemu-riscv64
ISA_WITHOUT_riscv64 := 
ISA_PACKAGES_riscv64 := clang-19 lld-19 libc6-dev-riscv64-cross libgcc-12-dev-riscv64-cross qemu-user
ISA_CPUS_riscv64 := rv64,v=true,vext_spec=v1.0,vlen=256 rv64,v=true,vext_spec=v1.0,vlen=128 rv64,v=true,vext_spec=v1.0,vlen=512 rv64,v=true,vext_spec=v1.0,vlen=1024

ISAS_wasm32 := simd128
ISA_COMPILER_wasm32 := clang --target=wasm32-wasi -msimd128 -Qunused-arguments -Wl,-z,stack-size=1048576 -isystem verify/wasi
ISA_EMULATOR_wasm32 := node --no-warnings verify/wasi/run.mjs
ISA_WITHOUT_wasm32 := -pthread
ISA_PACKAGES_wasm32 := clang lld nodejs wasi-libc libclang-rt-dev-wasm32
ISA_CPUS_wasm32 := 
