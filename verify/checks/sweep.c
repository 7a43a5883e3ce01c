// SPDX-License-Identifier: 0BSD
//
// The code around the block check: loads, ASCII skipping, tails, short texts, dispatch.
//
// In: valid and valid_prefix of each kernel and of the interface, and X_check. Out: for each of
// them, the number of texts that were tried and, if it is wrong about a text, the first such text.
// Texts of less than 1 MiB are shortened.
//
// The idea: a factor is a few bytes that a kernel may judge wrongly, such as the first bytes of a
// character and one more byte. Each factor is placed at every offset modulo the block of the loops:
// after few or many blocks, among characters of each form, in texts directly at an inaccessible page.
// The tail, the number of bytes after the factor, has every small value and some large ones. If there
// are many factors, or `sparse` is above 1, each factor gets only some of the offsets and tails.
//
//     | 61 61 ... 61 E4 B8 |      126 bytes of ASCII, a truncated character, then the page
//
// If a kernel reads a byte of the page, the processor stops it, and the report names the kernel.
#define _POSIX_C_SOURCE 200809L
#include "checks.h"
#include "../shared/guard.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_BLOCK = 64,  // bytes
    LEAST_WIDTH = 16,
    TARGETS = 32,
    LONG_TAILS = 5,
    MOST_BLOCKS = 64,      // the most blocks before a factor: loops adapt to earlier text
    ROOM = 1 << 16,        // bytes for a text: MOST_BLOCKS blocks of up to 512 bytes, and more
    FACTORS = 1 << 18,     // the most factors
    MOST_FACTORS = 512,    // the most factors of the quick sweep at each offset with each tail
    MOST_TEXTS = 1 << 22,  // about the most texts in one part of the full sweep
    RANDOM_PARTS = 32,
    RANDOM_TEXTS = 1000,  // texts in each of RANDOM_PARTS
    RANDOM_MORE = 4,      // the full sweep tries RANDOM_MORE * RANDOM_TEXTS texts in each part
    LARGE = 1 << 11,      // bytes: from this size on, kernels may restart at aligned memory
    VAST = 1 << 20,       // bytes: the texts of about 1 MiB have a few more or a few fewer
    VAST_PARTS = 16,
    VAST_TEXTS = 2,      // texts in each of VAST_PARTS
    VAST_PLACES = 512,   // errors among one-byte characters; 512 / n among n-byte ones
    VAST_STRIDE = 1009,  // characters between two errors
    VAST_ENDS = 8,       // texts without an error, each VAST_END characters shorter than the last
    VAST_END = 4
};

// Bytes that a kernel may judge wrongly.
struct factor {
    uint8_t bytes[2 * REFERENCE_LONGEST];
    size_t size;
    bool cut;  // an incomplete character: try_tails tries it only at the end of a text
};

// The characters before and after a factor: one of each form, and a pair if the encoding has pairs,
// but at most 8. A character of one byte, if any, comes first. If no character can be repeated, there
// is one background: the bytes of strings_loop.
enum { BACKGROUNDS = 8, FILLERS = 64 };
static struct background {
    uint8_t bytes[STRINGS_WAY];
    size_t size;
    bool returns;  // it leads to language.free, so it does not restrict the bytes after it
} backgrounds[BACKGROUNDS];
static size_t background_count;
static bool all_return;
static uint8_t rows[BACKGROUNDS][ROOM];  // each background, repeated
// If some backgrounds together have exactly n bytes, filler[n] - 1 is the index of the last of
// them. Otherwise, filler[n] is 0.
static uint8_t filler[FILLERS];

// The quick sweep tries only one in `sparse` of these: offsets and tails, parts of random texts, parts
// of texts of 1 MiB, the ends of these texts, and pairs of bytes that are put into stretches. It
// also tries fewer large texts, and none of 4 GiB if `sparse` is above 1.
static size_t sparse = 1;

struct sweep {
    struct target **targets;  // all with the same block and width
    size_t count;
    size_t block, width;
    bool check;   // is X_check among the targets?
    size_t part;  // 0: quick; otherwise, the full sweep with background part - 1 before factors
    struct factor *factors;
    size_t factor_count;
    size_t met, met_stride;  // factors found so far; one in met_stride is kept
    size_t stride,
        round;  // a factor gets one in `stride` offsets and tails, different ones in each round
    bool known[LANGUAGE_NODES];  // nodes whose factors were added
    const uint8_t *long_text;
    size_t long_error;  // the offset of its fatal byte
    atomic_size_t texts;
};

// The room of a thread for its texts.
struct arena {
    uint8_t *begin, *end;
    uint64_t random;
};

// ---- Texts ----

static struct work_idle idle;

static struct arena *new_arena(void)
{
    const struct guard_room room = guard_open(ROOM);
    struct arena *a = malloc(sizeof *a);
    if (a == NULL) {
        perror("verify: no memory for texts");
        exit(2);
    }
    *a = (struct arena){.begin = room.begin, .end = room.end};
    return a;
}

static struct arena *open_arena(uint64_t random)
{
    struct arena *a = work_take(&idle);
    a = a == NULL ? new_arena() : a;
    memset(a->begin, 0, (size_t)(a->end - a->begin));
    a->random = random;
    return a;
}

static void close_arena(struct arena *a)
{
    a = work_keep(&idle, a);
    if (a != NULL) {
        guard_close((struct guard_room){a->begin, a->end});
        free(a);
    }
}

static uint32_t random_number(struct arena *a)
{
    a->random = a->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(a->random >> 33);
}

// Returns a random number below `most`. Small numbers are more likely: 0 in more than half of the
// cases. `most` is a power of 2.
static size_t small_random(struct arena *a, size_t most)
{
    size_t limit = 1;
    while (limit < most && (random_number(a) & 1)) {
        limit *= 2;
    }
    return random_number(a) % limit;
}

// About half of the texts end at the page after the room; the others begin right after the page before
// the room.
static uint8_t *place(struct arena *a, size_t size)
{
    return random_number(a) & 1 ? a->begin : a->end - size;
}

