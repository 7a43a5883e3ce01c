// Here a byte has a class for each of its two places in a pair, and all its bits tell it. A bit of both classes is
// about pairs:
//
//   bit              previous byte                  current byte
@ for _, bit in ipairs(plan.bits) do
//   $(("%02X  %-10s  %-29s  %s"):format(bit.mask, bit.mask & compared ~= 0 and "one of" or plan.watch & bit.mask ~= 0 and "watches" or "not both", bytes_text(bit.prev), bytes_text(bit.this)))
@ end
//
// Bit 80 is set in a pair where a continuation byte is demanded but not there, or is there but not demanded: that is
@ if plan.chain == 0 then
// wrong.
@ elseif plan.chain == 1 then
// right exactly if bit 40 is set in the pair two bytes before.
@ else
// right exactly if bit 40 is set in the pair two bytes before, or bit 20 in the pair four bytes before, and so on.
@ end
@ if plan.watch > 0 then
// A bit that watches is no error by itself: only where it is set are more bytes looked at.
@ end
@ for _, name in ipairs { "prev_class", "this_class" } do

$(U)_TABLE uint8_t $(p)$(name)[128] $(V)_ALIGNED = {
@ for _, line in ipairs(class_lines(plan.tables[name])) do
    $(line)
@ end
};
@ end
@ if plan.alone then

// The high bit of each byte below 80 that no text holds.
$(U)_TABLE uint8_t $(p)alone_class[128] $(V)_ALIGNED = {
@ for _, line in ipairs(sixteen_lines(plan.alone.class)) do
    $(line)
@ end
};
@ end
@ if #far_values > 0 then

// What the rules on more bytes compare with, in the order in which they do.
$(U)_TABLE uint8_t $(p)$(values_name)[$(#far_values)] = {
    $(value_list(far_values)),
};
@ end
