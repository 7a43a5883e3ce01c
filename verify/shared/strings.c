// SPDX-License-Identifier: 0BSD
//
// Test texts that cover the reference. See strings.h.
#include "strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The paths to a node: the shortest; one with a different last step; the longest of up to LAYERS
// bytes that does not pass through START; and the shortest after a text that leads back to START.
enum { SHORTEST, OTHER, LONGEST, AFTER_LOOP, WAYS };

// About the most pairs of classes that are appended to the paths of one kind, for all nodes
// together. MOST_PAIRS keeps each check within minutes, SAMPLE_PAIRS within seconds.
enum { MOST_PAIRS = 1 << 23, SAMPLE_PAIRS = 1 << 19 };

// The last step of a path: from a node, by a byte. If `from` is DEAD, there is no path.
struct step {
    uint16_t from;
    uint8_t byte;
};

enum { LAYERS = 2 * REFERENCE_LONGEST };

// The bytes of a path from START to a node. If `leads` is false, there is no such path.
struct way {
    bool leads;
    uint8_t size;
    uint8_t bytes[STRINGS_WAY];
};

static struct way ways[WAYS][LANGUAGE_NODES];
static struct step shortest[LANGUAGE_NODES];  // the last step of the shortest path
static struct step layer[LAYERS + 1][LANGUAGE_NODES];
static uint8_t last_of[256];  // the last byte of each class; `typical` is the first
static size_t stride;         // each class is followed by every stride-th class
static size_t far_away;       // the number of nodes that no path of up to STRINGS_WAY bytes reaches

// The bytes of the first and of the last number of a row (see find_rows).
struct row {
    uint8_t size[2], octets[2][REFERENCE_ROW];
};

static struct row *rows;  // the rows of all forms
static size_t row_count;

// ---- Paths ----

// Returns the path with more bytes at its end; `leads` is false if it is too long.
static struct way longer(const struct way *way, const uint8_t *bytes, size_t size)
{
    struct way w = *way;
    w.leads = way->leads && way->size + size <= STRINGS_WAY;
    if (w.leads) {
        memcpy(w.bytes + w.size, bytes, size);
        w.size = (uint8_t)(w.size + size);
    }
    return w;
}

// Searches breadth first.
static void find_shortest(void)
{
    static uint16_t queue[LANGUAGE_NODES];
    size_t count = 0;
    ways[SHORTEST][LANGUAGE_START].leads = true;
    queue[count++] = LANGUAGE_START;
    for (size_t i = 0; i < count; i++) {
        const uint16_t node = queue[i];
        for (unsigned byte = 0; node != LANGUAGE_DEAD && byte < 256; byte++) {
            const uint16_t next = language.next[node][byte];
            if (next != LANGUAGE_START && shortest[next].from == LANGUAGE_DEAD) {
                shortest[next] = (struct step){node, (uint8_t)byte};
                ways[SHORTEST][next] = longer(&ways[SHORTEST][node], &shortest[next].byte, 1);
                queue[count++] = next;
            }
        }
    }
}

bool strings_reach(size_t node, uint8_t *bytes, size_t *size)
{
    *size = 0;
    for (size_t at = node; at != LANGUAGE_START; at = shortest[at].from) {
        if (shortest[at].from == LANGUAGE_DEAD) {
            return false;
        }
        ++*size;
    }
    size_t place = *size;
    for (size_t at = node; at != LANGUAGE_START; at = shortest[at].from) {
        bytes[--place] = shortest[at].byte;
    }
    return true;
}

// Rates the last step of a second path: 2 if it is from another node, 1 if only its byte has
// another class, 0 if neither.
static int unlike(struct step step, struct step usual)
{
    return step.from != usual.from                                     ? 2
           : language.column[step.byte] != language.column[usual.byte] ? 1
                                                                       : 0;
}

static void find_others(void)
{
    static int best[LANGUAGE_NODES];
    for (uint16_t node = LANGUAGE_START; node < language.count; node++) {
        for (int byte = 255; byte >= 0; byte--) {
            const uint16_t next = language.next[node][byte];
            const struct step step = {node, (uint8_t)byte};
            const int better = unlike(step, shortest[next]);
            if (ways[SHORTEST][node].leads && better > best[next]) {
                best[next] = better;
                ways[OTHER][next] = longer(&ways[SHORTEST][node], &step.byte, 1);
            }
        }
    }
}

