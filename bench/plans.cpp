// SPDX-License-Identifier: 0BSD
// The plans, which define the measurements: quick and full (our kernels and peers), functions (the kernel
// that dispatch chooses compared with the others, and short strings), variants (our
// encodings compared with utf8), cost (vector kernels compared with scalar ones) and compare (before and
// after a change). A plan is a list of sections. Each has one kind of load, and a table of its own (several
// if it is wide) or only columns in the table of the summary.

#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <unistd.h>

namespace
{

// Returns the texts of the plan, or of --texts, without missing texts.
std::vector<std::string> texts_of(const Options &options, const std::vector<std::string> &plan)
{
    std::vector<std::string> texts;
    for (const std::string &text : options.texts.empty() ? plan : options.texts) {
        if (has_text(text)) {
            texts.push_back(text);
        }
    }
    return texts;
}

// Shows progress and the remaining time on a terminal. Each step counts as its planned seconds.
class Progress
{
  public:
    explicit Progress(double seconds) : total(seconds), start(now()), shown(isatty(STDERR_FILENO))
    {
    }
    ~Progress()
    {
        if (shown) {
            std::fprintf(stderr, "\r\033[K");
        }
    }
    void step(double seconds)
    {
        done += seconds;
        if (shown) {
            std::fprintf(stderr, "\r\033[K%.0f%% done, about %.0f s left", done / total * 100,
                         (now() - start) / done * (total - done));
        }
    }

