//
@ if facts.recode then
// The characters that vectors $(widens and "copy" or "convert") are a language of their own:
//
$(quoted(same))
//
// In numbers, this language:
@ for _, figure in ipairs(figures) do
$(figure.text)
@ end
//
@ if widens then
// Vectors can convert all characters, since each is one byte.
@ else
// The kernels find the longest prefix in this language, and vectors convert the prefix.
@ end
// The automaton of $(source.title) reads $(widens and "the characters that may not fit into the output" or "remaining characters"), and the forms of $(target.title) write them.
@ elseif same then
// The characters that both encodings write with the same bytes in any context are a language of their own, the agreement:
//
$(quoted(same))
//
// In numbers, the agreement:
@ for _, figure in ipairs(figures) do
$(figure.text)
@ end
//
// The longest prefix in the agreement, found by the kernels, is copied. The automaton of $(source.title) reads the next character, and the forms of $(target.title) write it.
@ else
// No character has the same bytes in both encodings. The automaton of $(source.title) reads each one, and the forms of $(target.title) write it.
@ end
//
// Macros, all optional; define them when you compile this file:
@ local function macro(name, text)
$(option_lines(name, text))
@ end
@ macro("_STATIC", "make everything static: define it, then include this file instead of the header where the functions are used")
@ macro("_TYPES=HEADER", "for systems without <stddef.h>: include HEADER (with its quotes) for size_t, ptrdiff_t, SIZE_MAX, NULL, bool, true, false, uint8_t to uint64_t, and memcpy unless the compiler is gcc or clang; also define it before the header" .. (has_vectors and ". It leaves out the vector kernels" or ""))
@ if has_vectors then
@ macro("_NO_SIMD", "leave out the vector kernels, for example in an operating system's kernel. A compiler that must not use vectors (-mno-sse) leaves them out, too")
@ for _, isa in ipairs(optional) do
@ macro("_NO_" .. isa.name:upper(), "leave out " .. isa.left_out)
@ end
@ macro("_KERNEL=NAME", "use this kernel without a test of the processor, and compile only this one and those that it needs. NAME is one of " .. kernel_names)
@ if self_including then
@ macro("_FILE=NAME", ("this file's name in quotes, if it is not %s: the file includes itself for each instruction set. gcc from 12 on and clang from 9 on do not need the macro"):format(name .. (single_header and ".h" or ".c")))
@ end
@ if wide then
@ macro("_ALIGNED_AVX", "for a gcc for Windows whose bug 54412 is fixed, such as Debian's: compile the kernels with vectors of more than 16 bytes, too")
@ end
@ if #spared > 0 then
@ macro("_ALL_KERNELS", ("also compile %s, which only %s_KERNEL chooses"):format(spared, U))
@ end
@ end
//
// This file needs one library function, memcpy, also on a freestanding system.$(same and (kernel_names:find "sve" or kernel_names:find "rvv") and " On Linux for AArch64 and RISC-V, it also calls getauxval if that is linked." or "")
//
// Main parts: $(same and (facts.recode and "that language's" or "the agreement's") .. " automaton, its scalar " .. (has_vectors and "and its vector kernels, the choice of a kernel; " or "kernels; ") or "")the characters of $(source.title); those of $(target.title); the
// functions.

@ if not single_header then
#include "$(name).h"

@ end
$(part("shared/gnu.c"))

@ if same then
$(same_part("shared/kernels.c"))

@ end
$(part("shared/compiler.c"))

@ if facts.recode then
enum {
    // Text is checked in pieces that fit in the L1 cache, and then converted. If neither LEAST_PIECE bytes nor the rest surely fits into the output, single
    // characters are converted.
    $(U)_PIECE = 1 << 14,
    $(U)_LEAST_PIECE = 16
};

// The end of the piece that begins at text[at]. The piece's conversion surely fits into the output. The piece ends between characters if the text is well-formed. Returns `at` if there is too little room.
static size_t $(p)piece_end(const uint8_t *text, size_t size, size_t at, size_t room)
{
    const size_t fits = $(facts.recode.splits and "room / 2" or "room"), most = fits < $(U)_PIECE ? fits : (size_t)$(U)_PIECE;
    if (size - at <= most) {
        return size;
    }
    size_t end = most < $(U)_LEAST_PIECE ? at : at + most;
@ if widens then
    (void)text;
@ else
    while (end > at && (text[end] & 0xC0) == 0x80) {
        end--;
    }
@ end
@ if same.pair then
    if (end - at > 3 && text[end - 3] == 0xED && (text[end - 2] & 0xF0) == 0xA0) {
        end -= 3;
    }
@ end
    return end;
}

