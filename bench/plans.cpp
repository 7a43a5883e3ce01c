// SPDX-License-Identifier: 0BSD
// What is measured: the plans quick and full (ours and peers), variants (our encodings against
// utf8), cost (vector kernels against scalar ones) and compare (ours before a change and after it). A
// plan is a list of sections, each a kind of load and one table.

#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace
{

// The texts of the plan, or those of --texts; without those that cannot be made here.
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

// Shows on a terminal how much is done and what is left. Each step is worth the seconds planned.
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

// Where in the list utf8's kernel of the same name and build is; the list's size if nowhere.
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

// Where in the list the fastest scalar kernel of the same encoding and build is.
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

// ---- Ours and peers ----

// One table: a column for each load.
struct Section {
    std::string kind, title;
    std::vector<Load> loads;
    double seconds;  // for each load
};

std::string column_of(const Load &load, bool by_size)
{
    return by_size                   ? size_name(load.size)
           : load.kind == Load::TEXT ? load.text
                                     : load.text + " 1-" + std::to_string(load.size);
}

const size_t KIB = 1024, MIB = 1024 * KIB;
const std::vector<std::string> few = {"ascii", "sparse", "german", "russian", "chinese",
                                      "emoji", "mix",    "html",   "json"};
const std::vector<std::string> unlearned = {"ascii", "chinese", "scripts", "html", "json"};
const std::vector<std::string> many = {
    "ascii",   "sparse",   "german", "french", "russian", "arabic",  "greek", "hindi", "thai",
    "chinese", "japanese", "korean", "emoji",  "mix",     "scripts", "html",  "json",  "source"};

void add(std::vector<Section> &plan, const Options &options, const Section &section)
{
    if (listed(options.kinds, section.kind) && !section.loads.empty()) {
        plan.push_back(section);
    }
}

// Whole texts of one size, `offset` bytes behind a multiple of 64.
void add_texts(std::vector<Section> &plan, const Options &options,
               const std::vector<std::string> &texts, size_t size, size_t offset, double seconds)
{
    Section section{"text", "Texts of " + size_name(size), {}, seconds};
    if (offset > 0) {
        section.title += ", " + std::to_string(offset) + " B behind a multiple of 64";
    }
    for (const std::string &text : texts_of(options, texts)) {
        section.loads.push_back({Load::TEXT, text, size, offset});
    }
    add(plan, options, section);
}

// Short strings, or where `kind` is CHAIN, the same each waiting for the one before.
void add_strings(std::vector<Section> &plan, const Options &options, Load::Kind kind,
                 const std::vector<std::string> &texts, double seconds)
{
    Section section{"strings", "Short strings in ever new order", {}, seconds};
    if (kind == Load::CHAIN) {
        section.kind = "chain";
        section.title = "Latency of short strings, each call waiting for the last";
    }
    for (const std::string &text : texts_of(options, texts)) {
        for (size_t longest : {16u, 64u, 256u}) {
            section.loads.push_back({kind, text, longest, 0});
        }
    }
    add(plan, options, section);
}

// One text in all sizes.
void add_sizes(std::vector<Section> &plan, const Options &options, const std::string &text,
               double seconds)
{
    Section section{"sizes", "The text " + text + " in all sizes", {}, seconds};
    for (size_t size = 1; size <= 256 * MIB && has_text(text); size *= size < 64 ? 2 : 4) {
        section.loads.push_back({Load::TEXT, text, size, 0});
    }
    add(plan, options, section);
}

std::vector<Section> plan_of(const Options &options)
{
    std::vector<Section> plan;
    if (options.plan != "quick" && options.plan != "full") {
        fail("no plan " + options.plan + "; allowed: quick full variants cost compare");
    } else if (!options.sizes.empty()) {
        for (size_t size : options.sizes) {
            add_texts(plan, options, few, size, 0, 1);
        }
    } else if (options.plan == "quick") {
        add_texts(plan, options, few, 16 * KIB, 0, 0.5);
        add_texts(plan, options, unlearned, 8 * MIB, 0, 1);
        add_strings(plan, options, Load::STRINGS, {"ascii", "chinese", "mix"}, 0.4);
        add_strings(plan, options, Load::CHAIN, {"ascii", "mix"}, 0.4);
    } else {
        add_texts(plan, options, many, 16 * KIB, 0, 2);
        add_texts(plan, options, few, 16 * KIB, 1, 2);
        add_texts(plan, options, many, 256 * KIB, 0, 2);
        add_texts(plan, options, many, 8 * MIB, 0, 4);
        add_texts(plan, options, few, 256 * MIB, 0, 10);
        add_strings(plan, options, Load::STRINGS, {"ascii", "german", "chinese", "mix"}, 2);
        add_strings(plan, options, Load::CHAIN, {"ascii", "german", "chinese", "mix"}, 2);
        for (const char *text : {"ascii", "chinese", "html"}) {
            add_sizes(plan, options, text, 1);
        }
    }
    return plan;
}

// "28.20 1.57 13%": GB/s or ns, times as fast as the fastest peer of the same ISA, and how much of
// the limit that is. The second is missing where there is no such peer.
std::string cell(const Contenders &contenders, const std::vector<Spread> &spreads, size_t k,
                 bool whole)
{
    size_t best = 0;  // the limit, which stands first
    for (size_t i = 1; i < contenders.size(); i++) {
        if (contenders[i].side == Side::PEER && contenders[i].isa == contenders[k].isa &&
            (best == 0 || spreads[i].median < spreads[best].median)) {
            best = i;
        }
    }
    double value = whole ? 1e-9 / spreads[k].median : spreads[k].median * 1e9;
    std::string text = fixed(value, value < 100 ? 2 : 1);
    std::string times = best ? fixed(spreads[k].over(spreads[best]), 2) : "    ";
    std::string limit = fixed(spreads[k].over(spreads[0]) * 100, 0) + "%";
    return k == 0 ? text : text + " " + times + std::string(5 - limit.size(), ' ') + limit;
}

// Tables of so many columns at most.
const size_t WIDE = 9;

void print_section(const Section &section, const Contenders &contenders,
                   const std::vector<std::vector<Spread>> &spreads, Report &report)
{
    const bool whole = section.loads[0].kind == Load::TEXT;
    for (size_t from = 0; from < section.loads.size(); from += WIDE) {
        size_t to = std::min(from + WIDE, section.loads.size());
        Table table{section.title + (whole ? ": GB/s" : ": ns a call") +
                        ", times the fastest peer of the same ISA, part of the limit",
                    "",
                    {"", "build", "ISA"},
                    3,
                    {}};
        for (size_t i = from; i < to; i++) {
            table.head.push_back(column_of(section.loads[i], section.kind == "sizes"));
        }
        std::vector<Spread> all;
        for (size_t k = 0; k < contenders.size(); k++) {
            const Contender &contender = contenders[k];
            std::vector<std::string> row{k == 0 && !whole ? "call only" : contender.name,
                                         contender.build, contender.isa};
            for (size_t i = from; i < to; i++) {
                row.push_back(cell(contenders, spreads[i], k, whole));
                all.push_back(spreads[i][k]);
            }
            table.rows.push_back(row);
        }
        table.note = spread_note(all);
        report.table(table);
    }
}

// ---- Before and after ----

const char BEFORE[] = "before-", AFTER[] = "after-";
const double LEAST_RATIO = 0.97;
const size_t RATIOS_SHOWN = 24;
const int MOST_MEASURED = 5;  // times, where a ratio is below the least

// What is measured of an encoding: all texts in a cache and beyond, and short strings.
std::vector<Section> compared(const Options &options)
{
    std::vector<Section> plan;
    if (!options.sizes.empty()) {
        for (size_t size : options.sizes) {
            add_texts(plan, options, many, size, 0, 2);
        }
        return plan;
    }
    add_texts(plan, options, many, 16 * KIB, 0, 2);
    add_texts(plan, options, unlearned, 8 * MIB, 0, 4);
    add_strings(plan, options, Load::STRINGS, {"ascii", "german", "chinese", "mix"}, 2);
    add_strings(plan, options, Load::CHAIN, {"ascii", "mix"}, 2);
    return plan;
}

struct Ratio {
    double value;
    std::string load, encoding, kernel, build;
    double before;  // seconds a byte or a call
    bool whole;
};

double median_of(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// How many times as fast a kernel is after as before. What is below the least is measured again:
// then the median counts, as one measurement in many is wrong by so much.
Ratio ratio_of(const Contenders &pair, const Load &load, const std::vector<Spread> &spreads,
               double seconds)
{
    const bool whole = load.kind == Load::TEXT;
    std::vector<double> values{spreads[1].over(spreads[0])};
    while (median_of(values) < LEAST_RATIO && values.size() < static_cast<size_t>(MOST_MEASURED)) {
        for (int twice = 0; twice < 2; twice++) {
            std::vector<Spread> again = measure(pair, load, std::max(seconds / 4, 0.2));
            values.push_back(again[1].over(again[0]));
        }
    }
    const std::string name =
        load.kind == Load::CHAIN ? "chain " + column_of(load, false) : column_of(load, false);
    return {median_of(values),
            whole ? name + ", " + size_name(load.size) : name,
            pair[0].encoding,
            pair[0].name,
            pair[1].build.substr(sizeof AFTER - 1),
            spreads[0].median,
            whole};
}

// Where a kernel of a build "before-X" has its twin of "after-X"; the list's size if nowhere.
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

// By ISA, peers before ours.
bool before(const Contender &a, const Contender &b)
{
    const auto rank = [](const Contender &contender) {
        size_t place = 0;  // scalar ones come first, then the ISAs in their order, then all others
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

bool listed(const std::vector<std::string> &list, const std::string &word)
{
    return list.empty() || std::find(list.begin(), list.end(), word) != list.end();
}

// Each of our encodings against utf8's own kernel of the same name, build and text: how many times
// as fast, in bytes a second. Each encoding writes the text in its own form.
void run_variants(const Options &options, const Contenders &ours, Report &report)
{
    const std::vector<std::string> texts =
        texts_of(options, {"ascii", "sparse", "german", "russian", "chinese", "html", "emoji",
                           "mix", "special"});
    const std::vector<size_t> sizes =
        options.sizes.empty() ? std::vector<size_t>{16384} : options.sizes;
    Progress progress(static_cast<double>(texts.size() * sizes.size()));
    for (size_t size : sizes) {
        Table table{"Texts of " + size_name(size) +
                        ": times as fast as utf8's own kernel; utf8 itself: GB/s",
                    "",
                    {"encoding", "kernel", "build"},
                    3,
                    {}};
        for (const Contender &contender : ours) {
            table.rows.push_back({contender.encoding, contender.name, contender.build});
        }
        std::vector<Spread> all;
        for (const std::string &text : texts) {
            const Load load{Load::TEXT, text, size, 0};
            const std::vector<Spread> spreads =
                measure(ours, load, options.seconds > 0 ? options.seconds : 1);
            report.csv("variants", load, ours, spreads);
            table.head.push_back(text);
            for (size_t k = 0; k < ours.size(); k++) {
                size_t twin = twin_in_utf8(ours, k);
                table.rows[k].push_back(twin == k ? fixed(1e-9 / spreads[k].median, 1)
                                        : twin == ours.size()
                                            ? "-"
                                            : fixed(spreads[k].over(spreads[twin]), 2));
            }
            all.insert(all.end(), spreads.begin(), spreads.end());
            progress.step(1);
        }
        table.note = spread_note(all);
        report.table(table);
    }
}

// Each vector kernel against the fastest scalar kernel of its encoding and build, but for re2c, which
// is fast only where lengths of characters are foreseen: --only leaves it out.
void run_cost(const Options &options, const Contenders &ours, Report &report)
{
    for (const std::string &text : texts_of(options, {"chinese", "emoji", "mix"})) {
        const Load load{Load::TEXT, text, 16 * KIB, 0};
        const std::vector<Spread> spreads =
            measure(ours, load, options.seconds > 0 ? options.seconds : 4);
        report.csv("cost", load, ours, spreads);
        Table table{"The text " + text + " of 16 KiB: times as fast as the fastest scalar kernel",
                    spread_note(spreads),
                    {"encoding", "kernel", "build", "scalar"},
                    4,
                    {}};
        table.head.push_back("GB/s");
        table.head.push_back("times");
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

// Each kernel after a change against the same one before, both in this process and in turns.
bool run_compare(const Options &options, const Contenders &ours, Report &report)
{
    const std::vector<Section> plan = compared(options);
    double planned = 0;
    for (const Section &section : plan) {
        planned += section.seconds * static_cast<double>(section.loads.size());
    }
    Progress progress(planned);
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
        fail("no kernel is in a build before-X and in after-X, or there is no text");
    }
    std::sort(ratios.begin(), ratios.end(),
              [](const Ratio &a, const Ratio &b) { return a.value < b.value; });
    Table table{"After the change, times as fast as before; the least first",
                "",
                {"encoding", "kernel", "build", "load", "before"},
                5,
                {}};
    table.head.push_back("times");
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
    Contenders contenders(ours);
    contenders.insert(contenders.end(), peers.begin(), peers.end());
    std::stable_sort(contenders.begin(), contenders.end(), before);
    contenders.insert(contenders.begin(), read_limit());
    double planned = 0;
    for (const Section &section : plan) {
        planned += section.seconds * static_cast<double>(section.loads.size());
    }
    Progress progress(planned);
    for (const Section &section : plan) {
        std::vector<std::vector<Spread>> spreads;
        for (const Load &load : section.loads) {
            contenders[0] = load.kind == Load::TEXT ? read_limit() : call_limit();
            spreads.push_back(
                measure(contenders, load, options.seconds > 0 ? options.seconds : section.seconds));
            report.csv(section.kind, load, contenders, spreads.back());
            progress.step(section.seconds);
        }
        print_section(section, contenders, spreads, report);
    }
    if (!options.buckets.empty() && listed(options.kinds, "bucket")) {
        run_buckets(options.buckets, 1, report);
    }
}
