# SPDX-License-Identifier: 0BSD
# The instruction sets of gen/isas.lua; written by `make isas`, not by hand.
#
#   ISAS               all; ISAS_MACHINE those of a machine, as uname -m calls it; ISA_SCALABLE those
#                      whose vectors have a length known at run time only
#   ISA_MACHINES       the machines
#   ISA_CROSS          those that others reach by ISA_COMPILER_MACHINE, with ISA_FLAGS_MACHINE, and
#                      ISA_EMULATOR_MACHINE, of the packages ISA_PACKAGES_MACHINE (Debian's names);
#                      ISA_CPUS_MACHINE are what it stands for, the first one where one is enough

ISAS         := sse avx2 avx512bw avx512 neon sve rvv
ISA_SCALABLE := sve rvv
ISA_MACHINES := x86_64 aarch64 riscv64
ISA_CROSS    := aarch64 riscv64

ISAS_x86_64 := sse avx2 avx512bw avx512

ISAS_aarch64 := neon sve
ISA_COMPILER_aarch64 := aarch64-linux-gnu-gcc
ISA_FLAGS_aarch64 :=
ISA_EMULATOR_aarch64 := qemu-aarch64
ISA_PACKAGES_aarch64 := gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
ISA_CPUS_aarch64 := max,sve256=on max,sve512=on

ISAS_riscv64 := rvv
ISA_COMPILER_riscv64 := clang-19
ISA_FLAGS_riscv64 := --target=riscv64-linux-gnu -isystem /usr/riscv64-linux-gnu/include -fuse-ld=lld -Wno-unused-command-line-argument
ISA_EMULATOR_riscv64 := qemu-riscv64
ISA_PACKAGES_riscv64 := clang-19 lld libc6-dev-riscv64-cross libgcc-12-dev-riscv64-cross qemu-user
ISA_CPUS_riscv64 := rv64,v=true,vext_spec=v1.0,vlen=256 rv64,v=true,vext_spec=v1.0,vlen=128 rv64,v=true,vext_spec=v1.0,vlen=512 rv64,v=true,vext_spec=v1.0,vlen=1024
