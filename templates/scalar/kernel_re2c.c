$(ruler("re2c: one character a call, made by re2c from a grammar"))

// The end of the character at p, or p if no whole character begins there. At the end of the
// text, the scanner reads a sentinel byte, $(hex(end_byte)), which no character contains.
@ if contexts > 1 then
// *context is the context of the previous character; the function sets it to the context of this one.
@ end
//@ requires \base_addr(p) == \base_addr(end) && p <= end && \valid_read(p + (0 .. end - p - 1));
@ if contexts > 1 then
//@ requires \valid(context);
//@ assigns *context;
@ else
//@ assigns \nothing;
@ end
//@ ensures within: \base_addr(\result) == \base_addr(p) && p <= \result <= end;
$(scanner)

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
//@ ensures within: \result <= size;
static size_t $(p)re2c_valid_prefix(const void *text, size_t size)
{
    const uint8_t *p = (const uint8_t *)text, *next = p;
    size_t done = 0;
@ if has_ends then
    size_t end = 0;
@ end
@ if contexts > 1 then
    unsigned context = 1;
@ end
    //@ loop invariant place: done <= size && p == (uint8_t *)text + done$(has_ends and " && end <= done" or "");
    //@ loop assigns done, p, next$(has_ends and ", end" or "")$(contexts > 1 and ", context" or "");
    //@ loop variant size - done;
    while (done < size) {
        next = $(p)re2c_next(p, (const uint8_t *)text + size$(contexts > 1 and ", &context" or ""));
        if (next == p) {
            break;
        }
        done += (size_t)(next - p);
        p = next;
@ if has_ends then
        if ($(may_end("context"))) {
            end = done;
        }
@ end
    }
    return $(has_ends and "end" or "done");
}

//@ requires \valid_read((uint8_t *)text + (0 .. size - 1));
//@ assigns \nothing;
static bool $(p)re2c_valid(const void *text, size_t size)
{
    return $(p)re2c_valid_prefix(text, size) == size;
}
