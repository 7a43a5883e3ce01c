# SPDX-License-Identifier: 0BSD
# The instruction sets of gen/isas.lua; written by `make isas`, not by hand.
#
#   ISAS               all; ISAS_MACHINE those of a machine, as uname -m calls it
#   ISA_MACHINES       the machines
#   ISA_CROSS          those that others reach by ISA_COMPILER_MACHINE and ISA_EMULATOR_MACHINE,
#                      of the packages ISA_PACKAGES_MACHINE (Debian's names)

ISAS         := sse avx2 avx512bw avx512 neon
ISA_MACHINES := x86_64 aarch64
ISA_CROSS    := aarch64

ISAS_x86_64 := sse avx2 avx512bw avx512

ISAS_aarch64 := neon
ISA_COMPILER_aarch64 := aarch64-linux-gnu-gcc
ISA_EMULATOR_aarch64 := qemu-aarch64
ISA_PACKAGES_aarch64 := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
