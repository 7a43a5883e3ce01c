// Like $(p)scalar_known, in blocks of 16 vectors.
$(V)_FUNCTION static size_t $(v)known(const uint16_t *narrow, const uint32_t *wide, size_t units)
{
    size_t known = 0;
    (void)(narrow ? $(p)count_16(narrow, 0, units, 8 * $(V)_WIDTH, &known) : $(p)count_32(wide, 0, units, 4 * $(V)_WIDTH, &known));
    return known;
}
