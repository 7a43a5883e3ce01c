# SPDX-License-Identifier: 0BSD
# The instruction sets of gen/isas.lua; written by `make isas`, not by hand.
#
#   ISAS               all; ISAS_MACHINE those of a machine, as uname -m calls it
#   ISA_MACHINES       the machines
#   ISA_CROSS          those that others reach by ISA_COMPILER_MACHINE and ISA_EMULATOR_MACHINE,
#                      of the packages ISA_PACKAGES_MACHINE (Debian's names); that compiler
#                      takes no flags ISA_WITHOUT_MACHINE

ISAS         := sse avx2 avx512bw avx512 neon simd128
ISA_MACHINES := x86_64 aarch64 wasm32
ISA_CROSS    := aarch64 wasm32

ISAS_x86_64 := sse avx2 avx512bw avx512

ISAS_aarch64 := neon
ISA_COMPILER_aarch64 := aarch64-linux-gnu-gcc
ISA_EMULATOR_aarch64 := qemu-aarch64
ISA_WITHOUT_aarch64 := 
ISA_PACKAGES_aarch64 := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user

ISAS_wasm32 := simd128
ISA_COMPILER_wasm32 := clang --target=wasm32-wasi -msimd128 -Qunused-arguments -Wl,-z,stack-size=1048576 -isystem verify/wasi
ISA_EMULATOR_wasm32 := node --no-warnings verify/wasi/run.mjs
ISA_WITHOUT_wasm32 := -pthread
ISA_PACKAGES_wasm32 := clang lld nodejs wasi-libc libclang-rt-dev-wasm32