// Layer k has the nodes that k bytes reach without passing through START.
static void find_longest(void)
{
    for (size_t k = 1; k <= LAYERS; k++) {
        for (uint16_t node = LANGUAGE_START; node < language.count; node++) {
            const bool reached =
                k == 1 ? node == LANGUAGE_START
                       : node != LANGUAGE_START && layer[k - 1][node].from != LANGUAGE_DEAD;
            for (unsigned byte = 0; reached && byte < 256; byte++) {
                layer[k][language.next[node][byte]] = (struct step){node, (uint8_t)byte};
            }
        }
    }
    for (size_t node = 0; node < language.count; node++) {
        const struct way *usual = &ways[SHORTEST][node];
        struct way way = {.leads = true};
        uint16_t at = (uint16_t)node;
        size_t size = LAYERS;
        while (size > 0 && layer[size][node].from == LANGUAGE_DEAD) {
            size--;
        }
        for (size_t k = size; k > 0; k--) {
            way.bytes[k - 1] = layer[k][at].byte;
            at = layer[k][at].from;
        }
        way.size = (uint8_t)size;
        if (size > 0 && (!usual->leads || size > usual->size)) {
            ways[LONGEST][node] = way;
        }
    }
}

// If two known texts lead back to START, paths to even nodes use one, and paths to odd nodes the other.
static void find_after_loop(void)
{
    for (size_t node = 0; node < language.count; node++) {
        const struct way *own = &ways[SHORTEST][node], *before = &ways[LONGEST][LANGUAGE_START];
        if (node % 2 == 1 || !before->leads) {
            before = &ways[OTHER][LANGUAGE_START];
        }
        ways[AFTER_LOOP][node] = longer(before, own->bytes, own->size);
        ways[AFTER_LOOP][node].leads &= own->leads;
    }
}

// A row is a range of numbers of one form (see reference.h): all of them are encoded, or all are
// left out for the same reason.
static void find_rows(void)
{
    size_t form = 0, of_form = 0, room = 0;
    while (reference_form_size(form) > 0) {
        struct row row;
        for (size_t last = 0; last < 2; last++) {
            row.size[last] = (uint8_t)reference_alike(form, of_form, last == 1, row.octets[last]);
        }
        of_form++;
        if (row.size[0] == 0) {
            form++;
            of_form = 0;
            continue;
        }
        if (row_count == room) {
            room = 2 * room + 64;
            rows = realloc(rows, room * sizeof *rows);
            if (rows == NULL) {
                fprintf(stderr, "verify: no memory for %zu rows\n", room);
                exit(2);
            }
        }
        rows[row_count++] = row;
    }
}

// ---- Fillings ----

// VARIED is an odd prime, so the size of a block is never a multiple of the size of VARIED characters.
enum { VARIED = 61, FILLED = 8 };

static struct filling {
    uint8_t octets[VARIED][REFERENCE_LONGEST];
    size_t length, count;
} fillings[FILLED];

// Can this character replace the typical one? It can if three texts lead to the same node as the
// typical one: the character, the character twice, and the character twice before the typical one.
static bool is_like(const struct filling *f, const uint8_t *octets)
{
    uint8_t text[3 * REFERENCE_LONGEST];
    const size_t length = f->length;
    const uint16_t node = language_walk(f->octets[0], length);
    memcpy(text, octets, length);
    memcpy(text + length, octets, length);
    memcpy(text + 2 * length, f->octets[0], length);
    return language_walk(text, length) == node && language_walk(text, 2 * length) == node &&
           language_walk(text, 3 * length) == node;
}

// Finds characters of the first FILLED forms: the typical one, and others with greater code points.
static void find_fillings(void)
{
    for (size_t form = 0; form < FILLED; form++) {
        struct filling *const f = &fillings[form];
        f->length = reference_typical(form, f->octets[0]);
        f->count = f->length > 0;
        const uint64_t first =
            f->length > 0 && reference_numbered() ? reference_point(f->octets[0], f->length) : 0;
        for (uint64_t point = first + 1; first > 0 && point < first + 1024; point++) {
            uint8_t octets[REFERENCE_LONGEST];
            if (f->count < VARIED && reference_spell(point, octets) == f->length &&
                is_like(f, octets)) {
                memcpy(f->octets[f->count++], octets, f->length);
            }
        }
    }
}

size_t strings_fill(uint8_t *to, size_t size, size_t form)
{
    const struct filling *const f = &fillings[form];
    size_t filled = 0;
    for (size_t n = 0; f->length > 0 && filled + f->length <= size; n++) {
        memcpy(to + filled, f->octets[n % f->count], f->length);
        filled += f->length;
    }
    return filled;
}

