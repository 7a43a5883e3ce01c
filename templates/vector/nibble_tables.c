// What a byte contributes to a window is looked up by its nibbles, high (b >> 4) and low (b & 15), in
// tables of sixteen bytes. Each bit is a rule, broken where the previous byte's high nibble, its low
@ if plan.tables.this_low then
// nibble and both of the current byte's all have it:
//
//   previous byte's high nibble, its low one, the current byte's high nibble, its low one
@ else
// nibble and the current byte's high nibble all have it:
//
//   previous byte's high nibble, its low one, the current byte's high nibble
@ end
enum {
@ for _, line in ipairs(bit_lines()) do
$(line)
@ end
@ for axis, name in ipairs(axes) do
@ local common = table_of(name)
@ if common then
    // What all entries by the $(axis_text(axis)) have.
    $(common)
@ end
@ end
};

// $(plan.bits[#plan.bits].name == "two_continuations" and "Two continuation bytes in a row are" or "A continuation byte that follows no lead byte is") valid only where a lead byte requires $(plan.bits[#plan.bits].name == "two_continuations" and "them" or "it"): exactly
// where $(demand_text()).
@ if plan.filter > 0 or plan.watched then
//
// $(plan.filter > 0 and "A filter bit is no error by itself: deep rules are evaluated only where one is set" or "Deep rules are evaluated only where a lead byte and the byte behind it hint at them")$(plan.filter > 0 and plan.watched and ", or where a lead byte and the byte behind it hint at them" or "").
@ end
@ for axis, name in ipairs(axes) do

@ local _, lines = table_of(name)
// By the $(axis_text(axis)).
$(U)_TABLE uint8_t $(p)$(name)[16] = {
@ for _, line in ipairs(lines) do
$(line)
@ end
};
@ end

@ if #plan.demands > 0 then
// A byte from these on demands a continuation byte $(demand_distances()) bytes later.
$(U)_TABLE uint8_t $(p)demand[$(#plan.demands)] = { $(demand_list()) };

@ end
@ if plan.look then
// What is wrong by three bytes and more, and $(#plan.look.open) beginnings of characters tell it, is left to the automaton. A filter says where it must
// look: where three bytes in a row have all the nibbles of a bit. A bit stands for these, and few others that are common:
//
//   bit  $(look_line(function(axis) return axis.distance > 0 and ("-%d: %s"):format(axis.distance, axis.nibble) or "current: " .. axis.nibble end))
@ for b, product in ipairs(plan.look.products) do
//   $(("%02X   %s"):format(1 << b - 1, look_line(function(axis) return nibbles_text(product[axis.number]) end)))
@ end
@ for _, axis in ipairs(plan.look.axes) do
$(U)_TABLE uint8_t $(p)$(axis.name)[16] = {
    $(sixteen(plan.look.tables[axis.name])),
};
@ end

@ end
@ for _, one in ipairs(byte_tables) do
// $(one.meaning)
$(U)_TABLE uint8_t $(p)$(one.name)[16] = {
    $(sixteen(one.entries)),
};

@ end
@ if #facts.values > 0 then
// What the deep rules compare bytes with, in their order.
$(U)_TABLE uint8_t $(p)$(facts.values_name)[$(#facts.values)] = {
    $(value_list(facts.values)),
};

@ end