// Is the first background a character of one byte?
static bool has_plain(void)
{
    return background_count > 0 && backgrounds[0].size == 1;
}

// Fills `size` bytes with whole characters of a background. Other backgrounds fill the remainder: the
// first bytes if `before`, otherwise the last ones. Returns false if no combination has this size.
static bool fill(uint8_t *to, size_t size, size_t background, bool before)
{
    if (size == 0) {
        return true;
    }
    if (background_count == 0) {
        return false;
    }
    size_t rest = size % backgrounds[background].size;
    while (rest > 0 && rest < FILLERS && filler[rest] == 0) {
        rest += backgrounds[background].size;
    }
    if (rest >= FILLERS || rest > size) {
        return false;
    }
    uint8_t *others = before ? to : to + size - rest;
    memcpy(before ? to + rest : to, rows[background], size - rest);
    while (rest > 0) {
        const struct background *b = &backgrounds[filler[rest] - 1];
        rest -= b->size;
        memcpy(others + rest, b->bytes, b->size);
    }
    return true;
}

// ---- Comparing ----

// Returns how a target is wrong about a text, or NULL.
static const char *disagreement(const struct target *t, const uint8_t *text, size_t size,
                                const struct reference_error *want)
{
    const bool well = want->length == 0;
    if (t->check) {
        return faults_disagreement(text, size, want);
    }
    if (t->valid(text, size) != well) {
        return well ? "rejects the well-formed text" : "accepts the ill-formed text";
    }
    if (t->valid_prefix != NULL && t->valid_prefix(text, size) != want->offset) {
        return "finds a wrong prefix of";
    }
    return NULL;
}

// Like disagreement, but an access to an inaccessible page is one of the wrong results.
static const char *wrong(const struct target *t, const uint8_t *text, size_t size,
                         const struct reference_error *want)
{
    const char *volatile what = "reads outside the text";
    GUARDED(what = disagreement(t, text, size, want));
    return what;
}

// A text on which a target is wrong, at the front or at the end of its room.
struct found {
    const struct target *target;
    const struct arena *arena;
    bool front;
    uint8_t bytes[ROOM];
    size_t size;
};

// Is the target still wrong if the bytes from..to are removed, or (`plain`) replaced by one-byte
// characters? If so, the text is changed that way.
static bool still_wrong(struct found *f, size_t from, size_t to, bool plain)
{
    const size_t now = plain ? f->size : f->size - (to - from);
    uint8_t *candidate = f->front ? f->arena->begin : f->arena->end - now;
    memcpy(candidate, f->bytes, from);
    memcpy(candidate + now - (f->size - to), f->bytes + to, f->size - to);
    if (plain) {
        memset(candidate + from, backgrounds[0].bytes[0], to - from);
    }
    const struct reference_error want = reference_check(candidate, now);
    if (wrong(f->target, candidate, now, &want) == NULL) {
        return false;
    }
    memcpy(f->bytes, candidate, now);
    f->size = now;
    return true;
}

// Records how a target is wrong, unless it was wrong before. First removes bytes of the text, and
// replaces others by one-byte characters, as long as the target remains wrong.
static void note(struct target *t, const struct arena *a, const uint8_t *text, size_t size)
{
    struct found f = {.target = t, .arena = a, .front = text == a->begin, .size = size};
    if (atomic_exchange(&t->wrong, true)) {
        return;
    }
    memcpy(f.bytes, text, size);
    for (int plain = 0; plain <= has_plain(); plain++) {
        for (size_t chunk = f.size; chunk > 0; chunk /= 2) {
            for (size_t at = 0; at + chunk <= f.size;) {
                at += !still_wrong(&f, at, at + chunk, plain) || plain;
            }
        }
    }
    uint8_t *last = f.front ? a->begin : a->end - f.size;
    memcpy(last, f.bytes, f.size);
    const struct reference_error want = reference_check(last, f.size);
    const char *what = wrong(t, last, f.size, &want);
    snprintf(t->how, sizeof t->how, "%s %s",
             what == NULL ? "was wrong once, but right when repeated, about" : what,
             report_hex(last, f.size));
}

// Returns the end of the well-formed prefix, like reference_prefix, but faster: it uses the nodes
// of the reference. If no background restricts the next character, skips backgrounds: the first
// `lead` bytes, and the bytes from `after` on, which repeat a background of `step` bytes.
static size_t prefix_from(const uint8_t *text, size_t size, size_t lead, size_t after, size_t step)
{
    const bool known = all_return;
    size_t prefix = known ? lead : 0;
    uint16_t node = prefix > 0 ? language.free : LANGUAGE_START;
    for (size_t i = prefix; i < size && node != LANGUAGE_DEAD; i++) {
        // Other backgrounds may fill the end of the text, so the last bytes are not skipped.
        if (known && node == language.free &&
            (i == after || (i > after && (i - after) % step == 0 && size - i >= FILLERS))) {
            return size;
        }
        node = language.next[node][text[i]];
        prefix = language.accepts[node] ? i + 1 : prefix;
    }
    return prefix;
}

static size_t prefix_of(const uint8_t *text, size_t size)
{
    return prefix_from(text, size, 0, size, 1);
}

// Calls the targets that have not been wrong yet, up to the first wrong result. Returns false if
// all were wrong before. Only `check` needs the fault itself; `prefix` bytes are well-formed.
static bool compare(struct sweep *s, const struct arena *a, const uint8_t *text, size_t size,
                    size_t prefix)
{
    struct reference_error want;
    bool left = false;
    if (s->check) {
        want = reference_check(text, size);
    } else {
        want = (struct reference_error){.offset = prefix, .length = size - prefix};
    }
    for (size_t i = 0; i < s->count; i++) {
        struct target *t = s->targets[i];
        if (t->wrong) {
            continue;
        }
        if (wrong(t, text, size, &want) != NULL) {
            note(t, a, text, size);
            return true;  // note has overwritten the text
        }
        left = true;
    }
    s->texts++;
    return left;
}

// ---- Factors ----

