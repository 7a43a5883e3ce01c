@ if forms then
// The forms, in the notation of Thompson and Pike's table of 1992. A first byte c with (c & cmask) == cval has the form. Its continuation bytes add `shift`
// bits$(later_text). The code point is l & lmask, where l is c followed by these bits; it is at least lval.
//
//     cmask  cval  shift       lmask        lval
@ for _, row in ipairs(forms) do
//      $(hex(row.cmask))  $(hex(row.cval))  $(("%5d  %10s  %10s"):format(row.shift, number(row.lmask), number(row.lval)))  $(row.form.pattern)
@ end

@ end
//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ requires \valid(code_point) && \separated(code_point, (uint8_t *)text + (0 .. size - 1));
//@ assigns *code_point;
//@ ensures within: \result <= size;
@ if begun then
//@ ensures a_character: \result > 0 ==> character((uint8_t *)text, \result);
//@ ensures no_character: \result == 0 ==> \forall integer n; n <= size ==> !character((uint8_t *)text, n);
@ end
size_t $(p)decode(const void *text, size_t size, uint32_t *code_point)
{
    const uint8_t *bytes = (const uint8_t *)text;
    bool whole = false;
    const size_t length = size > 0 ? $(p)segment(bytes, size, &whole) : 0;
    if (!whole) {
        return 0;
    }
    *code_point = $(p)code_point_of(bytes, length);
    return length;
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ requires \valid(code_point) && \separated(code_point, (uint8_t *)text + (0 .. size - 1));
//@ assigns *code_point;
//@ ensures within: \result <= size;
@ if begun then
//@ ensures a_character: \result > 0 ==> character((uint8_t *)text + (size - \result), \result);
@ end
size_t $(p)decode_last(const void *text, size_t size, uint32_t *code_point)
{
    const uint8_t *bytes = (const uint8_t *)text;
    bool whole = false;
    size_t length = 0;
    const size_t begin = size > 0 ? $(p)segment_at(bytes, size, size - 1, &length, &whole) : 0;
    if (!whole) {
        return 0;
    }
    *code_point = $(p)code_point_of(bytes + begin, length);
    return length;
}
