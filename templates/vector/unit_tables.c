// Of eight units, two bytes each, those in some lanes, brought to the front; by a mask of the first seven lanes. The last lane comes behind
// them in all places that are left, kept or not.
#define $(U)_UNITS(a, b, c, d, e, f, g, h) \
    {2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1, \
        2 * e, 2 * e + 1, 2 * f, 2 * f + 1, 2 * g, 2 * g + 1, 2 * h, 2 * h + 1}
$(U)_TABLE uint8_t $(p)unit_lanes[128][16] = {
@ for _, line in ipairs(unit_lines()) do
    $(line)
@ end
};
#undef $(U)_UNITS

// How many lanes a mask of all eight has.
$(U)_TABLE uint8_t $(p)unit_counts[256] = {
@ for first = 0, 240, 16 do
    $(decimals(unit_counts, first, first + 15, 1)),  // $(("%X_"):format(first // 16))
@ end
};
