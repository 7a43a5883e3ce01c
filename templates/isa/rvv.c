$(ruler("rvv: vectors of 16 to 64 bytes, RISC-V"))

#include <riscv_vector.h>

#define $(V)_FUNCTION __attribute__((target("arch=+v")))
#define $(V)_INLINE $(V)_FUNCTION $(U)_ALWAYS_INLINE

// WIDTH bytes of a vector are used: a power of two, at most MOST, that is only known at run time.
typedef vuint8m1_t $(v)vec;
enum { $(V)_MOST = 64 };
#define $(V)_WIDTH __riscv_vsetvl_e8m1($(V)_MOST)

// Version 0.7.1 of V, which old systems also report as V, rejects this vsetvl. WIDTH is then 0.
$(V)_FUNCTION static bool $(v)fits(void)
{
    return $(V)_WIDTH >= 16;
}

static bool $(v)supported(void)
{
#if defined(__riscv_vector)
    return $(v)fits();
#elif defined(__linux__) && __STDC_HOSTED__
    return getauxval != NULL && (getauxval(AT_HWCAP) >> ('V' - 'A') & 1) != 0 && $(v)fits();
#else
    return false && $(v)fits();
#endif
}

$(V)_INLINE $(v)vec $(v)load(const uint8_t *at)
{
    return __riscv_vle8_v_u8m1(at, $(V)_MOST);
}