// Counts a factor, and keeps one in met_stride.
static void add_factor(struct sweep *s, struct factor f)
{
    if (s->met++ % s->met_stride == 0 && s->factor_count < FACTORS) {
        s->factors[s->factor_count++] = f;
    }
}

// If the last bytes of this ill-formed factor begin a form, completes that form and adds the result:
// a character that is left out, or that is not allowed here.
static void add_whole_form(struct sweep *s, struct factor f)
{
    for (size_t start = 0; start < f.size; start++) {
        for (size_t form = 0; reference_form_size(form) > 0; form++) {
            const size_t size = reference_form_size(form);
            size_t place = 0;
            while (place < size && start + place < f.size &&
                   reference_fits(form, place, f.bytes[start + place])) {
                place++;
            }
            if (start + place < f.size || place == size) {
                continue;
            }
            for (; place < size; place++, f.size++) {
                while (!reference_fits(form, place, f.bytes[f.size])) {
                    f.bytes[f.size]++;
                }
            }
            add_factor(s, f);
            return;
        }
    }
}

// If this ill-formed factor ends in the beginning of a character that the previous one forbids,
// completes that character and adds the result: for example, a forbidden pair.
static void add_forbidden(struct sweep *s, struct factor f)
{
    for (size_t start = 1; start < f.size; start++) {
        const uint16_t before = language_walk(f.bytes, start);
        const uint16_t node = language_walk_rest(f.bytes + start, f.size - start);
        if (before != language.free && language.boundary[before] && node != LANGUAGE_DEAD &&
            f.size + language.distance[node] <= sizeof f.bytes) {
            f.size += language_complete(node, f.bytes + f.size);
            add_factor(s, f);
            return;
        }
    }
}

// Extends the bytes so far, which lead to a node, by one more byte, and adds the results as
// factors. The full sweep adds each end of a range. The quick sweep does this only for the first
// byte; later, it adds one byte of each class, and only on the first path to each node.
static void add_factors(struct sweep *s, struct factor f, uint16_t node)
{
    const bool ends = s->part > 0 || f.size == 0;
    const uint8_t *bytes = ends ? language.edges : language.typical;
    const size_t count = ends ? language.edge_count : language.columns;
    for (size_t i = 0; i < count; i++) {
        const uint16_t next = language.next[node][bytes[i]];
        struct factor longer = f;
        longer.bytes[longer.size++] = bytes[i];
        longer.cut = next != LANGUAGE_DEAD && !language.boundary[next];
        add_factor(s, longer);
        if (next == LANGUAGE_DEAD) {
            add_whole_form(s, longer);
            add_forbidden(s, longer);
        }
        // If a whole character restricts the next one, factors also continue after it.
        const bool context =
            language.boundary[next] && next != language.free && f.size < REFERENCE_FORM;
        if ((longer.cut || context) && (s->part > 0 || !s->known[next])) {
            s->known[next] = true;
            add_factors(s, longer, next);
        }
    }
}

// Returns the number of tails of consecutive sizes, from 0 on. try_tails also tries some longer ones.
static size_t short_tails(const struct sweep *s)
{
    return (s->part > 0 ? s->block : 0) + s->width + 4;
}

// Adds the factors at the start of a text, and those after a character if they differ.
static void add_all_factors(struct sweep *s)
{
    add_factors(s, (struct factor){.size = 0}, LANGUAGE_START);
    if (language.free != LANGUAGE_START) {
        add_factors(s, (struct factor){.size = 0}, language.free);
    }
}

// Counts the factors first. If there are too many, keeps a sample spread evenly over them.
static void find_factors(struct sweep *s)
{
    s->met_stride = SIZE_MAX;
    add_all_factors(s);
    s->met_stride = (s->met + FACTORS - 1) / FACTORS;
    s->met = s->factor_count = 0;
    memset(s->known, 0, sizeof s->known);
    add_all_factors(s);
    const size_t texts = s->factor_count * s->block * short_tails(s) * (background_count + 1);
    s->stride =
        s->part > 0 ? texts / MOST_TEXTS + 1 : (s->factor_count + MOST_FACTORS - 1) / MOST_FACTORS;
}

// The text around a factor: `lead` bytes of the background `before`, `tail` bytes of the background
// `after`.
struct around {
    size_t lead, before, tail, after;
};

// Tries one factor in its surroundings.
static bool try_text(struct sweep *s, struct arena *a, const struct factor *f, struct around around)
{
    const size_t lead = around.lead, tail = around.tail, after = around.after;
    const size_t size = lead + f->size + tail;
    uint8_t *text = place(a, size);
    if (!fill(text, lead, around.before, true) ||
        !fill(text + lead + f->size, tail, after, false)) {
        return true;  // no characters fill these bytes
    }
    memcpy(text + lead, f->bytes, f->size);
    const size_t end = lead + f->size, step = background_count > 0 ? backgrounds[after].size : 1;
    return compare(s, a, text, size, prefix_from(text, size, lead, end, step));
}

// The full sweep tries one background before the factor, and all backgrounds after it. The quick
// sweep tries one random combination. But if the tail has at most three bytes, or about a block or
// more, it tries all backgrounds before the factor, with the first and a random one after it.
static bool try_backgrounds(struct sweep *s, struct arena *a, const struct factor *f, size_t lead,
                            size_t tail)
{
    const bool near = tail <= 3 || tail + 1 >= s->block;
    const size_t choice = random_number(a), n = background_count > 0 ? background_count : 1,
                 extra = choice % n;
    for (size_t before = 0; before < n; before++) {
        for (size_t after = 0; after < (tail > 0 ? n : 1); after++) {
            const bool wanted = s->part > 0 ? before == s->part - 1
                                : near      ? after == 0 || after == extra
                                            : before == choice % n && after == choice / n % n;
            const size_t blocks = small_random(a, MOST_BLOCKS);
            const struct around around = {lead + blocks * s->block, before, tail, after};
            if (wanted && !try_text(s, a, f, around)) {
                return false;
            }
        }
    }
    return true;
}

