// Of eight units, two bytes each, those in some lanes, brought to the front; by a mask of the first seven lanes. The last lane comes behind
// them in all places that are left, kept or not.
$(U)_TABLE uint8_t $(p)unit_lanes[128][16] = {
@ for mask = 0, 127 do
    { $(decimals(unit_lanes[mask], 1, 16, 3)) },  // $(lanes_text(mask))
@ end
};

// How many lanes a mask of all eight has.
$(U)_TABLE uint8_t $(p)unit_counts[256] = {
@ for first = 0, 240, 16 do
    $(decimals(unit_counts, first, first + 15, 1)),  // $(("%X_"):format(first // 16))
@ end
};