$(V)_INLINE void $(v)put(uint8_t *to, $(v)vec v)
{
    __riscv_vse8_v_u8m1(to, v, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)splat(uint8_t byte)
{
    return __riscv_vmv_v_x_u8m1(byte, $(V)_MOST);
}

// `size` bytes, fewer than a vector has, followed by pads. No other bytes are read.
$(V)_INLINE $(v)vec $(v)load_part(const uint8_t *at, size_t size)
{
    return __riscv_vle8_v_u8m1_tu(__riscv_vmv_v_x_u8m1($(hex(analysis.pad)), $(V)_MOST), at, size);
}

$(V)_INLINE $(v)vec $(v)lookup(const uint8_t table[16], $(v)vec nibbles)
{
    return __riscv_vrgather_vv_u8m1(__riscv_vle8_v_u8m1(table, 16), nibbles, $(V)_MOST);
}

// Looks up bytes below 0x80 by their low nibble. Others give 0: their index, at least 0x80, is after the table's end.
$(V)_INLINE $(v)vec $(v)lookup_ascii(const uint8_t table[16], $(v)vec v)
{
    const $(v)vec zeros = __riscv_vmv_v_x_u8m1(0, __riscv_vsetvlmax_e8m1());
    const $(v)vec entries = __riscv_vle8_v_u8m1_tu(zeros, table, 16);
    return __riscv_vrgather_vv_u8m1(entries, __riscv_vand_vx_u8m1(v, 0x8F, $(V)_MOST), $(V)_MOST);
}

// a & ~b
$(V)_INLINE $(v)vec $(v)without($(v)vec a, $(v)vec b)
{
    return __riscv_vand_vv_u8m1(a, __riscv_vnot_v_u8m1(b, $(V)_MOST), $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)high_nibbles($(v)vec v)
{
    return __riscv_vsrl_vx_u8m1(v, 4, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)low_nibbles($(v)vec v)
{
    return __riscv_vand_vx_u8m1(v, 15, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)and($(v)vec a, $(v)vec b)
{
    return __riscv_vand_vv_u8m1(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)or($(v)vec a, $(v)vec b)
{
    return __riscv_vor_vv_u8m1(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)xor($(v)vec a, $(v)vec b)
{
    return __riscv_vxor_vv_u8m1(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)subtract_saturating($(v)vec a, $(v)vec b)
{
    return __riscv_vssubu_vv_u8m1(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)add($(v)vec a, $(v)vec b)
{
    return __riscv_vadd_vv_u8m1(a, b, $(V)_MOST);
}

// A mask of the lanes that are true.
typedef vbool8_t $(v)test;

$(V)_INLINE $(v)test $(v)both($(v)test a, $(v)test b)
{
    return __riscv_vmand_mm_b8(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)test $(v)either($(v)test a, $(v)test b)
{
    return __riscv_vmor_mm_b8(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)test $(v)differ($(v)test a, $(v)test b)
{
    return __riscv_vmxor_mm_b8(a, b, $(V)_MOST);
}

// The lanes with any bit of the mask.
$(V)_INLINE $(v)test $(v)any_of($(v)vec a, uint8_t mask)
{
    return __riscv_vmsne_vx_u8m1_b8(__riscv_vand_vx_u8m1(a, mask, $(V)_MOST), 0, $(V)_MOST);
}

$(V)_INLINE $(v)test $(v)equal($(v)vec a, $(v)vec b)
{
    return __riscv_vmseq_vv_u8m1_b8(a, b, $(V)_MOST);
}

// a > b, as signed numbers.
$(V)_INLINE $(v)test $(v)cmpgt($(v)vec a, $(v)vec b)
{
    return __riscv_vmsgt_vv_i8m1_b8(__riscv_vreinterpret_v_u8m1_i8m1(a), __riscv_vreinterpret_v_u8m1_i8m1(b), $(V)_MOST);
}

$(V)_INLINE $(v)test $(v)at_least($(v)vec a, $(v)vec b)
{
    return __riscv_vmsgeu_vv_u8m1_b8(a, b, $(V)_MOST);
}

// The lesser of a and b, as signed numbers.
$(V)_INLINE $(v)vec $(v)min($(v)vec a, $(v)vec b)
{
    return __riscv_vreinterpret_v_i8m1_u8m1(
        __riscv_vmin_vv_i8m1(__riscv_vreinterpret_v_u8m1_i8m1(a), __riscv_vreinterpret_v_u8m1_i8m1(b), $(V)_MOST));
}

$(V)_INLINE $(v)vec $(v)max_signed($(v)vec a, $(v)vec b)
{
    return __riscv_vreinterpret_v_i8m1_u8m1(
        __riscv_vmax_vv_i8m1(__riscv_vreinterpret_v_u8m1_i8m1(a), __riscv_vreinterpret_v_u8m1_i8m1(b), $(V)_MOST));
}

$(V)_INLINE $(v)vec $(v)max_unsigned($(v)vec a, $(v)vec b)
{
    return __riscv_vmaxu_vv_u8m1(a, b, $(V)_MOST);
}

$(V)_INLINE $(v)vec $(v)min_unsigned($(v)vec a, $(v)vec b)
{
    return __riscv_vminu_vv_u8m1(a, b, $(V)_MOST);
}

// 255 in the true lanes, 0 in others.
$(V)_INLINE $(v)vec $(v)marked($(v)test t)
{
    return __riscv_vmerge_vxm_u8m1(__riscv_vmv_v_x_u8m1(0, $(V)_MOST), 255, t, $(V)_MOST);
}

$(V)_INLINE size_t $(v)count_true($(v)test t)
{
    return __riscv_vcpop_m_b8(t, $(V)_MOST);
}

$(V)_INLINE bool $(v)any_high_bit($(v)vec v)
{
    return __riscv_vfirst_m_b8(__riscv_vmslt_vx_i8m1_b8(__riscv_vreinterpret_v_u8m1_i8m1(v), 0, $(V)_MOST), $(V)_MOST) >= 0;
}

$(V)_INLINE bool $(v)any($(v)vec v)
{
    return __riscv_vfirst_m_b8(__riscv_vmsne_vx_u8m1_b8(v, 0, $(V)_MOST), $(V)_MOST) >= 0;
}

// The last n lanes of `old`, followed by the first lanes of v.
$(V)_INLINE $(v)vec $(v)slide($(v)vec v, $(v)vec old, size_t n)
{
    return __riscv_vslideup_vx_u8m1(__riscv_vslidedown_vx_u8m1(old, $(V)_WIDTH - n, $(V)_MOST), v, n, $(V)_MOST);
}

// prevN: lane i is lane i - N of v; the first N lanes are the last N of the previous vector.
$(V)_INLINE $(v)vec $(v)prev$(n)($(v)vec v, $(v)vec old)
{
    return $(v)slide(v, old, $(n));
}

// shlN: left shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shl$(n)($(v)vec v)
{
    return __riscv_vsll_vx_u8m1(v, $(n), $(V)_MOST);
}

// shrN: right shift by N within each byte.
$(V)_INLINE $(v)vec $(v)shr$(n)($(v)vec v)
{
    return __riscv_vsrl_vx_u8m1(v, $(n), $(V)_MOST);
}
