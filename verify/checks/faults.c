// SPDX-License-Identifier: 0BSD
//
// The report of X_check: offset, length, fault and state.
//
// In: X_check, X_expected and the reference. Out: a verdict for all texts of up to three bytes (for
// a sample, not all of three), and for longer ones that reach each node of the reference and then
// have one or two more bytes (strings.h).
//
// The idea: errors after all texts that lead to one node of the reference must have the same state.
// So X_expected is called only once for each node and byte.
//
//     41 ED A0 80   offset 1, length 1, surrogate; expected: 80..9F
#include "checks.h"
#include "../reference/language.h"
#include "../shared/report.h"
#include "../shared/strings.h"
#include "../shared/work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// For each node: the state that X_check reports after a text that leads to this node.
static uint32_t state_of[LANGUAGE_NODES];

const char *faults_disagreement(const uint8_t *text, size_t size,
                                const struct reference_error *want)
{
    static _Thread_local char how[160];
    struct subject_error got;
    const bool well = subject.check(text, size, &got);
    const uint16_t node = language_walk(want->live, want->live_size);
    const uint32_t state = want->length == 0 ? 0 : state_of[node];
    if (well == (want->length == 0) && got.offset == want->offset && got.length == want->length &&
        got.state == state && strcmp(got.fault, want->fault) == 0 &&
        subject.check(text, size, NULL) == well) {
        return NULL;
    }
    snprintf(how, sizeof how,
             "reports offset %" PRIu64 ", length %zu, %s, state %u; expected %zu, %zu, %s, %u for",
             got.offset, got.length, got.fault, got.state, want->offset, want->length, want->fault,
             state);
    return how;
}

// Stores the state that X_check reports for a node. If no text may end there, the text that leads
// there is an error, since it is incomplete. Otherwise, an ill-formed byte is appended. Returns false
// if there is no such byte, or if the first error is at another node.
static bool ask_for_state(uint8_t *text, size_t size, uint16_t node)
{
    struct subject_error error;
    unsigned fatal = 0;
    while (fatal < 256 && language.next[node][fatal] != LANGUAGE_DEAD) {
        fatal++;
    }
    if (language.accepts[node] && fatal == 256) {
        return false;  // no next byte is ill-formed
    }
    text[size] = (uint8_t)fatal;
    size += language.accepts[node];
    const struct reference_error want = reference_check(text, size);
    if (language_walk(want.live, want.live_size) != node) {
        return false;  // the error is earlier
    }
    subject.check(text, size, &error);
    state_of[node] = error.state;
    return true;
}

// Stores the state of a node, and checks X_expected for every byte there.
static bool learn(uint16_t node, uint8_t *text, size_t size)
{
    if (!ask_for_state(text, size, node)) {
        return true;
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        const bool expected = subject.expected(state_of[node], (uint8_t)byte);
        if (expected != (language.next[node][byte] != LANGUAGE_DEAD)) {
            report_wrong("check", "X_expected is %d instead of %d for the byte %02X after %s",
                         expected, !expected, byte, report_hex(text, size));
            return false;
        }
    }
    return true;
}

bool faults_prepare(void)
{
    uint8_t *text = malloc(language.count + 1);  // no path is longer than the number of nodes
    bool learned = text != NULL;
    for (uint16_t node = LANGUAGE_START; learned && node < language.count; node++) {
        size_t size;
        learned = !strings_reach(node, text, &size) || learn(node, text, size);
    }
    free(text);
    return learned;
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

// Tries all texts of one to three bytes that begin with this byte. If *context is true, tries only
// one byte of each class after two bytes that are ill-formed or end a character.
static bool try_short(void *context, size_t first)
{
    const bool brief = *(const bool *)context;
    uint8_t text[3] = {(uint8_t)first};
    if (!agree(text, 1)) {
        return false;
    }
    for (unsigned second = 0; second < 256; second++) {
        text[1] = (uint8_t)second;
        if (!agree(text, 2)) {
            return false;
        }
        const uint16_t node = language_walk(text, 2);
        const bool classes = brief && (node == LANGUAGE_DEAD || language.boundary[node]);
        for (size_t i = 0; i < (classes ? language.columns : 256); i++) {
            text[2] = (uint8_t)(classes ? language.typical[i] : i);
            if (!agree(text, 3)) {
                return false;
            }
        }
    }
    return true;
}

static bool take(void *context, const uint8_t *text, size_t size, uint16_t node, size_t prefix)
{
    (void)context;
    (void)node;
    (void)prefix;
    return agree(text, size);
}

// Tries the longer texts of a part: see strings_each.
static bool try_strings(void *context, size_t part)
{
    (void)context;
    return strings_each(part, take, NULL);
}

static bool take_chain(void *context, const uint8_t *text, size_t size)
{
    (void)context;
    return agree(text, size);
}

static bool try_chains(void *context, size_t part)
{
    return strings_chains(part, take_chain, context);
}

void faults_check(bool sample)
{
    if (subject.check == NULL) {
        return;
    }
    report_opening(&(struct report_opening){
        .title = "Faults",
        .establishes =
            "X_check reports the offset, length and fault that the reference finds, and a state "
            "whose expected bytes are exactly those after which the text can be completed: for "
            "every text of 1 to 3 bytes; for texts that reach each node of the reference on up to "
            "four paths, then take each byte (on the shortest path) or the ends of ranges (on the "
            "others), or two classes; for the ends of the ranges that each form encodes and "
            "leaves out, with their neighbors; and for over 256 bytes of characters that must not "
            "be the last. --sample: after two bytes that are ill-formed or end a character, one "
            "byte of each class; fewer pairs of classes",
        .assumes =
            "only the compiler and the processor; for texts of classes, that X_check treats the "
            "bytes of a class alike after the same node",
        .excludes = "all other longer texts; sweep compares X_check on some of them",
        .oracle = "reference_check in reference.c",
    });
    if (!report_begin("check", "exhaustive")) {
        return;
    }
    const bool passed = faults_prepare() && agree(NULL, 0) &&
                        work("check, 1 to 3 bytes", 256, try_short, &sample) &&
                        work("check, longer texts", strings_parts(), try_strings, NULL) &&
                        work("check, chains", language.columns, try_chains, NULL);
    report_end("check", "exhaustive",
               !passed  ? NULL
               : sample ? "2^24, brief"
                        : "2^24",
               "texts to 3 bytes; %s", strings_claim());
}