// Finds a typical character that leads from START, and from `free`, to `free`. If a `never` rule
// applies at the start of a text, perhaps no text leads back to START.
static void find_loop_after_start(void)
{
    for (size_t form = 0; form < FILLED && language.free != LANGUAGE_START; form++) {
        uint8_t octets[REFERENCE_LONGEST];
        const size_t size = reference_typical(form, octets);
        if (size > 0 && language_walk(octets, size) == language.free &&
            language_walk_rest(octets, size) == language.free) {
            const struct way none = {.leads = true};
            ways[OTHER][LANGUAGE_START] = longer(&none, octets, size);
            return;
        }
    }
}

// ---- Chains ----

enum { CHAINS = 4, CHAIN_TRIES = 64, CHAIN_REPEATED = STRINGS_CHAIN - STRINGS_LONGEST };

static struct chain {
    uint8_t bytes[CHAIN_REPEATED + STRINGS_WAY];
    size_t size;
} chains[CHAINS];
static size_t chain_count;

// May the text continue from this node, but not end there?
static bool is_open(uint16_t node)
{
    return !language.accepts[node] && language.distance[node] != LANGUAGE_NEVER;
}

// Writes the shortest bytes that lead from a node back to it through nodes at which no text may end.
// Returns the number of bytes; 0 if there are none, or more than STRINGS_WAY.
static size_t find_circle(uint16_t node, uint8_t bytes[STRINGS_WAY])
{
    static struct step came[LANGUAGE_NODES];
    static uint16_t queue[LANGUAGE_NODES];
    size_t count = 0, size = 0;
    memset(came, 0, sizeof came);
    queue[count++] = node;
    for (size_t i = 0; i < count && came[node].from == LANGUAGE_DEAD; i++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            const uint16_t next = language.next[queue[i]][byte];
            if (is_open(next) && came[next].from == LANGUAGE_DEAD) {
                came[next] = (struct step){queue[i], (uint8_t)byte};
                queue[count++] = next;
            }
        }
    }
    for (uint16_t at = node; size < STRINGS_WAY && came[node].from != LANGUAGE_DEAD;) {
        bytes[size++] = came[at].byte;
        at = came[at].from;
        if (at == node) {
            for (size_t i = 0; i < size / 2; i++) {
                const uint8_t last = bytes[size - 1 - i];
                bytes[size - 1 - i] = bytes[i];
                bytes[i] = last;
            }
            return size;
        }
    }
    return 0;
}

static void find_chains(void)
{
    size_t tries = 0;
    chain_count = 0;
    for (uint16_t node = LANGUAGE_START;
         node < language.count && chain_count < CHAINS && tries < CHAIN_TRIES; node++) {
        struct chain *const c = &chains[chain_count];
        uint8_t circle[STRINGS_WAY];
        if (!is_open(node) || !language.boundary[node] || !ways[SHORTEST][node].leads) {
            continue;
        }
        tries++;
        const size_t size = find_circle(node, circle);
        if (size > 0) {
            c->size = ways[SHORTEST][node].size;
            memcpy(c->bytes, ways[SHORTEST][node].bytes, c->size);
            for (size_t n = 0; n + size <= CHAIN_REPEATED; n += size, c->size += size) {
                memcpy(c->bytes + c->size, circle, size);
            }
            chain_count++;
        }
    }
}

bool strings_chains(size_t part, strings_take_order *take, void *context)
{
    bool right = true;
    for (size_t i = 0; right && i < chain_count; i++) {
        uint8_t text[STRINGS_CHAIN];
        size_t size = chains[i].size;
        memcpy(text, chains[i].bytes, size);
        right = part > 0 || take(context, text, size);
        text[size++] = language.typical[part];
        right = right && take(context, text, size);
        const uint16_t node = language_walk(text, size);
        if (node != LANGUAGE_DEAD) {
            // This completes the text. One more byte may then be an error after the chain.
            size += language_complete(node, text + size);
            right = right && take(context, text, size);
            text[size++] = language.typical[part];
            right = right && take(context, text, size);
        }
    }
    return right;
}

void strings_prepare(bool sample)
{
    const size_t most = sample ? SAMPLE_PAIRS : MOST_PAIRS;
    find_rows();
    const size_t pairs = language.count * language.columns * language.columns;
    stride = (pairs + most - 1) / most;
    for (unsigned byte = 0; byte < 256; byte++) {
        last_of[language.column[byte]] = (uint8_t)byte;
    }
    find_shortest();
    find_others();
    find_loop_after_start();
    find_longest();
    find_after_loop();
    find_fillings();
    find_chains();
    for (size_t node = LANGUAGE_START; node < language.count; node++) {
        far_away += !ways[SHORTEST][node].leads && !ways[LONGEST][node].leads;
    }
}