  private:
    double total, done = 0, start;
    bool shown;
};

// ---- Variants ----

// Returns the index of utf8's kernel with the same name and build; the list's size if there is none.
size_t twin_in_utf8(const Contenders &ours, size_t k)
{
    size_t i = 0;
    while (i < ours.size() && !(ours[i].encoding == "utf8" && ours[i].name == ours[k].name &&
                                ours[i].build == ours[k].build)) {
        i++;
    }
    return i;
}

// ---- Cost ----

// Returns the index of the fastest scalar kernel of the same encoding and build; k if there is none.
size_t best_scalar(const Contenders &ours, const std::vector<Spread> &spreads, size_t k)
{
    size_t best = k;
    for (size_t i = 0; i < ours.size(); i++) {
        if (ours[i].isa == "scalar" && ours[i].encoding == ours[k].encoding &&
            ours[i].build == ours[k].build &&
            (ours[best].isa != "scalar" || spreads[i].median < spreads[best].median)) {
            best = i;
        }
    }
    return best;
}

// ---- Our kernels and peers ----

// Loads of one kind. Except for `repeated`, they are the columns of one or more tables.
struct Section {
    std::string kind, title;
    std::vector<Load> loads;
    double seconds;  // per load
};

std::string column_of(const std::string &kind, const Load &load)
{
    return kind == "sizes"           ? size_name(load.size)
           : kind == "offsets"       ? load.text + " +" + std::to_string(load.offset)
           : load.kind == Load::TEXT ? load.text
                                     : load.text + " 1-" + std::to_string(load.size);
}

const size_t KIB = 1024, MIB = 1024 * KIB;
const std::vector<std::string> few = {"ascii", "sparse", "german", "russian", "chinese",
                                      "emoji", "mix",    "html",   "json"};
const std::vector<std::string> large_texts = {"ascii", "chinese", "scripts", "html", "json"};
const std::vector<std::string> many = {
    "ascii",   "sparse",   "german", "french", "russian", "arabic",  "greek", "hindi", "thai",
    "chinese", "japanese", "korean", "emoji",  "mix",     "scripts", "html",  "json",  "source"};

// The sections that the options select.
struct Plan {
    const Options &options;
    std::vector<Section> sections;
};

// Adds the state of the core to a section's title. Adds the section to the plan if --states, --kinds and
// --texts select it.
void add(Plan &plan, Section section, bool busy = false)
{
    section.title += std::string(", core ") + state_name(busy);
    for (Load &load : section.loads) {
        load.busy = busy;
    }
    if (listed(plan.options.kinds, section.kind) && listed(plan.options.states, state_name(busy)) &&
        !section.loads.empty()) {
        plan.sections.push_back(section);
    }
}

// Whole texts of one size.
void add_texts(Plan &plan, bool busy, const std::vector<std::string> &texts, size_t size,
               double seconds)
{
    Section section{"text", "Texts of " + size_name(size), {}, seconds};
    for (const std::string &text : texts_of(plan.options, texts)) {
        section.loads.push_back({Load::TEXT, text, size, 0});
    }
    add(plan, section, busy);
}

// Short strings; if `kind` is CHAIN, each call depends on the previous result.
void add_strings(Plan &plan, bool busy, Load::Kind kind, const std::vector<std::string> &texts,
                 double seconds)
{
    Section section{"strings", "Short strings, drawn again for each turn", {}, seconds};
    if (kind == Load::CHAIN) {
        section.kind = "chain";
        section.title =
            "Latency of short strings, each call depends on the result of the one before";
    }
    for (const std::string &text : texts_of(plan.options, texts)) {
        for (size_t longest : {16u, 64u, 256u}) {
            section.loads.push_back({kind, text, longest, 0});
        }
    }
    add(plan, section, busy);
}

// Strings of each size up to 64 bytes, in the summary only.
void add_repeated(Plan &plan, bool busy, const std::vector<std::string> &texts, double seconds)
{
    Section section{"repeated", "", {}, seconds};
    for (const std::string &text : texts_of(plan.options, texts)) {
        for (size_t size = 1; size <= 64; size++) {
            section.loads.push_back({Load::REPEATED, text, size, 0});
        }
    }
    add(plan, section, busy);
}

// Texts of one size at several offsets in a cache line: the first byte, two offsets in the line, and the
// last byte.
void add_offsets(Plan &plan, const std::vector<std::string> &texts, size_t size, double seconds)
{
    Section section{"offsets",
                    "Texts of " + size_name(size) + ", by their offset from a multiple of 64 bytes",
                    {},
                    seconds};
    for (const std::string &text : texts_of(plan.options, texts)) {
        for (size_t offset : {0u, 1u, 24u, 63u}) {
            section.loads.push_back({Load::TEXT, text, size, offset});
        }
    }
    add(plan, section);
}

// One text in sizes from 1 byte to 256 MiB.
void add_sizes(Plan &plan, const std::string &text, double seconds)
{
    Section section{"sizes", "The text " + text + " in all sizes", {}, seconds};
    for (size_t size = 1; size <= 256 * MIB && has_text(text); size *= size < 64 ? 2 : 4) {
        section.loads.push_back({Load::TEXT, text, size, 0});
    }
    add(plan, section);
}

void must_select(bool any)
{
    if (!any) {
        fail("--kinds, --states and --texts select no measurement");
    }
}

double planned_seconds(const std::vector<Section> &plan)
{
    double planned = 0;
    for (const Section &section : plan) {
        planned += section.seconds * static_cast<double>(section.loads.size());
    }
    return planned;
}

std::vector<Section> plan_of(const Options &options)
{
    Plan plan{options, {}};
    const bool alone = false, busy = true;
    if (options.plan != "quick" && options.plan != "full" && options.plan != "functions") {
        fail("no plan " + options.plan + "; allowed: quick full functions variants cost compare");
    } else if (!options.sizes.empty()) {
        for (size_t size : options.sizes) {
            add_texts(plan, alone, few, size, 1);
            add_texts(plan, busy, few, size, 1);
        }
    } else if (options.plan == "quick") {
        for (bool state : {alone, busy}) {
            add_texts(plan, state, few, 16 * KIB, 0.5);
        }
        for (bool state : {alone, busy}) {
            add_texts(plan, state, large_texts, 8 * MIB, 1);
        }
        add_texts(plan, alone, {"ascii", "chinese", "html"}, 256 * MIB, 4);
        for (bool state : {alone, busy}) {
            add_strings(plan, state, Load::STRINGS, {"ascii", "chinese", "mix"}, 0.4);
        }
        for (bool state : {alone, busy}) {
            add_strings(plan, state, Load::CHAIN, {"ascii", "mix"}, 0.4);
        }
        add_offsets(plan, {"ascii", "chinese"}, 16 * KIB, 0.4);
    } else if (options.plan == "functions") {
        for (bool state : {alone, busy}) {
            add_texts(plan, state, few, 16 * KIB, 0.5);
            add_texts(plan, state, few, 64 * KIB, 0.5);
            add_strings(plan, state, Load::STRINGS, {"ascii", "german", "mix"}, 0.4);
            add_repeated(plan, state, {"ascii", "mix"}, 0.1);
        }
    } else {
        for (bool state : {alone, busy}) {
            add_texts(plan, state, many, 16 * KIB, 2);
            add_texts(plan, state, many, 8 * MIB, 4);
            add_strings(plan, state, Load::STRINGS, {"ascii", "german", "chinese", "mix"}, 2);
            add_strings(plan, state, Load::CHAIN, {"ascii", "german", "chinese", "mix"}, 2);
        }
        add_texts(plan, alone, many, 256 * KIB, 2);
        add_texts(plan, alone, few, 256 * MIB, 10);
        for (size_t size : {2 * KIB, 16 * KIB}) {
            add_offsets(plan, {"ascii", "german", "chinese", "html"}, size, 2);
        }
        for (const char *text : {"ascii", "chinese", "html"}) {
            add_sizes(plan, text, 1);
        }
    }
    return plan.sections;
}

// Returns the index of the fastest contender of one side and ISA; the list's size if there is none.
size_t fastest(const Contenders &contenders, const std::vector<Spread> &spreads, Side side,
               const std::string &isa)
{
    size_t best = contenders.size();
    for (size_t i = 0; i < contenders.size(); i++) {
        if (contenders[i].side == side && contenders[i].isa == isa &&
            (best == contenders.size() || spreads[i].median < spreads[best].median)) {
            best = i;
        }
    }
    return best;
}

// Returns a value in GB/s for whole texts, in ns for strings.
std::string value_of(const Spread &spread, bool whole)
{
    double value = whole ? 1e-9 / spread.median : spread.median * 1e9;
    return fixed(value, value < 100 ? 2 : 1);
}

// Returns a cell such as "28.20 1.57  13%": GB/s or ns, the ratio to the fastest peer of the same ISA, and the
// share of the limit. Without such a peer, the ratio is missing.
std::string cell(const Contenders &contenders, const std::vector<Spread> &spreads, size_t k,
                 bool whole)
{
    const size_t best = fastest(contenders, spreads, Side::PEER, contenders[k].isa);
    const size_t least = fastest(contenders, spreads, Side::LIMIT, LIMIT_ISA);
    std::string times =
        best < contenders.size() ? fixed(spreads[k].over(spreads[best]), 2) : "    ";
    std::string limit = fixed(spreads[k].over(spreads[least]) * 100, 0) + "%";
    return value_of(spreads[k], whole) + " " + times + std::string(5 - limit.size(), ' ') + limit;
}

// The most columns of a table, without labels. A section with more loads has several tables.
const size_t WIDE = 9;

void print_section(const Section &section, const Contenders &contenders,
                   const std::vector<std::vector<Spread>> &spreads, Report &report)
{
    const bool whole = section.loads[0].kind == Load::TEXT;
    for (size_t from = 0; from < section.loads.size(); from += WIDE) {
        size_t to = std::min(from + WIDE, section.loads.size());
        Table table{section.title + (whole ? ": GB/s" : ": ns a call") +
                        ", ratio to the fastest peer of the same ISA, percent of the limit",
                    "",
                    {"", "build", "ISA"},
                    3,
                    {{whole ? "read only" : "call only", "", LIMIT_ISA}}};
        std::vector<Spread> all;
        for (size_t i = from; i < to; i++) {
            const Spread &limit =
                spreads[i][fastest(contenders, spreads[i], Side::LIMIT, LIMIT_ISA)];
            table.head.push_back(column_of(section.kind, section.loads[i]));
            table.rows[0].push_back(value_of(limit, whole));
        }
        for (size_t k = 0; k < contenders.size(); k++) {
            const Contender &contender = contenders[k];
            if (contender.side != Side::LIMIT) {
                table.rows.push_back({contender.name, contender.build, contender.isa});
                for (size_t i = from; i < to; i++) {
                    table.rows.back().push_back(cell(contenders, spreads[i], k, whole));
                    all.push_back(spreads[i][k]);
                }
            }
        }
        table.note = spread_note(all);
        report.table(table);
    }
}

// ---- The summary ----

// A group of similar loads; the table shows the smallest ratio among them.
struct Group {
    const char *title, *kind;
    size_t least, most;              // bytes
    std::vector<std::string> texts;  // empty: all
    std::vector<std::string> excluded;
    Side reference;  // ratios are to the fastest of this side
};

const std::vector<Group> groups = {
    {"dense",
     "text",
     0,
     256 * KIB,
     {"hindi", "thai", "chinese", "japanese", "korean", "emoji", "mix"},
     {},
     Side::PEER},
    {"two bytes", "text", 0, 256 * KIB, {"russian", "arabic", "greek"}, {}, Side::PEER},
    {"ascii, latin", "text", 0, 256 * KIB, {"ascii", "sparse", "german", "french"}, {}, Side::PEER},
    {"html, json", "text", 0, 256 * KIB, {"html", "json", "scripts", "source"}, {}, Side::PEER},
    {"8 MiB: ascii", "text", 8 * MIB, 8 * MIB, {"ascii"}, {}, Side::PEER},
    {"others", "text", 8 * MIB, 8 * MIB, {}, {"ascii"}, Side::PEER},
    {"memory", "text", 256 * MIB, SIZE_MAX, {}, {}, Side::PEER},
    {"of reading", "text", 256 * MIB, SIZE_MAX, {}, {}, Side::LIMIT},
    {"strings: ascii", "strings", 0, SIZE_MAX, {"ascii"}, {}, Side::PEER},
    {"others", "strings", 0, SIZE_MAX, {}, {"ascii"}, Side::PEER},
    {"chain: ascii", "chain", 0, 64, {"ascii"}, {}, Side::PEER},
    {"each size, ascii: 1-8", "repeated", 1, 8, {"ascii"}, {}, Side::PEER},
    {"9-16", "repeated", 9, 16, {"ascii"}, {}, Side::PEER},
    {"17-32", "repeated", 17, 32, {"ascii"}, {}, Side::PEER},
    {"33-64", "repeated", 33, 64, {"ascii"}, {}, Side::PEER},
    {"others: 1-8", "repeated", 1, 8, {}, {"ascii"}, Side::PEER},
    {"9-16", "repeated", 9, 16, {}, {"ascii"}, Side::PEER},
    {"17-32", "repeated", 17, 32, {}, {"ascii"}, Side::PEER},
    {"33-64", "repeated", 33, 64, {}, {"ascii"}, Side::PEER},
};

// The smallest ratios of each of our vector kernels and of swar to the fastest peer of the same ISA, or to the limit.
// There is a ratio for each group of loads, on an idle and on a busy core.
class Summary
{
  public:
    void add(const std::string &kind, const Load &load, const Contenders &contenders,
             const std::vector<Spread> &spreads)
    {
        for (size_t g = 0; g < groups.size(); g++) {
            const Group &group = groups[g];
            if (kind != group.kind || load.size < group.least || load.size > group.most ||
                !listed(group.texts, load.text) ||
                (!group.excluded.empty() && listed(group.excluded, load.text))) {
                continue;
            }
            for (size_t k = 0; k < contenders.size(); k++) {
                const Contender &ours = contenders[k];
                const size_t best = fastest(contenders, spreads, group.reference,
                                            group.reference == Side::LIMIT ? LIMIT_ISA : ours.isa);
                if (ours.side == Side::OURS && best < contenders.size()) {
                    const double ratio = spreads[k].over(spreads[best]);
                    Row &row = ratios[{ours.name, ours.build}];
                    double &least = row.emplace(std::make_pair(g, load.busy), ratio).first->second;
                    least = std::min(least, ratio);
                    measured.insert(g);
                }
            }
        }
    }
    void print(const Contenders &contenders, Report &report) const
    {
        Table table{"Our speed divided by that of the fastest peer of the same ISA, the "
                    "lowest of each group: core alone / core busy",
                    "",
                    {"", "build"},
                    2,
                    {}};
        for (size_t g : measured) {
            table.head.push_back(groups[g].title);
        }
        for (const Contender &contender : contenders) {
            auto row = ratios.find({contender.name, contender.build});
            if (row != ratios.end() && (contender.isa != "scalar" || contender.name == "swar")) {
                table.rows.push_back({contender.name, contender.build});
                for (size_t g : measured) {
                    table.rows.back().push_back(of(row->second, g, false) + " / " +
                                                of(row->second, g, true));
                }
            }
        }
        if (!table.rows.empty()) {
            report.table(table);
        }
    }

