// SPDX-License-Identifier: 0BSD
// The measurements of bench-functions: jobs, and rows with the ratios of two jobs and their goals. To measure something new, add a row.

#include "functions.hpp"

#include "utf8.h"

Peer peer;

namespace
{

// ---- The jobs ----

#define JOB(name, result)                                                                          \
    size_t name(const Work &work)                                                                  \
    {                                                                                              \
        return result;                                                                             \
    }
#define OF(text) work.text.data(), work.text.size()
#define TO(unit) static_cast<unit *>(work.to), work.room

// Calls f(bytes, size) for each piece.
template <typename Function>
void each_piece(const Work &work, const std::vector<size_t> &ends, Function f)
{
    size_t at = 0;
    for (size_t end : ends) {
        f(work.text.data() + at, end - at);
        at = end;
    }
}

template <std::vector<size_t> Work::*pieces> size_t valid_pieces(const Work &work)
{
    size_t all = 0;
    each_piece(work, work.*pieces,
               [&](const char *bytes, size_t size) { all += utf8_valid(bytes, size); });
    return all;
}

template <std::vector<size_t> Work::*pieces> size_t stream_pieces(const Work &work)
{
    utf8_stream stream;
    utf8_stream_start(&stream);
    each_piece(work, work.*pieces,
               [&](const char *bytes, size_t size) { utf8_stream_feed(&stream, bytes, size); });
    return utf8_stream_end(&stream) == UTF8_STATUS_COMPLETE;
}

template <std::vector<int32_t> Work::*rows> size_t valid_rows(const Work &work)
{
    const std::vector<int32_t> &offsets = work.*rows;
    return utf8_valid_rows(work.text.data(), offsets.data(), offsets.size() - 1);
}

size_t copy(const Work &work)
{
    const char *to = static_cast<const char *>(std::memcpy(work.to, OF(text)));
    return static_cast<unsigned char>(to[work.text.size() / 2]);
}

size_t measure(const Work &work)
{
    const utf8_measures measures = utf8_measure(OF(text));
    return measures.characters + measures.utf16_units;
}

JOB(valid, utf8_valid(OF(text)))
JOB(valid_prefix, utf8_valid_prefix(OF(text)))
JOB(check, utf8_check(OF(text), nullptr))
JOB(count, utf8_count(OF(text)))
JOB(seek, utf8_seek(OF(text), work.characters - 1))
JOB(repair, utf8_repair(OF(text), TO(char)).written)
JOB(repair_dirty, utf8_repair(OF(dirty), TO(char)).written)
JOB(valid_and_copy, valid(work) ? copy(work) : 0)
JOB(next, bench_next(OF(text)))
#ifdef BENCH_ICU
JOB(u8_next, bench_u8_next(OF(text)))
#endif

JOB(to_utf16, utf8_to_utf16(OF(text), TO(uint16_t)).written)
JOB(to_utf16_lossy, utf8_to_utf16_lossy(OF(text), TO(uint16_t), nullptr).written)
JOB(to_utf16_dirty, utf8_to_utf16_lossy(OF(dirty), TO(uint16_t), nullptr).written)
JOB(from_utf16, utf8_from_utf16(OF(utf16), TO(char)).written)
JOB(from_utf16_lossy, utf8_from_utf16_lossy(OF(utf16), TO(char), nullptr).written)
JOB(utf16_size, utf8_utf16_size(OF(text)))
JOB(size_of_utf16, utf8_size_of_utf16(OF(utf16)))
JOB(valid_utf16, utf8_valid_utf16(OF(utf16)))
JOB(to_utf32, utf8_to_utf32(OF(text), TO(uint32_t)).written)
JOB(to_utf32_lossy, utf8_to_utf32_lossy(OF(text), TO(uint32_t), nullptr).written)
JOB(from_utf32, utf8_from_utf32(OF(utf32), TO(char)).written)
JOB(from_utf32_lossy, utf8_from_utf32_lossy(OF(utf32), TO(char), nullptr).written)
JOB(utf32_size, utf8_utf32_size(OF(text)))
JOB(size_of_utf32, utf8_size_of_utf32(OF(utf32)))
JOB(valid_utf32, utf8_valid_utf32(OF(utf32)))

JOB(mutf8_to_utf8, work.between->mutf8_to_utf8(OF(mutf8), TO(char)))
JOB(utf8_to_mutf8, work.between->utf8_to_mutf8(OF(text), TO(char)))
JOB(cesu8_to_utf8, work.between->cesu8_to_utf8(OF(cesu8), TO(char)))
JOB(utf8_to_cesu8, work.between->utf8_to_cesu8(OF(text), TO(char)))
JOB(wtf8_to_utf8, work.between->wtf8_to_utf8(OF(wtf8), TO(char)))
JOB(utf8_to_wtf8, work.between->utf8_to_wtf8(OF(text), TO(char)))
JOB(latin1_to_utf8, work.between->latin1_to_utf8(OF(latin1), TO(char)))
JOB(utf8_to_latin1, work.between->utf8_to_latin1(OF(of_latin1), TO(char)))

JOB(peer_valid, peer.valid(OF(text), TO(void)))
JOB(peer_valid_and_copy, peer_valid(work) ? copy(work) : 0)
JOB(peer_count, peer.count(OF(text), TO(void)))
JOB(peer_to_utf16, peer.to_utf16(OF(text), TO(void)))
JOB(peer_from_utf16, peer.from_utf16(OF(utf16), TO(void)))
JOB(peer_utf16_size, peer.utf16_size(OF(text), TO(void)))
JOB(peer_size_of_utf16, peer.size_of_utf16(OF(utf16), TO(void)))
JOB(peer_valid_utf16, peer.valid_utf16(OF(utf16), TO(void)))
JOB(peer_to_utf32, peer.to_utf32(OF(text), TO(void)))
JOB(peer_from_utf32, peer.from_utf32(OF(utf32), TO(void)))
JOB(peer_size_of_utf32, peer.size_of_utf32(OF(utf32), TO(void)))
JOB(peer_valid_utf32, peer.valid_utf32(OF(utf32), TO(void)))
JOB(peer_latin1_to_utf8, peer.latin1_to_utf8(OF(latin1), TO(void)))
JOB(peer_utf8_to_latin1, peer.utf8_to_latin1(OF(of_latin1), TO(void)))
JOB(peer_measure, peer_valid(work) + peer_count(work) + peer_utf16_size(work))
JOB(peer_lossy, peer.lossy(OF(dirty), TO(void)))

// ---- The rows ----

const char *const PAIRS =
    "emoji mix";  // texts with characters that MUTF-8 and CESU-8 encode as pairs

void append(std::vector<Row> &rows, const std::vector<Row> &more)
{
    rows.insert(rows.end(), more.begin(), more.end());
}

// Speeds in GB/s, and comparisons with functions of utf8, of the C library and of ICU.
std::vector<Row> own_rows(bool vectors, bool wide)
{
    return {
        {"valid, GB/s", valid},
        {"valid_prefix / valid", valid_prefix, valid, 0.95},
        {"check / valid", check, valid, 0.95},
        {"stream / valid, 4 KiB", stream_pieces<&Work::pieces_4096>,
         valid_pieces<&Work::pieces_4096>, 0.9},
        {"stream / valid, 64 B", stream_pieces<&Work::pieces_64>, valid_pieces<&Work::pieces_64>,
         0.5},
        {"measure / valid", measure, valid,
         !vectors ? 0
         : wide   ? 0.7
                  : 0.8,
         0, "russian", vectors ? 0.7 : 0},
        {"count, GB/s", count},
        {"seek / count", seek, count},
        {"rows of 4 B / valid", valid_rows<&Work::rows_4>, valid},
        {"rows of 12 B / valid", valid_rows<&Work::rows_12>, valid, 0.8},
        {"rows of 40 B / valid", valid_rows<&Work::rows_40>, valid},
        {"rows of 200 B / valid", valid_rows<&Work::rows_200>, valid},
        {"repair / valid + memcpy", repair, valid_and_copy, 1},
#ifdef BENCH_ICU
        {"next / U8_NEXT", next, u8_next, 1},
#endif
        {"mutf8_to_utf8 / valid", mutf8_to_utf8, valid, 0.6, 0, PAIRS, 0, true},
        {"mutf8_to_utf8 / memcpy", mutf8_to_utf8, copy, 0.8, 0, PAIRS, 0},
        {"utf8_to_mutf8 / valid", utf8_to_mutf8, valid, 0.6, 0, PAIRS, 0, true},
        {"utf8_to_mutf8 / memcpy", utf8_to_mutf8, copy, 0.8, 0, PAIRS, 0},
        {"mutf8_to_utf8 / to_utf16", mutf8_to_utf8, to_utf16, 0, 0, PAIRS, 0.7},
        {"utf8_to_mutf8 / to_utf16", utf8_to_mutf8, to_utf16, 0, 0, PAIRS, 0.7},
        {"cesu8_to_utf8 / to_utf16", cesu8_to_utf8, to_utf16, 0, 0, PAIRS, 0.7},
        {"utf8_to_cesu8 / to_utf16", utf8_to_cesu8, to_utf16, 0, 0, PAIRS, 0.7},
        {"wtf8_to_utf8 / to_utf16", wtf8_to_utf8, to_utf16, 0, 0, PAIRS, 0.7},
        {"utf8_to_wtf8 / to_utf16", utf8_to_wtf8, to_utf16, 0, 0, PAIRS, 0.7},
        {"to_utf16, GB/s", to_utf16},
        {"to_utf16_lossy / strict", to_utf16_lossy, to_utf16, 0.97},
        {"from_utf16_lossy / strict", from_utf16_lossy, from_utf16, 0.97},
        {"to_utf32_lossy / strict", to_utf32_lossy, to_utf32, 0.97},
        {"from_utf32_lossy / strict", from_utf32_lossy, from_utf32, 0.97},
    };
}

// Comparisons with a peer. utf32_size is compared with the peer's count, since a character is one unit of UTF-32.
std::vector<Row> peer_rows(bool vectors)
{
    const double half = vectors ? 1.25 : 1.2;  // the goal of conversions for half of the texts
    std::vector<Row> rows = {
        {"count / peer", count, peer_count, 1},
        {"to_utf16 / peer", to_utf16, peer_to_utf16, 1, half},
        {"from_utf16 / peer", from_utf16, peer_from_utf16, 1, half},
        {"to_utf32 / peer", to_utf32, peer_to_utf32, 1, half},
        {"from_utf32 / peer", from_utf32, peer_from_utf32, 1, half},
        {"utf16_size / peer", utf16_size, peer_utf16_size, 0.7, 1},
        {"utf32_size / peer", utf32_size, peer_count, 0.7, 1},
        {"size_of_utf16 / peer", size_of_utf16, peer_size_of_utf16, 0.7, 1},
        {"size_of_utf32 / peer", size_of_utf32, peer_size_of_utf32, 0.7, 1},
        {"valid_utf16 / peer", valid_utf16, peer_valid_utf16, 0.95, 1},
        {"valid_utf32 / peer", valid_utf32, peer_valid_utf32, 0.95, 1},
        {"latin1_to_utf8 / peer", latin1_to_utf8, peer_latin1_to_utf8, 1},
        {"utf8_to_latin1 / peer", utf8_to_latin1, peer_utf8_to_latin1, 1},
    };
    for (Row &row : rows) {
        row.same = true;
    }
    append(rows, {{"measure / peer", measure, peer_measure, 1.5},
                  {"repair / peer + memcpy", repair, peer_valid_and_copy, 1.5, 0, "ascii", 1.2}});
    return rows;
}

}  // namespace

std::vector<Row> rows_of(const std::string &kernel)
{
    const bool vectors = kernel != "swar";
    std::vector<Row> rows = own_rows(vectors, kernel == "avx512");
    if (peer.valid) {
        append(rows, peer_rows(vectors));
    }
    return rows;
}

std::vector<Row> dirty_rows_of(size_t apart)
{
    const std::string errors = apart ? "one in " + std::to_string(apart) : "random bytes";
    const double goal = apart == 100 ? 0.4 : 0;
    std::vector<Row> rows = {
        {errors + ": repair / well-formed", repair_dirty, repair, goal},
        {errors + ": to_utf16_lossy / well-formed", to_utf16_dirty, to_utf16_lossy, goal},
    };
    if (peer.lossy) {
        append(rows,
               {{errors + ": repair / Rust", repair_dirty, peer_lossy, 1.5, 3, "", 0, false, true},
                {errors + ": to_utf16_lossy / Rust", to_utf16_dirty, peer_lossy, 1.5, 3}});
    }
    return rows;
}
