// SPDX-License-Identifier: 0BSD
/*
 * Prints findings as JSON, one object per line, and as SARIF 2.1.0, one object in total.
 *
 * The idea: a file name is a sequence of bytes, but JSON has only characters. In JSON, `file` has U+FFFD
 * for bytes that are not UTF-8, and `file_hex` then has all bytes. In SARIF a file is a URI; all bytes
 * except unreserved characters and slashes are escaped as %NN.
 *
 * The name 61 FF is "file": "a\uFFFD", "file_hex": "61 FF" in JSON and "a%FF" in SARIF.
 */
#include "u8check_json.h"

#include "u8check_shown.h"
#include "utf8.h"

#include <inttypes.h>
#include <string.h>

/* ---- Strings ---- */

/* Prints a character; escapes quotes, backslashes, controls, line separators and direction marks. */
static void put_character(sink *s, const char *text, size_t size)
{
    uint32_t c = 0;
    utf8_decode(text, size, &c);
    if (c == '"' || c == '\\') {
        say(s, "\\%c", (int)c);
    } else if (c < 0x20 || c == 0x7F || acts_on_text(c)) {
        say(s, "\\u%04" PRIX32, c);
    } else {
        say_bytes(s, text, size);
    }
}

static void put_string(sink *s, const char *word)
{
    size_t left = strlen(word);
    say(s, "\"");
    while (left > 0) {
        utf8_chunk chunk = utf8_next_chunk(word, left);
        for (size_t i = 0, size; i < chunk.valid; i += size) {
            uint32_t c;
            size = utf8_decode(word + i, chunk.valid - i, &c);
            put_character(s, word + i, size);
        }
        if (chunk.invalid > 0) {
            say(s, "\\uFFFD");
        }
        word += chunk.valid + chunk.invalid;
        left -= chunk.valid + chunk.invalid;
    }
    say(s, "\"");
}

static void put_file(sink *s, const title *name)
{
    const char *path = strcmp(name->path, "-") == 0 ? name->shown : name->path;
    say(s, "\"file\":");
    put_string(s, path);
    if (!utf8_valid(path, strlen(path))) {
        say(s, ",\"file_hex\":\"");
        put_hex(s, (const uint8_t *)path, strlen(path));
        say(s, "\"");
    }
}

/* ---- JSON ---- */

void put_json(sink *s, const request *ask, const finding *f, const reason *r)
{
    say(s, "{\"type\":\"fault\",");
    put_file(s, &f->name);
    say(s,
        ",\"encoding\":\"%s\",\"line\":%" PRIu64 ",\"column\":%" PRIu64 ",\"byte\":%" PRIu64
        ",\"length\":%" PRIu64 ",\"fault\":\"%s\",\"expected\":[",
        ask->encoded->name, f->at.line, f->at.column, f->at.bytes, (uint64_t)f->error.length,
        f->error.fault);
    if (r->expected.count > 0) {
        say(s, "\"");
        put_ranges(s, &r->expected, "\",\"");
        say(s, "\"");
    }
    say(s, "],\"after\":\"");
    put_hex(s, f->text + r->after, r->from - r->after);
    say(s, "\",\"found\":\"");
    put_hex(s, f->text + r->from, r->size);
    say(s, "\"");
    if (f->hint != NULL) {
        say(s, ",\"hint\":\"this %s\"", f->hint);
    }
    say(s, "}\n");
}

void put_json_measured(sink *s, const request *ask, const measured *m)
{
    say(s, "{\"type\":\"text\",");
    put_file(s, &m->name);
    say(s, ",\"encoding\":\"%s\",\"bytes\":%" PRIu64 ",\"characters\":%" PRIu64, ask->encoded->name,
        m->bytes, m->characters);
    if (!m->beyond_utf16) {
        say(s, ",\"utf16_units\":%" PRIu64, m->utf16_units);
    }
    if (m->speed > 0) {
        say(s, ",\"bytes_per_second\":%.0f", m->speed);
    }
    if (ask->timed) {
        say(s, ",\"kernel\":\"%s\"", ask->encoded->active_kernel());
    }
    say(s, "}\n");
}

void put_json_stats(sink *s, double seconds)
{
    totals t = output_totals();
    const char *fault;
    uint64_t count;
    say(s,
        "{\"type\":\"stats\",\"well_formed\":%" PRIu64 ",\"ill_formed\":%" PRIu64
        ",\"not_read\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"seconds\":%.6f,\"faults\":{",
        t.well_formed, t.ill_formed, t.troubles, t.bytes, seconds);
    for (size_t i = 0; output_fault(i, &fault, &count); i++) {
        say(s, "%s\"%s\":%" PRIu64, i > 0 ? "," : "", fault, count);
    }
    say(s,
        "},\"skipped\":{\"hidden\":%" PRIu64 ",\"binary\":%" PRIu64 ",\"special\":%" PRIu64 "}}\n",
        t.hidden, t.binary, t.special);
}

/* ---- SARIF ---- */

/* Prints a path as a URI reference (RFC 3986), with percent-escapes. An absolute path gets file://. */
static void put_uri(sink *s, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~/";
    say(s, path[0] == '/' ? "file://" : "");
    for (; *path != '\0'; path++) {
        say(s, strchr(plain, *path) != NULL ? "%c" : "%%%02X", (uint8_t)*path);
    }
}

void put_sarif_begin(sink *s, const request *ask)
{
    say(s, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
           "\"runs\":[{\n\"tool\":{\"driver\":{\"name\":\"u8check\",\"rules\":[");
    for (unsigned i = 1; strcmp(ask->encoded->fault_name(i), "unknown") != 0; i++) {
        say(s, "%s{\"id\":\"%s\"}", i > 1 ? "," : "", ask->encoded->fault_name(i));
    }
    say(s, "]}},\n\"columnKind\":\"unicodeCodePoints\",\n\"results\":[\n");
}

void put_sarif(sink *s, const request *ask, const finding *f, const reason *r)
{
    say(s, "{\"ruleId\":\"%s\",\"level\":\"error\",\"message\":{\"text\":\"ill-formed %s: ",
        f->error.fault, ask->encoded->name);
    put_words(s, f, r);
    if (f->hint != NULL) {
        say(s, "; this %s", f->hint);
    }
    say(s, "\"},\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
    put_uri(s, strcmp(f->name.path, "-") == 0 ? f->name.shown : f->name.path);
    say(s,
        "\"},\"region\":{\"startLine\":%" PRIu64 ",\"startColumn\":%" PRIu64
        ",\"byteOffset\":%" PRIu64 ",\"byteLength\":%" PRIu64 "}}}]}",
        f->at.line, f->at.column, f->at.bytes, (uint64_t)f->error.length);
}

void put_sarif_end(sink *s, int status)
{
    say(s, "\n],\n\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d}]\n}]}\n",
        status == TROUBLE ? "false" : "true", status);
}