static bool try_tails(struct sweep *s, struct arena *a, size_t index, size_t lead)
{
    const struct factor *f = &s->factors[index];
    const size_t blocks = small_random(a, MOST_BLOCKS / 2);
    const size_t some[LONG_TAILS] = {s->block - 1, s->block, s->block + s->width + 1,
                                     2 * s->block + 5, (3 + blocks) * s->block + lead % 7};
    const size_t all = short_tails(s);
    const size_t count = f->cut ? 1 : all + LONG_TAILS;
    const size_t turn = lead * count + index * 7919 + s->round;
    for (size_t i = (s->stride - turn % s->stride) % s->stride; i < count; i += s->stride) {
        if (!try_backgrounds(s, a, f, lead, i < all ? i : some[i - all])) {
            return false;
        }
    }
    return true;
}

// At one in 1 + stride / 8 offsets, tries a large text: kernels may read some of its first bytes twice
// so that later loads are aligned. The factor is near the beginning.
static bool try_large(struct sweep *s, struct arena *a, size_t index, size_t lead)
{
    const size_t n = background_count > 0 ? background_count : 1, choice = random_number(a);
    const size_t at = lead + (choice & 1) * s->width, tail = LARGE + choice / 2 % s->block;
    return (lead + index + s->round) % (1 + s->stride / 8) != 0 ||
           try_text(s, a, &s->factors[index],
                    (struct around){at, choice % n, tail, choice / n % n});
}

// A part is one factor at every offset modulo the block.
static bool try_factor(void *context, size_t index)
{
    struct sweep *s = context;
    struct arena *a = open_arena(index);
    bool left = true;
    for (size_t lead = 0; lead < s->block && left; lead++) {
        left = try_tails(s, a, index, lead) && try_large(s, a, index, lead);
    }
    close_arena(a);
    return left;
}

// ---- Runs in which no text may end ----

// A run of characters after which no text may end. If the text ends, or becomes ill-formed, after
// several blocks of such characters, its longest well-formed prefix ends before the run.
struct run {
    // These bytes lead from the node after such a character back to it, through no accepting node.
    uint8_t bytes[STRINGS_WAY];
    size_t size;
};

// Returns the shortest run from a node back to it. Its size is 0 if no run exists or fits.
static struct run run_from(uint16_t node)
{
    static uint16_t queue[LANGUAGE_NODES], before[LANGUAGE_NODES];
    static uint8_t by[LANGUAGE_NODES];
    struct run run = {.size = 0};
    size_t count = 0, size = 1;
    memset(before, 0, sizeof before);  // DEAD: not visited
    queue[count++] = node;
    for (size_t i = 0; i < count && before[node] == LANGUAGE_DEAD; i++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint16_t next = language.next[queue[i]][byte];
            if (next != LANGUAGE_DEAD && !language.accepts[next] && before[next] == LANGUAGE_DEAD) {
                before[next] = queue[i];
                by[next] = (uint8_t)byte;
                queue[count++] = next;
            }
        }
    }
    if (before[node] == LANGUAGE_DEAD) {
        return run;
    }
    for (uint16_t at = before[node]; at != node; at = before[at]) {
        size++;
    }
    run.size = size <= sizeof run.bytes ? size : 0;
    for (uint16_t at = node; size-- > 0 && run.size > 0; at = before[at]) {
        run.bytes[size] = by[at];
    }
    return run;
}

enum { MOST_UNENDING = 16 };
static struct unending {
    uint8_t way[STRINGS_WAY];  // from START to a node in which no text may end
    size_t size;
    uint16_t node;
    struct run run;
} unendings[MOST_UNENDING];
static size_t unending_count;

static void find_unendings(void)
{
    unending_count = 0;
    for (uint16_t node = LANGUAGE_START; node < language.count; node++) {
        uint8_t way[LANGUAGE_NODES];
        struct unending u = {.node = node};
        if (unending_count < MOST_UNENDING && language.boundary[node] && !language.accepts[node] &&
            strings_reach(node, way, &u.size) && u.size <= sizeof u.way) {
            memcpy(u.way, way, u.size);
            u.run = run_from(node);
            unendings[unending_count] = u;
            unending_count += u.run.size > 0;
        }
    }
}

// At least `least` bytes of a run, after `lead` bytes; `end` selects one of the endings of try_run.
struct placed_run {
    size_t lead, least, end;
};

// Tries such a run. After it, the text ends, or continues with one byte. After this byte, there are
// the bytes that complete the text, if any, or bytes of the first background.
static bool try_run(struct sweep *s, struct arena *a, const struct unending *u, struct placed_run p)
{
    const size_t times = (p.least + u->run.size - 1) / u->run.size, lead = p.lead, end = p.end;
    const bool plain = end % 2 == 1;
    uint8_t text[ROOM];
    size_t size = lead + u->size;
    if (!fill(text, lead, lead % (background_count > 0 ? background_count : 1), true)) {
        return true;
    }
    memcpy(text + lead, u->way, u->size);
    for (size_t i = 0; i < times * u->run.size; i++) {
        text[size++] = u->run.bytes[i % u->run.size];
    }
    if (end / 2 < language.columns) {
        text[size] = language.typical[end / 2];
        const uint16_t node = language.next[u->node][text[size++]];
        if (!plain && language.distance[node] <= STRINGS_TAIL) {
            size += language_complete(node, text + size);
        } else if (plain && background_count > 0) {
            memcpy(text + size, rows[0], s->block + lead);
            size += s->block + lead;
        }
    }
    uint8_t *const to = place(a, size);
    memcpy(to, text, size);
    return compare(s, a, to, size, prefix_of(to, size));
}

// A part is one run, up to four blocks long, at each offset below two blocks. Its endings take turns.
static bool try_runs(void *context, size_t index)
{
    enum { BLOCKS = 4, STEP = 7 };
    struct sweep *s = context;
    struct arena *a = open_arena(index);
    bool left = true;
    size_t turn = 0;
    for (size_t lead = 0; lead < 2 * s->block && left; lead++) {
        for (size_t least = 0; least <= BLOCKS * s->block && left; least += STEP) {
            // The first text ends after the run. The second text has another ending each time.
            const size_t ends = 2 * language.columns;
            left =
                try_run(s, a, &unendings[index], (struct placed_run){lead, least, ends}) &&
                try_run(s, a, &unendings[index], (struct placed_run){lead, least, turn++ % ends});
        }
    }
    close_arena(a);
    return left;
}