bool strings_lead_to(size_t node)
{
    return node == LANGUAGE_START || shortest[node].from != LANGUAGE_DEAD;
}

size_t strings_loop(uint8_t *bytes)
{
    const struct way *way = &ways[OTHER][LANGUAGE_START];
    memcpy(bytes, way->bytes, way->size);
    return way->leads ? way->size : 0;
}

size_t strings_filler(uint8_t *bytes, size_t most, size_t *unit)
{
    uint8_t loop[STRINGS_WAY];
    size_t size = 0;
    for (*unit = strings_loop(loop); *unit > 0 && size + *unit <= most; size += *unit) {
        memcpy(bytes + size, loop, *unit);
    }
    return size;
}

const char *strings_claim(void)
{
    static char claim[256];
    char each[48] = "each class", left_out[96] = "";
    if (stride > 1) {
        snprintf(each, sizeof each, "every %zuth class", stride);
    }
    if (far_away > 0) {
        snprintf(left_out, sizeof left_out, " (except %zu that no text of up to %d bytes reaches)",
                 far_away, STRINGS_WAY);
    }
    snprintf(claim, sizeof claim,
             "each of %zu nodes%s x each byte, and wrong bytes with the rest of a right text; the "
             "same nodes x each of %zu classes x %s; ends of "
             "%zu ranges",
             language.count, left_out, language.columns, each, row_count);
    return claim;
}

// ---- Texts ----

struct strings {
    strings_take *take;
    void *context;
    uint8_t text[STRINGS_LONGEST];
};

// Gives a text. If up to STRINGS_TAIL bytes can complete it, also gives the completed text.
static bool give(struct strings *s, size_t size)
{
    uint16_t node = LANGUAGE_START;
    size_t prefix = 0;
    for (size_t i = 0; i < size; i++) {
        node = language.next[node][s->text[i]];
        prefix = language.accepts[node] ? i + 1 : prefix;
    }
    if (!s->take(s->context, s->text, size, node, prefix)) {
        return false;
    }
    if (node == LANGUAGE_DEAD || language.accepts[node] || language.distance[node] > STRINGS_TAIL) {
        return true;
    }
    size += language_complete(node, s->text + size);
    return s->take(s->context, s->text, size, language_walk(s->text, size), size);
}

// A function might accept a byte that the reference refuses after this path. So gives each refused
// byte, followed by the bytes that complete a text after an accepted byte.
static bool give_refused(struct strings *s, size_t node, size_t size)
{
    enum { MOST_TAILS = 8 };
    uint16_t after[MOST_TAILS];
    size_t count = 0;
    for (size_t i = 0; i < language.columns && count < MOST_TAILS; i++) {
        const uint16_t next = language.next[node][language.typical[i]];
        size_t known = 0;
        while (known < count && after[known] != next) {
            known++;
        }
        if (known == count && is_open(next) && language.distance[next] <= STRINGS_TAIL) {
            after[count++] = next;
        }
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        for (size_t i = 0; i < count && language.next[node][byte] == LANGUAGE_DEAD; i++) {
            s->text[size] = (uint8_t)byte;
            if (!give(s, size + 1 + language_complete(after[i], s->text + size + 1))) {
                return false;
            }
        }
    }
    return true;
}

// On the shortest path, gives every byte; on others, the ends of ranges.
static bool give_bytes(struct strings *s, size_t kind, size_t size)
{
    const size_t count = kind == SHORTEST ? 256 : language.edge_count;
    for (size_t i = 0; i < count; i++) {
        s->text[size] = kind == SHORTEST ? (uint8_t)i : language.edges[i];
        if (!give(s, size + 1)) {
            return false;
        }
    }
    return true;
}

// Appends pairs of classes: each class, and after it every stride-th class. If the first class leads
// to DEAD and the path is not the shortest one, only one class follows.
static bool give_pairs(struct strings *s, size_t kind, size_t node, size_t size)
{
    const uint8_t *bytes = kind % 2 == 0 ? language.typical : last_of;
    for (size_t a = 0; a < language.columns; a++) {
        s->text[size] = bytes[a];
        const bool fatal = language.next[node][bytes[a]] == LANGUAGE_DEAD;
        const size_t step = fatal && kind != SHORTEST ? language.columns : stride;
        for (size_t b = (node + a + kind) % step; b < language.columns; b += step) {
            s->text[size + 1] = bytes[b];
            if (!give(s, size + 2)) {
                return false;
            }
        }
    }
    return true;
}

