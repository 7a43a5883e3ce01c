#!/bin/sh
# SPDX-License-Identifier: 0BSD
# Prints a sed program that fills a template with the lines of ORIGIN.
#
# In: ORIGIN. Out: for a key with a value, the command that replaces @KEY@; for a key without, the command that deletes lines with @KEY@.
# The characters that ORIGIN allows (gen/common/origin.lua) have no special meaning in a replacement.
#
#     /@HOMEPAGE@/d
#     s,@SUPPLIER@,the u8gen authors,
set -eu

while read -r key value; do
    name=@$(echo "$key" | tr '[:lower:]' '[:upper:]')@
    if [ -n "$value" ]; then
        echo "s,$name,$value,"
    else
        echo "/$name/d"
    fi
done <ORIGIN
