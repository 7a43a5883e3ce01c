@ if set then
$(ruler("dfa: one byte a step"))

static size_t $(p)dfa_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t i = 0;
    // From the start state, each byte leads to the start state or to the error state. So the steps are independent.
    while (i < size && $(p)dfa_next[$(U)_START + $(p)dfa_class[bytes[i]]] == $(U)_START) {
        i++;
    }
    return i;
}

static bool $(p)dfa_valid(const void *text, size_t size)
{
    return $(p)dfa_valid_prefix(text, size) == size;
}
@ else
$(ruler("dfa: one byte a step through the automaton's table"))

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
@ if predicates then
//@ ensures only_well_formed: \result ==> well_formed((uint8_t *)text, size);
//@ ensures all_well_formed: well_formed((uint8_t *)text, size) ==> \result;
@ end
static bool $(p)dfa_valid(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    unsigned state = $(U)_START;
    //@ ghost size_t g = 0;
    //@
    //@ loop invariant place: 0 <= i <= size && g == i;
    //@ loop invariant is_state: $(is_state);
@ for _, one in ipairs(predicates or {}) do
    //@ loop invariant $(one.name:sub(#p + 1)): state == $(one.value) <==> $(one.name)(bytes, i);
@ end
    //@ loop assigns i, g, state;
    //@ loop variant size - i;
    for (size_t i = 0; i < size && state != $(U)_DEAD; i++) {
@ if predicates then
        //@ ghost unfold(bytes, i + 1);
@ end
        //@
        //@ ghost g = i + 1;
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
    }
@ if predicates then
    //@ ghost
    //@ /@ loop invariant rest: 0 <= g <= size;
    //@    loop invariant living: state != $(U)_DEAD ==> g == size;
    //@    loop invariant dead: state == $(U)_DEAD ==> $(p)in_none(bytes, g);
    //@    loop assigns g;
    //@    loop variant size - g; @/
    //@    while (state == $(U)_DEAD && g < size) { g++; unfold(bytes, g); }
@ end
    return $(accepts("state"));
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures \result <= size;
@ if predicates then
//@ ensures is_well_formed: well_formed((uint8_t *)text, \result);
//@ ensures none_longer: \forall integer n; \result < n <= size ==> !well_formed((uint8_t *)text, n);
@ end
static size_t $(p)dfa_valid_prefix(const void *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    unsigned state = $(U)_START;
    size_t end = 0;
    //@ ghost size_t g = 0;
    //@
    //@ loop invariant place: 0 <= end <= i <= size && g == i;
    //@ loop invariant is_state: $(is_state);
@ for _, one in ipairs(predicates or {}) do
    //@ loop invariant $(one.name:sub(#p + 1)): state == $(one.value) <==> $(one.name)(bytes, i);
@ end
@ if predicates then
    //@ loop invariant ends_well: well_formed(bytes, end);
    //@ loop invariant none_since: \forall integer n; end < n <= i ==> !well_formed(bytes, n);
@ end
    //@ loop assigns i, g, state, end;
    //@ loop variant size - i;
    for (size_t i = 0; i < size && state != $(U)_DEAD; i++) {
@ if predicates then
        //@ ghost unfold(bytes, i + 1);
@ end
        //@
        //@ ghost g = i + 1;
        state = $(p)dfa_next[state + $(p)dfa_class[bytes[i]]];
        if ($(accepts("state"))) {
            end = i + 1;
        }
    }
@ if predicates then
    //@ ghost
    //@ /@ loop invariant rest: 0 <= end <= g <= size;
    //@    loop invariant living: state != $(U)_DEAD ==> g == size;
    //@    loop invariant dead: state == $(U)_DEAD ==> $(p)in_none(bytes, g);
    //@    loop invariant none_since: \forall integer n; end < n <= g ==> !well_formed(bytes, n);
    //@    loop assigns g;
    //@    loop variant size - g; @/
    //@    while (state == $(U)_DEAD && g < size) { g++; unfold(bytes, g); }
@ end
    return end;
}
@ end