@ end
@ if same then
$(same_part("shared/scan.c"))

@ end
$(ruler("The characters of " .. source.title))

#define $(S)_TABLE $(U)_TABLE
#define $(S)_COPY $(U)_COPY

$(source_part("scalar/automaton.c"))

$(source_part("shared/code_point.c"))

$(ruler("The characters of " .. target.title))

#define $(T)_TABLE $(U)_TABLE
#define $(T)_COPY $(U)_COPY

@ if target_automaton then
$(target_part("scalar/automaton.c"))

@ end
@ if target_gaps then
$(target_part("shared/segment.c"))

@ end
$(target_part("shared/spell.c"))

$(ruler("The functions"))

$(part("shared/result.c"))

@ if facts.recode then
$(same_part("shared/recode.c"))

@ elseif same then
enum {
    // After a difference, the automaton reads until the encodings write about this many bytes in a row alike; then vectors continue.
    $(U)_CALM = 64
};

$(same_part("shared/copy.c"))

// Copies the longest prefix in the agreement and returns its size. If `to` is NULL, it copies nothing.
static size_t $(p)copy_alike(const uint8_t *bytes, size_t size, uint8_t *to)
{
    return to ? $(p)copy_prefix(bytes, size, to) : $(active_prefix)(bytes, size);
}

// Copies like $(p)copy_alike, with an automaton instead of vectors: faster for a few bytes.
static size_t $(p)copy_few(const uint8_t *bytes, size_t size, uint8_t *to)
{
    $(short.type) state = $(short.stem)_START;
    size_t end = 0;
    for (size_t i = 0; i < size; i++) {
        if (to) {
            to[i] = bytes[i];
        }
        state = $(short.step("bytes[i]"));
        if ($(short.accepts)) {
            end = i + 1;
        } else if ($(short.state) == $(short.stem)_DEAD) {
            break;
        }
    }
    return end;
}

@ end
// One step of a conversion: a character of the source$(facts.halves and ", or two surrogates" or ""), and its bytes in the target.
typedef struct $(p)item {
    size_t read, written;
    // `bytes` points into the output if that has room for the longest item, otherwise to `own`.
    uint8_t *bytes, own[$(facts.longest)];
    // The state$(facts.tracked and "s" or "") after the step.
    unsigned source$(facts.tracked and ", target" or "");
} $(p)item;

// Reads one character and returns the state after it: DEAD if it is ill-formed; if the text ends inside it, a state in which no character begins.
static unsigned $(p)read(const uint8_t *bytes, size_t size, unsigned state, size_t *length)
{
    size_t i = 0;
    do {
        state = $(s)dfa_next[state + $(s)dfa_class[bytes[i]]];
        i++;
    } while (i < size && state != $(S)_DEAD && $(source_boundary("state", true)));
    *length = i;
    return state;
}

@ if #low_rows > 0 and facts.halves then
// Whether these bytes at the end of a text may begin a low surrogate.
static bool $(p)begins_low(const uint8_t *bytes, size_t size)
{
@ for _, row in ipairs(low_rows) do
    // $(row.text)
    if ($(row.test)) {
        return true;
    }
@ end
    return false;
}

@ end
// Writes a code point and returns its length, or 0 if the target cannot encode it.
static size_t $(p)write(uint32_t code_point, uint8_t *to)
{
@ if facts.spells_halves then
    size_t size = $(t)spell(code_point, to), low;
    if (size > 0 || code_point < 0x10000U || code_point > 0x10FFFFU) {
        return size;
    }
    code_point -= 0x10000U;
    size = $(t)spell(0xD800U + (code_point >> 10), to);
    low = $(t)spell(0xDC00U + (code_point & 0x3FFU), to + size);
    return size > 0 && low > 0 ? size + low : 0;
@ else
    return $(t)spell(code_point, to);
@ end
}

