-- Modified UTF-8 as Android's runtime (ART) reads and writes it in JNI: U+0000 is C0 80, and a character above U+FFFF has four bytes, as
-- in UTF-8. NewStringUTF also reads such a character as two surrogates of three bytes each. GetStringUTFChars never writes a high surrogate
-- directly before a low one. On other virtual machines GetStringUTFChars writes mutf-8.

encoding "MUTF-8-Android"
source   "Android Runtime (ART), runtime/jni/jni_internal.cc and check_jni.cc"
users    "JNI on Android: GetStringUTFChars, NewStringUTF"

form "0xxxxxxx"                             { "U+0001..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0000", "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

examples [[
    valid    C0 80                                    kUtfUseShortZero = false: U+0000 has two bytes
    valid    F0 9F 98 80                              kUtfUse4ByteSequence = true: U+1F600 has four bytes
    valid    ED A0 BD ED B8 80                        U+1F600 as two surrogates, which NewStringUTF reads
    valid    ED A0 BD                                 kUtfReplaceBadSurrogates = false: a lone surrogate
    invalid  00                         unlisted      a zero byte would end the string
    invalid  C0 81                      overlong      U+0001 has one byte
    invalid  F4 90 80 80                too_large     U+110000
    invalid  F8 88 80 80 80             not_a_form    CheckUtfBytes: 11111xxx begins nothing
]]
