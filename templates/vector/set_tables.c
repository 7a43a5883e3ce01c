@ for _, facts in ipairs(plans_made) do
@ if not facts.plan.chain then
@ for _, one in ipairs(byte_tables) do

// $(one.meaning)
$(U)_TABLE uint8_t $(p)$(one.name)[16] = {
    $(sixteen(one.entries)),
};
@ end
@ end
@ end