// Converts the first character of the bytes into *item, from the state$(facts.tracked and "s" or "") in *item. Returns COMPLETE, INCOMPLETE or ILL_FORMED. `size` is not 0.
static $(p)status $(p)take(const uint8_t *bytes, size_t size, $(p)item *item)
{
    const unsigned state = $(p)read(bytes, size, item->source, &item->read);
@ if facts.halves then
    bool may_continue = false;
@ end
    if (state == $(S)_DEAD) {
        return $(U)_STATUS_ILL_FORMED;
    }
    if ($(source_boundary("state", true))) {
        return $(U)_STATUS_INCOMPLETE;
    }
    item->source = state;
    uint32_t code_point = $(s)code_point(bytes, item->read);
@ if facts.halves then
    if (code_point >= 0xD800U && code_point <= 0xDBFFU) {
        const uint8_t *rest = bytes + item->read;
        const size_t left = size - item->read;
        size_t length = 0;
        const unsigned next = left > 0 ? $(p)read(rest, left, state, &length) : (unsigned)$(S)_DEAD;
        may_continue = left == 0;
        if ($(source_boundary("next"))) {
            const uint32_t low = $(s)code_point(rest, length);
            if (low >= 0xDC00U && low <= 0xDFFFU) {
                code_point = 0x10000U + ((code_point - 0xD800U) << 10) + (low - 0xDC00U);
                item->read += length;
                item->source = next;
            }
@ if #low_rows > 0 then
        } else if (next != $(S)_DEAD && $(p)begins_low(rest, left)) {
            return $(U)_STATUS_INCOMPLETE;
@ end
        }
    }
@ end
    item->written = $(p)write(code_point, item->bytes);
@ if facts.tracked then
    for (size_t i = 0; i < item->written; i++) {
        item->target = $(t)dfa_next[item->target + $(t)dfa_class[item->bytes[i]]];
    }
    if (item->target == $(T)_DEAD) {
        item->written = 0;
    }
@ end
    if (item->written == 0) {
        return $(facts.halves and "may_continue ? " .. U .. "_STATUS_INCOMPLETE : " or "")$(U)_STATUS_ILL_FORMED;
    }
    return $(U)_STATUS_COMPLETE;
}

// Sets the state$(facts.tracked and "s" or "") before the first character.
static void $(p)begin($(p)item *item)
{
    item->source = $(S)_START;
@ if facts.tracked then
    item->target = $(T)_START;
@ end
}

// Adds an item, for which there is room, to the result. If `to` is not NULL, copies the item's bytes there unless they are there already.
static void $(p)put(const $(p)item *item, uint8_t *to, $(p)result *result)
{
    if (to && item->bytes == item->own) {
        $(U)_COPY(to + result->written, item->own, item->written);
    }
    result->read += item->read;
    result->written += item->written;
}

@ if facts.recode then
// If vectors have converted nothing, they are tried again at `retry`, `distance` bytes after the last attempt.
typedef struct $(p)pace {
    size_t retry, distance;
} $(p)pace;

// From pace->retry on, converts characters by vectors; if any are converted, resets the state$(facts.tracked and "s" or ""). Returns result->read.
static size_t $(p)recode_ahead(
    const uint8_t *bytes, size_t size, uint8_t *to, size_t room, $(p)pace *pace, $(p)item *item, $(p)result *result)
{
    size_t taken = 0;
    if (result->read < pace->retry || result->read == size) {
        return result->read;
    }
    const uint8_t *at = bytes + result->read;
    uint8_t *next = to ? to + result->written : NULL;
    result->written += $(companion "recode")(at, size - result->read, next, room - result->written, &taken);
    result->read += taken;
    if (taken > 0) {
        $(p)begin(item);
    } else {
        // There is too little room, an error, or a character that vectors cannot convert. The growing distance bounds the number of retries, even if the text has changed.
        pace->distance *= 2;
        pace->retry = result->read + pace->distance;
    }
    return result->read;
}

@ end
@ if same and not facts.recode then
// calm: the kernels may copy again. dense: no bytes were copied before the last character, and its length changed, so the next one is expected to differ, too$(facts.ends and "; or the output is full" or "").
typedef struct $(p)pace {
    bool calm, dense;
} $(p)pace;

// Copies bytes of characters that both encodings write alike. It may stop before their end. If it copies any, resets the state$(facts.tracked and "s" or ""). Returns the number of bytes.
static size_t $(p)copy_ahead(const uint8_t *bytes, size_t size, uint8_t *to, size_t room, $(p)pace *pace, $(p)item *item, $(p)result *result)
{
    const uint8_t *at = bytes + result->read;
    uint8_t *next = to ? to + result->written : NULL;
    const size_t left = size - result->read, spare = room - result->written, most = left < spare ? left : spare;
    const size_t few = most < $(U)_CALM ? most : (size_t)$(U)_CALM;
    const size_t alike = pace->dense ? 0 : pace->calm ? $(p)copy_alike(at, most, next) : $(p)copy_few(at, few, next);
    pace->calm = !pace->calm && few == $(U)_CALM && alike > $(U)_CALM - $(longest_alike);
    if (alike > 0) {
        $(p)begin(item);
        result->read += alike;
        result->written += alike;
    }
    return alike;
}

