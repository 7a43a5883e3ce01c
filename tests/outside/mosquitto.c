// SPDX-License-Identifier: 0BSD
//
// mosquitto as a decoder of MQTT's strings.
//
// In: blocks of texts on standard input (stream.h). Out: an answer for each text.
#include <mosquitto.h>

#include "stream.h"

static void answer(const uint8_t *text, size_t size)
{
    put_verdict(mosquitto_validate_utf8((const char *)text, (int)size) == MOSQ_ERR_SUCCESS);
}

int main(void)
{
    return answer_all(answer);
}