// ---- Stretches of two-byte characters ----

enum {
    STRETCH_BLOCKS = 12,  // blocks of a stretch
    BLOCKS_BEFORE = 6,    // the fewest blocks before the inserted bytes
    BLOCKS_AFTER = 2      // the fewest blocks after them
};

// Fills a text with two-byte characters, and a few of one byte if the encoding has any. If `random`, the
// two-byte characters are random and may follow each other; otherwise, each is that of `b`.
static void fill_two(struct arena *a, uint8_t *text, size_t size, const struct background *b,
                     bool random)
{
    uint16_t node = LANGUAGE_START;
    size_t at = 0;
    for (size_t turn = 0; at + 2 <= size; turn++) {
        const bool plain = has_plain() && turn % 11 == 10;
        const uint8_t *octets = plain ? backgrounds[0].bytes : b->bytes;
        uint8_t some[2] = {octets[0], octets[1]};
        const size_t own = plain ? 1 : 2;
        for (size_t tries = 0; random && !plain && tries < 64; tries++) {
            const uint8_t lead = (uint8_t)random_number(a), last = (uint8_t)random_number(a);
            const uint16_t half = language.next[node][lead], whole = language.next[half][last];
            if (!language.boundary[half] && language.accepts[whole]) {
                some[0] = lead;
                some[1] = last;
                break;
            }
        }
        for (size_t i = 0; i < own; i++) {
            node = language.next[node][some[i]];
            text[at++] = some[i];
        }
    }
    memset(text + at, backgrounds[0].bytes[0], size - at);
}

// The inserted bytes, by number: each single byte, then each pair of ends of ranges.
static size_t odd_bytes(size_t number, uint8_t odd[2])
{
    if (number < 256) {
        odd[0] = (uint8_t)number;
        return 1;
    }
    odd[0] = language.edges[(number - 256) / language.edge_count];
    odd[1] = language.edges[(number - 256) % language.edge_count];
    return 2;
}

// A part is stretches of one two-byte background, or of random two-byte characters. After enough
// blocks, kernels may check only lead bytes and the bytes after them. So one or two other bytes are
// inserted into each stretch at a random offset, or replace bytes there.
static bool try_stretches(void *context, size_t index)
{
    enum { MOST_PAIRS = 1 << 12, TAIL = 40 };
    struct sweep *s = context;
    const struct background *b = &backgrounds[index / 2];
    const size_t pairs = language.edge_count * language.edge_count;
    const size_t step = (pairs / MOST_PAIRS + 1) * (s->part > 0 ? 1 : sparse);
    struct arena *a = open_arena(index);
    uint8_t text[ROOM];
    bool left = true;
    for (size_t n = 0; b->size == 2 && left && n < 256 + pairs; n += n < 256 ? 1 : step) {
        uint8_t odd[2];
        const size_t own = odd_bytes(n, odd),
                     size = STRETCH_BLOCKS * s->block + random_number(a) % TAIL;
        const size_t at =
            BLOCKS_BEFORE * s->block +
            random_number(a) % ((STRETCH_BLOCKS - BLOCKS_BEFORE - BLOCKS_AFTER) * s->block);
        fill_two(a, text, size, b, index % 2 == 1);
        const size_t more = random_number(a) & 1 ? own : 0;
        uint8_t *const to = place(a, size + more);
        memcpy(to, text, at);
        memcpy(to + at, odd, own);
        memcpy(to + at + own, text + at + own - more, size - at - own + more);
        left = compare(s, a, to, size + more, prefix_of(to, size + more));
    }
    close_arena(a);
    return left;
}

// ---- Random texts, and a very long one ----

// live[node][plain][b]: the first byte from b on (00 follows FF) that does not lead from the node to
// DEAD; b itself if there is none. At an accepting node, bytes that lead to an accepting node are
// preferred if `plain` is 1, and other bytes if it is 0.
static uint8_t live[LANGUAGE_NODES][2][256];

static void find_live(void)
{
    static bool found;
    if (found) {
        return;
    }
    found = true;
    for (uint16_t node = 0; node < language.count; node++) {
        for (unsigned plain = 0; plain < 2; plain++) {
            unsigned preferred = 256, any = 256;
            // The loop runs backwards and twice through all bytes, so that the search from FF
            // continues at 00.
            for (unsigned i = 512; i-- > 0;) {
                const uint8_t byte = (uint8_t)i;
                const uint16_t next = language.next[node][byte];
                if (next != LANGUAGE_DEAD &&
                    (!language.accepts[node] || language.accepts[next] == (plain == 1))) {
                    preferred = byte;
                }
                any = next != LANGUAGE_DEAD ? byte : any;
                live[node][plain][byte] = (uint8_t)(preferred < 256 ? preferred
                                                    : any < 256     ? any
                                                                    : byte);
            }
        }
    }
}

// Fills a text with stretches of one-byte and of random characters. The last character may be cut.
static void random_text(struct arena *a, uint8_t *text, size_t size)
{
    uint16_t node = LANGUAGE_START;
    bool plain = true;
    size_t run = 0;
    for (size_t i = 0; i < size; i++) {
        if (language.accepts[node] && run == 0) {
            plain = random_number(a) & 1;
            run = 1 + small_random(a, ROOM / 2);
        }
        run = run > 0 ? run - 1 : 0;
        text[i] = live[node][plain][(uint8_t)random_number(a)];
        node = language.next[node][text[i]];
    }
}

