// SPDX-License-Identifier: 0BSD
//
// What utf8_check says: offset, length, fault and state.
//
// In: utf8_check and utf8_expected. Out: a verdict for every text of one to three bytes, and every
// text of four and five bytes that are ends of ranges. The one idea: the state of an error stands
// for a node of the reference, the same for all texts that lead there, so utf8_expected need be
// asked only once for each node and byte.
//
//     41 ED A0 80   offset 1, length 1, surrogate; expected: 80..9F
#include "checks.h"
#include "language.h"
#include "report.h"
#include "work.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint8_t state_of[LANGUAGE_NODES];  // what utf8_check reports where a text dies at a node

const char *faults_disagreement(const uint8_t *text, size_t size,
                                const struct reference_error *want)
{
    static _Thread_local char how[160];
    struct subject_error got;
    const bool well = subject.check(text, size, &got);
    const uint8_t node = language_walk(want->live, want->live_size);
    const uint8_t state = want->length == 0 ? 0 : state_of[node];
    if (well == (want->length == 0) && got.offset == want->offset && got.length == want->length &&
        got.state == state && strcmp(got.fault, want->fault) == 0 &&
        subject.check(text, size, NULL) == well) {
        return NULL;
    }
    snprintf(how, sizeof how,
             "reports offset %" PRIu64 ", length %zu, %s, state %u instead of %zu, %zu, %s, %u for",
             got.offset, got.length, got.fault, got.state, want->offset, want->length, want->fault,
             state);
    return how;
}

// Asks for the state of a node and about every byte there; then the same behind the node.
static bool learn(uint8_t *text, size_t size, bool *known)
{
    const uint8_t node = language_walk(text, size);
    struct subject_error error;
    if (known[node] || node == LANGUAGE_DEAD) {
        return true;
    }
    known[node] = true;
    text[size] = 0xFF;  // no character holds it: the text dies here at the latest
    subject.check(text, size + 1, &error);
    state_of[node] = error.state;
    for (unsigned byte = 0; byte < 256; byte++) {
        const bool expected = subject.expected(error.state, (uint8_t)byte);
        if (expected != (language.next[node][byte] != LANGUAGE_DEAD)) {
            report_wrong("check", "%02X is %sexpected after %s", byte, expected ? "" : "not ",
                         report_hex(text, size));
            return false;
        }
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        text[size] = (uint8_t)byte;
        if (!learn(text, size + 1, known)) {
            return false;
        }
    }
    return true;
}

bool faults_prepare(void)
{
    bool known[LANGUAGE_NODES] = {false};
    uint8_t text[LANGUAGE_NODES + 1];
    return learn(text, 0, known);
}

static bool agree(const uint8_t *text, size_t size)
{
    const struct reference_error want = reference_check(text, size);
    const char *how = faults_disagreement(text, size, &want);
    if (how != NULL) {
        report_wrong("check", "%s %s", how, report_hex(text, size));
    }
    return how == NULL;
}

// All texts of one to three bytes that begin with this one.
static bool try_short(void *context, size_t first)
{
    uint8_t text[3] = {(uint8_t)first};
    (void)context;
    if (!agree(text, 1)) {
        return false;
    }
    for (unsigned second = 0; second < 256; second++) {
        text[1] = (uint8_t)second;
        if (!agree(text, 2)) {
            return false;
        }
        for (unsigned third = 0; third < 256; third++) {
            text[2] = (uint8_t)third;
            if (!agree(text, 3)) {
                return false;
            }
        }
    }
    return true;
}

// All texts of `size` ends of ranges that begin with the given ones.
static bool try_edges(uint8_t *text, size_t given, size_t size)
{
    if (given == size) {
        return agree(text, size);
    }
    for (size_t i = 0; i < reference_edge_count; i++) {
        text[given] = reference_edges[i];
        if (!try_edges(text, given + 1, size)) {
            return false;
        }
    }
    return true;
}

static bool try_longer(void *context, size_t first)
{
    uint8_t text[5] = {reference_edges[first]};
    (void)context;
    return try_edges(text, 1, 4) && try_edges(text, 1, 5);
}

void faults_check(void)
{
    report_opening(&(struct report_opening){
        .title = "Faults",
        .establishes =
            "utf8_check reports the offset, length and fault that the reference finds, and a "
            "state whose expected bytes are those that keep the text alive: every text of 1 "
            "to 3 bytes, and those of 4 and 5 bytes that are ends of ranges",
        .assumes = "nothing but compiler and processor",
        .excludes = "longer texts: sweep compares utf8_check, too",
        .oracle = "reference_check in reference.c",
    });
    if (!report_begin("check", "exhaustive")) {
        return;
    }
    const bool passed = faults_prepare() && agree(NULL, 0) &&
                        work("check, 1 to 3 bytes", 256, try_short, NULL) &&
                        work("check, 4 and 5 bytes", reference_edge_count, try_longer, NULL);
    report_end("check", "exhaustive", passed, "to 3 bytes", "all to 3 bytes, ends of ranges to 5");
}