@ end
// Converts a text. If `to` is NULL, it only counts the output.
static $(p)result $(p)convert(const uint8_t *bytes, size_t size, uint8_t *to, size_t room)
{
    $(p)result result = $(p)nothing_done();
    $(p)item item;
    $(p)begin(&item);
@ if same then
    $(p)pace pace = { $(facts.recode and "0, " .. U .. "_LEAST_PIECE" or "true, false") };
@ end
@ if facts.ends then
    // The last place where both texts may end. If `full`, nothing more is written; the loop only finds out whether the characters up to the next such
    // place can be converted with more room.
    $(p)result last = result;
    bool full = false;
@ end
    while ($(facts.recode and p .. "recode_ahead(bytes, size, to, room, &pace, &item, &result)" or "result.read") < size) {
@ if same and not facts.recode then
@ if facts.ends then
        pace.dense = pace.dense || full;
@ end
        const size_t alike = $(p)copy_ahead(bytes, size, to, room, &pace, &item, &result);
@ if facts.ends then
        last = alike > 0 ? result : last;
@ end
        if (pace.calm || result.read == size) {
            continue;
        }
@ end
        item.bytes = to && room - result.written >= sizeof item.own ? to + result.written : item.own;
        result.status = $(p)take(bytes + result.read, size - result.read, &item);
        if (result.status != $(U)_STATUS_COMPLETE) {
            break;
        }
@ if same and not facts.recode then
        pace.dense = alike == 0 && item.read != item.written;
@ end
@ if facts.ends then
        full = full || item.written > room - result.written;
        if (full) {
            result.read += item.read;
        } else {
            $(p)put(&item, to, &result);
        }
        if ($(may_end) && full) {
            result.status = $(U)_STATUS_NO_ROOM;
            break;
        }
        last = $(may_end) ? result : last;
@ else
        if (item.written > room - result.written) {
            result.status = $(U)_STATUS_NO_ROOM;
            break;
        }
        $(p)put(&item, to, &result);
@ end
    }
@ if facts.ends then
    last.status = result.status == $(U)_STATUS_COMPLETE && last.read < size ? $(U)_STATUS_INCOMPLETE : result.status;
@ end
    return $(facts.ends and "last" or "result");
}

$(p)result $(name)(const void *text, size_t size, void *to, size_t room)
{
    uint8_t nothing;
    return $(p)convert((const uint8_t *)text, size, to ? (uint8_t *)to : &nothing, room);
}

size_t $(p)trim(const void *text, size_t size)
{
@ if widens then
    // Each character is one byte.
    (void)text;
    return size;
@ else
    const uint8_t *bytes = (const uint8_t *)text;
    $(p)item item;
    item.source = $(S)_START;
@ if facts.tracked then
    item.target = $(T)_START;
@ end
    item.bytes = item.own;
    size_t at = 0, cut = 0;
    while (at < size) {
@ if same then
        const size_t alike = $(facts.recode and active_prefix .. "(bytes + at, size - at)" or p .. "copy_alike(bytes + at, size - at, NULL)");
        if (alike > 0) {
            item.source = $(S)_START;
@ if facts.tracked then
            item.target = $(T)_START;
@ end
            at += alike;
            cut = at;
            continue;
        }
@ end
@ if facts.ends then
        const bool may_end = $(may_end);
@ end
        const $(p)status status = $(p)take(bytes + at, size - at, &item);
        if (status == $(U)_STATUS_ILL_FORMED) {
            return size;
        }
        if (status == $(U)_STATUS_INCOMPLETE) {
            break;
        }
        // Cut before an allowed character, and after it if the next one cannot depend on it.
@ if facts.ends then
        cut = may_end ? at : cut;
@ else
        cut = at;
@ end
@ if facts.halves then
        size_t length = 0;
        $(p)read(bytes + at, size - at, $(S)_START, &length);
        const uint32_t first = $(s)code_point(bytes + at, length);
        const bool waits = at + item.read == size && length == item.read && first >= 0xD800U && first <= 0xDBFFU;
@ end
        at += item.read;
        if (item.source == $(S)_START$(facts.tracked and " && item.target == " .. T .. "_START" or "")$(facts.halves and " && !waits" or "")) {
            cut = at;
        }
    }
    return cut;
@ end
}

size_t $(p)size(const void *text, size_t size)
{
    const $(p)result result = $(p)convert((const uint8_t *)text, size, NULL, SIZE_MAX);
    return result.status == $(U)_STATUS_NO_ROOM ? SIZE_MAX : result.written;
}

$(part("api/status.c"))

// These macros are only for this file.
@ for _, macro in ipairs(macros) do
#undef $(macro)
@ end
