$(ruler("A text character by character"))

@ if #rows > 0 then
// The number of UTF-16 units of a character, by the first of these rows that holds it: 0 if UTF-16 cannot encode it; 1 if no row holds it.
static unsigned $(p)units_of(const uint8_t *character, size_t length)
{
    static const struct {
        uint8_t length, units, lo[$(longest)], hi[$(longest)];
    } rows[] = {
@ for _, row in ipairs(rows) do
        $(row.code),  // $(row.text)
@ end
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        size_t i = 0;
        while (i < length && rows[r].length == length && rows[r].lo[i] <= character[i] && character[i] <= rows[r].hi[i]) {
            i++;
        }
        if (i == length) {
            return rows[r].units;
        }
    }
    return 1;
}

@ end
// The number of characters of well-formed text. Also sets *units to the number of UTF-16
// units$(#rows > 0 and ", SIZE_MAX if UTF-16 cannot encode a character" or ""), unless `units` is NULL.
static size_t $(p)walk(const uint8_t *text, size_t size, size_t *units)
{
    unsigned state = $(U)_START;
    size_t characters = 0, all = 0$(#rows > 0 and ", from = 0" or "");
@ if #rows > 0 then
    bool held = true;
@ end
    for (size_t i = 0; i < size; i++) {
        state = $(p)dfa_next[state + $(p)dfa_class[text[i]]];
        if ($(boundary("state"))) {
@ if #rows > 0 then
            unsigned of_one = units ? $(p)units_of(text + from, i + 1 - from) : 1;
            held = held && of_one > 0;
            all += of_one;
            from = i + 1;
@ else
            all++;
@ end
            characters++;
        }
    }
    if (units) {
        *units = $(#rows > 0 and "held ? all : SIZE_MAX" or "all");
    }
    return characters;
}