// A part is some random texts; about half of them have one byte changed.
static bool try_random(void *context, size_t index)
{
    struct sweep *s = context;
    struct arena *a = open_arena(index);
    bool left = true;
    const size_t texts = RANDOM_TEXTS * (s->part > 0 ? RANDOM_MORE : 1);
    for (size_t i = 0; i < texts && left; i++) {
        const size_t size = random_number(a) % s->block + small_random(a, MOST_BLOCKS) * s->block;
        uint8_t *text = place(a, size);
        random_text(a, text, size);
        if (size > 0 && random_number(a) & 1) {
            text[random_number(a) % size] = language.edges[random_number(a) % language.edge_count];
        }
        left = compare(s, a, text, size, prefix_of(text, size));
    }
    close_arena(a);
    return left;
}

// A text of 4 GiB plus one byte. All its bytes are 00, except one fatal byte. A kernel that keeps sizes
// in 32 bits reads only one byte of it. The fatal byte is first near the beginning, so that a right
// kernel returns soon. Then it is the last byte, so that a kernel reads the whole text; the quick sweep
// does this only for targets that are not kernels, such as `public`. The text is left out if 00 is not
// a character, if no byte is fatal, if size_t has 32 bits, or if `sparse` is above 1. Rounds after the
// first, and parts of the full sweep after part 1, leave it out, too. X_check and targets with any_size
// do not get it; in the quick sweep, kernels that are scalar or carry bits do not get it either.
static const size_t long_size = (size_t)(((uint64_t)1 << 32) + 1);
static uint8_t fatal_byte;  // ill-formed at the start of a character

static bool try_long(void *context, size_t index)
{
    struct sweep *s = context;
    struct target *t = s->targets[index];
    const bool slow = subject_kernel_named(t->name).name != NULL &&
                      (t->simd == NULL || s->long_error == long_size - 1);
    if (!t->wrong && !t->check && !t->any_size && (s->part > 0 || !slow) &&
        t->valid(s->long_text, long_size)) {
        t->wrong = true;
        snprintf(t->how, sizeof t->how,
                 "accepts the ill-formed text of 4 GiB of 00, with %s at offset %zu",
                 report_hex(&fatal_byte, 1), s->long_error);
    }
    s->texts++;
    return true;
}

// Is a target right about the prefix of a text?
static bool is_right(const struct target *t, const uint8_t *text, size_t size, size_t prefix)
{
    volatile bool right = false;
    GUARDED(right =
                t->valid(text, size) == (prefix == size) && t->valid_prefix(text, size) == prefix);
    return right;
}

struct vast {
    const uint8_t *text;
    size_t size, prefix;
};

// Compares each target with vectors on a long text. `what` is the error at `lead`, for the report.
static void compare_vast(struct sweep *s, struct vast v, const char *what, size_t lead)
{
    for (size_t i = 0; i < s->count; i++) {
        struct target *t = s->targets[i];
        if (t->simd != NULL && !t->wrong && !is_right(t, v.text, v.size, v.prefix)) {
            t->wrong = true;
            snprintf(t->how, sizeof t->how,
                     "valid or valid_prefix is wrong about a text of %zu bytes with %s at offset "
                     "%zu; expected the prefix %zu",
                     v.size, what, lead, v.prefix);
        }
    }
    s->texts++;
}

// Fills a long text with a background; the last repetition may be cut. Each memcpy doubles the
// text, since copying one background at a time would take longer than the check.
static void repeat(uint8_t *text, size_t size, const struct background *b)
{
    size_t filled = b->size < size ? b->size : size;
    memcpy(text, b->bytes, filled);
    while (filled < size) {
        const size_t more = filled < size - filled ? filled : size - filled;
        memcpy(text + filled, text, more);
        filled += more;
    }
}

// A part is some texts of about 1 MiB with a factor anywhere in them. Vector kernels may use another
// loop for texts that do not fit into a cache.
static bool try_vast(void *context, size_t index)
{
    struct sweep *s = context;
    struct arena *a = open_arena(index);
    uint8_t *text = malloc(VAST + s->block);
    for (size_t n = 0; text != NULL && n < VAST_TEXTS; n++) {
        const struct factor *f = &s->factors[random_number(a) % s->factor_count];
        const struct background *b = &backgrounds[random_number(a) % background_count];
        size_t size = VAST + random_number(a) % s->block;
        const size_t lead = random_number(a) % (VAST / b->size - sizeof f->bytes) * b->size;
        repeat(text, lead, b);
        memcpy(text + lead, f->bytes, f->size);
        repeat(text + lead + f->size, size - lead - f->size, b);
        const size_t rest = (size - lead - f->size) % b->size;
        if (has_plain()) {
            memset(text + size - rest, backgrounds[0].bytes[0], rest);
        } else {
            size -= rest;
        }
        const size_t prefix = prefix_from(text, size, lead, lead + f->size, b->size);
        compare_vast(s, (struct vast){text, size, prefix}, report_hex(f->bytes, f->size), lead);
    }
    free(text);
    close_arena(a);
    return true;
}

// A part is texts of 1 MiB of one background after `shift` one-byte characters. If `shift` is 0, some
// texts have no error. The others have an error near the beginning, so that each call is fast: the last
// byte of a longer character becomes a one-byte character, or a one-byte character becomes fatal_byte.
static bool try_vast_places(void *context, size_t index)
{
    struct sweep *s = context;
    const struct background *b = &backgrounds[index / REFERENCE_LONGEST];
    const size_t shift = index % REFERENCE_LONGEST,
                 size = shift + (VAST / b->size + VAST_END * VAST_ENDS) * b->size;
    const uint8_t other = b->size == 1 ? fatal_byte : backgrounds[0].bytes[0];
    const struct guard_room room = guard_open(size);
    uint8_t *const text = room.end - size, wrong_one[REFERENCE_LONGEST];
    memcpy(wrong_one, b->bytes, b->size);
    wrong_one[b->size - 1] = other;
    if (shift < b->size && b->returns && has_plain() &&
        language_walk(wrong_one, b->size) == LANGUAGE_DEAD) {
        memset(text, backgrounds[0].bytes[0], shift);
        repeat(text + shift, size - shift, b);
        // Texts without an error, which end at different places of a block.
        for (size_t n = 0; shift == 0 && n < VAST_ENDS;
             n += sparse < VAST_ENDS ? sparse : VAST_ENDS) {
            const size_t from = VAST_END * n * b->size;
            compare_vast(s, (struct vast){text + from, size - from, size - from}, "no error", 0);
        }
        for (size_t n = 0; n < VAST_PLACES / b->size; n++) {
            const size_t begins = shift + n * VAST_STRIDE % (3 * LARGE / b->size) * b->size;
            text[begins + b->size - 1] = other;
            compare_vast(s, (struct vast){text, size, begins}, report_hex(wrong_one, b->size),
                         begins);
            text[begins + b->size - 1] = b->bytes[b->size - 1];
        }
    }
    guard_close(room);
    return true;
}

