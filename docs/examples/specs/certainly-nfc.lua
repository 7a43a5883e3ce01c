-- UTF-8 restricted to texts that are certainly in Normalization Form C: those for which Unicode's quick check answers yes. A text that is
-- refused is perhaps in this form, too: normalize it, and compare. So most texts need no normalizer.
--
-- Normalization changes no allowed character and composes none with the one before it. Marks are in the order of their combining classes.
--
-- Counted with Unicode 17.0.0: 1110812 characters.
--     one byte 128, two bytes 1880, three bytes 60813, four bytes 1047991

encoding "UTF-8-Certainly-NFC"
source   "Unicode Standard Annex #15, section 9 (Detecting Normalization Forms, quickCheck)"
users    "databases, file systems and parsers that store or compare names in NFC"

form "0xxxxxxx"                             { "U+0000..U+007F" }
form "110xxxxx 10xxxxxx"                    { "U+0080..U+07FF" }
form "1110xxxx 10xxxxxx 10xxxxxx"           { "U+0800..U+FFFF" }
form "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"  { "U+10000..U+10FFFF" }

except   { surrogate = unicode "Cs" }
disallow { changes = unicode "NFC_Quick_Check=No", composes = unicode "NFC_Quick_Check=Maybe" }

-- The combining classes of the allowed marks, except 234, the highest. A mark must not follow one of a higher class.
local classes = {
  1, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 84,
  103, 107, 118, 122, 129, 130, 132, 202, 214, 216, 218, 220, 222, 224, 226, 228, 230, 232, 233,
}
for i = 1, #classes do
  never { unicode("ccc=" .. classes[i] + 1 .. "..254"), unicode("ccc=" .. classes[i]), name = "order" }
end

examples [[
    valid    C3 A9 6C C3 A8 76 65                       U+00E9 and U+00E8, composed
    valid    D7 A9 D6 B8 D6 BC                          Hebrew: U+05B8 of class 18, then U+05BC of class 21
    valid    E0 B8 81 E0 B8 B8 E0 B9 88                 Thai: U+0E38 of class 103, then U+0E48 of class 107
    valid    CD A1 CD A1                                U+0361 twice: one class
    invalid  D7 A9 D6 BC D6 B8                order     U+05B8 of class 18 after U+05BC of class 21
    invalid  E0 B8 81 E0 B9 88 E0 B8 B8       order     U+0E38 of class 103 after U+0E48 of class 107
    invalid  65 CC 81                         composes  U+0301: e and it compose to U+00E9
    invalid  E1 84 80 E1 85 A1                composes  U+1161: Hangul syllables are composed
    invalid  71 CC 81                         composes  U+0301 after q stays; the quick check cannot tell
    invalid  E2 84 AB                         changes   U+212B becomes U+00C5
    invalid  CD 84                            changes   U+0344 becomes U+0308 and U+0301
    invalid  ED A0 80                         surrogate U+D800
]]
