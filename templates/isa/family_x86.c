#include <immintrin.h>
#ifndef $(U)_GNU
#include <intrin.h>
#endif

$(U)_LOCAL void $(p)cpuid(unsigned leaf, unsigned out[4])
{
#ifdef $(U)_GNU
    __asm__("cpuid" : "=a"(out[0]), "=b"(out[1]), "=c"(out[2]), "=d"(out[3]) : "a"(leaf), "c"(0));
#else
    __cpuidex((int *)out, (int)leaf, 0);
#endif
}
@ if xcr0 then

// The registers that the operating system saves (XCR0): bit 1 xmm, bit 2 ymm, bits 5 to 7 zmm and masks. 0 if OSXSAVE is clear.
$(U)_LOCAL unsigned $(p)saved_registers(void)
{
    unsigned r[4];
    $(p)cpuid(1, r);
    if (!(r[2] >> 27 & 1)) {
        return 0;
    }
#ifdef $(U)_GNU
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#else
    return (unsigned)_xgetbv(0);
#endif
}
@ end
