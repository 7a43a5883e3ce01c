// SPDX-License-Identifier: 0BSD
//
// The intrinsics of arm_neon.h by SIMDe.
#ifndef VERIFY_SIMDE_ARM_NEON_H
#define VERIFY_SIMDE_ARM_NEON_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>

#endif
