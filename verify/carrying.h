// SPDX-License-Identifier: 0BSD
//
// The block check of a kernel that carries bits, as a function without vector types.
//
// In: ISA and TARGET, which isas.h defines; MODEL_CARRIES. Out: a struct carrying. If ENTRY is
// defined, the file only emits a pointer to the struct that an earlier inclusion has defined.

#ifdef ENTRY
&OF(ISA, carrying),
#else

TARGET static uint64_t OF(ISA, block_at)(const uint8_t *at, uint64_t *after)
{
    return OF(ISA, block)(at, after);
}

static const struct carrying OF(ISA, carrying) = {
    .name = QUOTE(ISA),
    .bits = MODEL_CARRIES,
    .block = OF(ISA, block_at),
};
#endif

#undef BY_CLASSES
#undef HAS_UNITS
#undef ISA
#undef ISA_UPPER
#undef WIDTH
#undef TARGET
