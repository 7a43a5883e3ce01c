// SPDX-License-Identifier: 0BSD
//
// Texts over a few bytes that stand for all. See strings.h.
#include "strings.h"

struct strings {
    const uint8_t *bytes;
    size_t count, size, dead;
    strings_take *take;
    void *context;
    uint8_t text[STRINGS_LONGEST];
};

// Goes on with one byte at `at`, where `gone` bytes stand already behind the one that was fatal and the
// first `prefix` bytes are well-formed.
static bool extend(struct strings *s, size_t at, uint16_t before, size_t gone, size_t prefix,
                   uint8_t byte)
{
    const uint16_t node = language.next[before][byte];
    s->text[at] = byte;
    gone += before == LANGUAGE_DEAD;
    if (gone > s->dead) {
        return true;
    }
    prefix = language.accepts[node] ? at + 1 : prefix;
    if (at + 1 == s->size) {
        return s->take(s->context, s->text, s->size, node, prefix);
    }
    for (size_t i = 0; i < s->count; i++) {
        if (!extend(s, at + 1, node, gone, prefix, s->bytes[i])) {
            return false;
        }
    }
    return true;
}

bool strings_each(const uint8_t *bytes, size_t count, size_t size, size_t dead, size_t first,
                  strings_take *take, void *context)
{
    struct strings s = {bytes, count, size, dead, take, context, {0}};
    return extend(&s, 0, LANGUAGE_START, 0, 0, bytes[first]);
}
