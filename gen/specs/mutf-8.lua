-- Modified UTF-8 of the Java virtual machine: U+0000 is C0 80, so that no byte is zero. There is no four-byte form: each surrogate has
-- three bytes of its own. Class files (version above 47), DEX and JNI use it; JNI on Android uses mutf-8-android.

encoding "MUTF-8"
source   "The Java Virtual Machine Specification, section 4.4.7"
users    "Java class files; Android DEX; JNI except on Android"

form "0xxxxxxx"                             { "U+0001..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0000", "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }

examples [[
    valid    C0 80                                    JVM Specification, section 4.4.7: U+0000
    valid    ED A0 BD ED B8 80                        U+1F600, as its two surrogates
    invalid  00                         unlisted      JVM Specification, section 4.4.7: no byte may be zero
    invalid  C0 81                      overlong      U+0001 has one byte
    invalid  F0 9F 98 80                not_a_form    JVM Specification, section 4.4.7: no byte from F0 on
]]