// The text of 4 GiB is mapped copies of a piece that fits into a cache: writing 4 GiB of memory
// would take longer than reading it. The text is made once, for all targets.
static void try_longs(struct sweep *s)
{
    enum { PAGES = 64 };  // a process may have 65,530 mappings, and texts.c needs some, too
    static struct guard_room room;
    const size_t piece = PAGES * guard_page();
    uint8_t *const zeros = room.begin == NULL ? calloc(piece, 1) : NULL;
    if (zeros != NULL) {
        room = guard_copies(zeros, piece, long_size / piece + 1);
        free(zeros);
    }
    if (room.begin == NULL) {
        fputs("verify: no memory for a text of 4 GiB\n", stderr);
        exit(2);
    }
    const size_t errors[] = {piece - 1, long_size - 1};
    s->long_text = room.begin;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        s->long_error = errors[i];
        room.begin[errors[i]] = fatal_byte;
        work("4 GiB", s->count, try_long, s);
        room.begin[errors[i]] = 0;
    }
}

// ---- The sweep ----

static void add_background(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < background_count; i++) {
        if (backgrounds[i].size == size && memcmp(backgrounds[i].bytes, bytes, size) == 0) {
            return;
        }
    }
    if (size > 0 && background_count < BACKGROUNDS) {
        struct background *b = &backgrounds[background_count++];
        memcpy(b->bytes, bytes, size);
        b->size = size;
        b->returns = language_walk(bytes, size) == language.free &&
                     language_walk_rest(bytes, size) == language.free;
    }
}

// Adds one typical character of each size, the shortest first; then those of the other forms.
static void find_characters(void)
{
    uint8_t bytes[REFERENCE_LONGEST];
    for (size_t want = 1; want <= REFERENCE_LONGEST + 1; want++) {
        bool found = false, more = true;
        for (size_t form = 0; more; form++) {
            const size_t size = reference_typical(form, bytes);
            more = size > 0 || reference_form_size(form) > 0;
            if (want > REFERENCE_LONGEST || (size == want && !found)) {
                found = true;
                add_background(bytes, size);
            }
        }
    }
}

// Finds, for each number of bytes below FILLERS, backgrounds that together have exactly this number
// of bytes, preferably short ones.
static void find_fillers(void)
{
    memset(filler, 0, sizeof filler);
    for (size_t size = 1; size < FILLERS; size++) {
        for (size_t i = 0; i < background_count && filler[size] == 0; i++) {
            const size_t own = backgrounds[i].size;
            if (own == size || (own < size && filler[size - own] != 0)) {
                filler[size] = (uint8_t)(i + 1);
            }
        }
    }
}

static void find_backgrounds(void)
{
    uint8_t loop[STRINGS_WAY];
    background_count = 0;
    find_characters();
    if (background_count == 0) {
        add_background(loop, strings_loop(loop));
    }
    find_fillers();
    all_return = true;
    for (size_t i = 0; i < background_count; i++) {
        all_return = all_return && backgrounds[i].returns;
    }
    for (size_t i = 0; i < background_count; i++) {
        for (size_t at = 0; at < ROOM; at++) {
            rows[i][at] = backgrounds[i].bytes[at % backgrounds[i].size];
        }
    }
    while (language.next[language.free][fatal_byte] != LANGUAGE_DEAD && fatal_byte < 0xFF) {
        fatal_byte++;
    }
}

size_t sweep_parts(void)
{
    find_backgrounds();
    return background_count > 0 ? background_count : 1;
}

// Describes, for the report, the texts that a sweep tried.
static void describe_texts(const struct sweep *s, char *text, size_t room)
{
    char kept[48] = "", tails[64] = "each tail";
    if (s->met_stride > 1) {
        snprintf(kept, sizeof kept, " of %zu", s->met);
    }
    if (s->stride > 1) {
        snprintf(tails, sizeof tails, "one in %zu tails, another one each time", s->stride);
    }
    snprintf(text, room, "%zu texts: %zu factors%s, at each of %zu offsets with %s",
             (size_t)s->texts, s->factor_count, kept, s->block, tails);
}

// Starts a sweep without targets: finds its factors. `simd` describes the targets; it is NULL if
// they have no vectors.
static struct sweep open_sweep(size_t part, const struct simd *simd)
{
    struct sweep s = {.width = LEAST_WIDTH, .block = LEAST_BLOCK, .part = part};
    if (simd != NULL) {
        s.width = simd->width > s.width ? simd->width : s.width;
        s.block = simd->block > s.block ? simd->block : s.block;
    }
    s.factors = malloc(FACTORS * sizeof *s.factors);
    if (s.factors == NULL) {
        perror("verify: no memory for factors");
        exit(2);
    }
    find_backgrounds();
    find_factors(&s);
    s.stride *= part > 0 ? 1 : sparse;
    return s;
}

// Returns the kernel with the largest product of block and width; NULL if no kernel has vectors.
static const struct simd *widest(void)
{
    const struct simd *most = NULL;
    for (size_t i = 0; i < subject.simds; i++) {
        const struct simd *simd = subject.simd[i];
        most = most == NULL || simd->block * simd->width > most->block * most->width ? simd : most;
    }
    return most;
}

void sweep_plan(bool full, size_t part_of)
{
    char text[192];
    sparse = part_of;
    struct sweep s = open_sweep(full, widest());
    describe_texts(&s, text, sizeof text);
    printf("  texts with one error among characters, except these: %s\n", strchr(text, ':') + 2);
    free(s.factors);
}

