// SPDX-License-Identifier: 0BSD
//
// What Java writes: a text in MUTF-8 (DataOutputStream.writeUTF), in CESU-8 and in UTF-8, for tests/between_test.lua.
//
// In: a folder. Out: java.mutf8, java.cesu8 and java.utf8 in it: each code point but surrogates, and random ones.
import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;

class Between {
    static final int STRING = 5000;

    static String text() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= 0x10FFFF; c++) {
            if (c < 0xD800 || c > 0xDFFF) {
                all.appendCodePoint(c);
            }
        }
        Random random = new Random(1);
        int[] bounds = {0, 1, 0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF};
        for (int i = 0; i < 200000; i++) {
            all.appendCodePoint(random.nextBoolean() ? 0x41 : bounds[random.nextInt(bounds.length)]);
        }
        return all.toString();
    }

    // A pair of surrogates is never parted: a string of writeUTF is converted by itself.
    static List<String> strings(String all) {
        List<String> out = new ArrayList<>();
        for (int at = 0; at < all.length();) {
            int end = Math.min(at + STRING, all.length());
            end -= end < all.length() && Character.isLowSurrogate(all.charAt(end)) ? 1 : 0;
            out.add(all.substring(at, end));
            at = end;
        }
        return out;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Paths.get(arguments[0]);
        String all = text();
        ByteArrayOutputStream mutf8 = new ByteArrayOutputStream();
        for (String one : strings(all)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new DataOutputStream(bytes).writeUTF(one);
            mutf8.write(bytes.toByteArray(), 2, bytes.size() - 2);
        }
        Files.write(folder.resolve("java.mutf8"), mutf8.toByteArray());
        Files.write(folder.resolve("java.cesu8"), all.getBytes(Charset.forName("CESU-8")));
        Files.write(folder.resolve("java.utf8"), all.getBytes(StandardCharsets.UTF_8));
    }
}
