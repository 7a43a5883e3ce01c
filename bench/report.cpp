// SPDX-License-Identifier: 0BSD
// Writes tables in Markdown to standard output and NAME.md, and the figures of contenders to NAME.csv.

#include "bench.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

struct Report::Files {
    std::string name;
    std::ofstream md, csv;
};

Report::Report(const std::string &name) : files(new Files{name, {}, {}})
{
    if (!name.empty()) {
        files->md.open(name + ".md");
    }
    if (!name.empty() && !files->md) {
        fail("cannot write " + name + ".md");
    }
}

Report::~Report()
{
    delete files;
}

void Report::write(const std::string &text)
{
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    files->md << text << std::flush;
    if (!files->name.empty() && !files->md) {
        fail("cannot write " + files->name + ".md");
    }
}

void Report::line(const std::string &text)
{
    write(text + "\n");
}

void Report::table(const Table &table)
{
    std::vector<size_t> widths;
    for (size_t i = 0; i < table.head.size(); i++) {
        widths.push_back(std::max<size_t>(table.head[i].size(), 3));
        for (const auto &row : table.rows) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    const auto row_of = [&](const std::vector<std::string> &cells) {
        std::string row;
        for (size_t i = 0; i < cells.size(); i++) {
            std::string fill(widths[i] - cells[i].size(), ' ');
            row += "| " + (i < table.labels ? cells[i] + fill : fill + cells[i]) + " ";
        }
        return row + "|\n";
    };
    std::string text = "\n" + table.title + "\n\n" + row_of(table.head);
    for (size_t i = 0; i < widths.size(); i++) {
        std::string dashes(widths[i] + 1, '-');
        text += i < table.labels ? "|:" + dashes : "|" + dashes + ":";
    }
    text += "|\n";
    for (const auto &row : table.rows) {
        text += row_of(row);
    }
    write(table.note.empty() ? text : text + "\n" + table.note + "\n");
}

void Report::csv(const std::string &section, const Load &load, const Contenders &contenders,
                 const std::vector<Spread> &spreads)
{
    bool whole = load.kind == Load::TEXT;
    if (!files->name.empty() && !files->csv.is_open()) {
        files->csv.open(files->name + ".csv");
        files->csv
            << "section,text,bytes,offset,core,encoding,contender,isa,build,side,unit,quartile 1,"
               "median,quartile 3\n";
    }
    for (size_t k = 0; k < contenders.size() && !files->name.empty(); k++) {
        const Contender &contender = contenders[k];
        const char *side = contender.side == Side::OURS   ? "ours"
                           : contender.side == Side::PEER ? "peer"
                                                          : "limit";
        files->csv << section << ',' << load.text << ',' << load.size << ',' << load.offset << ','
                   << state_name(load.busy) << ',' << contender.encoding << ',' << contender.name
                   << ',' << contender.isa << ',' << contender.build << ',' << side;
        const Spread &s = spreads[k];
        if (whole) {
            files->csv << ",GB/s," << 1e-9 / s.high << ',' << 1e-9 / s.median << ','
                       << 1e-9 / s.low;
        } else {
            files->csv << ",ns/call," << s.low * 1e9 << ',' << s.median * 1e9 << ','
                       << s.high * 1e9;
        }
        files->csv << '\n';
    }
    files->csv.flush();
    if (!files->name.empty() && !files->csv) {
        fail("cannot write " + files->name + ".csv");
    }
}

const char *state_name(bool busy)
{
    return busy ? "busy" : "alone";
}

std::string fixed(double value, int digits)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string spread_note(const std::vector<Spread> &spreads)
{
    std::vector<double> wide;
    for (const Spread &spread : spreads) {
        wide.push_back((spread.high - spread.low) / spread.median * 100);
    }
    std::sort(wide.begin(), wide.end());
    return "Spread, quartile to quartile in % of the median: half of the figures below " +
           fixed(wide[wide.size() / 2], 1) + ", nine of ten below " +
           fixed(wide[wide.size() * 9 / 10], 1) + ".";
}

std::string size_name(size_t size)
{
    static const char *const units[] = {" B", " KiB", " MiB"};
    size_t unit = 0;
    while (unit < 2 && size >= 1024 && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    return std::to_string(size) + units[unit];
}