// Adds -1, 0 and 1 to the byte at each place of the first or the last character of a row. Gives the
// changed character, and its bytes up to and including that place.
static bool give_end(struct strings *s, const uint8_t *octets, size_t size)
{
    for (size_t place = 0; place < size; place++) {
        for (int delta = -1; delta <= 1; delta++) {
            memcpy(s->text, octets, size);
            s->text[place] = (uint8_t)(octets[place] + delta);
            if (!give(s, size) || !give(s, place + 1)) {
                return false;
            }
        }
    }
    return true;
}

static bool give_row(struct strings *s, const struct row *row)
{
    return give_end(s, row->octets[0], row->size[0]) && give_end(s, row->octets[1], row->size[1]);
}

size_t strings_parts(void)
{
    return language.count + row_count;
}

bool strings_each(size_t part, strings_take *take, void *context)
{
    struct strings s = {.take = take, .context = context};
    const size_t node = part;
    if (part >= language.count) {
        return give_row(&s, &rows[part - language.count]);
    }
    for (size_t kind = 0; kind < WAYS; kind++) {
        const struct way *way = &ways[kind][node];
        if (!way->leads) {
            continue;
        }
        memcpy(s.text, way->bytes, way->size);
        if (!give_bytes(&s, kind, way->size) || !give_pairs(&s, kind, node, way->size) ||
            (kind == SHORTEST && !give_refused(&s, node, way->size))) {
            return false;
        }
    }
    return true;
}

// Gives the texts of one size whose first byte has this class. See strings_orders.
static bool give_orders(size_t first, size_t size, size_t most, strings_take_order *take,
                        void *context)
{
    uint8_t text[STRINGS_ORDER] = {language.typical[first]};
    size_t count = 1;
    for (size_t i = 1; i < size; i++) {
        count *= language.columns;
    }
    // The step is odd: if the number of classes is even, an even step would leave out half of the
    // last bytes.
    const size_t step = count / (most / language.columns + 1) | 1;
    for (size_t n = count > step ? first % step : 0; n < count; n += step) {
        size_t rest = n;
        for (size_t i = size - 1; i > 0; i--, rest /= language.columns) {
            text[i] = language.typical[rest % language.columns];
        }
        if (!take(context, text, size)) {
            return false;
        }
    }
    return true;
}

bool strings_orders(size_t part, size_t most, strings_take_order *take, void *context)
{
    bool right = true;
    for (size_t size = 1; right && size <= STRINGS_ORDER; size++) {
        right = give_orders(part, size, most, take, context);
    }
    return right;
}

bool strings_short(size_t first, size_t sparse, strings_take_order *take, void *context)
{
    uint8_t text[3] = {(uint8_t)first};
    bool right = take(context, text, 1);
    for (unsigned second = 0; right && second < 256; second++) {
        text[1] = (uint8_t)second;
        right = take(context, text, 2);
    }
    const size_t edges = language.edge_count * language.edge_count;
    for (size_t i = first % sparse; right && i < edges; i += sparse) {
        text[1] = language.edges[i / language.edge_count];
        text[2] = language.edges[i % language.edge_count];
        right = take(context, text, 3);
    }
    return right;
}

size_t strings_rows(void)
{
    return row_count;
}

// Are these two texts characters, and does the first one forbid the second one?
static bool is_barred(const uint8_t *text, size_t one, size_t two)
{
    return language.boundary[language_walk_rest(text, one)] &&
           language.boundary[language_walk_rest(text + one, two)] &&
           language_walk_rest(text, one + two) == LANGUAGE_DEAD;
}

bool strings_couples(size_t part, size_t most, strings_take_order *take, void *context)
{
    uint8_t text[2 * REFERENCE_ROW], later[STRINGS_WAY + sizeof text];
    const size_t before = language.free != LANGUAGE_START ? strings_loop(later) : 0;
    const size_t step = 2 * row_count * row_count / most + 1;
    size_t barred = most / row_count + 1;
    for (size_t i = 0; i < 4 * row_count; i++) {
        const struct row *first = &rows[part], *second = &rows[i / 4];
        const size_t one = first->size[i % 2], two = second->size[i / 2 % 2];
        if (i % step != part % step && barred == 0) {
            continue;
        }
        memcpy(text, first->octets[i % 2], one);
        memcpy(text + one, second->octets[i / 2 % 2], two);
        if (i % step != part % step) {
            if (!is_barred(text, one, two)) {
                continue;
            }
            barred--;
        }
        for (size_t size = one + 1; size <= one + two; size++) {
            memcpy(later + before, text, size);
            if (!take(context, text, size) ||
                (before > 0 && !take(context, later, before + size))) {
                return false;
            }
        }
    }
    return true;
}
