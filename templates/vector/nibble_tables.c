// These tables of sixteen bytes are indexed by nibbles: high (b >> 4) and low (b & 15). Each bit is a rule.
// A pair of bytes has a bit if the entries for all these nibbles have it:
//
@ if plan.tables.this_low then
//   previous byte's high and low nibbles, current byte's high and low nibbles
@ else
//   previous byte's high and low nibbles, current byte's high nibble
@ end
enum {
@ for _, line in ipairs(bit_lines()) do
$(line)
@ end
@ for axis, name in ipairs(axes) do
@ local common = table_of(name)
@ if common then
    // The bits in all entries of the table by the $(axis_text(axis)).
    $(common)
@ end
@ end
};

// $(plan.bits[#plan.bits].name == "two_continuations" and "After a continuation byte, another is" or "A continuation byte not directly after a lead byte is") valid only where a lead byte requires it$(#plan.demands > 0 and ": exactly where " .. demand_text() or ", and none does").
@ if plan.filter > 0 or plan.watched then
//
@ local some = facts.deep.reach > 0
// $(plan.filter > 0 and "A filter bit is not an error by itself: " .. (some and "some deep" or "deep") or some and "Some deep" or "Deep") rules apply only where $(plan.filter > 0 and "one is set" or "a test of a lead byte and the next byte holds")$(plan.filter > 0 and plan.watched and ", or where a test of a lead byte and the next byte holds" or "").
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
// The least byte$(#plan.demands > 1 and "s" or "")$(plan.flipped ~= 0 and (", flipped by %02X,"):format(plan.flipped) or "") that require$(#plan.demands > 1 and "" or "s") a continuation byte $(demand_distances()) bytes later.
$(U)_TABLE uint8_t $(p)demand[$(#plan.demands)] = { $(demand_list()) };

@ end
@ if plan.look then
// The automaton finds the errors that no bit above shows; $(#plan.look.open) beginnings of characters may lead to one. A filter selects the places that the automaton must check: where consecutive bytes match all sets of nibbles of a bit. Each bit covers some of these beginnings, and few other common bytes:
@ for _, round in ipairs(plan.look.rounds) do
//
//   bit  $(look_line(round, function(axis) return axis.distance > 0 and ("-%d: %s"):format(axis.distance, axis.nibble) or "current: " .. axis.nibble end))
@ for b, product in ipairs(round.products) do
//   $(("%02X   %s"):format(1 << b - 1, look_line(round, function(axis) return look_text(axis, product) end)))
@ end
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
// The values that deep rules compare bytes with, in the order of the rules.
$(U)_TABLE uint8_t $(p)$(facts.values_name)[$(#facts.values)] = {
    $(value_list(facts.values)),
};

@ end