  private:
    using Row = std::map<std::pair<size_t, bool>, double>;  // of a group and a state

    static std::string of(const Row &row, size_t group, bool busy)
    {
        auto found = row.find({group, busy});
        return found == row.end() ? "-" : fixed(found->second, 2);
    }

    std::map<std::pair<std::string, std::string>, Row> ratios;  // of a kernel and a build
    std::set<size_t> measured;                                  // groups
};

// ---- The kernel that dispatch chooses ----

// Returns the smallest ratio of the speed of dispatch to that of another kernel of the build: "0.98 avx2".
std::string chosen_cell(const Contenders &contenders, const std::vector<Spread> &spreads,
                        size_t dispatch)
{
    double least = 0;
    std::string name = "-";
    for (size_t k = 0; k < contenders.size(); k++) {
        const double ratio = spreads[dispatch].over(spreads[k]);
        if (contenders[k].side == Side::OURS && contenders[k].name != DISPATCH &&
            contenders[k].name != contenders[dispatch].isa &&
            contenders[k].build == contenders[dispatch].build && (name == "-" || ratio < least)) {
            least = ratio;
            name = contenders[k].name;
        }
    }
    return fixed(least, 2) + " " + name;
}

void print_chosen(const Section &section, const Contenders &contenders,
                  const std::vector<std::vector<Spread>> &spreads, Report &report)
{
    Table table{section.title + ": speed of the chosen kernel divided by that of the fastest other "
                                "kernel of the build (goal 0.97)",
                "",
                {"build", "chosen"},
                2,
                {}};
    for (const Load &load : section.loads) {
        table.head.push_back(load.text);
    }
    for (size_t k = 0; k < contenders.size(); k++) {
        if (contenders[k].name == DISPATCH) {
            table.rows.push_back({contenders[k].build, contenders[k].isa});
            for (const std::vector<Spread> &of_load : spreads) {
                table.rows.back().push_back(chosen_cell(contenders, of_load, k));
            }
        }
    }
    report.table(table);
}

// ---- Before and after ----

const char BEFORE[] = "before-", AFTER[] = "after-";
const double LEAST_RATIO = 0.97;
const size_t RATIOS_SHOWN = 24;
const int MOST_MEASURED = 5;  // measurements, if a ratio is below LEAST_RATIO

// Returns the loads of the plan `compare`: texts of the sizes in --sizes; by default, texts of 16 KiB and 8 MiB, and short strings.
std::vector<Section> compared(const Options &options)
{
    Plan plan{options, {}};
    if (!options.sizes.empty()) {
        for (size_t size : options.sizes) {
            add_texts(plan, false, many, size, 2);
        }
        return plan.sections;
    }
    add_texts(plan, false, many, 16 * KIB, 2);
    add_texts(plan, false, large_texts, 8 * MIB, 4);
    add_strings(plan, false, Load::STRINGS, {"ascii", "german", "chinese", "mix"}, 2);
    add_strings(plan, false, Load::CHAIN, {"ascii", "mix"}, 2);
    return plan.sections;
}

struct Ratio {
    double value;
    std::string load, encoding, kernel, build;
    double before;  // seconds per byte or per call
    bool whole;
};

double median_of(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Returns the ratio of a kernel's speed after the change to its speed before it. A ratio below LEAST_RATIO is measured again, each time
// from copies at other addresses, and the median is used: the address of code alone can cause such a ratio (branches that share an
// entry of the predictor).
Ratio ratio_of(const Contenders &pair, const Load &load, const std::vector<Spread> &spreads,
               double seconds)
{
    const bool whole = load.kind == Load::TEXT;
    std::vector<double> values{spreads[1].over(spreads[0])};
    while (median_of(values) < LEAST_RATIO && values.size() < static_cast<size_t>(MOST_MEASURED)) {
        for (int twice = 0; twice < 2; twice++) {
            const Contender before = loaded_elsewhere(pair[0]), after = loaded_elsewhere(pair[1]);
            const std::vector<Spread> again =
                measure({before, after}, load, std::max(seconds / 4, 0.2));
            values.push_back(again[1].over(again[0]));
        }
    }
    const std::string name = (load.kind == Load::CHAIN ? "chain " : "") + column_of("", load);
    return {median_of(values),
            whole ? name + ", " + size_name(load.size) : name,
            pair[0].encoding,
            pair[0].name,
            pair[1].build.substr(sizeof AFTER - 1),
            spreads[0].median,
            whole};
}

// Returns the index of the kernel of build "after-X" for a kernel of build "before-X"; the list's size if there is none.
size_t twin_after(const Contenders &ours, size_t k)
{
    const std::string prefix = BEFORE;
    size_t i = ours.size();
    if (ours[k].build.compare(0, prefix.size(), prefix) == 0) {
        const std::string build = AFTER + ours[k].build.substr(prefix.size());
        for (i = 0; i < ours.size() && !(ours[i].encoding == ours[k].encoding &&
                                         ours[i].name == ours[k].name && ours[i].build == build);) {
            i++;
        }
    }
    return i;
}

// Orders contenders by ISA. For each ISA, peers come before our kernels.
bool before(const Contender &a, const Contender &b)
{
    const auto rank = [](const Contender &contender) {
        size_t place = 0;  // scalar kernels first, then the ISAs in their order, then all others
        if (contender.isa != "scalar") {
            place = 1 + static_cast<size_t>(std::find(isas().begin(), isas().end(), contender.isa) -
                                            isas().begin());
        }
        return std::make_pair(place, contender.side);
    };
    return rank(a) < rank(b);
}

}  // namespace

// ---- The interface ----

// Compares each of our encodings with utf8's kernel of the same name, build and text, in bytes per
// second. Each encoding encodes the text in its own way.
void run_variants(const Options &options, const Contenders &ours, Report &report)
{
    Plan plan{options, {}};
    for (size_t size : options.sizes.empty() ? std::vector<size_t>{16 * KIB} : options.sizes) {
        for (bool busy : {false, true}) {
            if (!busy || !options.states.empty()) {
                add_texts(plan, busy,
                          {"ascii", "sparse", "german", "russian", "chinese", "html", "emoji",
                           "mix", "special"},
                          size, options.seconds > 0 ? options.seconds : 1);
            }
        }
    }
    must_select(!plan.sections.empty());
    Progress progress(planned_seconds(plan.sections));
    for (const Section &section : plan.sections) {
        Table table{section.title +
                        ": speed divided by that of utf8's own kernel; for utf8 itself GB/s",
                    "",
                    {"encoding", "kernel", "build"},
                    3,
                    {}};
        for (const Contender &contender : ours) {
            table.rows.push_back({contender.encoding, contender.name, contender.build});
        }
        std::vector<Spread> all;
        for (const Load &load : section.loads) {
            const std::vector<Spread> spreads = measure(ours, load, section.seconds);
            report.csv("variants", load, ours, spreads);
            table.head.push_back(load.text);
            for (size_t k = 0; k < ours.size(); k++) {
                size_t twin = twin_in_utf8(ours, k);
                table.rows[k].push_back(twin == k ? fixed(1e-9 / spreads[k].median, 1)
                                        : twin == ours.size()
                                            ? "-"
                                            : fixed(spreads[k].over(spreads[twin]), 2));
            }
            all.insert(all.end(), spreads.begin(), spreads.end());
            progress.step(section.seconds);
        }
        table.note = spread_note(all);
        report.table(table);
    }
}

// Compares each vector kernel with the fastest scalar kernel of its encoding and build. re2c is fast only
// if the lengths of characters are predicted well, so `make bench-cost` excludes it by --only.
void run_cost(const Options &options, const Contenders &ours, Report &report)
{
    for (const std::string &text : texts_of(options, {"chinese", "emoji", "mix"})) {
        const Load load{Load::TEXT, text, 16 * KIB, 0};
        const std::vector<Spread> spreads =
            measure(ours, load, options.seconds > 0 ? options.seconds : 4);
        report.csv("cost", load, ours, spreads);
        Table table{"The text " + text +
                        " of 16 KiB: speed divided by that of the fastest scalar kernel",
                    spread_note(spreads),
                    {"encoding", "kernel", "build", "scalar"},
                    4,
                    {}};
        table.head.push_back("GB/s");
        table.head.push_back("ratio");
        for (size_t k = 0; k < ours.size(); k++) {
            if (ours[k].isa != "scalar") {
                const size_t scalar = best_scalar(ours, spreads, k);
                table.rows.push_back({ours[k].encoding, ours[k].name, ours[k].build,
                                      ours[scalar].name, fixed(1e-9 / spreads[k].median, 2),
                                      fixed(spreads[k].over(spreads[scalar]), 2)});
            }
        }
        report.table(table);
    }
}

// Compares the versions of each kernel before and after a change. Both run in this process, in turns.
bool run_compare(const Options &options, const Contenders &ours, Report &report)
{
    const std::vector<Section> plan = compared(options);
    Progress progress(planned_seconds(plan));
    std::vector<Ratio> ratios;
    for (const Section &section : plan) {
        const double seconds = options.seconds > 0 ? options.seconds : section.seconds;
        for (const Load &load : section.loads) {
            const std::vector<Spread> spreads = measure(ours, load, seconds);
            report.csv("compare-" + section.kind, load, ours, spreads);
            for (size_t k = 0; k < ours.size(); k++) {
                const size_t twin = twin_after(ours, k);
                if (twin < ours.size()) {
                    ratios.push_back(ratio_of({ours[k], ours[twin]}, load,
                                              {spreads[k], spreads[twin]}, seconds));
                }
            }
            progress.step(section.seconds);
        }
    }
    if (ratios.empty()) {
        fail("no kernel is in both builds, before-X and after-X, or there is no text");
    }
    std::sort(ratios.begin(), ratios.end(),
              [](const Ratio &a, const Ratio &b) { return a.value < b.value; });
    Table table{"Speed after the change divided by speed before it; the lowest first",
                "",
                {"encoding", "kernel", "build", "load", "before"},
                5,
                {}};
    table.head.push_back("ratio");
    std::vector<double> values;
    size_t slower = 0;
    for (const Ratio &ratio : ratios) {
        values.push_back(ratio.value);
        slower += ratio.value < LEAST_RATIO;
        if (values.size() <= RATIOS_SHOWN || ratio.value < LEAST_RATIO) {
            const std::string before = ratio.whole ? fixed(1e-9 / ratio.before, 2) + " GB/s"
                                                   : fixed(ratio.before * 1e9, 2) + " ns";
            table.rows.push_back({ratio.encoding, ratio.kernel, ratio.build, ratio.load, before,
                                  fixed(ratio.value, 3)});
        }
    }
    table.note = std::to_string(ratios.size()) + " ratios from " + fixed(values.front(), 3) +
                 " to " + fixed(values.back(), 3) + ", median " + fixed(median_of(values), 3) +
                 "; " + std::to_string(slower) + " below " + fixed(LEAST_RATIO, 2) +
                 " (measured up to " + std::to_string(MOST_MEASURED) + " times)";
    report.table(table);
    return slower == 0;
}

void run_plan(const Options &options, const Contenders &ours, const Contenders &peers,
              Report &report)
{
    const std::vector<Section> plan = plan_of(options);
    const bool buckets = !options.buckets.empty() && listed(options.kinds, "bucket");
    must_select(!plan.empty() || buckets);
    Contenders contenders(ours);
    contenders.insert(contenders.end(), peers.begin(), peers.end());
    std::stable_sort(contenders.begin(), contenders.end(), before);
    Progress progress(planned_seconds(plan));
    Summary summary;
    for (const Section &section : plan) {
        Contenders all =
            section.loads[0].kind == Load::TEXT ? read_limits() : Contenders{call_limit()};
        all.insert(all.end(), contenders.begin(), contenders.end());
        std::vector<std::vector<Spread>> spreads;
        for (const Load &load : section.loads) {
            spreads.push_back(
                measure(all, load, options.seconds > 0 ? options.seconds : section.seconds));
            report.csv(section.kind, load, all, spreads.back());
            summary.add(section.kind, load, all, spreads.back());
            progress.step(section.seconds);
        }
        if (section.kind == "text" && options.plan == "functions") {
            print_chosen(section, all, spreads, report);
        } else if (section.kind != "repeated") {
            print_section(section, all, spreads, report);
        }
    }
    summary.print(contenders, report);
    if (buckets) {
        run_buckets(options.buckets, 1, report);
    }
}
