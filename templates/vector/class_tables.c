// Here a byte has a class for each of its two places in a pair, and all its bits tell it:
//
//   bit  a pair has it if   previous byte                  current byte
@ for _, bit in ipairs(plan.bits) do
//   $(("%02X   %-17s  %-29s  %s"):format(bit.mask, bit.mask & compared ~= 0 and "just one of" or plan.filter & bit.mask ~= 0 and "both; filter" or "both", bytes_text(bit.prev), bytes_text(bit.this)))
@ end
//
// Where bit 80 is set, a continuation byte stands where the byte before demands none, or none where it does. That is
@ if plan.chain == 0 then
// an error.
@ elseif plan.chain == 1 then
// valid exactly if the pair two bytes before has bit 40.
@ else
// valid exactly if the pair two bytes before has bit 40 or the pair four bytes before has bit 20, and so on.
@ end
// All other bits are errors$(plan.filter > 0 and ", but for filter bits: deep rules are evaluated only where one is set" or "").
@ for _, name in ipairs { "prev_class", "this_class" } do

$(U)_TABLE uint8_t $(p)$(name)[128] $(V)_ALIGNED = {
@ for _, line in ipairs(class_lines(plan.tables[name])) do
    $(line)
@ end
};
@ end
@ if plan.forbidden then

// The high bit of each byte below 80 that no text holds.
$(U)_TABLE uint8_t $(p)forbidden_class[128] $(V)_ALIGNED = {
@ for _, line in ipairs(sixteen_lines(plan.forbidden.class)) do
    $(line)
@ end
};
@ end
@ if plan.ascii_class then

// The high bit of each byte below 80 behind which not everything may follow, or that no text holds.
$(U)_TABLE uint8_t $(p)ascii_class[128] $(V)_ALIGNED = {
@ for _, line in ipairs(sixteen_lines(plan.ascii_class)) do
    $(line)
@ end
};
@ end
@ if #values > 0 then

// What the deep rules compare bytes with, in their order.
$(U)_TABLE uint8_t $(p)$(values_name)[$(#values)] = {
    $(value_list(values)),
};
@ end
