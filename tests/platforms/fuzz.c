// SPDX-License-Identifier: 0BSD
//
// libFuzzer calls LLVMFuzzerTestOneInput with every text that it generates. This function runs the whole trial (trial.h). A wrong answer
// ends the program. libFuzzer then writes the text to a file, and fuzz.lua adds the text to vectors/found.txt.
#include "trial.h"

#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *text, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    trial_start();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *text, size_t size)
{
    if (!trial(text, size)) {
        abort();
    }
    return 0;
}
