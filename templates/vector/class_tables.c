// These tables are indexed by bytes. Bytes $(plan.refused_nul and "from 01 to 7F" or "below 80") share an entry. A byte has one class as the previous byte of a pair, and another as the current byte:
//
//   bit  a pair has it if   previous byte                  current byte
@ for _, bit in ipairs(plan.bits) do
//   $(("%02X   %-17s  %-29s  %s"):format(bit.mask, bit.mask & compared ~= 0 and "just one of" or plan.filter & bit.mask ~= 0 and "both; filter" or "both", bytes_text(bit.prev), bytes_text(bit.this)))
@ end
//
// Bit 80 is set if the previous byte requires a continuation byte or the current byte is one, but not both.
@ if plan.chain == 0 then
// It is an error.
@ elseif plan.chain == 1 then
// Bit 40 of the pair ending 2 bytes before inverts it. If then set, bit 80 is an error.
@ else
// Bit 40 of the pair ending 2 bytes before inverts it, and so does bit 20 of the pair ending 4 before$(plan.chain > 2 and ", and so on" or ""). If then set, bit 80 is an error.
@ end
// All "both" bits are errors$(plan.filter > 0 and ", except filter bits: " .. (deep.reach > 0 and "some " or "") .. "deep rules apply only where one is set" or "").
@ for _, name in ipairs { "prev_class", "this_class" } do

$(U)_TABLE uint8_t $(p)$(name)[128] $(V)_ALIGNED = {
@ for _, line in ipairs(class_lines(plan.tables[name], plan.refused_nul)) do
    $(line)
@ end
};
@ end
@ if plan.forbidden then

// The high bit is set for each byte below 0x80 that no well-formed text contains.
$(U)_TABLE uint8_t $(p)forbidden_class[128] $(V)_ALIGNED = {
@ for _, line in ipairs(sixteen_lines(plan.forbidden.class)) do
    $(line)
@ end
};
@ end
@ if plan.ascii_class then

// The high bit is set for each byte below 0x80 that restricts the next byte, or that no well-formed text contains.
$(U)_TABLE uint8_t $(p)ascii_class[128] $(V)_ALIGNED = {
@ for _, line in ipairs(sixteen_lines(plan.ascii_class)) do
    $(line)
@ end
};
@ end
@ if plan.look then

// The automaton finds the errors that no bit above shows; $(#plan.look.open) beginnings of characters may lead to one. A filter selects the places that the automaton must check: where consecutive bytes have a bit in common in these tables.
@ for i, axis in ipairs(plan.look.axes) do
@ if i > 1 then

@ end
// For $(("the byte %d before the current one"):format(axis.distance):gsub("^the byte 0 .*", "the current byte")):
$(U)_TABLE uint8_t $(p)$(axis.name)[128] $(V)_ALIGNED = {
@ for _, line in ipairs(class_lines(plan.look.tables[axis.name], plan.refused_nul)) do
    $(line)
@ end
};
@ end
@ end
@ if #values > 0 then

// The values that deep rules compare bytes with, in the order of the rules.
$(U)_TABLE uint8_t $(p)$(values_name)[$(#values)] = {
    $(value_list(values)),
};
@ end