// Estimates the seconds for one target, from measurements: one microsecond for each text, and 1.5
// texts for each offset and tail of a factor.
static double seconds_of(bool full, const struct simd *simd)
{
    struct sweep s = open_sweep(full, simd);
    const size_t tails = short_tails(&s) + LONG_TAILS;
    double texts = 1.5 * (double)(s.factor_count * s.block * tails) / (double)s.stride;
    for (size_t i = 0; full && i < sweep_parts(); i++) {
        texts *= i == 0 ? (double)(background_count * background_count) : 1;
    }
    free(s.factors);
    return 1e-6 * texts;
}

double sweep_seconds(bool full, size_t part_of)
{
    struct kernel k;
    sparse = part_of;
    double seconds = 2 * seconds_of(full, NULL) + seconds_of(full, widest());
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        seconds += seconds_of(full, subject_simd(k.name));
    }
    return seconds;
}

// Sweeps targets that have the loops of `simd`.
static void sweep_alike(struct target **targets, size_t count, const struct simd *simd, size_t part,
                        size_t round)
{
    struct sweep s = open_sweep(part, simd);
    const size_t few = part > 0 ? 1 : sparse;
    s.targets = targets;
    s.count = count;
    s.round = round;
    for (size_t i = 0; i < count; i++) {
        s.check = s.check || targets[i]->check;
    }
    if (work("random texts", (RANDOM_PARTS + few - 1) / few, try_random, &s)) {
        if (background_count > 0 && simd != NULL) {
            work("texts of 1 MiB", (VAST_PARTS + few - 1) / few, try_vast, &s);
            work("places in 1 MiB", background_count * REFERENCE_LONGEST, try_vast_places, &s);
        }
        work("runs that must not end", unending_count, try_runs, &s);
        work("stretches", 2 * background_count, try_stretches, &s);
        work("sweep", s.factor_count, try_factor, &s);
        // This is last, for targets that are still right: reading this text byte by byte takes seconds.
        if (part <= 1 && few == 1 && round == 0 &&
            language.next[LANGUAGE_START][0] == language.free &&
            language.next[language.free][0] == language.free &&
            language.next[language.free][fatal_byte] == LANGUAGE_DEAD && long_size > 1) {
            try_longs(&s);
        }
    }
    for (size_t i = 0; i < count; i++) {
        describe_texts(&s, targets[i]->tried, sizeof targets[i]->tried);
    }
    free(s.factors);
}

static bool have_same_loops(const struct simd *a, const struct simd *b)
{
    return a == b || (a != NULL && b != NULL && a->block == b->block && a->width == b->width);
}

void sweep_targets(struct target *targets, size_t count, size_t part, size_t round)
{
    struct target *alike[TARGETS];
    bool done[TARGETS] = {false};
    guard_catch();
    find_live();
    find_unendings();
    for (size_t first = 0; first < count; first++) {
        size_t n = 0;
        for (size_t i = first; i < count; i++) {
            if (!done[i] && have_same_loops(targets[first].simd, targets[i].simd)) {
                done[i] = true;
                alike[n++] = &targets[i];
            }
        }
        if (n > 0) {
            sweep_alike(alike, n, targets[first].simd, part, round);
        }
    }
}

static void sweep_part(size_t part)
{
    static struct target targets[TARGETS];
    char column[16];
    size_t count = 0;
    struct kernel k;
    snprintf(column, sizeof column, "swept.%zu", part);
    memset(targets, 0, sizeof targets);
    for (size_t i = 0; (k = subject_kernel(i)).name != NULL; i++) {
        if (k.supported() && report_begin(k.name, column)) {
            targets[count++] = (struct target){.name = k.name,
                                               .valid = k.valid,
                                               .valid_prefix = k.valid_prefix,
                                               .simd = subject_simd(k.name)};
        }
    }
    if (report_begin("public", column)) {
        targets[count++] = (struct target){.name = "public",
                                           .valid = subject.valid,
                                           .valid_prefix = subject.valid_prefix,
                                           .simd = subject_simd(subject.active())};
    }
    if (subject.check != NULL && report_begin("check", column)) {
        targets[count++] = (struct target){.name = "check", .check = true};
    }
    sweep_targets(targets, count, part, 0);
    for (size_t i = 0; i < count; i++) {
        if (targets[i].wrong) {
            report_wrong(targets[i].name, "%s", targets[i].how);
        }
        report_end(targets[i].name, column,
                   targets[i].wrong ? NULL
                   : part > 0       ? "full"
                   : sparse > 1     ? "some"
                                    : "quick",
                   "%s; targets with the same loops share them", targets[i].tried);
    }
}

void sweep_check(bool full, size_t part_of)
{
    sparse = part_of;
    report_opening(&(struct report_opening){
        .title = "Sweep",
        .establishes =
            "each factor gets the right answer at each offset modulo the block, with short and "
            "long tails, among characters of each form. A factor is bytes that begin a character, "
            "and one more byte (quick: one of each class at each node; full: the ends of ranges). "
            "With many factors, each one takes some of the offsets and tails, and together they "
            "take all; the lines below report how many. Nothing is read outside the text. If 00 is "
            "a character, and the table does not say 'some', 'public' and the kernels (quick: the "
            "vector kernels, except those that carry bits) do not truncate sizes to 32 bits",
        .assumes =
            "a kernel treats offsets that are equal modulo its block alike, whatever precedes "
            "them, except for effects that up to 64 blocks show",
        .excludes = "texts with several errors, except the random ones",
        .oracle = "reference.c, made finite by language.c where faults are not compared",
    });
    printf("  'public' is %s_valid, for which dispatch chose %s; 'check' is %s_check\n",
           subject.name, subject.active(), subject.name);
    if (subject.check != NULL && !faults_prepare()) {
        return;
    }
    if (!full) {
        sweep_part(0);
    }
    for (size_t part = 1; full && part <= sweep_parts(); part++) {
        sweep_part(part);
    }
    sparse = 1;  // the check of defects needs the whole quick sweep
}
