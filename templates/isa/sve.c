$(ruler("sve: vectors of 32 or 64 bytes, AArch64"))

#include <arm_sve.h>
#if defined(__linux__) && __STDC_HOSTED__ && !defined(__ARM_FEATURE_SVE)
#include <sys/auxv.h>
#pragma weak getauxval  // NULL without libc: sve is then not used
#endif

#define $(V)_FUNCTION __attribute__((target("+sve")))
#define $(V)_INLINE $(V)_FUNCTION $(U)_ALWAYS_INLINE

// The number of bytes in a vector is only known at run time. WIDTH counts the lanes, because gcc 12 crashes if loops advance by svcntb().
typedef svuint8_t $(v)vec;
#define $(V)_WIDTH ((size_t)svcntp_b8(svptrue_b8(), svptrue_b8()))

// With 16-byte vectors, neon is at least as fast; no processor has vectors of more than 64 bytes.
$(V)_FUNCTION static bool $(v)fits(void)
{
    return $(V)_WIDTH == 32 || $(V)_WIDTH == 64;
}

static bool $(v)supported(void)
{
#if defined(__ARM_FEATURE_SVE)
    return $(v)fits();
#elif defined(__linux__) && __STDC_HOSTED__
    enum { HAS_SVE = 1 << 22 };
    return getauxval != NULL && (getauxval(AT_HWCAP) & HAS_SVE) != 0 && $(v)fits();
#else
    return false && $(v)fits();
#endif
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return svld1_u8(svptrue_b8(), at);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    svst1_u8(svptrue_b8(), to, v);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return svdup_n_u8(byte);
}

// `size` bytes, fewer than a vector has, followed by pads. No other bytes are read.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    const svbool_t part = svwhilelt_b8_u64(0, size);
@ if analysis.pad ~= 0 then
    return svsel_u8(part, svld1_u8(part, at), svdup_n_u8($(hex(analysis.pad))));
@ else
    return svld1_u8(part, at);
@ end
}

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    return svtbl_u8(svld1rq_u8(svptrue_b8(), table), nibbles);
}

// Looks up bytes below 0x80 by their low nibble; others give 0, because their index is beyond the vector.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    return $(v)lookup(table, svand_n_u8_x(svptrue_b8(), v, 0x8F));
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return svbic_u8_x(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return svlsr_n_u8_x(svptrue_b8(), v, 4);
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return svand_n_u8_x(svptrue_b8(), v, 15);
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return svand_u8_x(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return svorr_u8_x(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return sveor_u8_x(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return svqsub_u8(a, b);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return svadd_u8_x(svptrue_b8(), a, b);
}

// A predicate: the lanes that are true.
typedef svbool_t $(v)test;

$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    return svand_b_z(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)test $(v)either($(v)test a, $(v)test b)
{
    return svorr_b_z(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)test $(v)differ($(v)test a, $(v)test b)
{
    return sveor_b_z(svptrue_b8(), a, b);
}

// The lanes with any bit of the mask.
$(V)_INLINE $(v)test $(v)any_of($(v)vec a, uint8_t mask)
{
    return svcmpne_n_u8(svptrue_b8(), svand_n_u8_x(svptrue_b8(), a, mask), 0);
}

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return svcmpeq_u8(svptrue_b8(), a, b);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return svcmpgt_s8(svptrue_b8(), svreinterpret_s8_u8(a), svreinterpret_s8_u8(b));
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return svcmpge_u8(svptrue_b8(), a, b);
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return svreinterpret_u8_s8(svmin_s8_x(svptrue_b8(), svreinterpret_s8_u8(a), svreinterpret_s8_u8(b)));
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return svreinterpret_u8_s8(svmax_s8_x(svptrue_b8(), svreinterpret_s8_u8(a), svreinterpret_s8_u8(b)));
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return svmax_u8_x(svptrue_b8(), a, b);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return svmin_u8_x(svptrue_b8(), a, b);
}

// 255 in the true lanes, 0 in others.
$(V)_INLINE $(v)vec $(v)marked($(v)test t)
{
    return svdup_n_u8_z(t, 255);
}

$(V)_INLINE size_t $(v)count_true($(v)test t)
{
    return (size_t)svcntp_b8(svptrue_b8(), t);
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return svptest_any(svptrue_b8(), svcmplt_n_s8(svptrue_b8(), svreinterpret_s8_u8(v), 0));
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return svptest_any(svptrue_b8(), svcmpne_n_u8(svptrue_b8(), v, 0));
}

// The last n lanes.
$(V)_INLINE svbool_t $(v)last(uint64_t n)
{
    return svrev_b8(svwhilelt_b8_u64(0, n));
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec old)
{
    return svsplice_u8($(v)last($(n)), old, v);
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return svlsl_n_u8_x(svptrue_b8(), v, $(n));
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return svlsr_n_u8_x(svptrue_b8(), v, $(n));
}
