// SPDX-License-Identifier: 0BSD
/*
 * Formats the reports about an input.
 *
 * In: a finding, the measures of a well-formed input, a name, or the totals at the end.
 * Out: text in a sink.
 *
 *     text    FILE: line 2, column 1, byte 2: overlong (expected A0..BF after E0, found 80)
 *     gcc     FILE:2:1: error: overlong: expected A0..BF after E0, found 80 [utf-8]; columns in bytes
 *     github  ::error file=FILE,line=2,col=1,title=ill-formed utf-8::byte 2: overlong: expected ...
 *     json    one object per line, and sarif, one object: see u8check_json.c
 *
 * The idea: every format except json uses the same sentence for a fault, from put_words in
 * u8check_reason.c; json has the parts of this sentence as fields.
 */
#include "u8check_report.h"

#include "u8check_dump.h"
#include "u8check_json.h"

#include <inttypes.h>
#include <string.h>

/* ---- One format each ---- */

static void put_text(sink *s, const request *ask, const finding *f, const reason *r)
{
    const char *name = ask->colored ? "\033[1m" : "", *wrong = ask->colored ? "\033[1;31m" : "",
               *plain = ask->colored ? "\033[m" : "";
    say(s, "%s%s%s: line %" PRIu64 ", column %" PRIu64 ", byte %" PRIu64 ": %s%s%s (", name,
        f->name.shown, plain, f->at.line, f->at.column, f->at.bytes, wrong, f->error.fault, plain);
    put_words(s, f, r);
    say(s, ")\n");
    if (ask->verbose) {
        put_dump(s, ask, f, r);
    }
}

static void put_gcc(sink *s, const request *ask, const finding *f, const reason *r)
{
    const char *wrong = ask->colored ? "\033[1;31m" : "", *plain = ask->colored ? "\033[m" : "";
    say(s, "%s:%" PRIu64 ":%" PRIu64 ": %serror:%s %s: ", f->name.shown, f->at.line,
        f->at.bytes - f->at.start + 1, wrong, plain, f->error.fault);
    put_words(s, f, r);
    say(s, " [%s]\n", ask->encoded->name);
    if (ask->verbose) {
        put_dump(s, ask, f, r);
    }
}

/* Prints a property of a workflow command, with percent signs, CR, LF, colons and commas as %NN. */
static void put_property(sink *s, const char *word)
{
    for (; *word != '\0'; word++) {
        say(s, strchr("%\r\n:,", *word) != NULL ? "%%%02X" : "%c", *word);
    }
}

static void put_github(sink *s, const request *ask, const finding *f, const reason *r)
{
    say(s, "::error file=");
    put_property(s, f->name.shown);
    say(s,
        ",line=%" PRIu64 ",col=%" PRIu64 ",title=ill-formed %s::byte %" PRIu64 ": %s: ", f->at.line,
        f->at.column, ask->encoded->name, f->at.bytes, f->error.fault);
    put_words(s, f, r);
    say(s, "\n");
}

/* ---- The interface ---- */

const char *before_name(const request *ask)
{
    return ask->format == FORMAT_GITHUB ? "u8check: " : "";
}

void report_fault(sink *s, const request *ask, const finding *f)
{
    reason r = reason_of(ask->encoded, f);
    begin_fault(s, f->error.fault, f->at.bytes + f->error.length);
    switch (ask->format) {
    case FORMAT_TEXT:
        put_text(s, ask, f, &r);
        break;
    case FORMAT_GCC:
        put_gcc(s, ask, f, &r);
        break;
    case FORMAT_GITHUB:
        put_github(s, ask, f, &r);
        break;
    case FORMAT_JSON:
        put_json(s, ask, f, &r);
        break;
    case FORMAT_SARIF:
        put_sarif(s, ask, f, &r);
        break;
    }
    if (f->hint != NULL && ask->format != FORMAT_JSON && ask->format != FORMAT_SARIF) {
        remark(s, "%s%s: hint: this %s\n", before_name(ask), f->name.shown, f->hint);
    }
    end_fault(s);
}

void report_measured(sink *s, const request *ask, const measured *m)
{
    if (ask->format == FORMAT_JSON) {
        put_json_measured(s, ask, m);
        return;
    }
    say(s, "%s: %" PRIu64 " bytes, %" PRIu64 " characters", m->name.shown, m->bytes, m->characters);
    if (ask->counted && m->beyond_utf16) {
        say(s, ", beyond UTF-16");
    } else if (ask->counted) {
        say(s, ", %" PRIu64 " units of UTF-16", m->utf16_units);
    }
    if (m->speed > 0) {
        say(s, ", %.2f GB/s", m->speed * 1e-9);
    }
    if (ask->timed) {
        say(s, " (%s)", ask->encoded->active_kernel());
    }
    say(s, "\n");
}

void report_name(sink *s, const request *ask, const title *name)
{
    if (ask->quiet) {
        return;
    }
    if (ask->zero) {
        say_bytes(s, name->path, strlen(name->path) + 1);
    } else {
        say(s, "%s\n", name->shown);
    }
}

void report_begin(sink *s, const request *ask)
{
    if (ask->format == FORMAT_SARIF) {
        put_sarif_begin(s, ask);
    }
}

const char *report_separator(const request *ask)
{
    return ask->format == FORMAT_SARIF ? ",\n" : "";
}

static void put_stats(sink *s, double seconds)
{
    totals t = output_totals();
    uint64_t faults = 0, count;
    const char *fault;
    for (size_t i = 0; output_fault(i, &fault, &count); i++) {
        faults += count;
    }
    remark(s,
           "u8check: %" PRIu64 " files well-formed, %" PRIu64 " ill-formed, %" PRIu64
           " not read; %" PRIu64 " faults reported\n",
           t.well_formed, t.ill_formed, t.troubles, faults);
    for (size_t i = 0; output_fault(i, &fault, &count); i++) {
        remark(s, "u8check: %8" PRIu64 " %s\n", count, fault);
    }
    remark(s, "u8check: %" PRIu64 " bytes in %.3f s, %.2f GB/s\n", t.bytes, seconds,
           seconds > 0 ? (double)t.bytes / seconds * 1e-9 : 0);
}

void report_end(sink *s, const request *ask, int status, double seconds)
{
    totals t = output_totals();
    if (!ask->quiet && t.hidden + t.binary + t.special > 0) {
        remark(s,
               "u8check: skipped: %" PRIu64 " hidden (--hidden), %" PRIu64
               " binary (--binary), %" PRIu64 " neither files nor folders\n",
               t.hidden, t.binary, t.special);
    }
    if (ask->format == FORMAT_SARIF) {
        put_sarif_end(s, status);
    }
    if (ask->stats && ask->format == FORMAT_JSON) {
        put_json_stats(s, seconds);
    } else if (ask->stats) {
        put_stats(s, seconds);
    }
}
